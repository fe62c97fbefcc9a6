/**
 * During hydration React writes its initial text into a textarea, by `defaultValue` and then by `value` (react-dom 19.3,
 * `initTextarea`). Keeps what was typed before that, and the selection.
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

/** A value set by script does not follow a later `defaultValue`; setting the same text moves no caret. */
function keepValue(area: HTMLTextAreaElement): void {
  const { value } = area
  area.value = value
}

/** Intercepts the first write to this property, once, in place of the property. */
function onFirst(area: HTMLTextAreaElement, property: 'defaultValue' | 'value', hear: (text: string) => void): void {
  Object.defineProperty(area, property, {
    configurable: true,
    set(text: string) {
      Reflect.deleteProperty(area, property)
      hear(text)
    },
  })
}
