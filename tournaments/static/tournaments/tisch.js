// Asks a table's questions without a page change: all states are in #tisch, one is shown. Answers outlast a
// swap of the part (live.js) and a reload, and end with the game; outbox.js sends them.
const QUESTIONS = ["half1", "half2", "endkampf"], SAVED = `tisch ${here}`;
// What must be sent before anything else is asked; a Schock aus waits beside the game.
const held = () => entries().find(({ url, why }) => !why && url.startsWith(here) && !/schock-aus|deckel/.test(url));
let page, id, key, answers = {}, aside = "";
const seat = (player) => $(`[data-step="half1"] button[value="${player}"]`);
const nameOf = (player) => $(".name bdi", seat(player)).textContent;

function uuid() { // plain http has no crypto.randomUUID
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (c) => (c ^ Math.random() * 16 >> c / 4).toString(16));
}

function step() { // what follows from the answers
  const { half1, half2 } = answers, data = page.dataset;
  if (held()) return "sending";
  if (data.state !== "playing") return "rest";
  if (!half1) return "half1";
  if ("scharf" in data) return "summary";
  if (!half2) return "half2";
  if (half1 === half2) return "summary";
  const gone = [half1, half2].filter((player) => "leaving" in seat(player).dataset);
  if (gone.length === 1) answers.endkampf = gone[0]; // nobody plays against somebody who has left
  return answers.endkampf ? "summary" : "endkampf";
}

function answer(question, player) {
  for (const later of QUESTIONS.slice(QUESTIONS.indexOf(question))) delete answers[later];
  if (player) answers[question] = player;
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
  for (const button of $$('[data-ask="endkampf"] button')) {
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
  if (player) $("bdi", link).textContent = nameOf(player);
}

function sum() {
  const { half1, half2, endkampf } = answers, scharf = "scharf" in page.dataset;
  const loser = endkampf || half1, other = endkampf && (endkampf === half1 ? half2 : half1);
  const kind = !("vorrunde" in page.dataset) ? "last" in seat(loser).dataset ? "last" : "mark" : scharf ? "scharf" : other ? "three" : "same";
  for (const head of $$("[data-says]")) head.hidden = head.dataset.says !== kind;
  for (const el of $$('[data-name="loser"]')) el.textContent = nameOf(loser);
  if (other) for (const el of $$('[data-name="other"]')) el.textContent = nameOf(other);
  for (const line of $$(".points li")) {
    const who = line.dataset.player, out = "absent" in line.dataset || "leaving" in line.dataset;
    const points = who === loser || out ? 0 : who === other ? 3 : 5, mat = $(".deckel", line);
    mat.setAttribute("class", `deckel is-${points === 5 ? "go" : points ? "wait" : "loss"}`);
    $("text", mat).textContent = points;
    const lost = QUESTIONS.filter((part) => answers[part] === who).map((part) => $(`[data-q="${part}"] span`).textContent);
    $("[data-lost]", line).textContent = lost[0] ? page.dataset.lost.replace("%s", lost.join(page.dataset.and)) : "";
  }
}

function send(form, button) {
  const { send: kind } = form.dataset;
  if (kind === "result") form.dataset.tells = $(".says:not([hidden])").textContent.split(" – ")[0];
  post(form, button, kind === "result" && { half1: "", half2: "", endkampf: "", ...answers, key });
  if (kind === "stroke") form.key.value = uuid(); // the next tap is another one
}

document.addEventListener("told", ({ detail: { ok, html, entry } }) => {
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
  const before = id, was = page, said = event && $("[data-step=summary]:not([hidden]) [data-says]:not([hidden])", was);
  page = $("#tisch");
  id = page.dataset.id;
  if (page.dataset.aside) aside = page.dataset.aside;
  else if (id !== before && was) aside = "";
  if (id !== before) { answers = {}; key = uuid(); }
  if (!was && read(SAVED)?.id === id) answers = read(SAVED).answers;
  if (!was) for (const question of QUESTIONS) { // tapped before the scripts had come
    const given = $(`[data-send="result"] [name="${question}"]`)?.value;
    if (given) answers[question] = given;
  }
  for (const question of QUESTIONS) if (answers[question] && !seat(answers[question])) answers = {};
  show(id !== before && was);
  const note = said && id !== before && $("[data-taken]");
  if (note) { note.hidden = false; $("bdi", note).textContent = said.textContent.split(" – ")[0]; }
}

document.addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  if (!page.contains(form)) return;
  if ("ask" in form.dataset) answer(form.dataset.ask, button.value);
  else if ("choose" in form.dataset) {
    $('[data-send="absence"] [name="player"]').value = button.value;
    $('[data-name="leaving"]').textContent = $(".name bdi", button).textContent;
    aside = form.dataset.choose;
    show(true);
  } else if ("send" in form.dataset) send(form, button);
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const { dataset } = event.target.closest("#tisch :is([data-back], [data-open], [data-unsend])") || document;
  // The second half of a double tap would answer the next question.
  if (dataset || event.detail > 1 && event.target.closest("[data-ask] .seat")) event.preventDefault();
  if (!dataset) return;
  if ("back" in dataset) answer(dataset.back);
  else if ("open" in dataset) { aside = dataset.open; show(true); }
  else { keep(SIGN + held().body.key); tell(); }
});

document.addEventListener("part", adopt);
document.addEventListener("outbox", () => show());
adopt();
