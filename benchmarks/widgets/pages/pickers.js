import AirDatepicker from "air-datepicker";
import airEnglish from "air-datepicker/locale/en.js";
import "air-datepicker/air-datepicker.css";
import flatpickr from "flatpickr";
import "flatpickr/dist/flatpickr.css";
import noUiSlider from "nouislider";
import "nouislider/dist/nouislider.css";
import Pikaday from "pikaday";
import "pikaday/css/pikaday.css";
import { day, field, input, show, time } from "./host.js";

const drawn = (html, start, read) => (root) => {
  root.innerHTML = html;
  const it = start(field());
  return () => read(it);
};
const first = (it) => day(it.selectedDates[0]);
const slider = '<p id="name">Volume</p><div id="field" style="margin: 30px 10px"></div>';

show({
  flatpickr: drawn(input("Arrival"), (it) => flatpickr(it, {}), first),
  "flatpickr allowInput": drawn(input("Arrival"), (it) => flatpickr(it, { allowInput: true }), first),
  "flatpickr altInput": drawn(input("Arrival"), (it) => flatpickr(it, { altInput: true }), first),
  "flatpickr datetime": drawn(input("Arrival"), (it) => flatpickr(it, { enableTime: true, time_24hr: true }), (it) => (it.selectedDates[0] ? `${first(it)} ${time(it.selectedDates[0])}` : null)),
  "flatpickr range": drawn(input("Stay"), (it) => flatpickr(it, { mode: "range", defaultDate: ["2026-03-01"] }), (it) => it.selectedDates.map(day)),
  "air-datepicker": drawn(input("Arrival"), (it) => new AirDatepicker(it, { locale: airEnglish.default ?? airEnglish, dateFormat: "yyyy-MM-dd" }), first),
  pikaday: drawn(input("Arrival"), (it) => new Pikaday({ field: it, toString: day, parse: (text) => new Date(`${text}T00:00`) }), (it) => day(it.getDate())),
  nouislider: drawn(slider, (it) => noUiSlider.create(it, { start: 50, step: 5, range: { min: 0, max: 100 }, handleAttributes: [{ "aria-label": "Volume" }] }), (it) => Number(it.get())),
  "nouislider two handles": drawn(
    slider,
    (it) => noUiSlider.create(it, { start: [20, 80], step: 5, range: { min: 0, max: 100 }, handleAttributes: [{ "aria-label": "Lowest" }, { "aria-label": "Highest" }] }),
    (it) => it.get().map(Number),
  ),
});
