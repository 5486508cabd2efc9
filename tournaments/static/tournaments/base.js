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

const say = (line) => { line.hidden = false; line.scrollIntoView({ block: "nearest" }); };

// To views that answer our own scripts with a part or a sentence: [text, whether it was done]. When nothing
// comes, the page says so.
async function desk(url, options) {
  const [{ status, redirected, ok }, text] = await call(url, { ...options, headers: { "X-Requested-With": "fetch" } }).catch(() => [{}]);
  const out = redirected || status === 403, came = !out && (status < 500 || status === 507); // 507: no room on its disk
  if (out) reload(); // signed out, perhaps in another tab
  for (const line of $$("[data-failed]")) if (came) line.hidden = true; else say(line);
  return came ? [text, ok] : [];
}

function reload() { // once in ten seconds at most: a page that is gone must not spin
  if (Date.now() - (+sessionStorage.reloaded || 0) < 10000) return;
  sessionStorage.reloaded = Date.now();
  location.reload();
}
