/**
 * React writes its first text into a textarea as it takes over a page that was drawn on the server, by its `defaultValue` and
 * then by its `value` (react-dom 19.3, `initTextarea`). What was typed until then stays, and so does what is selected.
 */
export function keepTextareas(): void {
  for (const area of document.querySelectorAll('textarea')) if (area.defaultValue !== '') keepUntilTakenOver(area)
}

function keepUntilTakenOver(area: HTMLTextAreaElement): void {
  const drawn = area.defaultValue
  onFirst(area, 'defaultValue', (text) => {
    if (text === drawn) onFirst(area, 'value', () => keepValue(area))
    else area.defaultValue = text
  })
}

/** Written by a script, it does not follow a later `defaultValue`; the same text moves no caret. */
function keepValue(area: HTMLTextAreaElement): void {
  const { value } = area
  area.value = value
}

/** Hears the first text that is written into this property, in place of the property. */
function onFirst(area: HTMLTextAreaElement, property: 'defaultValue' | 'value', hear: (text: string) => void): void {
  Object.defineProperty(area, property, {
    configurable: true,
    set(text: string) {
      Reflect.deleteProperty(area, property)
      hear(text)
    },
  })
}
