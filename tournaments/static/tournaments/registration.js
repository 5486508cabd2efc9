// The registration desk: taps go without a reload.
const failed = $("[data-failed]"), refused = $("[data-refused]");

function say(line) {
  line.hidden = false;
  line.scrollIntoView({ block: "nearest" });
}

async function tap(form, button) {
  const body = new FormData(form), pressed = button.getAttribute("aria-pressed");
  body.append(button.name, button.value);
  form.dataset.sent = "1";
  if (pressed) button.setAttribute("aria-pressed", pressed === "false"); // the answer of the finger
  $(".messages").replaceChildren();
  failed.hidden = refused.hidden = true;
  try {
    const [answer, text] = await desk(form.action, { method: "POST", body });
    if (answer.redirected) return location.reload();
    if (!answer.ok) {
      $("span", refused).textContent = JSON.parse(text).sentence;
      say(refused);
    }
    look();
    setTimeout(() => { delete form.dataset.sent; }, 1500); // refused: nothing replaced the form
  } catch {
    if (pressed) button.setAttribute("aria-pressed", pressed);
    delete form.dataset.sent;
    say(failed);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-tap]") || !event.submitter) return;
  event.preventDefault();
  if (!form.dataset.sent) tap(form, event.submitter);
});
