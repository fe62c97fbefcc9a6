import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { catchFocus } from '../../app/ui/frame/announcer'

/** An element that may have an id and a parent, and can take the focus. */
class Part {
  parentElement: Part | null = null
  parts: Part[] = []
  isConnected = true
  tabIndex = 0
  constructor(
    readonly tagName: string,
    readonly id = '',
    ...parts: Part[]
  ) {
    for (const part of parts) this.add(part)
  }
  add(part: Part) {
    part.parentElement = this
    this.parts.push(part)
  }
  /** All controls inside. */
  querySelectorAll(): Part[] {
    return this.parts.flatMap((part) => (part.tagName === 'BUTTON' ? [part] : part.querySelectorAll()))
  }
  focus() {
    if (this.tagName === 'FORM' || this.tagName === 'UL') return
    page.activeElement = this
    const event = new Event('focusin')
    Object.defineProperty(event, 'target', { value: this })
    page.dispatchEvent(event)
  }
  /** As when the page is rendered again without it. */
  remove() {
    this.isConnected = false
    this.parentElement?.parts.splice(this.parentElement.parts.indexOf(this), 1)
    page.activeElement = page.body
  }
}

let page: EventTarget & { activeElement: Part; body: Part; all: Part[] }
let drawn: () => Promise<unknown>
const button = (id = '') => new Part('BUTTON', id)
const title = new Part('H1')

function openPage(...parts: Part[]) {
  return openPageAt(null, ...parts)
}

function openPageAt(at: Part | null, ...parts: Part[]) {
  const body = new Part('BODY')
  page = Object.assign(new EventTarget(), {
    activeElement: at ?? body,
    body,
    all: parts,
    querySelector: () => title,
    getElementById: (id: string) => parts.find((part) => part.id === id) ?? null,
  })
  vi.stubGlobal('document', page)
  vi.stubGlobal('Element', Part)
  vi.stubGlobal('HTMLElement', Part)
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(changed: () => void) {
        drawn = () => {
          changed()
          return vi.advanceTimersByTimeAsync(1000)
        }
      }
      observe() {}
      disconnect() {}
    },
  )
  return catchFocus()
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a focused control that is removed', () => {
  it('passes the focus to the control in its place, not to the one focused before', async () => {
    const [first, second, third] = [button(), button(), button()]
    const [list, form] = [new Part('UL', 'list', first), new Part('FORM', 'form', second, third)]
    openPage(list, form)
    first.focus()
    second.focus()
    second.remove()
    await drawn()
    expect(page.activeElement).toBe(third)
  })

  it('passes the focus to the control in its place even if it was focused before hydration', async () => {
    const [pressed, next] = [button(), button()]
    openPageAt(pressed, new Part('FORM', 'form', pressed, next))
    pressed.remove()
    await drawn()
    expect(page.activeElement).toBe(next)
  })

  it('passes the focus to the heading when its surroundings are gone too', async () => {
    const only = button()
    openPage(new Part('FORM', '', only))
    only.focus()
    only.remove()
    await drawn()
    expect(page.activeElement).toBe(title)
  })

  it('leaves the focus alone when something else has taken it', async () => {
    const [gone, other] = [button(), button()]
    openPage(new Part('FORM', 'form', gone, other))
    gone.focus()
    gone.remove()
    page.activeElement = other
    await drawn()
    expect(page.activeElement).toBe(other)
  })

  it('is ignored once the listener has stopped', async () => {
    const [kept, gone] = [button(), button()]
    const stop = openPage(new Part('FORM', 'form', kept, gone))
    kept.focus()
    stop()
    gone.focus()
    gone.remove()
    await drawn()
    expect(page.activeElement).toBe(page.body)
  })
})
