// Sends a throwing round without a page change.
document.addEventListener("submit", async (event) => {
  const form = event.target, next = form.dataset.send;
  if (next === undefined) return;
  event.preventDefault();
  const told = await post(form, event.submitter || document.activeElement);
  if (!told) return;
  if (next) return told.ok || told.conflict ? location.assign(next) : location.reload();
  $("#mitschrift").outerHTML = told.html;
  look($("#mitschrift").dataset.token);
  scrollTo(0, 0);
});
