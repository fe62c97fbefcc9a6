let touched = new WeakSet<EventTarget>()

/** Called once: notes what is opened and typed into from now on. */
export function markTouched(): void {
  for (const type of ['beforetoggle', 'input'])
    document.addEventListener(type, ({ target }) => void (target && touched.add(target)), true)
}

/** Called as a navigation begins. */
export function forgetTouched(): void {
  touched = new WeakSet()
}

/** Whether an element was opened or typed into since the last navigation began. What that brings leaves it as it is. */
export const isTouched = (element: Element): boolean => touched.has(element)
