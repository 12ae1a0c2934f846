import Aura from "@primevue/themes/aura";
import PrimeVue from "primevue/config";
import * as components from "primevue";
import { day, show } from "./host.js";
import { vue } from "./vue.js";

const USED = ["Select", "MultiSelect", "DatePicker", "InputNumber", "InputMask", "ToggleSwitch", "Checkbox", "Rating", "SelectButton", "InputOtp", "Password", "TreeSelect", "AutoComplete", "Slider", "RadioButton", "InputText"];
const item = (label, inner, first = null, read = undefined) =>
  vue(`<p><label for="field">${label}</label></p>${inner}`, first, (app) => {
    app.use(PrimeVue, { theme: { preset: Aura } });
    for (const name of USED) app.component(name, components[name]);
  }, read);
const countries = ':options="countries" option-label="label" option-value="value"';
const tree = ":options='" + JSON.stringify([{ key: "eu", label: "Europe", children: [{ key: "de", label: "Germany" }, { key: "fr", label: "France" }] }]) + "'";

show({
  select: item("Country", `<Select label-id="field" input-id="field" v-model="it.value" ${countries} placeholder="Choose" />`),
  multiselect: item("Languages", '<MultiSelect input-id="field" v-model="it.value" :options="languages" option-label="label" option-value="value" display="chip" />', []),
  autocomplete: item("Country", '<AutoComplete input-id="field" v-model="it.value" :suggestions="it.found" force-selection @complete="({ query }) => { it.found = names.filter((each) => each.toLowerCase().includes(query.toLowerCase())); }" />', "", (value) => value || null),
  datepicker: item("Arrival", '<DatePicker input-id="field" v-model="it.value" date-format="yy-mm-dd" />', null, day),
  inputnumber: item("Amount", '<InputNumber input-id="field" v-model="it.value" mode="currency" currency="USD" locale="en-US" />', 0),
  inputmask: item("Phone", '<InputMask id="field" v-model="it.value" mask="(999) 999-9999" />', ""),
  toggleswitch: item("Newsletter", '<ToggleSwitch input-id="field" v-model="it.value" />', false),
  checkbox: item("Newsletter", '<Checkbox input-id="field" binary v-model="it.value" />', false),
  rating: item("Quality", '<Rating v-model="it.value" />', 0),
  selectbutton: item("Size", '<SelectButton v-model="it.value" :options="[\'Small\', \'Medium\']" />'),
  inputotp: item("Code", '<InputOtp v-model="it.value" />', ""),
  password: item("Password", '<Password input-id="field" v-model="it.value" />', ""),
  treeselect: item("Place", `<TreeSelect input-id="field" v-model="it.value" ${tree} />`, null, (value) => (value ? Object.keys(value) : null)),
  slider: item("Volume", '<Slider v-model="it.value" :step="5" aria-label="Volume" />', 50),
});
