// Finds names in a long list: ä, ae and a are the same.
const plain = (text) => text.toLowerCase().replace(/ß/g, "ss").normalize("NFD").replace(/\p{M}/gu, "").replace(/([aou])e/g, "$1");

function filter() {
	const asked = plain($("[data-filter]")?.value.trim() || "");
	for (const row of $$("[data-find]")) row.hidden = !plain(row.textContent).includes(asked);
	for (const line of $$(".zone, .cut")) line.hidden = !!asked;
	for (const line of $$("[data-none]")) line.hidden = !!$("[data-find]:not([hidden])");
}

on("input", filter);
on("part", filter);
