import { useCombobox, useSelect } from "downshift";
import { OTPInput } from "input-otp";
import { useState } from "react";
import { HexColorPicker } from "react-colorful";
import DatePicker from "react-datepicker";
import "react-datepicker/dist/react-datepicker.css";
import PhoneInput from "react-phone-number-input";
import "react-phone-number-input/style.css";
import Slider from "rc-slider";
import "rc-slider/assets/index.css";
import { COUNTRIES, day, names, show, time } from "./host.js";
import { react } from "./react.jsx";

function Combobox({ value, set }) {
  const [items, setItems] = useState(names(COUNTRIES));
  const { isOpen, getLabelProps, getMenuProps, getInputProps, getItemProps } = useCombobox({
    items,
    selectedItem: value,
    onSelectedItemChange: ({ selectedItem }) => set(selectedItem),
    onInputValueChange: ({ inputValue }) => setItems(names(COUNTRIES).filter((name) => name.toLowerCase().includes(inputValue.toLowerCase()))),
  });
  return (
    <div>
      <label {...getLabelProps()}>Country</label> <input {...getInputProps()} />
      <ul {...getMenuProps()}>{isOpen && items.map((item, index) => <li key={item} {...getItemProps({ item, index })}>{item}</li>)}</ul>
    </div>
  );
}

function Menu({ value, set }) {
  const items = names(COUNTRIES);
  const { isOpen, getLabelProps, getMenuProps, getToggleButtonProps, getItemProps } = useSelect({
    items, selectedItem: value, onSelectedItemChange: ({ selectedItem }) => set(selectedItem),
  });
  return (
    <div>
      <label {...getLabelProps()}>Country</label> <div style={{ border: "1px solid" }} {...getToggleButtonProps()}>{value ?? "Choose"}</div>
      <ul {...getMenuProps()}>{isOpen && items.map((item, index) => <li key={item} {...getItemProps({ item, index })}>{item}</li>)}</ul>
    </div>
  );
}

const Labelled = ({ label, children }) => <p><label htmlFor="field">{label}</label> {children}</p>;
const slots = ({ slots }) => <div style={{ display: "flex" }}>{slots.map((slot, index) => <span key={index} style={{ border: "1px solid", width: 30, height: 30 }}>{slot.char}</span>)}</div>;
const read = (draw, change) => (root) => {
  const current = draw(root);
  return () => change(current());
};

show({
  "downshift combobox": react(Combobox),
  "downshift select": react(Menu),
  "input-otp": react(({ value, set }) => <Labelled label="Code"><OTPInput id="field" maxLength={4} value={value} onChange={set} render={slots} /></Labelled>, ""),
  "react-colorful": react(({ value, set }) => <><p>Colour</p><HexColorPicker color={value} onChange={set} /></>, "#aa0000"),
  "react-datepicker": read(react(({ value, set }) => <Labelled label="Arrival"><DatePicker id="field" selected={value} onChange={set} dateFormat="yyyy-MM-dd" /></Labelled>), day),
  "react-datepicker US": read(react(({ value, set }) => <Labelled label="Arrival"><DatePicker id="field" selected={value} onChange={set} /></Labelled>), day),
  "react-datepicker time": read(
    react(({ value, set }) => <Labelled label="Arrival"><DatePicker id="field" selected={value} onChange={set} showTimeSelect timeIntervals={30} timeFormat="HH:mm" dateFormat="yyyy-MM-dd HH:mm" /></Labelled>),
    (value) => (value ? `${day(value)} ${time(value)}` : null),
  ),
  "react-phone-number-input": react(({ value, set }) => <Labelled label="Phone"><PhoneInput id="field" defaultCountry="US" value={value} onChange={set} /></Labelled>, ""),
  "rc-slider": react(({ value, set }) => <><p>Volume</p><Slider value={value} onChange={set} step={5} ariaLabelForHandle="Volume" /></>, 50),
});
