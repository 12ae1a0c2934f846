import "./jquery.js";
import "fomantic-ui-css/semantic.js";
import "fomantic-ui-css/semantic.css";
import $ from "jquery";
import { COUNTRIES, LANGUAGES, day, show } from "./host.js";

const items = (pairs) => Object.entries(pairs).map(([value, text]) => `<div class="item" data-value="${value}">${text}</div>`).join("");
const dropdown = (label, kind, pairs) =>
  `<div class="ui form"><div class="field"><label>${label}</label><div class="ui ${kind} selection dropdown" id="field"><input type="hidden" name="field">
   <i class="dropdown icon"></i><div class="default text">${label}</div><div class="menu">${items(pairs)}</div></div></div></div>`;
const drawn = (html, start, read) => (root) => {
  root.innerHTML = html;
  start($("#field"));
  return () => read($("#field"));
};
const value = (it) => it.dropdown("get value") || null;

show({
  dropdown: drawn(dropdown("Country", "", COUNTRIES), (it) => it.dropdown(), value),
  search: drawn(dropdown("Country", "search", COUNTRIES), (it) => it.dropdown(), value),
  multiple: drawn(dropdown("Languages", "multiple", LANGUAGES), (it) => it.dropdown(), value),
  checkbox: drawn(
    '<div class="ui toggle checkbox" id="field"><input type="checkbox"><label>Receive newsletter</label></div>',
    (it) => it.checkbox(),
    (it) => it.checkbox("is checked"),
  ),
  calendar: drawn(
    '<div class="ui form"><div class="field"><label>Birthday</label><div class="ui calendar" id="field"><div class="ui input"><input type="text" placeholder="Date"></div></div></div></div>',
    (it) => it.calendar({ type: "date" }),
    (it) => day(it.calendar("get date")),
  ),
  rating: drawn('<p>Quality</p><div class="ui rating" id="field" data-max-rating="5"></div>', (it) => it.rating(), (it) => it.rating("get rating")),
  slider: drawn('<p>Volume</p><div class="ui slider" id="field"></div>', (it) => it.slider({ min: 0, max: 100, start: 50, step: 5 }), (it) => it.slider("get value")),
});
