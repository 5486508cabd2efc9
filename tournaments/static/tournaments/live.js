// Keeps an open page true: listens to its part or asks for the revision, says when it is blind.
const { dataset } = document.body;
const format = new Intl.DateTimeFormat("de-DE", { timeStyle: "medium", timeZone: "Europe/Berlin" });
let shift = 0; // the server's clock minus ours
let errors = 0, timer, busy, source, deaf = 0; // deaf: until then no stream
const now = () => Date.now() + shift, time = () => format.format(now());
const set = (date) => { if (Math.abs(date - now()) > 2000) shift = date - Date.now(); };

function clock() {
	for (const el of $$("[data-now]")) write(el, time().slice(0, 5));
	for (const el of $$("[data-since]")) {
		const minutes = Math.floor((now() - Date.parse(el.dataset.since)) / 60000), shown = Math.abs(minutes);
		write(el, `${shown}`);
		el.dataset.past = minutes >= 0;
		el.parentNode.hidden = shown > 360; // wrong clock
	}
}

async function get(url) {
	const [{ ok, status, redirected, headers }, text] = await call(url, { cache: "no-cache" });
	if (redirected || status === 410 || status === 404 && errors || headers.has("X-Page-Changed")) reload();
	else if (ok) {
		set(Date.parse(headers.get("Date")));
		return text;
	}
	throw status;
}

function swap(part, text) {
	if (part.markup === text) return;
	const focus = part.contains(document.activeElement) && document.activeElement;
	const nth = focus && $$(focus.tagName, part).indexOf(focus);
	const kept = $$("input[id], textarea[id], select[id], details[id]", part);
	const place = [scrollX, scrollY], inner = part.scrollTop;

	const box = document.createElement("template");
	box.innerHTML = text;
	const root = box.content.firstElementChild;
	if (root?.dataset.part && !root.nextElementSibling) { part.replaceWith(root); part = root; }
	else part.replaceChildren(box.content);
	part.markup = text;
	clock();

	for (const was of kept) {
		const el = named(was.id) || was;
		if (was.value !== was.defaultValue) el.value = was.value;
		if (was.checked !== was.defaultChecked) el.checked = was.checked;
		if (was.open) el.open = true;
	}
	const again = focus && (focus.id ? named(focus.id) : $$(focus.tagName, part)[nth]);
	if (again) {
		again.focus({ preventScroll: true });
		if (focus.selectionEnd) again.setSelectionRange(focus.selectionStart, focus.selectionEnd);
	}
	part.scrollTop = inner;
	scrollTo(...place);
	fire("part");
}

async function renew(parts) {
	for (const part of $$(parts)) swap(part, await get(part.dataset.part));
}

function show() {
	const blind = errors > 2;
	if (!errors) for (const el of $$("[data-stand]")) write(el, `${el.dataset.stand} ${time()}`);
	for (const el of $$("[data-trouble]")) write(el, blind ? el.dataset.trouble : "");
	for (const el of $$("[data-net]")) el.hidden = (el.dataset.net === "off") !== blind;
}

// Every change, a sign of life every 20 s; after three falls the page asks for half a minute.
function listen(part) {
	const leave = () => { deaf = Date.now() + 30000; ask(); };
	const watch = () => { clearTimeout(timer); timer = setTimeout(leave, 50000); };
	const hear = (name, act) => source.addEventListener(name, (event) => { errors = 0; act(event); show(); watch(); });
	source = new EventSource(`/live${part.dataset.part}?id=${part.dataset.stream}`);
	source.onerror = () => { if (++errors > 2 || source.readyState > 1) leave(); };
	hear("beat", ({ data }) => set(data));
	for (const kind of ["state", "beside"]) hear(kind, ({ data, lastEventId }) => {
		part.dataset.stream = lastEventId;
		if (data) swap(part, data);
		renew("[data-part]:not([data-stream])").catch(leave);
	});
	hear("gone", reload);
	watch();
}

async function ask() {
	clearTimeout(timer);
	source?.close();
	if (busy || document.hidden) return;
	const part = Date.now() > deaf && $("[data-stream]");
	if (part) return listen(part);
	busy = true;
	try {
		const revision = await get(dataset.live);
		if (revision !== dataset.revision) await renew("[data-part]");
		dataset.revision = revision;
		errors = 0;
	} catch { errors++; } finally {
		busy = false;
		show();
		timer = setTimeout(ask, Math.min(1000 * 2 ** Math.max(errors, 1), 16000));
	}
}

const told = $("[data-now*=T]"); // parts are kept by the server and know no time
if (told) {
	set(Date.parse(told.dataset.now));
	clock();
	setInterval(clock, 500);
}
if (dataset.live) {
	for (const wake of ["online", "offline", "pageshow", "focus"]) addEventListener(wake, ask);
	on("visibilitychange", ask);
	on("look", ask);
}
