"use strict";
// Keeps an open page true: asks for the revision, fetches the parts that changed, says when it is blind.
// <body data-live="URL" data-revision="7">, [data-part="URL"], [data-stand], [data-trouble], [data-net], [data-now],
// [data-since="time"] (minutes since then).
(() => {
  const body = document.body, all = (query, root = document) => [...root.querySelectorAll(query)];
  const write = (el, text) => { if (el.textContent !== text) el.textContent = text; };
  const format = new Intl.DateTimeFormat("de-DE", { timeStyle: "medium", timeZone: "Europe/Berlin" });
  let shift = 0; // the server's clock minus ours: tablets are often wrong by minutes
  const time = () => format.format(Date.now() + shift);

  const clock = () => {
    for (const el of all("[data-now]")) write(el, time().slice(0, 5));
    for (const el of all("[data-since]")) write(el, String(Math.max(0, Math.floor((Date.now() + shift - Date.parse(el.dataset.since)) / 60000))));
  };
  const tick = () => { clock(); setTimeout(tick, 1000 - ((Date.now() + shift) % 1000)); };
  const [told] = all("[data-now]").filter((el) => el.dataset.now); // parts are kept by the server and know no time
  if (told) { shift = Date.parse(told.dataset.now) - Date.now(); tick(); }
  if (!body.dataset.live) return;

  let errors = 0, timer, busy = false;
  const last = new WeakMap(); // a part → its markup

  async function get(url) {
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), 8000);
    try {
      const answer = await fetch(url, { cache: "no-cache", signal: stop.signal });
      if (answer.redirected || answer.status === 410 || answer.headers.has("X-Page-Changed")) return reload();
      if (!answer.ok) throw new Error(answer.status);
      const date = Date.parse(answer.headers.get("Date")) - Date.now();
      if (Math.abs(date - shift) > 2000) shift = date;
      return await answer.text();
    } finally { clearTimeout(late); }
  }

  function reload() { // once in ten seconds at most: a page that is gone must not spin
    const then = +sessionStorage.reloaded || 0;
    sessionStorage.reloaded = Date.now();
    if (Date.now() - then > 10000) location.reload();
  }

  function swap(part, text) {
    if (last.get(part) === text) return;
    const focus = part.contains(document.activeElement) && document.activeElement;
    const nth = focus && all(focus.tagName, part).indexOf(focus);
    const typed = all("input[id], textarea[id], select[id]", part).map((el) => [el.id, el.value, el.defaultValue, el.checked, el.defaultChecked]);
    const open = all("details[id][open]", part), place = [scrollX, scrollY], inner = part.scrollTop;

    const box = document.createElement("template");
    box.innerHTML = text;
    const root = box.content.firstElementChild;
    if (root && root.dataset.part && !root.nextElementSibling) { part.replaceWith(root); part = root; }
    else part.replaceChildren(box.content);
    last.set(part, text);
    clock();

    for (const [id, value, was, checked, wasChecked] of typed) {
      const el = document.getElementById(id);
      if (el && value !== was) el.value = value;
      if (el && checked !== wasChecked) el.checked = checked;
    }
    for (const { id } of open) { const el = document.getElementById(id); if (el) el.open = true; }
    const again = focus && (focus.id ? document.getElementById(focus.id) : all(focus.tagName, part)[nth]);
    if (again) {
      again.focus({ preventScroll: true });
      if (focus.selectionEnd) again.setSelectionRange(focus.selectionStart, focus.selectionEnd);
    }
    part.scrollTop = inner;
    scrollTo(...place);
    part.dispatchEvent(new Event("part", { bubbles: true }));
  }

  function show() {
    const blind = errors > 2;
    if (!errors) for (const el of all("[data-stand]")) write(el, `${el.dataset.stand} ${time()}`);
    for (const el of all("[data-trouble]")) write(el, blind ? el.dataset.trouble : "");
    for (const el of all("[data-net]")) el.hidden = (el.dataset.net === "off") !== blind;
  }

  async function look() {
    clearTimeout(timer);
    if (busy || document.hidden) return;
    busy = true;
    try {
      const text = await get(body.dataset.live);
      if (!text) return;
      const now = text[0] === "{" ? String(JSON.parse(text).revision) : text.trim();
      if (now !== body.dataset.revision) {
        for (const part of all("[data-part]")) {
          const markup = await get(part.dataset.part);
          if (markup === undefined) return;
          swap(part, markup);
        }
        body.dataset.revision = now;
      }
      errors = 0;
    } catch { errors++; } finally {
      busy = false;
      show();
      timer = setTimeout(look, Math.min(1000 * 2 ** Math.max(errors, 1), 16000));
    }
  }

  for (const wake of ["online", "pageshow", "focus"]) addEventListener(wake, look);
  document.addEventListener("visibilitychange", look);
  document.addEventListener("look", look); // other scripts: something was just sent
})();
