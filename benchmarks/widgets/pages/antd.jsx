import { AutoComplete, Cascader, Checkbox, ColorPicker, DatePicker, Form, InputNumber, Mentions, Radio, Rate, Segmented, Select, Slider, Switch, TimePicker, TreeSelect } from "antd";
import { COUNTRIES, LANGUAGES, names, options, show } from "./host.js";
import { react } from "./react.jsx";

const drawn = (label, View, first = null, change = (value) => value) => (root) => {
  const current = react(({ value, set }) => <Form component={false} layout="vertical"><Form.Item label={label} htmlFor="field"><View id="field" value={value} set={set} /></Form.Item></Form>, first)(root);
  return () => change(current());
};
const date = (value) => value?.format("YYYY-MM-DD") ?? null;
const places = [{ value: "eu", label: "Europe", title: "Europe", children: [{ value: "de", label: "Germany", title: "Germany" }, { value: "fr", label: "France", title: "France" }] }];

show({
  select: drawn("Country", ({ set, ...given }) => <Select {...given} style={{ width: 200 }} onChange={set} options={options(COUNTRIES)} />),
  "select search": drawn("Country", ({ set, ...given }) => <Select {...given} showSearch optionFilterProp="label" style={{ width: 200 }} onChange={set} options={options(COUNTRIES)} />),
  "select multiple": drawn("Languages", ({ set, ...given }) => <Select {...given} mode="multiple" style={{ width: 300 }} onChange={set} options={options(LANGUAGES)} />, []),
  "select tags": drawn("Topics", ({ set, ...given }) => <Select {...given} mode="tags" style={{ width: 300 }} onChange={set} />, []),
  autocomplete: drawn("Country", ({ set, ...given }) => <AutoComplete {...given} style={{ width: 200 }} onChange={set} options={names(COUNTRIES).map((value) => ({ value }))} filterOption />),
  date: drawn("Arrival", ({ set, ...given }) => <DatePicker {...given} onChange={set} />, null, date),
  "date range": drawn("Stay", ({ set, value, id }) => <DatePicker.RangePicker id={{ start: id }} value={value} onChange={set} />, null, (value) => value?.map(date)),
  time: drawn("Time", ({ set, ...given }) => <TimePicker {...given} format="HH:mm" onChange={set} />, null, (value) => value?.format("HH:mm") ?? null),
  cascader: drawn("Place", ({ set, ...given }) => <Cascader {...given} onChange={set} options={places} />),
  "tree-select": drawn("Place", ({ set, ...given }) => <TreeSelect {...given} style={{ width: 200 }} onChange={set} treeData={places} />),
  switch: drawn("Newsletter", ({ set, ...given }) => <Switch {...given} onChange={set} />, false),
  checkboxes: drawn("Interests", ({ set, value }) => <Checkbox.Group options={["Music", "Art"]} value={value} onChange={set} />, []),
  radio: drawn("Size", ({ set, value }) => <Radio.Group value={value} onChange={(event) => set(event.target.value)} options={["Small", "Medium"]} />),
  rate: drawn("Quality", ({ set, value }) => <Rate value={value} onChange={set} />, 0),
  slider: drawn("Volume", ({ set, value }) => <Slider value={value} step={5} onChange={set} ariaLabelForHandle="Volume" />, 50),
  "input-number": drawn("Guests", ({ set, ...given }) => <InputNumber {...given} min={1} max={9} onChange={set} />, 1),
  segmented: drawn("Align", ({ set, value }) => <Segmented options={["Left", "Right"]} value={value} onChange={set} />, "Left"),
  mentions: drawn("Note", ({ set, ...given }) => <Mentions {...given} onChange={set} options={[{ value: "ada", label: "ada" }]} />, ""),
  color: drawn("Colour", ({ set, value }) => <ColorPicker value={value} onChange={(_, hex) => set(hex)} showText />, "#1677ff"),
});
