"use strict";
// Turns the projector's pages. live.js fetches; here only the number of the page moves on.
(() => {
  const SECONDS = 12;
  let number = 0;
  setInterval(() => {
    const part = document.querySelector("[data-part]");
    const turning = Number(part?.querySelector("[data-turning]")?.dataset.turning || 1);
    if (turning < 2 && number === 0) return;
    number = (number + 1) % turning;
    part.dataset.part = part.dataset.part.replace(/\d+\/$/, `${number}/`);
    document.body.dataset.revision = "";
    document.dispatchEvent(new Event("look"));
  }, SECONDS * 1000);
})();
