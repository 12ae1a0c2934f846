// Numbers that the browser assigns in sequence, which show what the page has requested.

/** IDs that the browser assigns in one sequence, whoever requests them: a gap shows that the page requested some. */
export class Sequence {
  /** @param {() => number} next returns the next number */
  constructor(next) {
    this.next = next;
    this.last = next();
    this.skipped = false;
  }

  /** Whether the page took a number since this was last asked. */
  gap() {
    this.take(this.next());
    const { skipped } = this;
    this.skipped = false;
    return skipped;
  }

  /**
   * Records a number that was not the page's.
   * @param {number} number
   */
  take(number) {
    this.skipped ||= number > this.last + 1;
    this.last = number;
  }
}

export function nextTimer() {
  const timer = setTimeout(() => {}, 0);
  clearTimeout(timer);
  return timer;
}

export function nextFrame() {
  const frame = requestAnimationFrame(() => {});
  cancelAnimationFrame(frame);
  return frame;
}

export function nextIdle() {
  if (!self.requestIdleCallback) return 0; // WebKit has none
  const idle = requestIdleCallback(() => {});
  cancelIdleCallback(idle);
  return idle;
}
