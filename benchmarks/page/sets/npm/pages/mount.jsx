import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";

/** Draws the page, and lets the bench redraw it with new nodes, in the appearance and state that it had at the start. */
export function mount(Page) {
  const root = createRoot(document.getElementById("root"));
  let generation = 0;
  const draw = () => flushSync(() => root.render(<Page key={generation} />));
  window.remount = () => {
    generation += 1;
    draw();
  };
  draw();
}
