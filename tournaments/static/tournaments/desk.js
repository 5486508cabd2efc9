// The desk by keyboard: "/" searches, [data-key] presses, [data-dialog] asks first, a form goes once.
addEventListener("keydown", (event) => {
  const { key, target } = event, dialog = $("dialog[open]");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("input:not([type=radio], [type=checkbox], #tisch), textarea, select")) return;
  const field = key === "/" && !dialog && ($("main [type=search]") || $("[type=search]"));
  const button = $(`[data-key="${CSS.escape(key.toLowerCase())}"]`, dialog || document);
  if (field) field.select();
  else if (button && (dialog || !button.closest("dialog"))) button.click();
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  const dialog = opener && document.getElementById(opener.dataset.dialog);
  if (dialog) { event.preventDefault(); dialog.showModal(); }
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
});
const asked = $("dialog[data-open]") || document.getElementById(location.hash.slice(1));
asked?.showModal?.();

// A second click while the first is on its way must not send twice. And after one tap in a long list the
// same page comes back at the same place with the same button in focus.
const here = location.pathname + location.search;
addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  if (event.defaultPrevented || form.method !== "post" || form.target) return;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "1";
  button?.setAttribute("aria-disabled", "true");
  sessionStorage.place = JSON.stringify([here, Date.now(), scrollY, [...document.forms].indexOf(form), [...form.elements].indexOf(button)]);
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.forms) delete form.dataset.sent;
  for (const el of $$("[aria-disabled]")) el.removeAttribute("aria-disabled");
});
const [page, when, top, form, button] = JSON.parse(sessionStorage.place || "[]");
const wrong = $("[aria-invalid=true]");
delete sessionStorage.place;
if (wrong) wrong.focus();
else if (page === here && Date.now() - when < 15000 && !location.hash && !$("[autofocus], dialog[open]")) {
  document.forms[form]?.elements[button]?.focus({ preventScroll: true });
  scrollTo(0, top);
}

// The evening stands open beside the work where there is room, folded above it where there is not.
const evening = $(".evening details"), wide = matchMedia("(min-width: 62.01rem)");
const fold = () => { if (evening) evening.open = wide.matches; };
wide.addEventListener("change", fold);
fold();
