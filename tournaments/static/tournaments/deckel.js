// Sends a throwing round without a page change; outbox.js keeps it until it is sent.
on("submit", (event) => {
	if (!("send" in event.target.dataset)) return;
	event.preventDefault();
	post(event.target, event.submitter);
});

on("told", ({ detail: { ok, conflict, html, entry } }) => {
	if (entry.next && (ok || conflict)) return location.assign(entry.next);
	if (!entry.url.includes("/deckel/")) return reload();
	$("#mitschrift").outerHTML = html;
	look($("#mitschrift").dataset.token);
	scrollTo(0, 0);
});
