// The registration desk: the list follows what is typed, taps go without a reload.
const search = $("[data-search]");
let waiting, newest = 0;

async function show() {
  clearTimeout(waiting);
  const mine = ++newest, list = $("[data-list]"), typed = search.value.trim();
  const query = typed ? `?${new URLSearchParams({ q: typed })}` : "";
  try {
    const [answer, text] = await call(list.dataset.part.split("?")[0] + query);
    if (answer.redirected) return location.reload();
    if (mine !== newest || !answer.ok) return;
    $("[data-list]").outerHTML = text;
    history.replaceState(null, "", location.pathname + query);
  } catch { say(search.dataset.lost); }
}

function say(sentence) {
  const line = document.createElement("p");
  line.className = "message is-loss";
  line.innerHTML = "<b>!</b>";
  line.append(sentence);
  $(".messages").replaceChildren(line);
  line.scrollIntoView({ block: "nearest" });
}

async function tap(form, button) {
  form.dataset.sent = "1";
  const body = new FormData(form), pressed = button.getAttribute("aria-pressed");
  body.append(button.name, button.value);
  if (pressed) button.setAttribute("aria-pressed", String(pressed === "false")); // the answer of the finger
  try {
    const [answer, text] = await desk(form.action, { method: "POST", body });
    if (answer.redirected) return location.reload();
    $(".messages").replaceChildren();
    if (!answer.ok) say(JSON.parse(text).sentence);
  } catch {
    if (pressed) button.setAttribute("aria-pressed", pressed);
    delete form.dataset.sent;
    return say(search.dataset.lost);
  }
  look();
  setTimeout(() => { delete form.dataset.sent; }, 1500); // refused: nothing replaced the form
}

if (search) {
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(show, 120); });
  search.form.addEventListener("submit", (event) => { event.preventDefault(); show(); });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-tap]") || !event.submitter) return;
    event.preventDefault();
    if (!form.dataset.sent) tap(form, event.submitter);
  });
}
