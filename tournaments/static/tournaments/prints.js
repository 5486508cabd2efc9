// Print jobs while they run: their bars grow. Where one has ended, live.js fetches the list.
async function grow() {
  for (const bar of document.hidden ? [] : $$("[data-bar]")) {
    const [answer, text] = await call(bar.dataset.bar).catch(() => []);
    if (text && !answer.redirected) bar.innerHTML = text; else if (answer) look("");
  }
  setTimeout(grow, 600);
}

grow();
