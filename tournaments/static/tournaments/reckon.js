// A form that the server reckons while one types: what it says comes into [data-said]. Nothing is saved.
const form = $("[data-reckon]");
let waiting, newest = 0;

async function reckon() {
  const mine = ++newest, body = new FormData(form);
  body.set("reckon", "1");
  try {
    const [, text] = await call(form.action, { method: "POST", body });
    if (mine !== newest) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const el of $$("[data-said]", form)) {
      const said = page.getElementById(el.id);
      if (said) Object.assign(el, { innerHTML: said.innerHTML, className: said.className, hidden: said.hidden });
    }
  } catch { /* saving tells */ }
}

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(reckon, 250);
});
