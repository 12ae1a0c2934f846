import {
  Autocomplete, Checkbox, ColorInput, FileInput, MantineProvider, MultiSelect, NumberInput, PinInput, Radio, Rating, SegmentedControl, Select,
  Slider, Switch, TagsInput,
} from "@mantine/core";
import "@mantine/core/styles.css";
import { DateInput, DatePickerInput, TimeInput } from "@mantine/dates";
import "@mantine/dates/styles.css";
import { COUNTRIES, LANGUAGES, day, names, options, show } from "./host.js";
import { react } from "./react.jsx";

const drawn = (View, first = null, change = (value) => value) => (root) => {
  const current = react(View, first, ({ children }) => <MantineProvider>{children}</MantineProvider>)(root);
  return () => change(current());
};
const date = (value) => (typeof value === "string" ? value.slice(0, 10) : day(value));

show({
  select: drawn(({ value, set }) => <Select label="Country" data={options(COUNTRIES)} value={value} onChange={set} />),
  "select searchable": drawn(({ value, set }) => <Select label="Country" searchable data={options(COUNTRIES)} value={value} onChange={set} />),
  multiselect: drawn(({ value, set }) => <MultiSelect label="Languages" data={options(LANGUAGES)} value={value} onChange={set} />, []),
  tagsinput: drawn(({ value, set }) => <TagsInput label="Topics" value={value} onChange={set} />, []),
  numberinput: drawn(({ value, set }) => <NumberInput label="Guests" min={1} max={9} value={value} onChange={set} />, 1),
  switch: drawn(({ value, set }) => <Switch label="Newsletter" checked={value} onChange={(event) => set(event.currentTarget.checked)} />, false),
  checkbox: drawn(({ value, set }) => <Checkbox label="Newsletter" checked={value} onChange={(event) => set(event.currentTarget.checked)} />, false),
  rating: drawn(({ value, set }) => <><p>Quality</p><Rating value={value} onChange={set} /></>, 0),
  segmented: drawn(({ value, set }) => <><p>Size</p><SegmentedControl data={["Small", "Medium", "Large"]} value={value} onChange={set} /></>, "Small"),
  pininput: drawn(({ value, set }) => <><p>Code</p><PinInput type="number" value={value} onChange={set} /></>, ""),
  dateinput: drawn(({ value, set }) => <DateInput label="Arrival" valueFormat="YYYY-MM-DD" value={value} onChange={set} />, null, date),
  datepickerinput: drawn(({ value, set }) => <DatePickerInput label="Arrival" value={value} onChange={set} />, null, date),
  timeinput: drawn(({ value, set }) => <TimeInput label="Time" value={value} onChange={(event) => set(event.currentTarget.value)} />, ""),
  colorinput: drawn(({ value, set }) => <ColorInput label="Colour" value={value} onChange={set} />, ""),
  fileinput: drawn(({ set }) => <FileInput label="Document" onChange={set} />, null, (file) => file?.name ?? null),
  autocomplete: drawn(({ value, set }) => <Autocomplete label="Country" data={names(COUNTRIES)} value={value} onChange={set} />, ""),
  radio: drawn(({ value, set }) => <Radio.Group label="Size" value={value} onChange={set}><Radio value="s" label="Small" /><Radio value="m" label="Medium" /></Radio.Group>, ""),
  slider: drawn(({ value, set }) => <><p>Volume</p><Slider thumbLabel="Volume" step={5} value={value} onChange={set} /></>, 50),
});
