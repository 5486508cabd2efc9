// Turns the projector's pages, from the first when something else is shown; the desk holds and turns them too.
const told = () => $("[data-series]").dataset, next = () => (number + 1) % now.turning;
let timer, number = 0, now = told();

function turn(to) {
  clearTimeout(timer);
  timer = setTimeout(() => turn(now.held ? number : next()), 12000);
  if (to === number) return;
  const { dataset } = $("[data-part]");
  dataset.part = dataset.part.replace(/\d+\/$/, `${sessionStorage.page = number = to}/`);
  look("");
}

function gong() {
  const plate = $(".gong"), sound = new AudioContext(), level = new GainNode(sound), tone = new OscillatorNode(sound);
  setTimeout(() => plate.hidden = true, 6000, plate.hidden = false);
  tone.connect(level).connect(sound.destination);
  level.gain.exponentialRampToValueAtTime(.001, 4);
  tone.start();
  tone.stop(4);
}

turn(now.held && +sessionStorage.page || 0);
document.addEventListener("part", () => {
  const was = now;
  now = told();
  if (was.series !== now.series) setTimeout(turn, 0, 0);
  else if (was.turned !== now.turned) setTimeout(turn, 0, next());
  if (was.gongs !== now.gongs) gong();
});
setInterval(() => { // minutes left, or over
  for (const el of $$("[data-limit]")) {
    const left = el.dataset.limit - $("[data-since]").textContent;
    el.textContent = Math.abs(left);
    el.parentNode.hidden = left < 0 ^ el.matches(".wait *");
  }
}, 250);
