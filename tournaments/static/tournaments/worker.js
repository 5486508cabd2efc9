// With https a table's page opens without network too: what came last is shown. It sends nothing; outbox.js does.
addEventListener("fetch", (event) => {
  const { request } = event, { pathname } = new URL(request.url);
  if (request.method !== "GET" || !(request.mode === "navigate" || pathname.startsWith("/static/"))) return;
  event.respondWith((async () => {
    const kept = await caches.open("tisch");
    try {
      const answer = await fetch(request, { signal: AbortSignal.timeout(8000) });
      if (answer.ok) await kept.put(request, answer.clone()); else await kept.delete(request);
      return answer;
    } catch (error) {
      const found = await kept.match(request);
      if (found) return found;
      throw error;
    }
  })());
});
