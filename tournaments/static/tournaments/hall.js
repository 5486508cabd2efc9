// Finds names in a long list: ä, ae and a are the same.
const plain = (text) => text.toLowerCase().replace(/ß/g, "ss").normalize("NFD").replace(/\p{M}/gu, "").replace(/([aou])e/g, "$1");

function filter() {
  const asked = plain($("[data-filter]")?.value.trim() || "");
  for (const row of $$("[data-find]")) row.hidden = !plain(row.textContent).includes(asked);
  for (const line of $$(".zone, .cut")) line.hidden = Boolean(asked);
  for (const line of $$("[data-none]")) line.hidden = Boolean($("[data-find]:not([hidden])"));
}

document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(); });
document.addEventListener("part", filter);
