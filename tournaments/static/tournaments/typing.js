// A form that the server answers while one types: what its page says comes into [data-said]. Nothing is saved.
let waiting, newest = 0;

async function ask(form) {
	const mine = ++newest, search = form.method === "get", body = new FormData(form), query = `?${new URLSearchParams(body)}`;
	body.set("reckon", "1");
	const [text] = await (search ? desk(query) : desk(form.action, body));
	if (!text || mine !== newest || !form.isConnected) return;
	const page = new DOMParser().parseFromString(text, "text/html");
	for (const el of $$("[data-said]")) {
		const said = page.getElementById(el.id);
		if (said && search) el.replaceWith(said);
		else if (said) Object.assign(el, { innerHTML: said.innerHTML, className: said.className, hidden: said.hidden });
	}
	if (!search) return;
	history.replaceState(null, "", query);
	if (form.getBoundingClientRect().bottom > innerHeight / 2) form.scrollIntoView(); // what was found is to be seen
}

function soon(event) {
	const form = event.target.closest("[data-typing]");
	if (!form || event.type === "submit" && form.method === "post") return;
	event.preventDefault(); // a search needs no page
	clearTimeout(waiting);
	waiting = setTimeout(ask, 150, form);
}

on("input", soon);
on("submit", soon);
