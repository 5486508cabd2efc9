// The desk by keyboard: "/" searches, [data-key] presses, Enter goes to the next throw. [data-dialog] asks first.
addEventListener("keydown", (event) => {
	const { key, target } = event, dialog = $("dialog[open]");
	if (event.ctrlKey || event.metaKey || event.altKey) return;
	if (key === "Enter" && target.matches("[data-throw]")) {
		const throws = $$("[data-throw]"), next = throws[throws.indexOf(target) + 1];
		if (next) { event.preventDefault(); next.select(); } // behind the last one they are sent
	}
	if (target.matches("input:not([type=radio], [type=checkbox], #tisch), textarea, select")) return;
	const field = key === "/" && !dialog && ($("main [type=search]") || $("[type=search]"));
	const button = $$("[data-key]", dialog || document).find((one) => one.dataset.key === key.toLowerCase() && one.offsetParent);
	if (field) field.select();
	else if (button) button.click();
	else return;
	event.preventDefault();
});

on("click", (event) => {
	const dialog = named(event.target.closest("[data-dialog]")?.dataset.dialog);
	if (dialog) { event.preventDefault(); dialog.showModal(); }
});
named(location.hash.slice(1))?.showModal?.();

// [data-tap] goes without a page: live.js fetches what is new.
async function tap(form, button) {
	const body = new FormData(form), refused = $("[data-refused]");
	body.append(button.name, button.value);
	$(".messages").replaceChildren();
	refused.hidden = true;
	const [text, done] = await desk(form.action, body);
	release();
	look();
	if (done !== false) return;
	write($("span", refused), JSON.parse(text).sentence);
	say(refused);
}

// A second click sends nothing twice. After a tap the page comes back at the same place, that person's button in focus.
const about = ({ action, elements }) => action + elements.player?.value;
addEventListener("submit", (event) => {
	const { target: form, submitter: button } = event;
	if (event.defaultPrevented || (button?.formMethod || form.method) !== "post" || form.target) return;
	if (form.dataset.sent) return event.preventDefault();
	form.dataset.sent = "1";
	button?.setAttribute("aria-disabled", "true");
	if ("tap" in form.dataset) { event.preventDefault(); tap(form, button); }
	else sessionStorage.place = JSON.stringify([location.href, scrollY, about(form), [...form.elements].indexOf(button)]);
});
addEventListener("pageshow", release); // gone back to

// What was typed and not sent: the browser asks before it is thrown away.
let typed = $("form[data-unsaved]");
on("input", ({ target: { form } }) => { if (form?.method === "post" && !form.matches("[data-fill]")) typed = form; });
on("submit", ({ target }) => { if (target === typed) typed = 0; });
addEventListener("beforeunload", (event) => { if (typed?.isConnected) { event.preventDefault(); setTimeout(release, 500); } });
const [page, top, form, button] = JSON.parse(sessionStorage.place || "[]");
const wrong = $("[aria-invalid=true]");
delete sessionStorage.place;
if (wrong) wrong.focus();
else if (page === location.href && !location.hash && !$("[autofocus], dialog[open]")) {
	$$("form").find((one) => about(one) === form)?.elements[button]?.focus({ preventScroll: true });
	scrollTo(0, top);
}
