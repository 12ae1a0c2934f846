import "quasar/dist/quasar.css";
import * as quasar from "quasar";
import { show } from "./host.js";
import { vue } from "./vue.js";

const { Quasar, ...components } = quasar;
const item = (inner, first = null, read = undefined) =>
  vue(inner, first, (app) => app.use(Quasar, { components: Object.fromEntries(Object.entries(components).filter(([name]) => /^Q[A-Z]/.test(name))), directives: { ClosePopup: quasar.ClosePopup, Ripple: quasar.Ripple }, config: {} }), read);
const countries = ':options="countries" emit-value map-options';
const filter = '@filter="(text, update) => update(() => {})"';

show({
  select: item(`<q-select label="Country" v-model="it.value" ${countries} />`),
  "select multiple": item('<q-select label="Languages" v-model="it.value" :options="languages" emit-value map-options multiple use-chips />', []),
  "select use-input": item(`<q-select label="Country" v-model="it.value" ${countries} use-input ${filter} />`),
  "date input": item('<q-input label="Arrival" v-model="it.value" mask="####/##/##"><template #append><q-icon name="event"><q-popup-proxy><q-date v-model="it.value" /></q-popup-proxy></q-icon></template></q-input>', ""),
  toggle: item('<q-toggle label="Newsletter" v-model="it.value" />', false),
  checkbox: item('<q-checkbox label="Newsletter" v-model="it.value" />', false),
  radios: item('<p>Size</p><q-option-group v-model="it.value" :options="[{ label: \'Small\', value: \'s\' }, { label: \'Medium\', value: \'m\' }]" />'),
  rating: item('<p>Quality</p><q-rating v-model="it.value" :max="5" />', 0),
  slider: item('<p>Volume</p><q-slider v-model="it.value" :min="0" :max="100" :step="5" aria-label="Volume" />', 50),
  editor: item('<p>About you</p><q-editor v-model="it.value" />', "", (value) => value.replaceAll(/<[^>]+>/g, "")),
  file: item('<q-file label="Document" v-model="it.value" />', null, (file) => file?.name ?? null),
});
