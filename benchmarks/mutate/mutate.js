/**
 * Runs in the main world of each document before the scripts of the page. It gives elements their hidden identities,
 * changes the document as a release would, and reports which identity an action reached. The document itself shows no
 * identity: this closure keeps them by node.
 *
 * @typedef {{
 *   id: string, path: string, css: string, row: string, named: string, inner: string, name: string, role: string, says: string
 * }} Target  where an element is on the unchanged page: `css` selects it or, with `row`, the element that contains that
 *            text or else `named`; `inner` selects the element in the row
 * @typedef {{kind: string, victim: string, seed: number, last: string, proof: string, targets: Target[], handle: string}} Plan
 *
 * @param {Plan} plan
 */
/* exported mutate */
function mutate(plan) {
  "use strict";
  const world = /** @type {any} */ (window);
  const report = world[`${plan.handle}_hit`];
  delete world[`${plan.handle}_hit`];

  /** @type {WeakMap<Node, string>} */
  const identities = new WeakMap();
  /** @type {Map<string, HTMLElement>} */
  const found = new Map();
  const gone = new Set();
  /** Returns the element of an identity, or the identity of an element. */
  const known = (/** @type {string | Node} */ what) => typeof what === "string" ? found.get(what) ?? null : identities.get(what) ?? "";
  Object.defineProperty(world, plan.handle, { value: known });

  let state = (plan.seed * 2654435761 + 97) >>> 0;
  const chance = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  /** @template T @param {T[]} all @returns {T} */
  const one = (all) => all[Math.floor(chance() * all.length)];
  const hashed = (/** @type {string} */ text) => {
    let sum = plan.seed;
    for (const letter of text) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0;
    return sum.toString(36).slice(-5).padStart(5, "q");
  };

  // Reports which element an action reached.

  const FIELD = "input:not([type=submit],[type=button],[type=reset],[type=image]), select, textarea, [contenteditable=true]";
  // A tab panel has a role and takes the focus, but is not a control: a click between its controls reaches nothing.
  const PRESSED = "a, button, summary, input, select, textarea, :is([role], [tabindex]):not([role=tabpanel])";
  const who = (/** @type {Event} */ event) => {
    for (const each of event.composedPath()) {
      if (!(each instanceof Element)) continue;
      const id = identities.get(each);
      if (id) return id;
      if (each instanceof HTMLLabelElement && each.control) return "";
      if (each.matches(PRESSED)) return `other: ${each.localName} ${(each.textContent || "").trim().slice(0, 30)}`;
    }
    return "";
  };
  const hit = (/** @type {string} */ does, /** @type {string} */ id, /** @type {string} */ value) => {
    if (id) void report(JSON.stringify({ does, id, value }));
  };
  addEventListener("input", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.composedPath()[0]);
    const checked = field.type === "checkbox" || field.type === "radio";
    hit("set", who(event), checked ? String(field.checked) : field.value ?? field.textContent ?? "");
  }, true);
  addEventListener("click", (event) => {
    const target = event.composedPath()[0];
    if (!event.isTrusted || !(target instanceof Element)) return;
    const field = target.closest(FIELD);
    if (!field || field instanceof HTMLInputElement && field.readOnly) hit("click", who(event), "");
  }, true);

  // Finds elements by their place on the unchanged page.

  const shownIn = (/** @type {Target} */ target) => {
    if (!new RegExp(target.path).test(location.pathname)) return null;
    const all = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(target.css))];
    const having = (/** @type {string} */ text) => all.filter((each) => (each.textContent || "").includes(text));
    const rows = !target.row ? all : having(target.row).length || !target.named ? having(target.row) : having(target.named);
    const element = rows.length ? rows[0] : null;
    return element && target.inner ? /** @type {HTMLElement | null} */ (element.querySelector(target.inner)) : element;
  };
  const resolve = () => {
    /** @type {Target[]} */
    const fresh = [];
    for (const target of plan.targets) {
      if (gone.has(target.id) || found.get(target.id)?.isConnected) continue;
      const element = shownIn(target);
      if (!element || identities.has(element)) continue;
      found.set(target.id, element);
      identities.set(element, target.id);
      fresh.push(target);
      if (target.says) element.addEventListener("click", () => tell(target.says));
    }
    return fresh;
  };
  const tell = (/** @type {string} */ text) => {
    const line = document.createElement("p");
    line.setAttribute("role", "status");
    line.textContent = text;
    document.body.prepend(line);
  };

  // Changes the page as a release would.

  const letters = (/** @type {Node | null | undefined} */ node) => {
    if (!node) return null;
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT, (text) =>
      /\p{L}/u.test(text.textContent || "") && !text.parentElement?.closest("script, style, option")
        ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
    return /** @type {Text | null} */ (walker.nextNode());
  };
  const labelOf = (/** @type {HTMLElement} */ element) => {
    const labels = /** @type {any} */ (element).labels;
    if (labels && labels.length) return /** @type {HTMLElement} */ (labels[0]);
    const by = element.getAttribute("aria-labelledby");
    return by ? document.getElementById(by.split(" ")[0]) : null;
  };
  /** Changes the name of an element in the attribute or text that sets it. */
  const rename = (/** @type {HTMLElement} */ element, /** @type {(name: string) => string} */ to) => {
    const label = element.getAttribute("aria-label");
    const text = letters(labelOf(element)) || letters(element);
    const input = /** @type {HTMLInputElement} */ (element);
    if (label) element.setAttribute("aria-label", to(label));
    else if (text) text.data = to(text.data.trim());
    else if (element.matches("input[type=submit]")) input.value = to(input.value);
    else if (input.placeholder) input.placeholder = to(input.placeholder);
    else return false;
    return true;
  };
  const controls = (/** @type {Element} */ element) => element.querySelectorAll("a, button, input:not([type=hidden]), select, textarea").length;
  /** Returns the largest element around a control that contains no other control: the field with its label and hint. */
  const blockOf = (/** @type {HTMLElement} */ element) => {
    let block = element;
    while (block.parentElement && !block.parentElement.matches("body, form, main, td, tr, li, fieldset") && controls(block.parentElement) <= 1) block = block.parentElement;
    return block;
  };
  const rowOf = (/** @type {HTMLElement} */ element) => /** @type {HTMLElement | null} */ (element.closest("tr, li, article, [role=row]"));
  const remove = (/** @type {HTMLElement} */ element) => {
    const id = identities.get(element);
    if (id) gone.add(id);
    const label = labelOf(element);
    const block = blockOf(element);
    if (label && !block.contains(label)) label.remove();
    block.remove();
  };
  const shuffled = (/** @type {HTMLElement[]} */ siblings) => {
    const places = siblings.map((each) => {
      const place = document.createComment("");
      each.replaceWith(place);
      return place;
    });
    const order = [...siblings];
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(chance() * (at + 1));
      [order[at], order[other]] = [order[other], order[at]];
    }
    if (order.every((each, at) => each === siblings[at])) order.push(/** @type {HTMLElement} */ (order.shift()));
    places.forEach((place, at) => place.replaceWith(order[at]));
  };
  const alike = (/** @type {HTMLElement} */ element) =>
    [.../** @type {HTMLCollectionOf<HTMLElement>} */ (element.parentElement?.children ?? [])].filter(
      (each) => each.localName === element.localName && !each.querySelector("th[scope=col]"));
  const element = (/** @type {string} */ html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return /** @type {HTMLElement} */ (holder.content.firstElementChild);
  };
  const escaped = (/** @type {string} */ text) => text.replace(/[&<"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  /** Makes an element of the same role with this name, as a release would add one elsewhere. */
  const made = (/** @type {Target} */ target, /** @type {string} */ name, /** @type {HTMLElement} */ like) => {
    const said = escaped(name);
    const style = escaped(like.className);
    if (like.matches("select")) return element(`<p><label>${said} <select class="${style}">${like.innerHTML}</select></label></p>`);
    if (like.matches("textarea")) return element(`<p><label>${said} <textarea class="${style}"></textarea></label></p>`);
    if (like.matches(FIELD)) return element(`<p><label>${said} <input class="${style}" type="${escaped(/** @type {HTMLInputElement} */ (like).type)}"></label></p>`);
    if (like.matches("input")) return element(`<input type="button" class="${style}" value="${said}">`);
    if (like.matches("a")) return element(`<a class="${style}" href="#elsewhere">${said}</a>`);
    return element(`<button type="button" class="${style}"${target.role === "menuitem" ? ' role="menuitem"' : ""}>${said}</button>`);
  };

  const KEPT = /^(show|active|collapsed?|collapsing|fade|disabled|modal|offcanvas|toast|dropdown|tab-pane|btn-check|ant-|Mui|js-|module|select2|vCheck|vLarge|actions?|action-|selected|inline|related)/;
  /** @type {Map<string, string>} */
  const classes = new Map();
  const renameClasses = (/** @type {ParentNode} */ root) => {
    const fresh = new Map();
    for (const each of root.querySelectorAll("[class]")) {
      for (const name of [...each.classList]) {
        if (KEPT.test(name) || name.startsWith("z-")) continue;
        if (!classes.has(name)) {
          classes.set(name, `z-${hashed(name)}`);
          fresh.set(name, classes.get(name));
        }
        each.classList.replace(name, /** @type {string} */ (classes.get(name)));
      }
    }
    restyle(fresh, ".");
    return classes.size > 0;
  };
  const ids = new Map();
  const REFERENCES = ["for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "list", "form", "headers"];
  const renameIds = () => {
    const fresh = new Map();
    for (const each of document.querySelectorAll("[id]:not(#root, svg *, script)")) {
      if (each.id.startsWith("z-")) continue;
      fresh.set(each.id, `z-${hashed(each.id)}`);
      ids.set(each.id, `z-${hashed(each.id)}`);
      each.id = ids.get(each.id);
    }
    for (const name of REFERENCES) {
      for (const each of document.querySelectorAll(`[${name}]`)) {
        const given = each.getAttribute(name) || "";
        const changed = given.split(" ").map((id) => ids.get(id) || id).join(" ");
        if (changed !== given) each.setAttribute(name, changed);
      }
    }
    for (const name of ["href", "data-bs-target", "data-bs-parent"]) {
      for (const each of document.querySelectorAll(`[${name}^="#"]`)) {
        const to = ids.get((each.getAttribute(name) || "").slice(1));
        if (to) each.setAttribute(name, `#${to}`);
      }
    }
    restyle(fresh, "#");
    return ids.size > 0;
  };
  const restyle = (/** @type {Map<string, string>} */ changes, /** @type {string} */ sign) => {
    if (!changes.size) return;
    const walk = (/** @type {CSSRuleList} */ rules) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule && rule.selectorText.includes(sign)) {
          const to = rule.selectorText.replace(/([.#])([\w-]+)/g, (whole, kind, name) =>
            kind === sign && changes.has(name) ? sign + changes.get(name) : whole);
          if (to !== rule.selectorText) rule.selectorText = to;
        }
        if ("cssRules" in rule) walk(/** @type {CSSGroupingRule} */ (rule).cssRules);
      }
    };
    for (const sheet of document.styleSheets) walk(sheet.cssRules);
  };
  const renameFields = () => {
    const names = new Map();
    for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input:not([type=hidden]), select, textarea"))) {
      if (!each.name || names.has(each.name) && each.type !== "radio") continue;
      names.set(`z_${hashed(each.name)}`, each.name);
      for (const same of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`[name="${CSS.escape(each.name)}"]:not([type=hidden])`))) {
        const checked = same.checked;
        same.name = `z_${hashed(each.name)}`;
        if (checked) same.checked = true;
      }
    }
    addEventListener("formdata", (event) => {
      const entries = [...event.formData.entries()];
      for (const [name] of entries) event.formData.delete(name);
      for (const [name, value] of entries) event.formData.append(names.get(name) || name, value);
    });
    return names.size > 0;
  };
  /**
   * Gives the appearance and the effect of an element to another kind of element. The old element stays in the
   * document, hidden, for the page's own code.
   */
  const exchange = (/** @type {HTMLElement} */ old, /** @type {HTMLElement} */ fresh) => {
    const id = /** @type {string} */ (identities.get(old));
    for (const name of ["class", "id", "style", "title", "aria-label"]) {
      const value = old.getAttribute(name);
      if (value !== null) fresh.setAttribute(name, value);
      if (name !== "style") old.removeAttribute(name);
    }
    if (old instanceof HTMLInputElement) fresh.textContent = old.value;
    else fresh.append(...old.childNodes);
    const aside = document.createElement("span");
    aside.hidden = true;
    old.replaceWith(fresh, aside);
    aside.append(old);
    fresh.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      old.click();
    });
    identities.delete(old);
    identities.set(fresh, id);
    found.set(id, fresh);
    return true;
  };

  const WORDS = /** @type {Record<string, string>} */ ({
    Price: "Preis", Submit: "Absenden", Email: "E-Mail-Adresse", Password: "Passwort", Title: "Titel", Category: "Kategorie",
    Good: "Gut", Description: "Beschreibung", Continue: "Weiter", Country: "Land", City: "Stadt", Postcode: "Postleitzahl",
    Street: "Straße", Save: "Sichern", Search: "Suchen", Delete: "Löschen", Add: "Hinzufügen", Name: "Name", Send: "Senden",
    Remove: "Entfernen", Edit: "Bearbeiten", Invite: "Einladen", Block: "Sperren", Pay: "Bezahlen", Orders: "Bestellungen",
    Text: "Text", Number: "Zahl", Customer: "Kundschaft", Status: "Zustand", Website: "Webseite", Username: "Benutzername",
    Go: "Los", Log: "Melden", in: "an", and: "und", the: "das", of: "von", "Place": "Aufgeben", order: "Bestellung",
  });
  const translated = (/** @type {string} */ text) => text.replace(/\p{L}+/gu, (word) => {
    const translation = WORDS[word] || WORDS[word[0].toUpperCase() + word.slice(1)];
    if (translation || word.length < 2) return translation || word;
    const vowels = word.replace(/[aeiou]/g, (letter) => "eioua"["aeiou".indexOf(letter)]);
    return `${vowels}en`;
  });
  /** @type {WeakSet<Node>} */
  const done = new WeakSet();
  const texts = (/** @type {(text: string, node: Text) => string} */ to) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let any = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (done.has(node) || node.parentElement?.closest("script, style")) continue;
      done.add(node);
      const text = /** @type {Text} */ (node);
      const changed = to(text.data, text);
      any ||= changed !== text.data;
      if (changed !== text.data) text.data = changed;
    }
    return any;
  };
  const attributes = (/** @type {(text: string) => string} */ to) => {
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      for (const each of document.querySelectorAll(`[${name}]`)) {
        if (done.has(each.getAttributeNode(name) || each)) continue;
        each.setAttribute(name, to(each.getAttribute(name) || ""));
        done.add(/** @type {Attr} */ (each.getAttributeNode(name)));
      }
    }
    for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[type=submit]"))) {
      if (!done.has(each)) each.value = to(each.value);
      done.add(each);
    }
  };
  const REWORDED = /** @type {Record<string, string[]>} */ ({
    Price: ["Asking price", "Amount"], Submit: ["Send", "Set price"], Email: ["Email address", "Your email"], Password: ["Passphrase"],
    "Log in": ["Sign in"], Title: ["Headline"], Category: ["Kind"], "Create listing": ["Publish listing", "List it"],
    "Full name": ["Name"], Continue: ["Next", "Continue to the next step"], "Place order": ["Order now", "Confirm order"],
    Save: ["Save changes", "Store"], Search: ["Find"], Send: ["Send invitation", "Submit"], Name: ["Full name"],
    Country: ["Country or region"], City: ["Town"], Postcode: ["Postal code"], Invite: ["Invite people"], Block: ["Suspend"],
    Delete: ["Remove"], Remove: ["Take out"], Edit: ["Change"], "Add": ["New"], "Go": ["Run"],
  });
  const ELSEWHERE = ["Archive", "Export", "Colour", "Discount", "Print", "Remind me", "Share"];
  const RECORDS = ["Winter coat", "B-9917", "A-9331", "Zora Neale", "Umbrella stand", "Basil Quint"];

  const click = (/** @type {(event: Event) => void} */ act) => addEventListener("click", (event) => {
    if (event.isTrusted && who(event) === plan.last) act(event);
  }, true);
  const lost = (/** @type {Event} */ event) => {
    void report(JSON.stringify({ does: "lost", id: "", value: "" }));
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const block = (/** @type {string} */ html) => {
    const added = element(html);
    document.body.append(added);
    return added;
  };
  const behind = (/** @type {HTMLElement} */ victim, /** @type {string} */ html) => {
    const part = blockOf(victim);
    const opener = element(html);
    const label = labelOf(victim);
    part.before(opener);
    part.style.display = "none";
    if (label && !part.contains(label)) label.style.display = "none";
    opener.addEventListener("click", (event) => {
      event.preventDefault();
      part.style.display = "";
      if (label) label.style.display = "";
    });
    return true;
  };

  /** The changes of one element, made as soon as it is present; each returns false if it cannot change this element. */
  /** @type {Record<string, (victim: HTMLElement, target: Target) => boolean>} */
  const ON_TARGET = {
    "wrapped": (victim) => {
      const wrapper = document.createElement(victim.closest("p, label, span, button") ? "span" : one(["div", "span", "section"]));
      wrapper.className = "wrapper";
      victim.replaceWith(wrapper);
      wrapper.append(victim);
      if (chance() < 0.5 && wrapper.localName !== "span") {
        const outer = document.createElement("div");
        wrapper.replaceWith(outer);
        outer.append(wrapper);
      }
      return true;
    },
    "unwrapped": (victim) => {
      const parent = victim.parentElement;
      if (!parent || !parent.matches("div, span, p") || !parent.parentElement || parent.matches("[id=root], [role]")) return false;
      parent.replaceWith(...parent.childNodes);
      return true;
    },
    "button to link": (victim) => victim.matches("button, input[type=submit]") && exchange(victim, element('<a href="#"></a>')),
    "link to button": (victim) => victim.matches("a") && exchange(victim, element('<button type="button"></button>')),
    "rows reordered": (victim) => {
      const row = rowOf(victim);
      if (!row || alike(row).length < 2) return false;
      shuffled(alike(row));
      return true;
    },
    "fields reordered": (victim) => {
      let part = blockOf(victim);
      while (part.parentElement && !part.matches("form, tr, body") && alike(part).filter(controls).length < 2) part = part.parentElement;
      if (part.matches("form, tr, body, li") || rowOf(victim)) return false;
      shuffled(alike(part).filter(controls));
      return true;
    },
    "moved on the page": (victim) => {
      const place = victim.closest("form, main, [role=dialog], body");
      const part = blockOf(victim);
      if (!place || rowOf(victim) || part === place.firstElementChild || labelOf(victim) && !part.contains(labelOf(victim))) return false;
      place.prepend(part);
      return true;
    },
    "rows prepended": (victim) => {
      const row = rowOf(victim);
      const first = row && alike(row)[0];
      if (!row || !first || !letters(row)) return false;
      for (let count = 1 + Math.floor(chance() * 3); count > 0; count--) {
        const copy = /** @type {HTMLElement} */ (row.cloneNode(true));
        const record = one(RECORDS);
        const own = new Set([...copy.querySelectorAll("button, select, option, [role=button]")]);
        const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
        let at = 0;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          if (!node.textContent?.trim() || [...own].some((each) => each.contains(node))) continue;
          node.textContent = at++ ? node.textContent.replace(/\d/g, () => String(Math.floor(chance() * 10))) : `${record} ${Math.floor(chance() * 90) + 10}`;
        }
        for (const each of [copy, ...copy.querySelectorAll("[id], [name]")]) {
          each.removeAttribute("id");
          if (each.hasAttribute("name")) each.setAttribute("name", `${each.getAttribute("name")}-${count}`);
        }
        first.before(copy);
      }
      return true;
    },
    "name polished": (victim, target) => rename(victim, (name) =>
      victim.matches(FIELD) && !victim.matches("[type=radio], [type=checkbox]") ? one([`${name}:`, `${name} *`, name.toUpperCase()])
        : one([name.toUpperCase(), name.replace(/\b\p{Ll}/gu, (letter) => letter.toUpperCase()) + (target.role === "link" ? " " : ""), `${name} `]).replace(/^(.*)$/, (said) => said === name ? name.toUpperCase() : said)),
    "name reworded": (victim, target) => rename(victim, (name) =>
      REWORDED[target.name] ? name.replace(target.name, one(REWORDED[target.name])) : one([`Your ${name.toLowerCase()}`, `${name} (new)`, `Choose ${name.toLowerCase()}`])),
    "decoy elsewhere": (victim, target) => {
      if (!target.name) return false;
      const section = element(`<section style="padding: 12px"><h2>${one(["Stay in touch", "Other things", "Feedback"])}</h2></section>`);
      section.append(made(target, target.name, victim));
      if (chance() < 0.5) document.body.append(section);
      else document.body.prepend(section);
      return true;
    },
    "decoy beside": (victim, target) => {
      if (!target.name) return false;
      const part = victim.matches(FIELD) ? blockOf(victim) : victim;
      const decoy = made(target, target.name, victim);
      if (chance() < 0.5) part.before(decoy);
      else part.after(decoy);
      return true;
    },
    "arrives late": (victim) => {
      const part = blockOf(victim);
      const place = document.createComment("");
      part.replaceWith(place);
      setTimeout(() => place.replaceWith(part), 300 + chance() * 700);
      return true;
    },
    "behind a tab": (victim) => behind(victim, '<div role="tablist"><button type="button" role="tab" aria-selected="false">More options</button></div>'),
    "on another page": (victim) => {
      const rest = victim.closest("form, table, [role=dialog], ul, main");
      if (!rest || !(rest.parentElement)) return false;
      const part = blockOf(victim);
      const opener = element('<p><button type="button">Go to the next page</button></p>');
      const place = document.createComment("");
      part.replaceWith(place);
      opener.firstElementChild?.addEventListener("click", (event) => {
        event.preventDefault();
        place.replaceWith(part);
        opener.remove();
      });
      rest.before(opener);
      return true;
    },
    "removed": (victim) => {
      remove(victim);
      return true;
    },
    "row removed": (victim) => {
      const row = rowOf(victim);
      if (!row || alike(row).length < 2) return false;
      for (const [id, each] of found) if (row.contains(each)) gone.add(id);
      row.remove();
      return true;
    },
    "another in its place": (victim, target) => {
      const next = made(target, one(ELSEWHERE), victim);
      const field = next.matches(FIELD) ? next : next.querySelector(FIELD) || next;
      for (const name of ["id", "name"]) {
        const value = victim.getAttribute(name);
        if (value && chance() < 0.7) field.setAttribute(name, value);
      }
      blockOf(victim).before(next);
      remove(victim);
      return true;
    },
    "a near name in its place": (victim, target) => {
      if (!target.name) return false;
      const near = victim.matches(FIELD)
        ? one([`Second ${target.name.toLowerCase()}`, `${target.name} (old)`, `${target.name} of the guest`, `Old ${target.name.toLowerCase()}`])
        : one([`${target.name} all`, `${target.name} later`, `${target.name} draft`, `Auto-${target.name.toLowerCase()}`, `${target.name}s`]);
      blockOf(victim).before(made(target, near, victim));
      remove(victim);
      return true;
    },
  };

  /** The changes of a whole document, made when it starts; those in `GOES_ON` are made again when nodes are added. */
  /** @type {Record<string, () => boolean>} */
  const ON_PAGE = {
    "nothing": () => true,
    "slow answers": () => true, // play.py delays the answers
    "classes renamed": () => renameClasses(document),
    "ids renamed": renameIds,
    "field names renamed": renameFields,
    "all renamed": () => [renameClasses(document), renameIds(), renameFields()].some(Boolean),
    "other data": () => {
      const keys = [plan.proof, ...plan.targets.flatMap((each) => [each.row, each.name])].filter(Boolean);
      return texts((text, node) => {
        const cell = node.parentElement?.closest("td, th, a, button, label, option, span, strong")?.textContent || text;
        if (keys.some((key) => cell.includes(key) || text.includes(key))) return text;
        if (node.parentElement?.closest("button, label, option, legend, h1, [role=tab], [role=menuitem]")) return text;
        return text.replace(/\d+/g, (number) => number.replace(/\d/g, () => String(1 + Math.floor(chance() * 9))));
      });
    },
    "translated": () => {
      attributes(translated);
      return texts(translated);
    },
    "banner": () => {
      block('<aside style="position: fixed; bottom: 0; left: 0; right: 0; height: 40px; background: #eee">We use cookies. <button type="button">Accept</button> <a href="#cookies">Read more</a></aside>');
      document.body.style.paddingBottom = "80px";
      return true;
    },
    "consent wall": () => {
      const wall = block('<div style="position: fixed; inset: 0; background: #000b; z-index: 99999"><div role="dialog" aria-modal="true" aria-label="Cookies" style="background: white; margin: 20vh auto; width: 300px; padding: 20px"><p>We use cookies.</p><button type="button">Accept all</button></div></div>');
      wall.querySelector("button")?.addEventListener("click", () => wall.remove());
      return true;
    },
    "confirm dialog": () => {
      click((event) => {
        if (!confirm("Are you sure?")) lost(event);
      });
      return true;
    },
    "confirm step": () => {
      let sure = false;
      click((event) => {
        if (sure) return;
        lost(event);
        const last = found.get(plan.last);
        const step = block('<div role="dialog" aria-modal="true" aria-label="Are you sure?" style="position: fixed; top: 100px; left: 100px; z-index: 99999; background: white; border: 1px solid; padding: 20px"><p>Are you sure?</p><button type="button">Yes</button> <button type="button">No</button></div>');
        step.querySelector("button")?.addEventListener("click", () => {
          sure = true;
          void report(JSON.stringify({ does: "sure", id: "", value: "" }));
          step.remove();
          last?.click();
        });
      });
      return true;
    },
    "effect lost": () => {
      click(lost);
      return true;
    },
    "effect refused": () => {
      click((event) => {
        lost(event);
        block('<p role="alert" style="position: fixed; top: 0">That did not work. Try again later.</p>');
      });
      return true;
    },
    "another's success, effect lost": () => {
      click((event) => {
        lost(event);
        block(`<ul aria-label="Lately"><li>${escaped(plan.proof.replace(/\d+/, "417"))}</li></ul>`);
      });
      return true;
    },
    "old success, effect lost": () => {
      block(`<p role="status">${escaped(plan.proof)}</p>`);
      click(lost);
      return true;
    },
  };
  const GOES_ON = new Set(["classes renamed", "ids renamed", "all renamed", "translated"]);

  const said = new Set();
  const note = (/** @type {boolean} */ changed, id = "") => {
    if (changed && !said.has(id)) void report(JSON.stringify({ does: "changed", id, value: "" }));
    if (changed) said.add(id);
  };
  const victims = new Set(plan.victim.split(","));
  const pass = () => {
    const fresh = resolve();
    for (const target of fresh) {
      const act = ON_TARGET[plan.kind];
      if (act && victims.has(target.id) && !gone.has(target.id)) note(act(/** @type {HTMLElement} */ (found.get(target.id)), target), target.id);
    }
  };
  const start = () => {
    pass();
    const act = ON_PAGE[plan.kind];
    if (act && (plan.targets.some((each) => new RegExp(each.path).test(location.pathname)))) note(act());
    const watch = { childList: true, subtree: true };
    const observer = new MutationObserver(() => {
      observer.disconnect();
      pass();
      if (act && GOES_ON.has(plan.kind)) note(act());
      observer.observe(document, watch);
    });
    observer.observe(document, watch);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start, { once: true });
  else start();
}
