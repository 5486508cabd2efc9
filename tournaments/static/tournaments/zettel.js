// The slip from the keyboard: table, Enter, 1–6 for each half, Enter; Backspace one step back, Esc clears.
const NAMES = ["half1", "half2", "endkampf"];
const card = () => $("#zettel"), fill = () => $("#zettel [data-fill]"), left = (row) => "left" in row.dataset;
const ticks = () => NAMES.map((name) => $(`#zettel [name=${name}]:checked`));
const losers = () => ticks().map((box) => box?.closest("tr"));
const begun = () => !fill() || ticks().some(Boolean) || $(".error", fill());
let busy = false, keys = [];

// What is still to be asked. Nobody is asked for an Endkampf that one of the two has left (C2.5).
function open() {
  const [one, two, end] = losers();
  if (!one) return NAMES[0];
  if (!$("#zettel [name=half2]")) return "";
  if (!two) return NAMES[1];
  return one !== two && !end && left(one) === left(two) ? NAMES[2] : "";
}

function update(focus) {
  if (!fill()) return focus && $("#tisch")?.select();
  const [one, two] = losers();
  for (const box of $$("#zettel [name=endkampf]")) {
    box.disabled = one && two && (one === two || ![one, two].includes(box.closest("tr")));
    if (box.disabled) box.checked = false;
  }
  const now = open();
  for (const cell of $$("#zettel [data-col]")) cell.classList.toggle("is-active", cell.dataset.col === now);
  $("#zettel .says").textContent = "";
  if (!now) fill().dispatchEvent(new Event("input", { bubbles: true })); // typing.js asks what that means
  if (focus) $(now ? `[name=${now}]:enabled` : "button", fill()).focus();
}

async function send(url, options, known) { // known: what the open slip says; it stays unless there is something new
  busy = true;
  try {
    const [, text] = await desk(url, options);
    if (!/^\s*<section/.test(text)) return location.reload();
    if (!known || !(text.includes(known) || begun())) {
      const here = !known || card().contains(document.activeElement);
      card().outerHTML = text;
      update(here);
    }
  } catch { if (!known) keys = []; }
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
document.addEventListener("change", ({ target }) => { if (fill()?.contains(target)) update(); });

// True when the key was ours.
function press(key) {
  const form = fill(), choose = $("#zettel [data-choose]"), ticked = ticks().filter(Boolean);
  if (key === "Escape" && !ticked[0]) $("#verwerfen")?.requestSubmit();
  else if (key === "Enter") { if (!form && !choose) return false; (form || choose).requestSubmit(); }
  else if (form && (key === "Escape" || key === "Backspace")) {
    for (const box of key === "Escape" ? ticked : ticked.slice(-1)) box.checked = false;
    update(true);
  } else if (form && key > "0" && key < "7") {
    const box = $(`[data-seat="${key}"] [name=${open() || "none"}]:enabled`, form);
    if (box) { box.checked = true; update(true); }
  } else if (!form && choose && (card().dataset.letters ? /^[a-y]$/i : /^\d$/).test(key)) {
    $("#tisch").focus();
    $("#tisch").value += key;
  } else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event, table = target.id === "tisch";
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  if (table && !busy) {
    if (key !== "Escape") return;
    target.value = "";
    press(key);
  } else if (!table && target.matches("input:not([type=radio]), textarea, select, summary") || key === "Enter" && target.matches("a, button")) return;
  else if (busy) { if (/^(\w|Enter|Backspace|Escape)$/.test(key)) keys.push(key); else return; }
  else if (!press(key)) return;
  event.preventDefault();
});

update(matchMedia("(min-width: 75.01rem)").matches && !location.hash);
// Minutes grow without anything happening.
setInterval(() => look(""), 60000);
