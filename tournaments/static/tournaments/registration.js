"use strict";
// The registration desk: the list follows what is typed, taps go without a reload.
(() => {
  const search = document.querySelector("[data-search]");
  if (!search) return;
  let waiting, newest = 0;

  async function show() {
    const mine = ++newest, list = document.querySelector("[data-list]"), typed = search.value.trim();
    const query = typed ? `?${new URLSearchParams({ q: typed })}` : "";
    try {
      const answer = await fetch(list.dataset.part.split("?")[0] + query);
      if (answer.redirected) return location.reload();
      const text = await answer.text();
      if (mine !== newest || !answer.ok) return;
      const box = document.createElement("template");
      box.innerHTML = text;
      document.querySelector("[data-list]").replaceWith(box.content.firstElementChild);
      history.replaceState(null, "", location.pathname + query);
    } catch { say(search.dataset.lost); }
  }

  function say(sentence) {
    const line = document.createElement("p");
    line.className = "message is-loss";
    line.append(document.createElement("b"), sentence);
    line.firstChild.textContent = "!";
    document.querySelector(".messages").replaceChildren(line);
    line.scrollIntoView({ block: "nearest" });
  }

  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(show, 120); });
  search.form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(waiting); show(); });

  document.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter;
    if (!form.matches("[data-tap]") || !button) return;
    event.preventDefault();
    if (form.dataset.sent) return;
    form.dataset.sent = "1";
    const body = new FormData(form), pressed = button.getAttribute("aria-pressed");
    body.append(button.name, button.value);
    if (pressed) button.setAttribute("aria-pressed", String(pressed === "false")); // the answer of the finger
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
      if (answer.redirected) return location.reload();
      document.querySelector(".messages").replaceChildren();
      if (!answer.ok) say((await answer.json()).sentence);
    } catch {
      if (pressed) button.setAttribute("aria-pressed", pressed);
      delete form.dataset.sent;
      return say(search.dataset.lost);
    }
    document.dispatchEvent(new Event("look"));
    setTimeout(() => { delete form.dataset.sent; }, 1500); // refused: nothing replaced the form
  });
})();
