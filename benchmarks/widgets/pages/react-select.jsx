import Select from "react-select";
import Creatable from "react-select/creatable";
import { COUNTRIES, LANGUAGES, options, show } from "./host.js";
import { react } from "./react.jsx";

const labelled = (label, Kind, given) => react(({ set }) => (
  <><label htmlFor="field">{label}</label><Kind inputId="field" onChange={(it) => set(Array.isArray(it) ? it.map((each) => each.value) : it?.value)} {...given} /></>
));

show({
  single: labelled("Country", Select, { options: options(COUNTRIES) }),
  multi: labelled("Languages", Select, { options: options(LANGUAGES), isMulti: true }),
  creatable: labelled("Topic", Creatable, { options: options(LANGUAGES) }),
  "not searchable": labelled("Country", Select, { options: options(COUNTRIES), isSearchable: false }),
});
