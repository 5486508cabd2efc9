// Finds names in a long list: ä, ae and a are the same; the list keeps its order and its lines.
const plain = (text) => text.toLowerCase().replace(/ß/g, "ss").normalize("NFD").replace(/\p{M}/gu, "").replace(/([aou])e/g, "$1");

function filter() {
  const field = $("[data-filter]"), none = $("[data-none]");
  if (!field) return;
  const asked = plain(field.value.trim());
  let found = 0;
  for (const row of $$("[data-find]")) {
    row.hidden = !plain(row.textContent).includes(asked);
    found += !row.hidden;
  }
  for (const line of $$(".zone, .cut")) line.hidden = Boolean(asked);
  none.hidden = found;
}

document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(); });
document.addEventListener("part", filter);
