// @ts-check
// The review's "mark all" box, keyboard shortcuts and count of marked rows. Without this script, the forms still work.
'use strict';

(() => {
  const form = /** @type {HTMLFormElement} */ (document.querySelector('#decide'));
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('article')]);
  const all = /** @type {HTMLInputElement | null} */ (document.querySelector('#all'));
  const marked = document.querySelector('#marked');
  const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('input[name=row]')]);

  const count = () => {
    const found = boxes.filter((box) => box.checked).length;
    if (marked) marked.textContent = found ? `${found} marked` : '';
    if (all) {
      all.checked = found > 0 && found === boxes.length;
      all.indeterminate = found > 0 && found < boxes.length;
    }
  };

  all?.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    count();
  });
  form?.addEventListener('change', count);
  count();

  /** @param {number} by */
  const go = (by) => {
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.focus();
  };

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows.find((each) => each.contains(document.activeElement));
    if (event.key === 'j' || event.key === 'k') {
      go(event.key === 'j' ? 1 : -1);
    } else if (event.key === 'x' && row) {
      const box = /** @type {HTMLInputElement | null} */ (row.querySelector('input[name=row]'));
      if (box) box.checked = !box.checked;
      count();
    } else if (event.key === 'o' && row) {
      /** @type {HTMLElement | null} */ (row.querySelector('a.picture'))?.click();
    } else {
      const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(`button[data-key="${CSS.escape(event.key)}"]`));
      if (!button || !boxes.some((box) => box.checked)) return;
      form.requestSubmit(button);
    }
    event.preventDefault();
  });
})();
