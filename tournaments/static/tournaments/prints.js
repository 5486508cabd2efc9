"use strict";
// Print jobs while they run: the count into the bars; when the state of one changed, live.js fetches the list.
(() => {
  const list = () => document.querySelector("[data-prints]"), news = document.querySelector("[data-news]");
  let timer, before = [];

  function count({ id, done, total, text }) {
    const line = document.querySelector(`[data-job="${id}"] .bar-of`);
    if (!line || !total) return;
    const bar = line.querySelector("progress");
    let words = line.querySelector(".num");
    if (!words) { words = document.createElement("span"); words.className = "num"; line.append(words); }
    bar.max = total;
    bar.value = done;
    words.textContent = text;
  }

  async function look() {
    clearTimeout(timer);
    const part = list();
    if (!part || document.hidden) return;
    let pause = 4000;
    try {
      const answer = await fetch(part.dataset.prints, { cache: "no-store" });
      if (answer.redirected) return location.reload();
      const { version, jobs, ended } = await answer.json();
      jobs.forEach(count);
      const over = before.filter((id) => ended[id]).map((id) => ended[id]);
      if (over.length) news.textContent = over.join(", ");
      before = jobs.map(({ id }) => id).filter((id) => !ended[id]);
      if (version !== list().dataset.version) {
        document.body.dataset.revision = "";
        document.dispatchEvent(new Event("look"));
      }
      if (jobs.length) pause = 600;
    } catch { /* the next look comes */ }
    timer = setTimeout(look, pause);
  }

  document.addEventListener("visibilitychange", look);
  look();
})();
