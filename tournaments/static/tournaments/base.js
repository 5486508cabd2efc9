"use strict";
// What the scripts of all pages share; each of them is a module.
const $ = (query, root = document) => root.querySelector(query);
const $$ = (query, root = document) => [...root.querySelectorAll(query)];
const named = (id) => document.getElementById(id);
const on = (name, act) => document.addEventListener(name, act);
const fire = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

const write = (el, text) => { if (el.textContent !== text) el.textContent = text; };

// Something was sent: live.js asks at once. With "" as the revision it fetches every part.
function look(revision = document.body.dataset.revision) {
	document.body.dataset.revision = revision;
	fire("look");
}

// The answer and its text. A hall's network hangs more often than it fails: 8 s are enough.
async function call(url, options) {
	const stop = new AbortController();
	setTimeout(() => stop.abort(), 8000);
	const answer = await fetch(url, { ...options, signal: stop.signal });
	return [answer, await answer.text()];
}

function release() { // what waited for an answer can be pressed again
	for (const form of $$("[data-sent]")) delete form.dataset.sent;
	for (const button of $$("[aria-disabled]")) button.removeAttribute("aria-disabled");
}

const near = (el) => el?.scrollIntoView({ block: "nearest" });
const say = (line) => { line.hidden = false; near(line); };

// Asks a view for a part or a sentence: [text, whether it was done]. When nothing comes, the page says so.
async function desk(url, body) {
	const options = { method: body ? "POST" : "GET", body, headers: { "X-Requested-With": "fetch" } };
	const [{ status, redirected, ok }, text] = await call(url, options).catch(() => [{}]);
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
