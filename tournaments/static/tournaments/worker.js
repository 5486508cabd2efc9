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
		return found;
	} catch { return await kept.match(request) || Response.error(); }
}
