/** Draws the widget that ?widget= names in a form, and posts what the widget itself has when the form is sent. */
export function show(widgets) {
  const name = new URLSearchParams(location.search).get("widget");
  if (!name) {
    document.body.innerHTML = Object.keys(widgets).map((each) => `<p><a href="?widget=${encodeURIComponent(each)}">${each}</a></p>`).join("");
    return;
  }
  document.body.innerHTML = `<main style="font: 16px sans-serif; padding: 24px; max-width: 640px; min-height: 1200px">
    <h1>Registration</h1><form novalidate><div id="place"></div><p><button type="submit">Send</button></p></form><p role="status" id="answer"></p></main>`;
  const form = document.querySelector("form");
  const drawn = widgets[name](document.getElementById("place"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await new Promise((done) => setTimeout(done, 50)); // what frameworks put off until their next update
    await fetch("sent", { method: "POST", body: JSON.stringify({ value: drawn() ?? null }) });
    form.hidden = true;
    document.getElementById("answer").textContent = "Thank you";
  });
}

export const COUNTRIES = { at: "Austria", ch: "Switzerland", de: "Germany", es: "Spain", fr: "France", gr: "Greece", it: "Italy", pl: "Poland" };
export const LANGUAGES = { en: "English", fr: "French", de: "German", el: "Greek" };
export const options = (pairs) => Object.entries(pairs).map(([value, label]) => ({ value, label }));
export const names = (pairs) => Object.values(pairs);
export const optionTags = (pairs) => Object.entries(pairs).map(([value, label]) => `<option value="${value}">${label}</option>`).join("");

/** A label and a native select. */
export const select = (label, pairs, attributes = "") =>
  `<label for="field">${label}</label> <select id="field" style="width: 260px" ${attributes}>${/multiple/.test(attributes) ? "" : "<option></option>"}${optionTags(pairs)}</select>`;
/** A label and a text field. */
export const input = (label, attributes = "") => `<p><label for="field">${label}</label> <input id="field" autocomplete="off" ${attributes}></p>`;
export const field = () => document.getElementById("field");
export const values = (element) => [...element.selectedOptions].map((option) => option.value);
/** A date as its own day says, without its zone. */
export const day = (date) =>
  date ? [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-") : null;
export const time = (date) => (date ? [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":") : null);
