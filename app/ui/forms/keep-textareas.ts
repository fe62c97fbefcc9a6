/**
 * React sets a textarea to its first text as it takes over a page that was drawn on the server (react-dom 19.3, `initTextarea`).
 * What was typed until then stays, and so does the caret.
 */
export function keepTextareas(): void {
  for (const area of document.querySelectorAll('textarea')) if (area.defaultValue !== '') keepUntilTakenOver(area)
}

function keepUntilTakenOver(area: HTMLTextAreaElement): void {
  let before = standOf(area)
  const note = () => (before = standOf(area))
  const noting = new AbortController()
  area.addEventListener('input', note, noting)
  document.addEventListener('selectionchange', note, noting)
  const observer = new MutationObserver(() => {
    observer.disconnect()
    noting.abort()
    const { value, start, end } = before
    if (area.value !== value) area.value = value
    if (document.activeElement === area) area.setSelectionRange(start, end)
  })
  observer.observe(area, { childList: true })
}

const standOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => ({
  value,
  start: selectionStart,
  end: selectionEnd,
})
