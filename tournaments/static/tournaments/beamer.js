// Turns the projector's pages, from the first when something else is shown.
const find = (name) => $(`[data-${name}]`).dataset;
let timer, number = 0, { series } = find("series");

function turn(to) {
  clearTimeout(timer);
  timer = setTimeout(() => turn((number + 1) % find("turning").turning), 12000);
  if (to === number) return;
  number = to;
  find("part").part = find("part").part.replace(/\d+\/$/, `${to}/`);
  look("");
}

turn(0);
document.addEventListener("part", () => {
  if (series !== (series = find("series").series)) setTimeout(turn, 0, 0);
});
