import { createApp, reactive } from "vue";
import { COUNTRIES, LANGUAGES, names, options } from "./host.js";

/** Draws a template whose v-model is `it.value`. */
export const vue = (template, first, use = () => {}, read = (value) => value) => (root) => {
  const it = reactive({ value: first, found: [] });
  const app = createApp({ template, setup: () => ({ it, countries: options(COUNTRIES), languages: options(LANGUAGES), names: names(COUNTRIES) }) });
  use(app);
  app.mount(root);
  return () => read(it.value);
};
