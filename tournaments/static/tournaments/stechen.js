"use strict";
// Enter goes to the next name; after the last one the throws are sent.
addEventListener("keydown", (event) => {
  const all = [...document.querySelectorAll("[data-throw]")], next = all[all.indexOf(event.target) + 1];
  if (event.key !== "Enter" || !event.target.matches("[data-throw]") || !next) return;
  event.preventDefault();
  next.select();
});
