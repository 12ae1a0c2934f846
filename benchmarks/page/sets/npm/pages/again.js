/** Lets the bench redraw a page whose content a function makes, with new nodes and the same appearance. */
export function drawn(draw) {
  const root = document.getElementById("root");
  const style = document.body.getAttribute("style");
  window.remount = () => {
    root.replaceChildren();
    document.body.replaceChildren(root); // removes backdrops and similar nodes
    document.body.className = "";
    document.body.style = style;
    draw(root);
  };
  draw(root);
}
