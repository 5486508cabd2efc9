// Enter goes to the next name; after the last one the throws are sent.
addEventListener("keydown", (event) => {
  const fields = $$("[data-throw]"), at = fields.indexOf(event.target), next = fields[at + 1];
  if (event.key !== "Enter" || at < 0 || !next) return;
  event.preventDefault();
  next.select();
});
