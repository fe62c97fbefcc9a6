// Lets the resend countdown run and opens the buttons at its end; without it the page shows the seconds as of loading.
for (const form of document.querySelectorAll('[data-countdown]')) {
  const endsAt = Date.now() + Number(form.dataset.countdown) * 1000
  const seconds = form.querySelector('[data-seconds]')
  const tick = () => {
    const left = Math.ceil((endsAt - Date.now()) / 1000)
    if (left > 0) {
      seconds.textContent = left
      return
    }
    clearInterval(timer)
    form.querySelector('[data-while-waiting]').hidden = true
    for (const button of form.querySelectorAll('[data-after-waiting]')) button.disabled = button.hidden = false
  }
  form.querySelector('[data-without-countdown]').hidden = true
  const timer = setInterval(tick, 250)
}
