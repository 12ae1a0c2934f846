import {
  Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Field, Label, Listbox, ListboxButton, ListboxOption, ListboxOptions, Radio, RadioGroup,
  Switch,
} from "@headlessui/react";
import * as RadixCheckbox from "@radix-ui/react-checkbox";
import * as RadixRadio from "@radix-ui/react-radio-group";
import * as RadixSelect from "@radix-ui/react-select";
import * as RadixSlider from "@radix-ui/react-slider";
import * as RadixSwitch from "@radix-ui/react-switch";
import { useState } from "react";
import { COUNTRIES, names, options, show } from "./host.js";
import { react } from "./react.jsx";

function Search({ value, set }) {
  const [query, search] = useState("");
  const found = names(COUNTRIES).filter((name) => name.toLowerCase().includes(query.toLowerCase()));
  return (
    <Field><Label>Country</Label>
      <Combobox value={value} onChange={set} onClose={() => search("")}>
        <ComboboxInput displayValue={(it) => it ?? ""} onChange={(event) => search(event.target.value)} />
        <ComboboxOptions anchor="bottom" style={{ background: "#fff" }}>{found.map((name) => <ComboboxOption key={name} value={name}>{name}</ComboboxOption>)}</ComboboxOptions>
      </Combobox>
    </Field>
  );
}

const box = { width: 25, height: 25, border: "1px solid" };

show({
  "headless listbox": react(({ value, set }) => (
    <Field><Label>Country</Label>
      <Listbox value={value} onChange={set}><ListboxButton>{value ?? "Choose"}</ListboxButton>
        <ListboxOptions anchor="bottom" style={{ background: "#fff" }}>{names(COUNTRIES).map((name) => <ListboxOption key={name} value={name}>{name}</ListboxOption>)}</ListboxOptions>
      </Listbox>
    </Field>
  )),
  "headless combobox": react(Search),
  "headless switch": react(({ value, set }) => <Field><Label>Newsletter</Label> <Switch style={{ ...box, width: 50 }} checked={value} onChange={set}>{value ? "●" : "○"}</Switch></Field>, false),
  "headless radios": react(({ value, set }) => <RadioGroup aria-label="Size" value={value} onChange={set}>{["Small", "Medium"].map((name) => <Field key={name}><Radio value={name} style={box}>{value === name ? "●" : "○"}</Radio><Label>{name}</Label></Field>)}</RadioGroup>),
  "radix select": react(({ value, set }) => (
    <><label htmlFor="field">Country</label> <RadixSelect.Root value={value} onValueChange={set}>
      <RadixSelect.Trigger id="field"><RadixSelect.Value placeholder="Choose" /></RadixSelect.Trigger>
      <RadixSelect.Portal><RadixSelect.Content position="popper" style={{ background: "#fff" }}><RadixSelect.Viewport>
        {options(COUNTRIES).map((each) => <RadixSelect.Item key={each.value} value={each.value}><RadixSelect.ItemText>{each.label}</RadixSelect.ItemText></RadixSelect.Item>)}
      </RadixSelect.Viewport></RadixSelect.Content></RadixSelect.Portal>
    </RadixSelect.Root></>
  ), ""),
  "radix switch": react(({ value, set }) => <><label htmlFor="field">Newsletter</label> <RadixSwitch.Root id="field" style={{ ...box, width: 50 }} checked={value} onCheckedChange={set}><RadixSwitch.Thumb>{value ? "●" : "○"}</RadixSwitch.Thumb></RadixSwitch.Root></>, false),
  "radix checkbox": react(({ value, set }) => <><RadixCheckbox.Root id="field" style={box} checked={value} onCheckedChange={set}><RadixCheckbox.Indicator>x</RadixCheckbox.Indicator></RadixCheckbox.Root> <label htmlFor="field">Newsletter</label></>, false),
  "radix radios": react(({ value, set }) => (
    <><p id="name">Size</p><RadixRadio.Root aria-labelledby="name" value={value} onValueChange={set}>
      {["Small", "Medium"].map((name) => <div key={name}><RadixRadio.Item id={name} value={name} style={box}><RadixRadio.Indicator>x</RadixRadio.Indicator></RadixRadio.Item> <label htmlFor={name}>{name}</label></div>)}
    </RadixRadio.Root></>
  ), ""),
  "radix slider": react(({ value, set }) => (
    <><p>Volume</p><RadixSlider.Root value={value} step={5} onValueChange={set} style={{ position: "relative", display: "flex", width: 200, height: 20 }}>
      <RadixSlider.Track style={{ flexGrow: 1, background: "#ccc", height: 4 }}><RadixSlider.Range /></RadixSlider.Track>
      <RadixSlider.Thumb aria-label="Volume" style={{ ...box, display: "block" }} /></RadixSlider.Root></>
  ), [50]),
});
