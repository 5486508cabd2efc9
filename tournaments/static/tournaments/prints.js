// Print jobs while they run: the count into the bars; when the state of one changed, live.js fetches the list.
let timer, before = [];

function count({ id, done, total, text }) {
  const line = $(`[data-job="${id}"] .bar-of`);
  if (!line || !total) return;
  if (!$(".num", line)) line.insertAdjacentHTML("beforeend", '<span class="num"></span>');
  Object.assign($("progress", line), { max: total, value: done });
  $(".num", line).textContent = text;
}

async function ask() {
  clearTimeout(timer);
  if (!$("[data-prints]") || document.hidden) return;
  let pause = 4000;
  try {
    const [answer, text] = await call($("[data-prints]").dataset.prints, { cache: "no-store" });
    if (answer.redirected) return location.reload();
    const { version, jobs, ended } = JSON.parse(text);
    jobs.forEach(count);
    const over = before.map((id) => ended[id]).filter(Boolean);
    if (over.length) $("[data-news]").textContent = over.join(", ");
    before = jobs.map(({ id }) => id).filter((id) => !ended[id]);
    if (version !== $("[data-prints]").dataset.version) look("");
    if (jobs.length) pause = 600;
  } catch { /* the next look comes */ }
  timer = setTimeout(ask, pause);
}

document.addEventListener("visibilitychange", ask);
ask();
