// Keeps an open page true: listens to its part or asks for the revision, says when it is blind.
const { body } = document, write = (el, text) => { if (el.textContent !== text) el.textContent = text; };
const format = new Intl.DateTimeFormat("de-DE", { timeStyle: "medium", timeZone: "Europe/Berlin" });
let shift = 0; // the server's clock minus ours
let errors = 0, timer, busy = false, source, deaf = 0; // deaf: until then no stream
const last = new WeakMap(); // a part → its markup
const now = () => Date.now() + shift, time = () => format.format(now());
const set = (date) => { if (Math.abs(date - now()) > 2000) shift = date - Date.now(); };

function clock() {
  for (const el of $$("[data-now]")) write(el, time().slice(0, 5));
  for (const el of $$("[data-since]")) {
    const minutes = Math.floor((now() - Date.parse(el.dataset.since)) / 60000);
    write(el, String(Math.abs(minutes)));
    el.dataset.past = minutes >= 0;
  }
}

function tick() {
  clock();
  setTimeout(tick, 1000 - (now() % 1000));
}

async function get(url) {
  const [answer, text] = await call(url, { cache: "no-cache" });
  if (answer.redirected || answer.status === 410 || answer.status === 404 && errors || answer.headers.has("X-Page-Changed")) return reload();
  if (!answer.ok) throw answer;
  set(Date.parse(answer.headers.get("Date")));
  return text;
}

function swap(part, text) {
  if (last.get(part) === text) return;
  const focus = part.contains(document.activeElement) && document.activeElement;
  const nth = focus && $$(focus.tagName, part).indexOf(focus);
  const typed = $$("input[id], textarea[id], select[id]", part);
  const open = $$("details[id][open]", part), place = [scrollX, scrollY], inner = part.scrollTop;
  const named = (id) => document.getElementById(id);

  const box = document.createElement("template");
  box.innerHTML = text;
  const root = box.content.firstElementChild;
  if (root?.dataset.part && !root.nextElementSibling) { part.replaceWith(root); part = root; }
  else part.replaceChildren(box.content);
  last.set(part, text);
  clock();

  for (const was of typed) {
    const el = named(was.id);
    if (el && was.value !== was.defaultValue) el.value = was.value;
    if (el && was.checked !== was.defaultChecked) el.checked = was.checked;
  }
  for (const { id } of open) if (named(id)) named(id).open = true;
  const again = focus && (focus.id ? named(focus.id) : $$(focus.tagName, part)[nth]);
  if (again) {
    again.focus({ preventScroll: true });
    if (focus.selectionEnd) again.setSelectionRange(focus.selectionStart, focus.selectionEnd);
  }
  part.scrollTop = inner;
  scrollTo(...place);
  part.dispatchEvent(new Event("part", { bubbles: true }));
}

async function renew(parts) {
  for (const part of $$(parts)) {
    const markup = await get(part.dataset.part);
    if (markup === undefined) return 1;
    swap(part, markup);
  }
}

function show() {
  const blind = errors > 2;
  if (!errors) for (const el of $$("[data-stand]")) write(el, `${el.dataset.stand} ${time()}`);
  for (const el of $$("[data-trouble]")) write(el, blind ? el.dataset.trouble : "");
  for (const el of $$("[data-net]")) el.hidden = (el.dataset.net === "off") !== blind;
}

// Every change, a sign of life every 20 s; after three falls the page asks for half a minute.
function listen(part) {
  const leave = () => { deaf = Date.now() + 30000; ask(); };
  const watch = () => { clearTimeout(timer); timer = setTimeout(leave, 50000); };
  const hear = (name, act) => source.addEventListener(name, (event) => { errors = 0; act(event); show(); watch(); });
  source = new EventSource(`/live${part.dataset.part}?id=${part.dataset.stream}`);
  source.onerror = () => { if (++errors > 2 || source.readyState > 1) leave(); };
  hear("beat", ({ data }) => set(data));
  hear("state", ({ data, lastEventId }) => { part.dataset.stream = lastEventId; swap(part, data); renew("[data-part]:not([data-stream])").catch(leave); });
  hear("gone", reload);
  watch();
}

async function ask() {
  clearTimeout(timer);
  source?.close();
  if (busy || document.hidden) return;
  const part = Date.now() > deaf && $("[data-stream]");
  if (part) return listen(part);
  busy = true;
  try {
    const text = await get(body.dataset.live);
    if (!text) return;
    const revision = text[0] === "{" ? String(JSON.parse(text).revision) : text.trim();
    if (revision !== body.dataset.revision) {
      if (await renew("[data-part]")) return;
      body.dataset.revision = revision;
    }
    errors = 0;
  } catch { errors++; } finally {
    busy = false;
    show();
    timer = setTimeout(ask, Math.min(1000 * 2 ** Math.max(errors, 1), 16000));
  }
}

const told = $$("[data-now]").find((el) => el.dataset.now); // parts are kept by the server and know no time
if (told) {
  shift = Date.parse(told.dataset.now) - Date.now();
  tick();
}
if (body.dataset.live) {
  for (const wake of ["online", "offline", "pageshow", "focus"]) addEventListener(wake, ask);
  for (const wake of ["visibilitychange", "look"]) document.addEventListener(wake, ask);
}
