// Sends a throwing round without a page change; outbox.js keeps it until it is sent.
document.addEventListener("submit", (event) => {
  if (!("send" in event.target.dataset)) return;
  event.preventDefault();
  post(event.target, event.submitter);
});

document.addEventListener("told", ({ detail: { ok, conflict, html, entry } }) => {
  if (entry.next && (ok || conflict)) return location.assign(entry.next);
  if (!entry.url.includes("/deckel/")) return reload();
  $("#mitschrift").outerHTML = html;
  look($("#mitschrift").dataset.token);
  scrollTo(0, 0);
});
