import { codeSentTo, outboxPosition } from '../support/outbox'
import { until, type Engine, type Point } from './engine'

/** A selector: the whole page, or the dialog as soon as it is open. */
type Place = 'body' | '[role=dialog]' | '.desk-acts' | '.desk-form'

/** Somebody at a browser: finds things by their words, and uses mouse and keys alone. */
export type Person = Engine & {
  /** Clicks the first link or button that begins with these words. */
  press: (words: string, within?: Place) => Promise<void>
  /** Clicks into a field and types. */
  write: (label: string, text: string, within?: Place) => Promise<void>
  sees: (words: string) => Promise<void>
  arrives: (at: RegExp) => Promise<void>
  /** Types a whole code, which the page sends by itself: a moment later it may be gone with the page. */
  enterCode: (code: string) => Promise<void>
  signIn: (phone: string) => Promise<void>
}

export function personAt(engine: Engine, origin: string): Person {
  const find = async (inPage: Finder, words: string, within: Place = 'body'): Promise<Point> => {
    let found: Point | null = null
    const isAtRest = async () => {
      const before = found
      // Brought into view once: where two parts scroll, Firefox moves them each time.
      found = await engine.evaluate(inPage, words, within, before === null)
      return found !== null && found.x === before?.x && found.y === before.y
    }
    await until(isAtRest, `"${words}" to click on`)
    return found ?? { x: 0, y: 0 }
  }
  const clickInto = async (label: string, within: Place = 'body') => {
    await engine.click(await find(field, label, within))
    // What has just come may have been brought into view by its page between the look and the click.
    if (!(await engine.evaluate(isWriting, label, within))) await engine.click(await find(field, label, within))
  }
  const person: Person = {
    ...engine,
    open: (path) => engine.open(origin + path),
    press: async (words, within) => engine.click(await find(pressable, words, within)),
    write: async (label, text, within) => {
      await clickInto(label, within)
      await engine.type(text)
      await until(() => engine.evaluate(holdsText, text), `"${text}" in the field "${label}"`)
    },
    sees: (words) => until(() => engine.evaluate(isShown, words), `the words "${words}"`),
    arrives: (at) => until(async () => at.test(String(await engine.address())), `an address like ${at}`),
    enterCode: async (code) => {
      await clickInto('Verification code')
      await engine.type(code)
    },
    signIn: async (phone) => {
      const mark = outboxPosition()
      await person.open('/sign-in')
      await person.write('Phone number', phone)
      await person.press('Send code')
      await person.arrives(/\/verify/)
      await person.enterCode(await codeSentTo(phone, mark))
      await until(async () => (await engine.address()).pathname === '/', 'the dashboard')
    },
  }
  return person
}

type Finder = (words: string, within: string, scrolls: boolean) => Point | null

/** The middle of what has these words, brought into view if it should be; null until a click there would reach it. */
const pressable: Finder = (words, within, scrolls) => {
  const found = [...document.querySelectorAll<HTMLElement>(`${within} :is(a[href], button)`)].find(
    (element) => element.innerText.trim().startsWith(words) && element.getClientRects().length > 0,
  )
  if (scrolls) found?.scrollIntoView({ block: 'center' })
  const box = found?.getClientRects()[0]
  if (!found || !box) return null
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return found.contains(document.elementFromPoint(middle.x, middle.y)) ? middle : null
}

/** Inside the field that this label is for; null while that is out of view. */
const field: Finder = (label, within, scrolls) => {
  const labels = [...document.querySelectorAll<HTMLLabelElement>(`${within} label`)]
  const found = labels.find((one) => one.innerText.trim().startsWith(label))?.control
  if (scrolls) found?.scrollIntoView({ block: 'center' })
  const box = found?.getBoundingClientRect()
  const y = box ? box.y + Math.min(20, box.height / 2) : -1
  return box && y >= 0 && y < innerHeight ? { x: box.x + box.width / 2, y } : null
}

const isWriting = (label: string, within: string): boolean => {
  const labels = [...document.querySelectorAll<HTMLLabelElement>(`${within} label`)]
  const control = labels.find((one) => one.innerText.trim().startsWith(label))?.control
  return control != null && control === document.activeElement
}

const holdsText = (text: string) =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(({ value }) => value === text)

const isShown = (words: string) => document.body.innerText.includes(words)
