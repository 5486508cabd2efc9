"use strict";
// What the scripts of all pages share; each of them is a module.
const $ = (query, root = document) => root.querySelector(query);
const $$ = (query, root = document) => [...root.querySelectorAll(query)];

// Something was sent: live.js asks at once. With "" as the revision it fetches every part.
function look(revision = document.body.dataset.revision) {
  document.body.dataset.revision = revision;
  document.dispatchEvent(new Event("look"));
}

// The answer and its text. A hall's network hangs more often than it fails: 8 s are enough.
async function call(url, options) {
  const stop = new AbortController(), late = setTimeout(() => stop.abort(), 8000);
  try {
    const answer = await fetch(url, { ...options, signal: stop.signal });
    return [answer, await answer.text()];
  } finally { clearTimeout(late); }
}

// To the views of the desk: a part or a sentence will do instead of a page.
const desk = (url, options) => call(url, { ...options, headers: { "X-Requested-With": "fetch" } });

// Sends a form of a table as JSON, one at a time: what came back. Without network it stays, with its key, and says so.
async function post(form, button, extra) {
  if (post.busy) return;
  const fields = new FormData(form), failed = $("[data-failed]");
  if (button?.name) fields.set(button.name, button.value);
  const body = { ...Object.fromEntries(fields), ...extra };
  post.busy = failed.hidden = true;
  button?.setAttribute("aria-disabled", "true");
  try {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": body.csrfmiddlewaretoken };
    const [answer, text] = await call(form.action, { method: "POST", headers, body: JSON.stringify(body) });
    if (answer.status === 403) return location.reload(); // unpaired, or the form is too old
    return { ok: answer.ok, ...JSON.parse(text) };
  } catch {
    failed.hidden = false;
    failed.scrollIntoView();
  } finally {
    post.busy = false;
    button?.removeAttribute("aria-disabled");
  }
}
