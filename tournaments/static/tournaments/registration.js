// The registration desk: the list follows what is typed, taps go without a reload.
const search = $("[data-search]"), trouble = $("[data-lost]");
let waiting, newest = 0;

async function show() {
  const mine = ++newest, typed = search.value.trim(), query = typed ? `?${new URLSearchParams({ q: typed })}` : "";
  try {
    const [answer, text] = await call($("#liste").dataset.part.split("?")[0] + query);
    if (answer.redirected) return location.reload();
    if (mine !== newest || !answer.ok) return;
    $("#liste").outerHTML = text;
    history.replaceState(null, "", location.pathname + query);
  } catch { say(trouble.dataset.lost); }
}

function say(sentence) {
  $(".messages").replaceChildren();
  $("span", trouble).textContent = sentence;
  trouble.hidden = !sentence;
  trouble.scrollIntoView({ block: "nearest" });
}

async function tap(form, button) {
  const body = new FormData(form), pressed = button.getAttribute("aria-pressed");
  body.append(button.name, button.value);
  form.dataset.sent = "1";
  if (pressed) button.setAttribute("aria-pressed", pressed === "false"); // the answer of the finger
  try {
    const [answer, text] = await desk(form.action, { method: "POST", body });
    if (answer.redirected) return location.reload();
    say(answer.ok ? "" : JSON.parse(text).sentence);
    look();
    setTimeout(() => { delete form.dataset.sent; }, 1500); // refused: nothing replaced the form
  } catch {
    if (pressed) button.setAttribute("aria-pressed", pressed);
    delete form.dataset.sent;
    say(trouble.dataset.lost);
  }
}

search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(show, 120); });
search.form.addEventListener("submit", (event) => { event.preventDefault(); show(); });
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-tap]") || !event.submitter) return;
  event.preventDefault();
  if (!form.dataset.sent) tap(form, event.submitter);
});
