"use strict";
// The preview of an entry list: the button says how many people it takes.
(() => {
  const button = document.querySelector("[data-take]");
  if (!button) return;
  const sure = button.dataset.sure.split(" ").filter(Boolean).length, form = button.form;
  const typed = (row) => [...row.querySelectorAll("input[data-was]")].some((field) => field.value !== field.dataset.was);
  form.addEventListener("input", () => {
    const ticked = new Set([...form.querySelectorAll(":checked")].map((box) => box.closest("tr")));
    for (const row of form.querySelectorAll("[data-open]")) if (typed(row)) ticked.add(row);
    const count = sure + ticked.size;
    button.textContent = count === 1 ? button.dataset.one : button.dataset.many.replace("{n}", count);
    button.classList.toggle("is-go", count > 0);
  });
})();
