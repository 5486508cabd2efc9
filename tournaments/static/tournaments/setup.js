"use strict";
// The format page: what the typed numbers would mean, as one types. Nothing is saved.
(() => {
  const form = document.querySelector("[data-reckon]");
  if (!form) return;
  let waiting, newest = 0;

  function show(answer) {
    for (const list of form.querySelectorAll("[data-errors]")) {
      const errors = (answer.errors || {})[list.dataset.errors] || [];
      list.hidden = !errors.length;
      list.replaceChildren(...errors.map(({ message }) => {
        const line = document.createElement("li"), text = document.createElement("span");
        text.textContent = message;
        line.append("⚠ ", text);
        return line;
      }));
    }
    for (const el of form.querySelectorAll("[data-effect]")) {
      const said = (answer.effects || {})[el.dataset.effect];
      if (said !== undefined) el.textContent = said;
      el.parentElement.hidden = !answer.effects; // no effect of what cannot be played
    }
  }

  async function reckon() {
    const mine = ++newest;
    try {
      const answer = await fetch(form.dataset.reckon, {
        method: "POST", body: new FormData(form), headers: { "X-Requested-With": "fetch" },
      });
      if (!answer.redirected && answer.status < 500 && mine === newest) show(await answer.json());
    } catch { /* saving tells */ }
  }

  form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(reckon, 250); });
})();
