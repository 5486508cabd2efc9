"use strict";
// Finds names in a long list: ä, ae and a are the same; the list keeps its order and its lines.
(() => {
  const plain = (text) => text.toLowerCase().replace(/ß/g, "ss").normalize("NFD").replace(/\p{M}/gu, "");
  const tight = (text) => plain(text).replace(/([aou])e/g, "$1");

  function filter() {
    const field = document.querySelector("[data-filter]");
    if (!field) return;
    const asked = tight(field.value.trim());
    let found = 0;
    for (const row of document.querySelectorAll("[data-find]")) {
      const hit = !asked || tight(row.textContent).includes(asked);
      row.hidden = !hit;
      found += hit;
    }
    for (const line of document.querySelectorAll(".zone, .cut")) line.hidden = Boolean(asked);
    const none = document.querySelector("[data-none]");
    if (none) none.hidden = found > 0;
  }

  document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(); });
  document.addEventListener("part", filter);
})();
