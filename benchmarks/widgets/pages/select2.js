import "./jquery.js";
import attach from "select2/dist/js/select2.js";
import "select2/dist/css/select2.css";
import $ from "jquery";
import { COUNTRIES, LANGUAGES, field, select, show } from "./host.js";

attach(window, $);
const drawn = (html, settings) => (root) => {
  root.innerHTML = html;
  $(field()).select2(settings);
  return () => $(field()).val();
};

show({
  single: drawn(select("Country", COUNTRIES), { placeholder: "Choose" }),
  multiple: drawn(select("Languages", LANGUAGES, "multiple"), {}),
  "no search": drawn(select("Country", COUNTRIES), { minimumResultsForSearch: Infinity, placeholder: "Choose" }),
  tags: drawn(select("Topics", LANGUAGES, "multiple"), { tags: true }),
  ajax: drawn(select("City", {}), {
    placeholder: "Search a city",
    ajax: {
      delay: 200,
      transport: ({ data }, success) => {
        const found = ["Berlin", "Bern", "Bergen", "Lisbon", "London"].filter((each) => each.toLowerCase().includes((data.term ?? "").toLowerCase()));
        setTimeout(() => success({ results: found.map((text) => ({ id: text.toLowerCase(), text })) }), 300);
        return { abort() {} };
      },
    },
  }),
});
