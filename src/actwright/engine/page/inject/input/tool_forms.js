// Forms that the page offers as tools (WebMCP), with the IDs of their fields.

import { submits } from '../dom/forms.js';
import { openRoots } from '../dom/roots.js';

/** @import { Register } from '../identity/register.js' */

/** @param {Register} register */
export function toolForms(register) {
  return Array.from(openRoots(document)).flatMap((root) => Array.from(root.querySelectorAll('form')))
    .filter((form) => form.hasAttribute('toolname'))
    .map((form) => {
      const controls = Array.from(form.elements);
      const button = controls.find((control) => submits(control));
      return {
        name: form.getAttribute('toolname'), sends: form.hasAttribute('toolautosubmit'),
        button: (button && register.ids.get(button)) ?? '',
        fields: controls.map((control) => ({
          name: control.getAttribute('name') ?? '', id: register.ids.get(control) ?? '',
          type: control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.type : '',
          value: control.getAttribute('value') ?? 'on',
        })),
      };
    });
}
