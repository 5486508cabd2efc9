// The slip from the keyboard: table, Enter, 1–6 for each half, Enter; Backspace one step back, Esc clears. Where the
// table needs no slip the rest of it is swallowed, its Enter too: it must not run on into the slip of another table.
const NAMES = ["half1", "half2", "endkampf"];
const card = () => $("#zettel"), fill = () => $("[data-fill]"), begun = () => !fill() || $(":checked, .error", fill());
const ticks = () => NAMES.map((name) => $(`[name=${name}]:checked`));
const open = () => NAMES.find((name) => $(`[name=${name}]:enabled`) && !$(`[name=${name}]:checked`));
let busy, shut, old, keys = []; // old: the ticks were there before the first key

function update(focus) {
	if (!fill()) return focus && (shut ? $("[data-next]") : $("#tisch"))?.[shut ? "focus" : "select"]();
	const [one, two] = ticks().map((box) => box?.closest("tr"));
	for (const box of $$("[name=endkampf]")) { // nobody is asked for one that one of the two has left (C2.5)
		box.disabled = one && two && (one === two || one.dataset.left !== two.dataset.left || ![one, two].includes(box.closest("tr")));
		if (box.disabled) box.checked = false;
	}
	const now = open();
	for (const cell of $$("[data-col]")) cell.classList.toggle("is-active", cell.dataset.col === now);
	write($(".says"), "");
	if (!now) fill().dispatchEvent(new Event("input", { bubbles: true })); // typing.js asks what that means
	if (focus && begun()) near(fill()); // all of it
	if (focus) $(now ? `[name=${now}]:enabled` : "button", fill()).focus();
}

async function send(url, body, known) { // known: what the open slip says; it stays unless there is something new
	busy = true;
	const [text] = await desk(url, body);
	if (text && !/^\s*<section/.test(text)) return reload();
	if (!text && !known) keys = [];
	if (text && (!known || !text.includes(known) && !begun())) {
		const { activeElement: at } = document, here = card().contains(at) || !known && at.type !== "search";
		card().outerHTML = text;
		shut = !body && $("[data-next]");
		update(here);
		old = fill() && !open();
	}
	busy = false;
	if (body) { $(".messages").replaceChildren(); look(); }
	while (keys[0] && !busy) press(keys.shift());
}

// Another device was faster: a slip that nobody has begun goes on to the game of now.
on("part", () => {
	if (!busy && !begun()) send(`${fill().action}?tisch=${fill().tisch.value}`, null, `name="version" value="${fill().version.value}"`);
});

on("submit", (event) => {
	const form = event.target, body = new FormData(form);
	if (!card()?.contains(form)) return;
	event.preventDefault();
	if (!busy) form.method === "get" ? send(`${form.action}?${new URLSearchParams(body)}`) : send(form.action, body);
});
on("change", ({ target }) => { if (fill()?.contains(target)) update(old = 0); });

// True when the key was ours.
function press(key) {
	const form = fill(), choose = $("[data-choose]"), ticked = ticks().filter(Boolean);
	const sign = choose && (card().dataset.letters ? /^[a-y]$/i : /^\d$/).test(key);
	if (key === "Escape" && !ticked[0] || shut && key === "Enter") $("#verwerfen")?.requestSubmit();
	else if (shut && /^[\da-y]$/i.test(key)) return true;
	else if (key === "Enter" && (form || choose)) (form || choose).requestSubmit();
	else if (old && sign && $("[data-back]")) { // not a slip that was just taken back: the next one
		keys.unshift(key);
		$("#verwerfen").requestSubmit();
	} else if (form && (key === "Escape" || key === "Backspace")) {
		old = 0;
		for (const box of key === "Escape" ? ticked : ticked.slice(-1)) box.checked = false;
		update(true);
	} else if (form && key > "0" && key < "7") {
		if (old) for (const box of ticked) box.checked = old = false;
		const box = $(`[data-seat="${key}"] [name=${open()}]:enabled`, form);
		if (box) { box.checked = true; update(true); }
	} else if (!form && sign) {
		$("#tisch").focus();
		$("#tisch").value += key;
	} else return false;
	return true;
}

on("keydown", (event) => {
	const { key, target } = event, table = target.id === "tisch";
	if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
	if (table && !busy) {
		if (key !== "Escape") return;
		target.value = "";
		press(key);
	} else if (!table && target.matches("input:not([type=radio]), textarea, select, summary") || key === "Enter" && !busy && target.matches("a, button")) return;
	else if (busy) { if (/^(\w|Enter|Backspace|Escape)$/.test(key)) keys.push(key); else return; }
	else if (!press(key)) return;
	event.preventDefault();
});

update(matchMedia("(min-width: 75.01rem)").matches && !location.hash);
// Minutes grow without anything happening.
setInterval(() => look(""), 60000);
