// A form that the server answers while one types: what its page says comes into [data-said]. Nothing is saved.
const form = $("[data-typing]"), search = form.method === "get";
let waiting, newest = 0;

async function ask() {
  clearTimeout(waiting);
  const mine = ++newest, body = new FormData(form), query = `?${new URLSearchParams(body)}`;
  body.set("reckon", "1");
  try {
    const [, text] = await (search ? call(query) : call(form.action, { method: "POST", body }));
    if (mine !== newest) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const el of $$("[data-said]")) {
      const said = page.getElementById(el.id);
      if (said && search) el.replaceWith(said);
      else if (said) Object.assign(el, { innerHTML: said.innerHTML, className: said.className, hidden: said.hidden });
    }
    if (search) history.replaceState(null, "", query);
  } catch { if (search) $("[data-failed]").hidden = false; } // else saving tells
}

form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(ask, 150); });
form.addEventListener("submit", (event) => { if (search) { event.preventDefault(); ask(); } });
