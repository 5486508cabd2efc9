// Turns the projector's pages, from the first when something else is shown, unless the desk holds them.
const told = () => $("[data-series]").dataset;
let timer, number = 0, now = told();

function turn(to = (number + !now.held) % now.turning) {
  clearTimeout(timer);
  timer = setTimeout(turn, 12000);
  if (to === number) return;
  const { dataset } = $("[data-part]");
  dataset.part = dataset.part.replace(/\d+\/$/, `${sessionStorage.page = number = to}/`);
  look("");
}

turn(now.held && +sessionStorage.page || 0);
document.addEventListener("part", () => {
  const { series, gongs } = now, plate = $(".gong");
  now = told();
  if (series !== now.series) setTimeout(turn, 0, 0);
  if (gongs === now.gongs) return;
  setTimeout(() => plate.hidden = true, 6000, plate.hidden = false);
  const sound = new AudioContext(), level = new GainNode(sound), tone = new OscillatorNode(sound);
  tone.connect(level).connect(sound.destination);
  level.gain.exponentialRampToValueAtTime(.001, 4);
  tone.start();
  tone.stop(4);
});
