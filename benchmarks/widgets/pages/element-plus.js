import ElementPlus from "element-plus";
import "element-plus/dist/index.css";
import { day, show, time } from "./host.js";
import { vue } from "./vue.js";

const item = (label, inner, first = "", read = undefined) =>
  vue(`<el-form-item label="${label}">${inner}</el-form-item>`, first, (app) => app.use(ElementPlus), read);
const option = (list) => `<el-option v-for="each in ${list}" :key="each.value" :label="each.label" :value="each.value" />`;
const PLACES = [{ value: "eu", label: "Europe", children: [{ value: "de", label: "Germany" }, { value: "fr", label: "France" }] }, { value: "as", label: "Asia", children: [{ value: "jp", label: "Japan" }] }];
const places = ":OPTIONS='" + JSON.stringify(PLACES) + "'";

show({
  select: item("Country", `<el-select v-model="it.value">${option("countries")}</el-select>`),
  "select filterable": item("Country", `<el-select v-model="it.value" filterable>${option("countries")}</el-select>`),
  "select multiple": item("Languages", `<el-select v-model="it.value" multiple>${option("languages")}</el-select>`, []),
  date: item("Arrival", '<el-date-picker v-model="it.value" type="date" />', null, day),
  "date range": item("Stay", '<el-date-picker v-model="it.value" type="daterange" start-placeholder="Start" end-placeholder="End" />', null, (value) => value?.map(day)),
  time: item("Time", '<el-time-picker v-model="it.value" />', null, time),
  cascader: item("Place", `<el-cascader v-model="it.value" ${places.replace("OPTIONS", "options")} />`, null),
  "tree-select": item("Place", `<el-tree-select v-model="it.value" ${places.replace("OPTIONS", "data")} />`, null),
  switch: item("Newsletter", '<el-switch v-model="it.value" />', false),
  rate: item("Quality", '<el-rate v-model="it.value" />', 0),
  slider: item("Volume", '<el-slider v-model="it.value" :step="5" />', 50),
  "input-number": item("Guests", '<el-input-number v-model="it.value" :min="1" :max="9" />', 1),
  color: item("Colour", '<el-color-picker v-model="it.value" />', null),
  "radio group": item("Size", '<el-radio-group v-model="it.value"><el-radio value="s">Small</el-radio><el-radio value="m">Medium</el-radio></el-radio-group>', null),
  "checkbox group": item("Interests", '<el-checkbox-group v-model="it.value"><el-checkbox value="Music" label="Music" /><el-checkbox value="Art" label="Art" /></el-checkbox-group>', []),
  autocomplete: item("Country", '<el-autocomplete v-model="it.value" :fetch-suggestions="(text, done) => done(countries.filter((each) => each.label.includes(text)).map((each) => ({ value: each.label })))" />'),
  transfer: item("Languages", '<el-transfer v-model="it.value" :data="languages.map((each) => ({ key: each.value, label: each.label }))" />', []),
  "input-tag": item("Topics", '<el-input-tag v-model="it.value" />', []),
});
