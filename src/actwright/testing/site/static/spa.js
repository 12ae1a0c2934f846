// The marketplace as a single-page app without a framework. The state is one object; every change renders the whole
// view again. Keyed, the render patches the document and keeps its nodes; unkeyed, it replaces every node.
const app = document.getElementById("app");
const keyed = app.dataset.keyed === "true";
const categories = app.dataset.categories.split("|");
const conditions = app.dataset.conditions.split("|");
const SPINNER_MS = 300;

const blank = () => ({ title: "", price: "", category: "", condition: "", available: "", description: "", terms: false, photo: null });
let state = { path: location.pathname, listings: [], values: blank(), errors: {}, sending: false, created: 0 };

const set = (change) => {
  state = { ...state, ...change };
  render();
};

const go = (path, change = {}) => {
  history.pushState(null, "", path + location.search);
  scrollTo(0, 0);
  set({ path, ...change });
};

// ---- a view is a tree of [tag, attributes, children]; text is a string

const h = (tag, attributes = {}, ...children) => ({ tag, attributes, children: children.flat(Infinity).filter((child) => child || child === 0) });

const field = (name, label, control, optional = false) =>
  h("div", { class: "field", key: name },
    h("label", { for: name }, label, optional && h("span", { class: "optional" }, " (optional)")),
    control,
    state.errors[name] && h("span", { class: "error", id: `${name}-error` }, state.errors[name]));

const told = (name) => (state.errors[name] ? { "aria-invalid": "true", "aria-describedby": `${name}-error` } : {});

const keep = (name) => (event) => {
  const { type, checked, value, files } = event.target;
  const kept = type === "checkbox" ? checked : type === "file" ? files : value;
  set({ values: { ...state.values, [name]: kept } });
};

const input = (name, attributes) =>
  h("input", { id: name, name, value: state.values[name], oninput: keep(name), ...told(name), ...attributes });

const bar = () =>
  h("header", { class: "bar", key: "bar" }, h("div", {},
    link("/spa", [h("img", { src: "/static/logo.svg", alt: "" }), "Second Round"], "brand"),
    h("nav", { "aria-label": "Main" },
      link("/spa", ["Listings"]),
      h("span", { class: "who" }),
      link("/spa/new", ["Sell something"], "button small"))));

const link = (path, children, style = "") =>
  h("a", { href: path + location.search, class: style, onclick: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(path, { errors: {}, created: 0 });
  } }, children);

const picture = (listing) => (listing.photo ? `/photos/${listing.id}` : `/static/${listing.category.toLowerCase()}.svg`);

const home = () =>
  h("main", { key: "home" },
    h("h1", {}, "All listings"),
    h("p", { class: "soft" }, `${state.listings.length} things for sale near you.`),
    h("ul", { class: "grid" }, state.listings.map((listing) =>
      h("li", { class: "item", key: listing.id },
        link(`/spa/listings/${listing.id}`, [
          h("img", { src: picture(listing), alt: "" }),
          h("span", { class: "about" },
            h("strong", {}, listing.title),
            h("span", { class: "price" }, listing.dollars),
            h("span", { class: "soft" }, `${listing.category} · ${listing.condition}`)),
        ])))));

const form = () =>
  h("main", { key: "form" }, h("div", { class: "narrow" },
    h("h1", {}, "Create a listing"),
    h("p", { class: "soft" }, "Tell buyers what it is and what you want for it."),
    Object.keys(state.errors).length > 0 && h("div", { class: "summary", role: "alert", key: "summary" },
      h("h2", {}, "There is a problem"),
      h("ul", {}, Object.entries(state.errors).map(([name, message]) => h("li", { key: name }, h("a", { href: `#${name}` }, message))))),
    h("form", { class: "card", key: "fields", novalidate: "", onsubmit: send },
      field("title", "Title", input("title", { type: "text", placeholder: "What are you selling?" })),
      h("div", { class: "pair", key: "money" },
        field("price", "Price", h("div", { class: "money" }, input("price", { type: "text", inputmode: "decimal", placeholder: "0.00" }))),
        field("category", "Category", h("select", { id: "category", name: "category", value: state.values.category, onchange: keep("category"), ...told("category") },
          h("option", { value: "" }, "Choose a category"),
          categories.map((category) => h("option", { value: category }, category))))),
      h("fieldset", { class: "field", id: "condition", role: "radiogroup", key: "condition", ...told("condition") },
        h("legend", {}, "Condition"),
        h("div", { class: "choices" }, conditions.map((condition) =>
          h("label", { class: "choice", key: condition },
            h("input", { type: "radio", name: "condition", value: condition, checked: state.values.condition === condition, onchange: keep("condition") }),
            condition))),
        state.errors.condition && h("span", { class: "error", id: "condition-error" }, state.errors.condition)),
      h("div", { class: "pair", key: "day" },
        field("available", "Date available", input("available", { type: "date" })),
        field("photo", "Photo", h("input", { id: "photo", name: "photo", type: "file", accept: "image/png,image/jpeg", files: state.values.photo, onchange: keep("photo"), ...told("photo") }), true)),
      field("description", "Description", h("textarea", { id: "description", name: "description", placeholder: "Age, size, flaws, why you sell it", value: state.values.description, oninput: keep("description") }), true),
      h("div", { class: "field", key: "terms" },
        h("label", { class: "choice" },
          h("input", { id: "terms", name: "terms", type: "checkbox", value: "yes", checked: state.values.terms, onchange: keep("terms"), ...told("terms") }),
          "I accept the terms of sale"),
        state.errors.terms && h("span", { class: "error", id: "terms-error" }, state.errors.terms)),
      h("button", { type: "submit", disabled: state.sending },
        state.sending && h("span", { class: "spinner", key: "spinner" }),
        state.sending ? "Creating…" : "Create listing"))));

const detail = (id) => {
  const listing = state.listings.find((one) => one.id === id);
  return h("main", { key: "detail" },
    state.created === id && h("p", { class: "good", role: "status" }, "Listing created"),
    listing ? h("div", { class: "product" },
      h("img", { src: picture(listing), alt: listing.title }),
      h("div", {},
        h("h1", {}, listing.title),
        h("p", { class: "price" }, listing.dollars),
        h("dl", {}, [["Category", listing.category], ["Condition", listing.condition], ["Available from", listing.available], ["Seller", listing.seller]]
          .map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
        h("p", {}, listing.description),
        link("/spa", ["View all listings"], "button quiet"))) : h("p", {}, "Loading…"));
};

const view = () => {
  const id = /^\/spa\/listings\/(\d+)$/.exec(state.path);
  return [bar(), state.path === "/spa/new" ? form() : id ? detail(Number(id[1])) : home()];
};

// ---- rendering

const LIVE = new Set(["value", "checked", "disabled", "files"]);

const apply = (node, attributes) => {
  const names = new Set(node.getAttributeNames());
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "key") continue;
    if (name.startsWith("on")) node[name] = value;
    else if (name === "files") {
      if (value && node.files !== value) node.files = value;
    } else if (LIVE.has(name) && !(name === "value" && ["OPTION", "INPUT"].includes(node.tagName) && ["radio", "checkbox", undefined].includes(node.type))) {
      if (node[name] !== value) node[name] = value;
    } else node.setAttribute(name, value);
    names.delete(name);
  }
  for (const name of names) node.removeAttribute(name);
};

const build = (spec) => {
  if (typeof spec !== "object") return document.createTextNode(spec);
  const node = document.createElement(spec.tag);
  node.key = spec.attributes.key;
  node.append(...spec.children.map(build));
  const { type, ...others } = spec.attributes;
  apply(node, type ? { type, ...others } : others);
  return node;
};

const same = (node, spec) =>
  typeof spec === "object" ? node.nodeName === spec.tag.toUpperCase() && node.key === spec.attributes.key : node.nodeType === Node.TEXT_NODE;

const patch = (parent, specs) => {
  const old = [...parent.childNodes];
  specs.forEach((spec, index) => {
    const found = old.findIndex((node) => same(node, spec));
    const node = found < 0 ? build(spec) : old.splice(found, 1)[0];
    if (parent.childNodes[index] !== node) parent.insertBefore(node, parent.childNodes[index] ?? null);
    if (found < 0) return;
    if (typeof spec !== "object") {
      if (node.data !== String(spec)) node.data = spec;
      return;
    }
    patch(node, spec.children);
    apply(node, spec.attributes);
  });
  for (const node of old) node.remove();
};

// Unkeyed, a focused field is a new node after every keystroke: give it focus and caret back.
const replace = (specs) => {
  const { id, selectionStart, selectionEnd } = document.activeElement;
  app.replaceChildren(...specs.map(build));
  const again = id && document.getElementById(id);
  if (!again) return;
  again.focus({ preventScroll: true });
  if (typeof selectionStart === "number" && again.setSelectionRange) again.setSelectionRange(selectionStart, selectionEnd);
};

const render = () => (keyed ? patch(app, view()) : replace(view()));

// ---- effects

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function send(event) {
  event.preventDefault();
  if (state.sending) return;
  const body = new FormData();
  for (const [name, value] of Object.entries(state.values)) {
    if (name === "photo" ? value?.length : name !== "terms" && value) body.append(name, name === "photo" ? value[0] : value);
  }
  if (state.values.terms) body.append("terms", "yes");
  set({ sending: true, errors: {} });
  const [reply] = await Promise.all([fetch("/api/listings", { method: "POST", body }), pause(SPINNER_MS)]);
  const answer = await reply.json();
  if (!reply.ok) return set({ sending: false, errors: answer.errors });
  go(`/spa/listings/${answer.id}`, { sending: false, values: blank(), created: answer.id, listings: [answer, ...state.listings] });
}

addEventListener("popstate", () => set({ path: location.pathname, errors: {}, created: 0 }));
render();
set({ listings: await (await fetch("/api/listings")).json() });
