import {
  fluentCheckbox, fluentCombobox, fluentNumberField, fluentOption, fluentRadio, fluentRadioGroup, fluentSelect, fluentSlider,
  fluentSwitch, fluentTextField, provideFluentDesignSystem,
} from "@fluentui/web-components";
import { COUNTRIES, names, show } from "./host.js";

provideFluentDesignSystem().register(
  fluentCheckbox(), fluentCombobox(), fluentNumberField(), fluentOption(), fluentRadio(), fluentRadioGroup(), fluentSelect(), fluentSlider(), fluentSwitch(), fluentTextField(),
);
const items = names(COUNTRIES).map((name) => `<fluent-option value="${name}">${name}</fluent-option>`).join("");
const drawn = (html, read = (it) => it.value) => (root) => {
  root.innerHTML = html;
  return () => read(root.querySelector("#field"));
};

show({
  select: drawn(`<label for="field">Country</label> <fluent-select id="field"><fluent-option value="">Choose</fluent-option>${items}</fluent-select>`),
  combobox: drawn(`<label for="field">Country</label> <fluent-combobox id="field" autocomplete="list">${items}</fluent-combobox>`),
  text: drawn('<fluent-text-field id="field">Name</fluent-text-field>'),
  number: drawn('<fluent-number-field id="field" min="1" max="9">Guests</fluent-number-field>', (it) => Number(it.value) || null),
  switch: drawn('<fluent-switch id="field">Newsletter</fluent-switch>', (it) => it.checked),
  checkbox: drawn('<fluent-checkbox id="field">Newsletter</fluent-checkbox>', (it) => it.checked),
  radio: drawn('<fluent-radio-group id="field"><label slot="label">Size</label><fluent-radio value="s">Small</fluent-radio><fluent-radio value="m">Medium</fluent-radio></fluent-radio-group>'),
  slider: drawn('<label for="field">Volume</label><fluent-slider id="field" min="0" max="100" step="5" value="50"></fluent-slider>', (it) => Number(it.value)),
});
