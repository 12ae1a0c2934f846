import { initialize } from "@ionic/core/components";
import { defineCustomElement as app } from "@ionic/core/components/ion-app.js";
import { defineCustomElement as checkbox } from "@ionic/core/components/ion-checkbox.js";
import { defineCustomElement as datetime } from "@ionic/core/components/ion-datetime.js";
import { defineCustomElement as input } from "@ionic/core/components/ion-input.js";
import { defineCustomElement as radio } from "@ionic/core/components/ion-radio.js";
import { defineCustomElement as radios } from "@ionic/core/components/ion-radio-group.js";
import { defineCustomElement as range } from "@ionic/core/components/ion-range.js";
import { defineCustomElement as select } from "@ionic/core/components/ion-select.js";
import { defineCustomElement as option } from "@ionic/core/components/ion-select-option.js";
import { defineCustomElement as textarea } from "@ionic/core/components/ion-textarea.js";
import { defineCustomElement as toggle } from "@ionic/core/components/ion-toggle.js";
import "@ionic/core/css/ionic.bundle.css";
import { COUNTRIES, show } from "./host.js";

initialize({ mode: "md", animated: false });
for (const define of [app, checkbox, datetime, input, radio, radios, range, select, option, textarea, toggle]) define();
document.documentElement.classList.add("ion-ce");
const items = Object.entries(COUNTRIES).map(([value, text]) => `<ion-select-option value="${value}">${text}</ion-select-option>`).join("");
const drawn = (html, read = (it) => it.value) => (root) => {
  document.body.style.cssText = "position: static; overflow: auto; max-height: none";
  root.innerHTML = html;
  return () => read(root.firstElementChild);
};

show({
  "select popover": drawn(`<ion-select label="Country" interface="popover">${items}</ion-select>`),
  "select alert": drawn(`<ion-select label="Country" interface="alert">${items}</ion-select>`),
  input: drawn('<ion-input label="Name"></ion-input>'),
  textarea: drawn('<ion-textarea label="About you"></ion-textarea>'),
  toggle: drawn("<ion-toggle>Newsletter</ion-toggle>", (it) => it.checked),
  checkbox: drawn("<ion-checkbox>Newsletter</ion-checkbox>", (it) => it.checked),
  radio: drawn('<ion-radio-group><p>Size</p><ion-radio value="s">Small</ion-radio> <ion-radio value="m">Medium</ion-radio></ion-radio-group>'),
  range: drawn('<ion-range label="Volume" min="0" max="100" step="5" value="50"></ion-range>'),
  datetime: drawn('<ion-datetime presentation="date" value="2026-03-01"></ion-datetime>', (it) => it.value?.slice(0, 10)),
});
