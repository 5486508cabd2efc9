"use strict";
// What a table sends is stored first, each in its own entry of localStorage, and sent until it is answered; its key makes
// it count once.
const SIGN = "sendung ", station = /^.*\/tisch\/\d+\//, here = location.pathname.match(station)?.[0];
const unkept = {}; // what a device cannot store: gone with the page, which says so
let shelf = Object.freeze({}), tries = 0, full, sending, again;
try { shelf = localStorage; } catch { /* refused */ }

const read = (name) => unkept[name] || JSON.parse(shelf[name] || "null");

function keep(name, value) {
	delete unkept[name];
	try {
		if (value) shelf[name] = JSON.stringify(value); else delete shelf[name];
	} catch { unkept[name] = value; }
}

function entries() { // as they were tapped
	const names = Object.keys({ ...unkept, ...shelf }).filter((name) => name.startsWith(SIGN));
	return names.map(read).sort((one, other) => one.n - other.n);
}

function post(form, button, extra) {
	const fields = new FormData(form);
	if (button.name) fields.set(button.name, button.value);
	const { csrfmiddlewaretoken, ...body } = { ...Object.fromEntries(fields), ...extra };
	const name = SIGN + body.key, known = read(name);
	if (!known || known.why) {
		const n = 1 + (entries().pop()?.n || 0), says = form.dataset.tells || button.textContent.trim();
		keep(name, { n, url: new URL(form.action).pathname, body, says, title: $(".bar b").textContent, next: form.dataset.send });
	}
	button.setAttribute("aria-disabled", "true");
	setTimeout(tell, 1000);
	drain();
}

async function drain() { // a table that gets stuck holds up no other one
	clearTimeout(again);
	if (sending) return;
	sending = true;
	const stuck = new Set(), table = ({ url }) => url.match(station)[0];
	for (let entry; (entry = entries().find((one) => !one.why && !stuck.has(table(one))));) {
		try { await send(entry); } catch { stuck.add(table(entry)); }
	}
	sending = false;
	tries = stuck.size && tries + 1;
	if (tries) again = setTimeout(drain, Math.min(500 * 2 ** tries, 10000));
	tell();
}

async function send(entry) {
	const { url, body } = entry, name = SIGN + body.key, mine = url.startsWith(here);
	const headers = { "Content-Type": "application/json", "X-CSRFToken": $("[name=csrfmiddlewaretoken]").value };
	full = "";
	const [{ ok, status }, text] = await call(url, { method: "POST", headers, body: JSON.stringify(body) });
	if (status === 403 && mine && !unkept[name]) reload(); // unpaired: the page says so, and sends when it is paired again
	if (status > 502) full = JSON.parse(text).sentence;
	if (status === 403 || status > 499) throw status; // later too: it starts again, or it cannot store
	const told = JSON.parse(text); // a stranger's page, as in a hotel: later
	keep(name, !ok && !(told.conflict && mine) && { ...entry, why: told.sentence });
	if (mine) fire("told", { ...told, ok, entry });
	tell();
}

function settle() { // what waits goes out before a table is left
	for (const one of $$("[data-leave]")) one.disabled = entries().some(({ why }) => !why);
}

function tell() {
	const lines = entries().map(({ title, says, why, body }) => {
		const line = $(`[data-line=${why ? "refused" : "waits"}]`).content.cloneNode(true);
		write($("bdi", line), `${title}: ${says}`);
		const held = $("[data-held]", line);
		if (held && full) write(held, `${full} ${held.dataset.held}`);
		if (why) { write($("[data-why]", line), why); $("button", line).value = body.key; }
		return line;
	});
	$("[data-outbox]").replaceChildren(...lines);
	release();
	$("[data-unkept]").hidden = !Object.keys(unkept)[0];
	settle();
	fire("outbox");
}

on("click", ({ target }) => {
	if ("drain" in target.dataset) drain();
	if (!("seen" in target.dataset)) return;
	keep(SIGN + target.value);
	tell();
});
on("part", () => queueMicrotask(tell)); // after the page has found its new parts
on("visibilitychange", drain);
addEventListener("online", drain);
setTimeout(tell, 1000);
settle();
drain();
navigator.serviceWorker?.register($("[data-worker]").dataset.worker); // there with https only
