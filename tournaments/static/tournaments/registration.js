// The registration desk: taps go without a reload.
const refused = $("[data-refused]");

async function tap(form, button) {
  const body = new FormData(form), pressed = button.getAttribute("aria-pressed");
  body.append(button.name, button.value);
  form.dataset.sent = "1";
  if (pressed) button.setAttribute("aria-pressed", pressed === "false"); // the answer of the finger
  $(".messages").replaceChildren();
  refused.hidden = true;
  try {
    const [answer, text] = await desk(form.action, { method: "POST", body });
    if (!answer.ok) {
      $("span", refused).textContent = JSON.parse(text).sentence;
      say(refused);
    }
    look();
    setTimeout(() => { delete form.dataset.sent; }, 1500); // refused: nothing replaced the form
  } catch {
    if (pressed) button.setAttribute("aria-pressed", pressed);
    delete form.dataset.sent;
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-tap]") || !event.submitter) return;
  event.preventDefault();
  if (!form.dataset.sent) tap(form, event.submitter);
});
