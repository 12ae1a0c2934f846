import Sortable from "sortablejs";
import SignaturePad from "signature_pad";
import Dropzone from "dropzone";
import "dropzone/dist/dropzone.css";
import * as FilePond from "filepond";
import "filepond/dist/filepond.css";
import { field, input, show } from "./host.js";

const drawn = (html, start, read) => (root) => {
  root.innerHTML = html;
  const it = start(field(), root);
  return () => read(it);
};
const boxes = Array.from({ length: 4 }, (_, index) => `<input maxlength="1" size="1" inputmode="numeric" aria-label="Digit ${index + 1} of the code">`).join(" ");

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const select = (name, texts) => `<select aria-label="${name}"><option value="">${name}</option>${texts.map((each, at) => `<option value="${at + 1}">${each}</option>`).join("")}</select>`;
const days = Array.from({ length: 31 }, (_, index) => index + 1);
const years = Array.from({ length: 40 }, (_, index) => 2030 - index);
const threeSelects = `<p>Birthday</p>${select("Day", days)} ${select("Month", MONTHS)} ${select("Year", years)}`;
const threeBoxes = `<fieldset><legend>Birthday</legend>${[["Day", 2], ["Month", 2], ["Year", 4]].map(([name, length]) => `<label>${name} <input size="${length}" maxlength="${length}" inputmode="numeric"></label>`).join(" ")}</fieldset>`;

function code(_, root) {
  const all = [...root.querySelectorAll("input")];
  all.forEach((box, index) => box.addEventListener("keyup", (event) => {
    if (/^\d$/.test(event.key)) all[index + 1]?.focus();
    if (event.key === "Backspace") all[index - 1]?.focus();
  }));
  return all;
}

function stars(it) {
  it.addEventListener("click", (event) => {
    const star = event.target.closest("span");
    if (star) it.dataset.rating = star.dataset.value;
    for (const each of it.children) each.textContent = each.dataset.value <= it.dataset.rating ? "★" : "☆";
  });
  return it;
}

show({
  "sortablejs": drawn(
    '<p>Order of the courses</p><ul id="field"><li>Soup</li><li>Fish</li><li>Cheese</li><li>Cake</li></ul>',
    (it) => (new Sortable(it, { animation: 0 }), it),
    (it) => [...it.children].map((each) => each.textContent),
  ),
  "signature_pad": drawn(
    '<p>Signature</p><canvas id="field" width="300" height="120" style="border: 1px solid" aria-label="Signature"></canvas>',
    (it) => new SignaturePad(it),
    (it) => !it.isEmpty(),
  ),
  dropzone: drawn(
    '<p>Documents</p><div id="field" class="dropzone"></div>',
    (it) => new Dropzone(it, { url: "/kept", autoProcessQueue: false }),
    (it) => it.files.map((each) => each.name),
  ),
  filepond: drawn(
    '<label for="field">Documents</label><input id="field" type="file" multiple>',
    (it) => FilePond.create(it),
    (it) => it.getFiles().map((each) => each.filename),
  ),
  "code on keyup": drawn(`<p>Code</p>${boxes}`, code, (it) => it.map((each) => each.value).join("")),
  "date in three selects": drawn(threeSelects, (_, root) => [...root.querySelectorAll("select")], (it) => it.map((each) => each.selectedOptions[0].text).join(" ")),
  "date in three boxes": drawn(threeBoxes, (_, root) => [...root.querySelectorAll("input")], (it) => it.map((each) => each.value).join(" ")),
  "stars": drawn(
    `<p>Quality</p><div id="field" style="display: inline-block; font-size: 30px; cursor: pointer">${[1, 2, 3, 4, 5].map((each) => `<span data-value="${each}">☆</span>`).join("")}</div>`,
    stars,
    (it) => Number(it.dataset.rating) || null,
  ),
  "native color": drawn(input("Colour", 'type="color"'), (it) => it, (it) => it.value),
  "native date": drawn(input("Arrival", 'type="date"'), (it) => it, (it) => it.value),
  "native range": drawn(input("Volume", 'type="range" min="0" max="100"'), (it) => it, (it) => Number(it.value)),
});
