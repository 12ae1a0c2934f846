import { Autocomplete, Checkbox, FormControl, FormControlLabel, FormLabel, InputLabel, MenuItem, Radio, RadioGroup, Rating, Select, Slider, Switch, TextField, ToggleButton, ToggleButtonGroup } from "@mui/material";
import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DatePicker, DesktopDatePicker, LocalizationProvider, TimePicker } from "@mui/x-date-pickers";
import { COUNTRIES, LANGUAGES, names, options, show } from "./host.js";
import { react } from "./react.jsx";

const drawn = (View, first = null, change = (value) => value) => (root) => {
  const current = react(View, first, ({ children }) => <LocalizationProvider dateAdapter={AdapterDayjs}>{children}</LocalizationProvider>)(root);
  return () => change(current());
};
const Choice = ({ label, pairs, value, set, ...given }) => (
  <FormControl sx={{ width: 260 }}><InputLabel id="name">{label}</InputLabel>
    <Select labelId="name" label={label} value={value} onChange={(event) => set(event.target.value)} {...given}>{options(pairs).map((each) => <MenuItem key={each.value} value={each.value}>{each.label}</MenuItem>)}</Select>
  </FormControl>
);

show({
  select: drawn((given) => <Choice label="Country" pairs={COUNTRIES} {...given} />, ""),
  "select multiple": drawn((given) => <Choice label="Languages" pairs={LANGUAGES} multiple {...given} />, []),
  autocomplete: drawn(({ value, set }) => <Autocomplete options={names(COUNTRIES)} value={value} onChange={(_, it) => set(it)} renderInput={(given) => <TextField {...given} label="Country" />} />),
  "autocomplete multiple": drawn(({ value, set }) => <Autocomplete multiple options={names(LANGUAGES)} value={value} onChange={(_, it) => set(it)} renderInput={(given) => <TextField {...given} label="Languages" />} />, []),
  "autocomplete free": drawn(({ value, set }) => <Autocomplete multiple freeSolo options={[]} value={value} onChange={(_, it) => set(it)} renderInput={(given) => <TextField {...given} label="Topics" />} />, []),
  date: drawn(({ value, set }) => <DatePicker label="Arrival" value={value} onChange={set} />, null, (value) => (value?.isValid() ? value.format("YYYY-MM-DD") : null)),
  "date desktop": drawn(({ value, set }) => <DesktopDatePicker label="Arrival" value={value} onChange={set} enableAccessibleFieldDOMStructure={false} />, null, (value) => (value?.isValid() ? value.format("YYYY-MM-DD") : null)),
  time: drawn(({ value, set }) => <TimePicker label="Time" ampm={false} value={value} onChange={set} />, null, (value) => (value?.isValid() ? value.format("HH:mm") : null)),
  switch: drawn(({ value, set }) => <FormControlLabel control={<Switch checked={value} onChange={(event) => set(event.target.checked)} />} label="Newsletter" />, false),
  checkbox: drawn(({ value, set }) => <FormControlLabel control={<Checkbox checked={value} onChange={(event) => set(event.target.checked)} />} label="Newsletter" />, false),
  radio: drawn(({ value, set }) => <FormControl><FormLabel>Size</FormLabel><RadioGroup value={value} onChange={(event) => set(event.target.value)}>{["Small", "Medium"].map((each) => <FormControlLabel key={each} value={each} control={<Radio />} label={each} />)}</RadioGroup></FormControl>, ""),
  rating: drawn(({ value, set }) => <><p>Quality</p><Rating value={value} onChange={(_, it) => set(it)} /></>),
  slider: drawn(({ value, set }) => <><p>Volume</p><Slider aria-label="Volume" step={5} value={value} onChange={(_, it) => set(it)} /></>, 50),
  toggle: drawn(({ value, set }) => <><p>Align</p><ToggleButtonGroup exclusive value={value} onChange={(_, it) => set(it)}><ToggleButton value="left">Left</ToggleButton><ToggleButton value="right">Right</ToggleButton></ToggleButtonGroup></>),
});
