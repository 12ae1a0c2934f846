import {
  ChakraProvider, FormControl, FormLabel, HStack, Menu, MenuButton, MenuItem, MenuList, NumberInput, NumberInputField, PinInput, PinInputField,
  Radio, RadioGroup, Select, Slider, SliderFilledTrack, SliderThumb, SliderTrack, Switch,
} from "@chakra-ui/react";
import { COUNTRIES, LANGUAGES, names, options, show } from "./host.js";
import { react } from "./react.jsx";

const drawn = (View, first = null) => react(View, first, ({ children }) => <ChakraProvider>{children}</ChakraProvider>);

show({
  switch: drawn(({ value, set }) => <FormControl><FormLabel htmlFor="field">Newsletter</FormLabel><Switch id="field" isChecked={value} onChange={(event) => set(event.target.checked)} /></FormControl>, false),
  radio: drawn(({ value, set }) => <FormControl as="fieldset"><FormLabel as="legend">Size</FormLabel><RadioGroup value={value} onChange={set}><Radio value="s">Small</Radio> <Radio value="m">Medium</Radio></RadioGroup></FormControl>, ""),
  numberinput: drawn(({ value, set }) => <FormControl><FormLabel>Guests</FormLabel><NumberInput min={1} max={9} value={value} onChange={(_, number) => set(number)}><NumberInputField /></NumberInput></FormControl>, 1),
  pininput: drawn(({ value, set }) => <><p>Code</p><HStack><PinInput value={value} onChange={set}><PinInputField /><PinInputField /><PinInputField /><PinInputField /></PinInput></HStack></>, ""),
  menu: drawn(({ value, set }) => <><p>Language</p><Menu><MenuButton type="button">{value ?? "Choose"}</MenuButton><MenuList>{names(LANGUAGES).map((name) => <MenuItem type="button" key={name} onClick={() => set(name)}>{name}</MenuItem>)}</MenuList></Menu></>),
  select: drawn(({ value, set }) => <FormControl><FormLabel>Country</FormLabel><Select placeholder="Choose" value={value} onChange={(event) => set(event.target.value)}>{options(COUNTRIES).map((each) => <option key={each.value} value={each.value}>{each.label}</option>)}</Select></FormControl>, ""),
  slider: drawn(({ value, set }) => <><p>Volume</p><Slider aria-label="Volume" step={5} value={value} onChange={set}><SliderTrack><SliderFilledTrack /></SliderTrack><SliderThumb /></Slider></>, 50),
});
