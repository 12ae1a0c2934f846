import Choices from "choices.js";
import "choices.js/public/assets/styles/choices.css";
import SlimSelect from "slim-select";
import "slim-select/styles";
import TomSelect from "tom-select";
import "tom-select/dist/css/tom-select.css";
import { COUNTRIES, LANGUAGES, field, input, select, show, values } from "./host.js";

const drawn = (html, start, read) => (root) => {
  root.innerHTML = html;
  const it = start(field());
  return () => read(it);
};
const list = (value) => (value === "" ? null : value);

show({
  "choices single": drawn(select("Country", COUNTRIES), (it) => new Choices(it), (it) => list(it.getValue(true) ?? "")),
  "choices multiple": drawn(select("Languages", LANGUAGES, "multiple"), (it) => new Choices(it, { removeItemButton: true }), (it) => it.getValue(true)),
  "choices text": drawn(input("Topics"), (it) => new Choices(it), (it) => it.getValue(true)),
  "tom-select single": drawn(select("Country", COUNTRIES), (it) => new TomSelect(it, {}), (it) => list(it.getValue())),
  "tom-select multiple": drawn(select("Languages", LANGUAGES, "multiple"), (it) => new TomSelect(it, {}), (it) => it.getValue()),
  "tom-select tags": drawn(input("Topics"), (it) => new TomSelect(it, { create: true, persist: false }), (it) => list(it.getValue())),
  "slim-select single": drawn(select("Country", COUNTRIES), (it) => new SlimSelect({ select: it }), (it) => list(it.getSelected()[0] ?? "")),
  "slim-select multiple": drawn(select("Languages", LANGUAGES, "multiple"), (it) => new SlimSelect({ select: it }), (it) => it.getSelected()),
  native: drawn(select("Country", COUNTRIES), (it) => it, (it) => list(values(it)[0])),
});
