// Describes an element and what is around it, for the locators that a person would write.
(element) => {
  const flat = (text) => (text || '').replace(/\s+/g, ' ').trim();
  const ROLES = {
    TR: 'row', LI: 'listitem', ARTICLE: 'article', FIELDSET: 'group', DIALOG: 'dialog', NAV: 'navigation', MAIN: 'main', ASIDE: 'complementary',
    HEADER: 'banner', FOOTER: 'contentinfo', TABLE: 'table', SECTION: 'region', FORM: 'form', UL: 'list', OL: 'list', DETAILS: 'group', SEARCH: 'search',
  };
  const above = (node) => node.assignedSlot || node.parentElement || (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
  const nameOf = (node) => {
    const by = flat((node.getAttribute('aria-labelledby') || '').split(/\s+/).map((id) => (id && node.getRootNode().getElementById ? node.getRootNode().getElementById(id) : null)?.textContent || '').join(' '));
    const first = node.localName === 'fieldset' ? node.querySelector(':scope > legend') : node.localName === 'table' ? node.querySelector(':scope > caption') : null;
    return by || flat(node.getAttribute('aria-label')) || flat(first?.textContent);
  };
  const shown = (node) => node.checkVisibility ? node.checkVisibility() : true;
  const textsOf = (node) => {
    const found = [];
    for (const each of node.querySelectorAll('td, th, [role=cell], [role=gridcell], [role=rowheader], h1, h2, h3, h4, h5, h6, [role=heading], *')) {
      if (found.length >= 12) break;
      if (each === element || each.contains(element) || element.contains(each) || !shown(each)) continue;
      if (each.children.length > 0 || /^(script|style|option|input|textarea|select|button)$/.test(each.localName)) continue;
      const holder = each.closest('td, th, [role=cell], [role=gridcell], [role=rowheader]');
      const heading = each.closest('h1, h2, h3, h4, h5, h6, [role=heading]');
      const text = flat(each.textContent);
      if (!text || text.length > 80) continue;
      const cell = holder && node.contains(holder) && flat(holder.textContent) === text;
      const kind = heading && node.contains(heading) && flat(heading.textContent) === text ? 'heading' : cell ? (holder.localName === 'th' ? 'rowheader' : 'cell') : 'text';
      if (!found.some((other) => other.text === text)) found.push({ kind, text });
    }
    const whole = flat(node.textContent);
    for (const each of node.childNodes) {
      const text = each.nodeType === 3 ? flat(each.nodeValue) : '';
      if (!text || text.length > 80) continue;
      const after = whole.slice(whole.indexOf(text) + text.length).trim().split(' ')[0];
      found.push({ kind: 'own', text, after, first: whole.startsWith(text) });
    }
    return found;
  };
  const around = [];
  for (let node = above(element); node && node !== document.body && around.length < 12; node = above(node)) {
    const role = node.getAttribute('role') || ROLES[node.tagName] || '';
    const name = nameOf(node);
    if (role && !(/^(region|form)$/.test(role) && !name)) around.push({ role, name, texts: textsOf(node) });
  }
  const control = element.localName === 'label' ? element.control : element;
  const labels = control?.labels ? Array.from(control.labels, (label) => flat(label.textContent)) : [];
  const own = Array.from(element.childNodes).filter((node) => node.nodeType === 3).map((node) => flat(node.nodeValue)).join(' ');
  return {
    tag: element.localName, type: control?.type || '', around, labels, text: flat(element.textContent).slice(0, 200), own: flat(own),
    placeholder: flat(control?.getAttribute('placeholder')), title: flat(control?.getAttribute('title')), alt: flat(control?.getAttribute('alt')),
    testid: control?.getAttribute('data-testid') || '', field: control?.getAttribute('name') || '', label: flat(control?.getAttribute('aria-label')),
    anchors: (() => {
      const found = [];
      for (let node = above(element), level = 1; node && node !== document.body && level <= 6; node = above(node), level += 1) {
        if (node.getRootNode() !== element.getRootNode()) break;
        for (const each of textsOf(node)) if (each.kind !== 'own' && !found.some((other) => other.text === each.text)) found.push(each);
      }
      return found.slice(0, 8);
    })(),
  };
}
