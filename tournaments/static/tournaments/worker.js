// With https a table's page opens without network too, as it last came. It sends nothing; outbox.js does.
addEventListener("fetch", (event) => {
	const { request } = event, wanted = request.mode === "navigate" || request.url.includes("/static/");
	if (wanted && request.method === "GET") event.respondWith(answer(request));
});

async function answer(request) {
	const kept = await caches.open("tisch");
	try {
		const found = await fetch(request);
		kept.put(request, found.clone());
		forget(kept, at(found));
		return found;
	} catch { return await kept.match(request) || Response.error(); }
}

const at = ({ headers }) => Date.parse(headers.get("date")); // the server's clock, whatever the device's says

async function forget(kept, now) { // an evening that is over for days: names stand on its pages
	for (const page of await kept.keys()) if (now - at(await kept.match(page)) > 3e8) kept.delete(page);
}
