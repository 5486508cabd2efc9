// The preview of an entry list: the button says how many people it takes.
const button = $("[data-take]");
const typed = (row) => $$("input[data-was]", row).some((field) => field.value !== field.dataset.was);
button?.form.addEventListener("input", ({ currentTarget: form }) => {
  const ticked = new Set($$(":checked", form).map((box) => box.closest("tr")));
  for (const row of $$("[data-open]", form)) if (typed(row)) ticked.add(row);
  const count = button.dataset.sure.split(" ").filter(Boolean).length + ticked.size;
  button.textContent = count === 1 ? button.dataset.one : button.dataset.many.replace("{n}", count);
  button.classList.toggle("is-go", count > 0);
});
