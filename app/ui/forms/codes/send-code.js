// A whole one-time code is sent by itself once the typing rests, each code once; not one that a program put in, which presses
// the button too. What is on its way is not sent again. Pages of the console bring this along, pages without ask for the file.
if (globalThis.document && matchMedia('(scripting)').matches) {
  const RESTS_MS = 800
  const ON_ITS_WAY_MS = 5000
  const FIELD = 'input[autocomplete="one-time-code"]'
  const digitsOf = ({ value }) => value.replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
  const onTheirWay = new Set()
  let resting
  let sent

  // Before the console hears of it.
  const stopSecond = (event) => {
    clearTimeout(resting)
    const form = event.target
    const field = form.querySelector(FIELD)
    if (!field) return
    sent = digitsOf(field)
    if (!onTheirWay.has(form) && !form.querySelector('[type=submit][aria-busy]')) return
    event.preventDefault()
    event.stopPropagation()
  }
  // The console shows what it sends itself; here the browser does.
  const markSent = ({ target, defaultPrevented }) => {
    if (defaultPrevented || !target.querySelector(FIELD)) return
    onTheirWay.add(target)
    setTimeout(() => onTheirWay.delete(target), ON_ITS_WAY_MS)
  }
  const sendWhole = (field) => {
    const digits = digitsOf(field)
    if (digits === sent || !/^\p{Nd}{6}$/u.test(digits)) return
    resting = setTimeout(() => field.form?.requestSubmit(field.form.querySelector('[data-sends-code]')), RESTS_MS)
  }
  const hearTyping = ({ target, isComposing, inputType }) => {
    if (!target.matches?.(FIELD)) return
    clearTimeout(resting)
    if (!isComposing && inputType) sendWhole(target)
  }
  // Somebody may be quicker than this script; what the browser puts back into a page it shows again is not typed.
  const [entry] = performance.getEntriesByType('navigation')
  const typing = document.activeElement
  if (entry?.type === 'navigate' && typing?.matches(FIELD)) sendWhole(typing)
  addEventListener('submit', stopSecond, true)
  addEventListener('submit', markSent)
  addEventListener('input', hearTyping)
  addEventListener('pageshow', () => onTheirWay.clear())
}
