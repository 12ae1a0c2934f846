// Names what the theme leaves without a name, and lets keys scroll wide tables.
window.addEventListener("load", () => {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  document.querySelectorAll(".md-code__nav").forEach((nav, at) => nav.setAttribute("aria-label", `Code block ${at + 1}`));
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((wrap) => wrap.setAttribute("tabindex", "0"));
});
