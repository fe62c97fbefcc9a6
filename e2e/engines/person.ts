import { codeSentTo, markOutbox } from '../support/outbox'
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
  signIn: (phone: string) => Promise<void>
}

export function personAt(engine: Engine, origin: string): Person {
  const find = async (inPage: Finder, words: string, within: Place = 'body'): Promise<Point> => {
    let found: Point | null = null
    await until(async () => (found = await engine.evaluate(inPage, words, within)) !== null, `"${words}" to click on`)
    return found ?? { x: 0, y: 0 }
  }
  const person: Person = {
    ...engine,
    open: (path) => engine.open(origin + path),
    press: async (words, within) => engine.click(await find(pressable, words, within)),
    write: async (label, text, within) => {
      await engine.click(await find(field, label, within))
      // What has just come may have been brought into view by its page between the look and the click.
      if (!(await engine.evaluate(isWriting))) await engine.click(await find(field, label, within))
      await engine.type(text)
      await until(() => engine.evaluate(holdsText, text), `"${text}" in the field "${label}"`)
    },
    sees: (words) => until(() => engine.evaluate(isShown, words), `the words "${words}"`),
    arrives: (at) => until(async () => at.test(String(await engine.address())), `an address like ${at}`),
    signIn: async (phone) => {
      const mark = markOutbox()
      await person.open('/sign-in')
      await person.write('Phone number', phone)
      await person.press('Send code')
      await person.arrives(/\/verify/)
      // Typed by hand, a whole code is sent by itself.
      await engine.click(await find(field, 'Verification code'))
      await engine.type(await codeSentTo(phone, mark))
      await until(async () => (await engine.address()).pathname === '/', 'the dashboard')
    },
  }
  return person
}

const isWriting = () => document.activeElement?.matches('input, textarea') ?? false

type Finder = (words: string, within: string) => Point | null

/** The middle of what has these words, brought into view; null until a click there would reach it. */
const pressable: Finder = (words, within) => {
  const found = [...document.querySelectorAll<HTMLElement>(`${within} :is(a[href], button)`)].find(
    (element) => element.innerText.trim().startsWith(words) && element.getClientRects().length > 0,
  )
  found?.scrollIntoView({ block: 'center' })
  const box = found?.getClientRects()[0]
  if (!found || !box) return null
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return found.contains(document.elementFromPoint(middle.x, middle.y)) ? middle : null
}

/** Inside the field that this label is for. */
const field: Finder = (label, within) => {
  const labels = [...document.querySelectorAll<HTMLLabelElement>(`${within} label`)]
  const found = labels.find((one) => one.innerText.trim().startsWith(label))?.control
  found?.scrollIntoView({ block: 'center' })
  const box = found?.getBoundingClientRect()
  return box ? { x: box.x + box.width / 2, y: box.y + Math.min(20, box.height / 2) } : null
}

const holdsText = (text: string) =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(({ value }) => value === text)

const isShown = (words: string) => document.body.innerText.includes(words)
