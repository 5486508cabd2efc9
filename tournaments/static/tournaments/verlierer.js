// Taps fill in the throws here; only the verdict is asked for: the rules stand on the server alone.
const main = $("main"), rows = () => $$("details"), dice = (row) => $("[data-dice]", row);

function turn(row) {
	for (const other of rows()) other.open = other === row;
	$(".pad").hidden = false;
	near(row);
}

function tap(row, die) {
	const was = dice(row).value, now = dice(row).value = +die ? (was[2] ? "" : was) + die : was.slice(0, -1);
	$$(".dice use", row).forEach((use, at) => use.setAttribute("href", `#w${now[at] || 0}`));
	write($("[data-read]", row), [...now].join("-"));
	$("#antwort").replaceChildren();
	if (!now[2]) return;
	const next = rows().slice(rows().indexOf(row)).find((other) => !dice(other).value[2]);
	if (next) turn(next); else ask();
}

async function ask(button) {
	const query = new URLSearchParams(new FormData($("form")));
	if (button) query.set(button.name, button.value);
	const [text] = await desk(`?${query}&teil=1`);
	if (!text) return;
	main.innerHTML = text;
	history.replaceState(null, "", `?${query}`);
	$("h2, [open] summary").focus();
	near($("[open]"));
}

main.onclick = (event) => {
	const button = event.target.closest("button, summary");
	if (!button) return;
	event.preventDefault();
	if (button.name === "t") tap($("[open]"), button.value);
	else if (button.name) ask(button);
	else turn(button.parentNode);
};

main.onchange = ({ target }) => {
	const row = target.closest("details");
	if (!row || dice(row).value[2]) ask();
	else if (target.type === "radio") for (const other of rows()) if (!dice(other).value) $(`[value="${target.value}"]`, other).checked = true;
};
