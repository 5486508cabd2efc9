// Finds names in a long list, in any order of their words: ä, ae and a are the same.
const plain = (text) => text.toLowerCase().replace(/ß/g, "ss").normalize("NFD").replace(/\p{M}/gu, "").replace(/([aou])e/g, "$1");

function filter() {
	const asked = plain($("[data-filter]")?.value || "").match(/[^\s,]+/g) || [];
	for (const row of $$("[data-find]")) { const text = plain(row.textContent); row.hidden = !asked.every((word) => text.includes(word)); }
	for (const line of $$(".zone, .cut")) line.hidden = !!asked[0];
	for (const line of $$("[data-none]")) line.hidden = !!$("[data-find]:not([hidden])");
}

on("input", filter);
on("part", filter);
