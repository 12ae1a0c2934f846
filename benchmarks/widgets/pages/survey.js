import { Model } from "survey-core";
import "survey-core/survey-core.css";
import { renderSurvey } from "survey-js-ui";
import { COUNTRIES, options, show } from "./host.js";

const choices = options(COUNTRIES).map(({ value, label }) => ({ value, text: label }));
const drawn = (...elements) => (root) => {
  const survey = new Model({ showNavigationButtons: false, showTitle: false, elements });
  renderSurvey(survey, root);
  return () => survey.getValue(elements[0].name) ?? null;
};

show({
  radio: drawn({ type: "radiogroup", name: "size", title: "Size", choices: ["Small", "Medium"] }),
  dropdown: drawn({ type: "dropdown", name: "country", title: "Country", choices }),
  tagbox: drawn({ type: "tagbox", name: "countries", title: "Countries", choices }),
  rating: drawn({ type: "rating", name: "quality", title: "Quality" }),
  boolean: drawn({ type: "boolean", name: "news", title: "Newsletter" }),
  checkboxes: drawn({ type: "checkbox", name: "topics", title: "Interests", choices: ["Music", "Art", "Sport"] }),
  comment: drawn({ type: "comment", name: "about", title: "About you" }),
});
