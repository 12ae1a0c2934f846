"use strict";
{
  document.documentElement.classList.add("live");

  for (const table of document.querySelectorAll(".sortable")) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    const valueOf = (row, column) => {
      const cell = row.cells[column];
      return cell.dataset.value ?? cell.textContent.trim();
    };
    const compare = (one, other) => {
      if (one === "" || other === "") return (one === "") - (other === "");
      const numbers = [Number(one), Number(other)];
      return numbers.some(Number.isNaN) ? one.localeCompare(other, "en", { numeric: true }) : numbers[0] - numbers[1];
    };
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const descending = head.getAttribute("aria-sort") === "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", descending ? "descending" : "ascending");
        const sorted = [...body.rows].sort((one, other) => {
          const [first, second] = [valueOf(one, column), valueOf(other, column)];
          return first === "" || second === "" || !descending ? compare(first, second) : compare(second, first);
        });
        body.append(...sorted);
      });
    });
  }

  for (const search of document.querySelectorAll(".rows input[type=search]")) {
    const section = search.closest(".rows");
    const rows = [...section.querySelectorAll("tbody tr")];
    search.addEventListener("input", () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
      const shown = rows.filter((row) => !row.hidden).length;
      section.querySelector("output").textContent = words.length ? `${shown} of ${rows.length}` : "";
    });
  }
}
