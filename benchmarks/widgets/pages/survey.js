import { Model } from "survey-core";
import "survey-core/survey-core.css";
import { renderSurvey } from "survey-js-ui";
import { COUNTRIES, options, show } from "./host.js";

const choices = options(COUNTRIES).map(({ value, label }) => ({ value, text: label }));
/** A survey is a form of its own, with a button of its own. */
const drawn = (...elements) => (root) => {
  const form = root.closest("form");
  form.before(root);
  form.querySelector("button").remove();
  const survey = new Model({ completeText: "Send", showCompletePage: false, elements });
  survey.onComplete.add(() => form.requestSubmit());
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
