import { createVuetify } from "vuetify";
import * as components from "vuetify/components";
import { VDateInput } from "vuetify/labs/VDateInput";
import * as directives from "vuetify/directives";
import "vuetify/styles";
import { day, show } from "./host.js";
import { vue } from "./vue.js";

const item = (inner, first = null, read = undefined) =>
  vue(`<v-app>${inner}</v-app>`, first, (app) => app.use(createVuetify({ components: { ...components, VDateInput }, directives })), read);
const countries = ':items="countries" item-title="label" item-value="value"';

show({
  select: item(`<v-select label="Country" v-model="it.value" ${countries} />`),
  autocomplete: item(`<v-autocomplete label="Country" v-model="it.value" ${countries} />`),
  "combobox chips": item('<v-combobox label="Tags" v-model="it.value" :items="[\'red\', \'blue\']" multiple chips />', []),
  "select multiple": item('<v-select label="Languages" v-model="it.value" :items="languages" item-title="label" item-value="value" multiple />', []),
  text: item('<v-text-field label="Name" v-model="it.value" />', ""),
  textarea: item('<v-textarea label="About you" v-model="it.value" />', ""),
  checkbox: item('<v-checkbox label="Newsletter" v-model="it.value" />', false),
  switch: item('<v-switch label="Newsletter" v-model="it.value" />', false),
  radio: item('<v-radio-group label="Size" v-model="it.value"><v-radio label="Small" value="s" /><v-radio label="Medium" value="m" /></v-radio-group>'),
  slider: item('<v-slider label="Volume" v-model="it.value" :step="5" :min="0" :max="100" />', 50),
  rating: item('<p>Quality</p><v-rating v-model="it.value" />', 0),
  otp: item('<p>Code</p><v-otp-input v-model="it.value" :length="4" />', ""),
  number: item('<v-number-input label="Guests" v-model="it.value" :min="1" :max="9" />', 1),
  chips: item('<p>Colour</p><v-chip-group v-model="it.value"><v-chip v-for="each in [\'Red\', \'Blue\']" :key="each" :value="each" filter>{{ each }}</v-chip></v-chip-group>'),
  "button toggle": item('<p>Align</p><v-btn-toggle v-model="it.value"><v-btn type="button" value="left">Left</v-btn><v-btn type="button" value="right">Right</v-btn></v-btn-toggle>'),
  file: item('<v-file-input label="Document" v-model="it.value" />', null, (file) => file?.name ?? null),
  date: item('<v-date-input label="Arrival" v-model="it.value" />', null, day),
});
