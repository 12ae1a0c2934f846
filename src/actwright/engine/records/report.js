"use strict";
{
  const steps = [...document.querySelectorAll(".step")];
  const lightbox = document.getElementById("lightbox");
  const pictures = [...document.querySelectorAll(".zoom img")];
  let shown = 0;

  const show = (index) => {
    shown = (index + pictures.length) % pictures.length;
    const large = lightbox.querySelector("img");
    large.src = pictures[shown].src;
    large.alt = pictures[shown].alt;
    lightbox.querySelector(".caption").textContent = pictures[shown].alt;
    if (!lightbox.open) lightbox.showModal();
  };

  pictures.forEach((picture, index) => picture.closest("button").addEventListener("click", () => show(index)));
  lightbox.addEventListener("click", (event) => {
    if (event.target === lightbox || event.target.tagName === "IMG") lightbox.close();
  });

  const go = (by) => {
    const focused = steps.findIndex((step) => step.contains(document.activeElement));
    const visible = steps.findIndex((step) => step.getBoundingClientRect().bottom > 120);
    const from = focused >= 0 ? focused : by > 0 ? visible - 1 : visible;
    const next = steps[Math.max(0, Math.min(steps.length - 1, from + by))];
    if (!next) return;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "start" });
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input")) return;
    if (lightbox.open) {
      if (event.key === "ArrowRight" || event.key === "j") show(shown + 1);
      if (event.key === "ArrowLeft" || event.key === "k") show(shown - 1);
      return;
    }
    if (event.key === "j") go(1);
    if (event.key === "k") go(-1);
  });

  for (const button of document.querySelectorAll("[data-open]")) {
    button.addEventListener("click", () => {
      const open = button.dataset.open === "true";
      for (const details of document.querySelectorAll(".deep details")) details.open = open;
    });
  }

  for (const search of document.querySelectorAll("input[type=search]")) {
    const tree = search.closest("details").querySelector("pre");
    const found = search.parentElement.querySelector("output");
    const whole = tree.textContent;
    search.addEventListener("input", () => {
      const wanted = search.value.trim().toLowerCase();
      tree.replaceChildren();
      let count = 0;
      for (const line of whole.split("\n")) {
        const hit = wanted !== "" && line.toLowerCase().includes(wanted);
        const row = document.createElement("span");
        row.textContent = `${line}\n`;
        row.className = hit ? "hit" : wanted === "" ? "" : "miss";
        count += hit ? 1 : 0;
        tree.append(row);
      }
      found.textContent = wanted === "" ? "" : `${count} ${count === 1 ? "line" : "lines"}`;
      tree.querySelector(".hit")?.scrollIntoView({ block: "nearest" });
    });
  }
}
