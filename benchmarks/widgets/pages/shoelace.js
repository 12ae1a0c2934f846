import "@shoelace-style/shoelace/dist/themes/light.css";
import "@shoelace-style/shoelace";
import { COUNTRIES, LANGUAGES, show } from "./host.js";

const items = (pairs) => Object.entries(pairs).map(([value, text]) => `<sl-option value="${value}">${text}</sl-option>`).join("");
const drawn = (html, read = (it) => it.value) => (root) => {
  root.innerHTML = html;
  return () => read(root.firstElementChild);
};

show({
  select: drawn(`<sl-select label="Country">${items(COUNTRIES)}</sl-select>`),
  "select multiple": drawn(`<sl-select label="Languages" multiple>${items(LANGUAGES)}</sl-select>`),
  input: drawn('<sl-input label="Name"></sl-input>'),
  date: drawn('<sl-input label="Arrival" type="date"></sl-input>'),
  switch: drawn("<sl-switch>Newsletter</sl-switch>", (it) => it.checked),
  checkbox: drawn("<sl-checkbox>Newsletter</sl-checkbox>", (it) => it.checked),
  radio: drawn('<sl-radio-group label="Size"><sl-radio value="s">Small</sl-radio><sl-radio value="m">Medium</sl-radio></sl-radio-group>'),
  range: drawn('<sl-range label="Volume" min="0" max="100" step="5" value="50"></sl-range>'),
  rating: drawn('<sl-rating label="Quality"></sl-rating>'),
});
