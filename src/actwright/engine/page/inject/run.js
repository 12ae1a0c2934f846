// What one run keeps of a document; a page may outlive a run.

import { getOrMake } from './dom/collections.js';
import { Register } from './identity/register.js';
import { Guard } from './input/guard.js';
import { Copies } from './input/pasting.js';
import { Looks } from './read/kept_look.js';

export class Run {
  constructor() {
    this.register = new Register();
    this.guard = new Guard(this.register);
    this.copies = new Copies();
    this.looks = new Looks();
    /** How many messages of the document it has got. */
    this.messages = 0;
  }
}

/** @type {Map<string, Run>} */
const runs = new Map();

/** @param {string} name */
export function runOf(name) {
  return getOrMake(runs, name, () => new Run());
}
