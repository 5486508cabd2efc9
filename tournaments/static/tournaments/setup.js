// The format page: what the typed numbers would mean, as one types. Nothing is saved.
const form = $("[data-reckon]");
let waiting, newest = 0;

function show({ errors = {}, effects }) {
  for (const list of $$("[data-errors]", form)) {
    const found = errors[list.dataset.errors] || [];
    list.hidden = !found.length;
    list.replaceChildren(...found.map(({ message }) => {
      const line = document.createElement("li"), text = document.createElement("span");
      text.textContent = message;
      line.append("⚠ ", text);
      return line;
    }));
  }
  for (const el of $$("[data-effect]", form)) {
    const said = effects?.[el.dataset.effect];
    if (said !== undefined) el.textContent = said;
    el.parentElement.hidden = !effects; // no effect of what cannot be played
  }
}

async function reckon() {
  const mine = ++newest;
  try {
    const [answer, text] = await desk(form.dataset.reckon, { method: "POST", body: new FormData(form) });
    if (!answer.redirected && answer.status < 500 && mine === newest) show(JSON.parse(text));
  } catch { /* saving tells */ }
}

form?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(reckon, 250);
});
