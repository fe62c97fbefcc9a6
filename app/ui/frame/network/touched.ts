let touched = new WeakSet<EventTarget>()

/** Called once: records what is opened or typed into from now on. */
export function trackTouched(): void {
  for (const type of ['beforetoggle', 'input'])
    document.addEventListener(type, ({ target }) => void (target && touched.add(target)), true)
}

/** Called when a navigation begins. */
export function forgetTouched(): void {
  touched = new WeakSet()
}

/** Whether an element was opened or typed into since the last navigation began; the new page must leave it as it is. */
export const isTouched = (element: Element): boolean => touched.has(element)
