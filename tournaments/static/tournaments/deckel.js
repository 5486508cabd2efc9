"use strict";
// Sends a throwing round without a page change. Without network what was tapped stays, with its key: sent again it counts once.
(() => {
  const find = (query) => document.querySelector(query);
  let busy = false;

  document.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter || document.activeElement, next = form.dataset.send;
    if (next === undefined) return;
    event.preventDefault();
    if (busy) return;
    const body = Object.fromEntries(new FormData(form));
    if (button.name) body[button.name] = button.value;
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), 8000), failed = find("[data-failed]");
    busy = failed.hidden = true;
    try {
      const sent = await fetch(form.action, { method: "POST", signal: stop.signal, headers: { "Content-Type": "application/json", "X-CSRFToken": body.csrfmiddlewaretoken }, body: JSON.stringify(body) });
      if (sent.status === 403) return location.reload();
      const told = await sent.json();
      if (next) return sent.ok || told.conflict ? location.assign(next) : location.reload();
      find("#mitschrift").outerHTML = told.html;
      document.body.dataset.revision = find("#mitschrift").dataset.token;
      document.dispatchEvent(new Event("look"));
      scrollTo(0, 0);
    } catch {
      failed.hidden = false;
      failed.scrollIntoView();
    } finally {
      clearTimeout(late);
      busy = false;
    }
  });
})();
