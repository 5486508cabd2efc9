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

function reload() { // once in ten seconds at most: a page that is gone must not spin
  if (Date.now() - (+sessionStorage.reloaded || 0) < 10000) return;
  sessionStorage.reloaded = Date.now();
  location.reload();
}
