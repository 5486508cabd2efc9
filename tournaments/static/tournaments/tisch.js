// Asks a table's questions without a page change: all states are in #tisch, one is shown. Answers outlast a
// swap of the part (live.js) and a reload, and end with the game; outbox.js sends them.
const QUESTIONS = ["half1", "half2", "endkampf"], SAVED = `tisch ${here}`;
// Sent before anything else is asked; a Schock aus waits beside the game.
const held = () => entries().find(({ url, why }) => !why && url.startsWith(here) && !/schock-aus|deckel/.test(url));
let page, id, key, answers = {}, aside = "", last = "half1";
const seat = (player) => $(`[data-step=half1] button[value="${player}"]`);
const nameOf = (player) => $(".name bdi", seat(player)).textContent;

// Plain http has no randomUUID.
const uuid = () => "0".repeat(32).replace(/0/g, () => Math.floor(Math.random() * 16).toString(16));

function step() { // what follows from the answers
	const { half1, half2 } = answers, data = page.dataset;
	if (held()) return "sending";
	if (data.state !== "playing") return "rest";
	if (!half1) return "half1";
	if ("scharf" in data) return "summary";
	if (!half2) return "half2";
	if (half1 === half2) return "summary";
	const gone = [half1, half2].filter((player) => "leaving" in seat(player).dataset);
	if (gone.length === 1) answers.endkampf = gone[0]; // nobody plays against who has left
	return answers.endkampf ? "summary" : "endkampf";
}

function answer(question, player) {
	for (const later of QUESTIONS.slice(QUESTIONS.indexOf(question))) delete answers[later];
	if (player) answers[last = question] = player;
	key = uuid();
	aside = "";
	keep(SAVED, { id, answers });
	show(true);
}

function show(move) {
	if (aside && !$(`[data-step="${aside}"]`)) aside = "";
	const now = aside || step();
	for (const part of $$("[data-step]")) {
		part.hidden = part.dataset.step !== now;
		part.id = part.hidden ? "" : "arbeit";
	}
	for (const item of $$("[data-q]")) paint(item, item.dataset.q, now);
	for (const button of $$("[data-ask=endkampf] button")) {
		button.parentNode.hidden = answers.half2 && button.value !== answers.half1 && button.value !== answers.half2;
	}
	if (now === "summary") sum();
	if (!move) return;
	scrollTo(0, 0);
	$(`[data-step="${now}"] h1:not([hidden])`)?.focus({ preventScroll: true });
}

function paint(item, question, now) {
	const player = answers[question], link = $("a", item), current = question === now;
	item.className = current ? "is-now" : player ? "is-done" : "";
	item.ariaCurrent = current ? "step" : null;
	link.hidden = current || !player;
	$("span", item).hidden = !link.hidden;
	if (player) write($("bdi", link), nameOf(player));
}

function sum() {
	const { half1, half2, endkampf } = answers, { dataset } = page;
	const loser = endkampf || half1, other = endkampf && (endkampf === half1 ? half2 : half1);
	const kind = !("vorrunde" in dataset) ? "last" in seat(loser).dataset ? "last" : "mark" : "scharf" in dataset ? "scharf" : other ? "three" : "same";
	for (const head of $$("[data-says]")) head.hidden = head.dataset.says !== kind;
	for (const el of $$("[data-name=loser]")) write(el, nameOf(loser));
	for (const el of $$("[data-name=other]")) write(el, other ? nameOf(other) : "");
	for (const line of $$(".points li")) {
		const who = line.dataset.player, out = "absent" in line.dataset || "leaving" in line.dataset;
		const points = who === loser || out ? 0 : who === other ? 3 : 5, mat = $(".deckel", line);
		mat.setAttribute("class", `deckel is-${points === 5 ? "go" : points ? "wait" : "loss"}`);
		write($("text", mat), points);
		const lost = QUESTIONS.filter((part) => answers[part] === who).map((part) => $(`[data-q=${part}] span`).textContent);
		write($("[data-lost]", line), lost[0] ? dataset.lost.replace("%s", lost.join(dataset.and)) : "");
	}
}

function send(form, button) {
	const { send: kind } = form.dataset;
	if (kind === "result") form.dataset.tells = $(".says:not([hidden])").textContent.split(" – ")[0];
	post(form, button, kind === "result" && { half1: "", half2: "", endkampf: "", ...answers, key });
	if (kind === "stroke") form.key.value = uuid(); // the next tap is another one
}

on("told", ({ detail: { ok, html, entry } }) => {
	if (entry.url.includes("/deckel/")) return look("");
	if (ok) {
		keep(SAVED);
		if (aside !== "strokes") aside = "";
	}
	page.outerHTML = html;
	adopt();
	look(page.dataset.token);
});

function adopt(event) { // a new #tisch: the same game goes on where it was
	const was = page, said = event && $("[data-step=summary]:not([hidden]) [data-says]:not([hidden])", was);
	page = $("#tisch");
	const another = page.dataset.id !== id;
	if (another) { answers = {}; key = uuid(); aside = ""; }
	id = page.dataset.id;
	aside = page.dataset.aside || aside;
	if (!was && read(SAVED)?.id === id) answers = read(SAVED).answers;
	if (!was) for (const question of QUESTIONS) { // tapped before the scripts had come
		const given = $(`[data-send=result] [name=${question}]`)?.value;
		if (given) answers[question] = given;
	}
	if (Object.values(answers).some((player) => !seat(player))) answers = {};
	show(another && was);
	const note = said && another && $("[data-taken]");
	if (note) { note.hidden = false; write($("bdi", note), said.textContent.split(" – ")[0]); }
}

on("submit", (event) => {
	const form = event.target, button = event.submitter;
	if ("ask" in form.dataset) answer(form.dataset.ask, button.value);
	else if ("choose" in form.dataset) {
		$("[data-send=absence] [name=player]").value = button.value;
		write($("[data-name=leaving]"), $(".name bdi", button).textContent);
		aside = form.dataset.choose;
		show(true);
	} else if ("send" in form.dataset) send(form, button);
	else return;
	event.preventDefault();
});

on("click", (event) => {
	const { dataset } = event.target.closest("#tisch :is([data-back], [data-open], [data-unsend])") || document;
	// The second half of a double tap would answer the next question.
	if (dataset || event.detail > 1 && event.target.closest("[data-ask] .seat")) event.preventDefault();
	if (!dataset) return;
	if ("back" in dataset) answer(dataset.back || last);
	else if ("open" in dataset) { aside = dataset.open; show(true); }
	else { keep(SIGN + held().body.key); tell(); }
});

on("part", adopt);
on("outbox", () => show());
adopt();
