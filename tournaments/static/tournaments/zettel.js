// The slip from the keyboard: table, Enter, 1–6 for each half, Enter; Backspace one step back, Esc clears.
const card = () => $("#zettel"), fill = () => $("#zettel [data-fill]"), left = (row) => "left" in row.dataset;
const NAMES = ["half1", "half2", "endkampf"], tick = (form, name) => $(`[name=${name}]:checked`, form);
const losers = (form) => NAMES.map((name) => tick(form, name)?.closest("tr"));
let busy = false, keys = [];

// What is still to be asked. Nobody is asked for an Endkampf that one of the two has left (C2.5).
function open(form) {
  const [one, two, end] = losers(form);
  if (!one) return NAMES[0];
  if (!$("[name=half2]", form)) return "";
  if (!two) return NAMES[1];
  return one !== two && !end && left(one) === left(two) ? NAMES[2] : "";
}

function sentence(form) {
  const [one, two, end] = losers(form), said = form.dataset, loser = end || (two && left(two) ? two : one);
  if (said.mark) return `${loser.dataset.name} ${"last" in loser.dataset ? said.last : said.mark}${said.ask}`;
  const zero = new Set([loser, ...$$("[data-left]", form)]), three = [one, two].filter((r) => r && !zero.has(r));
  const five = $$("[data-seat]:not([data-gone])", form).filter((r) => !zero.has(r) && !three.includes(r));
  const got = (rows, points) => [...rows].map((r) => `${r.dataset.name}\u00a0${points}`);
  return [...got(zero, 0), ...got(three, 3), ...(five[1] ? [said.rest] : got(five, 5))].join(", ") + said.ask;
}

function update(form, focus) {
  const [one, two] = losers(form), says = $("[data-says]", form);
  for (const box of $$("[name=endkampf]", form)) {
    box.disabled = one && two && (one === two || ![one, two].includes(box.closest("tr")));
    if (box.disabled) box.checked = false;
  }
  const now = open(form);
  for (const cell of $$("[data-col]", form)) cell.classList.toggle("is-active", cell.dataset.col === now);
  says.hidden = Boolean(now);
  says.textContent = now ? "" : sentence(form);
  if (focus) $(now ? `[name=${now}]:enabled` : "button", form).focus();
}

const start = () => { if (fill()) update(fill(), true); else $("#tisch")?.select(); };

const begun = () => !fill() || NAMES.some((name) => tick(fill(), name)) || $(".error", fill());

async function send(url, options, known) { // known: what the open slip says; it stays unless there is something new
  busy = true;
  try {
    const [answer, text] = await desk(url, options);
    if (answer.redirected || !/^\s*<section/.test(text)) return location.reload();
    if (!known || !(text.includes(known) || begun())) {
      const here = !known || card().contains(document.activeElement);
      card().outerHTML = text;
      if (here) start(); else if (fill()) update(fill());
    }
  } catch {
    if (!known) { $("[data-lost]", card()).hidden = false; keys = []; }
  }
  busy = false;
  if (options) { $(".messages").replaceChildren(); look(); }
  while (keys[0] && !busy) press(keys.shift());
}

// Another device was faster: a slip that nobody has begun goes on to the game of now.
document.addEventListener("part", () => {
  if (!busy && !begun()) send(`${fill().action}?tisch=${fill().tisch.value}`, null, `name="version" value="${fill().version.value}"`);
});

document.addEventListener("submit", (event) => {
  const form = event.target, body = new FormData(form);
  if (!card()?.contains(form)) return;
  event.preventDefault();
  if (!busy) form.method === "get" ? send(`${form.action}?${new URLSearchParams(body)}`) : send(form.action, { method: "POST", body });
});
document.addEventListener("change", ({ target }) => { if (fill()?.contains(target)) update(fill()); });
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-drop]")) { event.preventDefault(); press("Escape"); }
});

// True when the key was ours.
function press(key) {
  const form = fill(), choose = $("#zettel [data-choose]"), ticked = form ? NAMES.filter((name) => tick(form, name)) : [];
  if (key === "/") $("[type=search]").select();
  else if (key === "Escape" && !ticked[0]) { if (choose) send(choose.action); }
  else if (key === "Enter") { if (!form && !choose) return false; (form || choose).requestSubmit(); }
  else if (form && (key === "Escape" || key === "Backspace")) {
    for (const name of key === "Escape" ? ticked : ticked.slice(-1)) tick(form, name).checked = false;
    update(form, true);
  } else if (form && key > "0" && key < "7") {
    const box = $(`[data-seat="${key}"] [name=${open(form) || "none"}]:enabled`, form);
    if (box) { box.checked = true; update(form, true); }
  } else if (!form && choose && (card().dataset.letters ? /^[a-y]$/i : /^\d$/).test(key)) {
    $("#tisch").focus();
    $("#tisch").value += key;
  } else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event, undo = $("#zettel [data-key=z]");
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  if (target.id === "tisch" && !busy) {
    if (key.toLowerCase() === "z" && undo) undo.click();
    else if (key === "Escape") { target.value = ""; press(key); } else if (key !== "/" || !press(key)) return;
  } else if (target.id !== "tisch" && target.matches("input:not([type=radio]), textarea, select, summary") || key === "Enter" && target.matches("a, button")) return;
  else if (busy) { if (/^(\/|\w|Enter|Backspace|Escape)$/.test(key)) keys.push(key); else return; }
  else if (!press(key)) return;
  event.preventDefault();
});

if (matchMedia("(min-width: 75.01rem)").matches && !location.hash) start(); else if (fill()) update(fill());
// Minutes grow without anything happening.
setInterval(() => look(""), 60000);
