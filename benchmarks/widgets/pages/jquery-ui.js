import "./jquery.js";
import "jquery-ui/dist/jquery-ui.js";
import "jquery-ui/dist/themes/base/jquery-ui.css";
import $ from "jquery";
import { COUNTRIES, day, field, input, names, select, show } from "./host.js";

const drawn = (html, start, read) => (root) => {
  root.innerHTML = html;
  start($(field()));
  return () => read($(field()));
};
let chosen = null;

show({
  selectmenu: drawn(select("Country", COUNTRIES), (it) => it.selectmenu(), (it) => it.val()),
  datepicker: drawn(input("Birthday"), (it) => it.datepicker({ changeYear: true, yearRange: "1950:2030" }), (it) => (it.val() ? day(it.datepicker("getDate")) : null)),
  "datepicker ISO": drawn(input("Birthday"), (it) => it.datepicker({ dateFormat: "yy-mm-dd" }), (it) => (it.val() ? day(it.datepicker("getDate")) : null)),
  slider: drawn('<p id="name">Volume</p><div id="field" aria-labelledby="name"></div>', (it) => it.slider({ min: 0, max: 100, value: 50, step: 5 }), (it) => it.slider("value")),
  autocomplete: drawn(
    input("Country"),
    (it) => it.autocomplete({ source: names(COUNTRIES), select: (_, { item }) => { chosen = item.value; }, change: (_, { item }) => { if (!item) { chosen = null; it.val(""); } } }),
    () => chosen,
  ),
  spinner: drawn(input("Guests"), (it) => it.spinner({ min: 1, max: 9 }), (it) => it.spinner("value")),
  checkboxradio: drawn(
    '<fieldset><legend>Size</legend><label for="s">Small</label><input type="radio" name="size" id="s" value="s"><label for="m">Medium</label><input type="radio" name="size" id="m" value="m"></fieldset>',
    () => $("[name=size]").checkboxradio(),
    () => $("[name=size]:checked").val(),
  ),
});
