import fs from 'node:fs'
import vm from 'node:vm'
import { describe, expect, it } from 'vitest'

const script = fs.readFileSync('app/ui/forms/codes/send-code.js', 'utf8')

type Hear = (event: unknown) => void

/** A page with one form that asks for a code; `press` presses its button and returns whether the form is sent. */
function openPage({ isTold = true, early = '', arrived = 'navigate' } = {}) {
  const heard: Record<string, Hear[]> = {}
  const timers = new Map<number, () => void>()
  let started = 0
  const field = { value: early, matches: () => true, form: {} }
  const button = {}
  const page = { isBusy: false, sentBySelf: 0, isConsole: false }
  const form = {
    querySelector: (what: string) =>
      what === '[type=submit][aria-busy]'
        ? page.isBusy
          ? button
          : null
        : what === '[data-sends-code]'
          ? button
          : field,
    requestSubmit: (by: unknown) => {
      expect(by).toBe(button)
      page.sentBySelf += press() ? 1 : 0
    },
  }
  field.form = form
  const press = () => {
    const event = {
      target: form,
      isStopped: false,
      defaultPrevented: false,
      preventDefault: () => void (event.defaultPrevented = true),
      stopPropagation: () => void (event.isStopped = true),
    }
    for (const hear of heard.submit ?? []) {
      if (event.isStopped) return false
      hear(event)
      event.defaultPrevented ||= page.isConsole
    }
    if (page.isConsole) page.isBusy = true
    return true
  }
  vm.runInNewContext(script, {
    document: { activeElement: field },
    performance: { getEntriesByType: () => [{ type: arrived }] },
    matchMedia: () => ({ matches: isTold }),
    addEventListener: (name: string, hear: Hear) => void (heard[name] ??= []).push(hear),
    setTimeout: (act: () => void) => {
      timers.set((started += 1), act)
      return started
    },
    clearTimeout: (id: number) => timers.delete(id),
  })
  const type = (value: string, { inputType = 'insertText' } = {}) => {
    field.value = value
    for (const hear of heard.input ?? []) hear({ target: field, isComposing: false, inputType })
  }
  const rest = () => {
    for (const [id, act] of timers) {
      timers.delete(id)
      act()
    }
  }
  return { page, type, rest, press }
}

describe('a code that is typed completely', () => {
  it.each([
    [['12345', '123456'], 1],
    [['123456', '12345', '123457'], 1],
    [['123 456'], 1],
    [['٣٤٥٦٧٨'], 1],
    [['12345'], 0],
    [['123456', '1234567'], 0],
    [['12345a'], 0],
  ])('%j is sent %i times when typing pauses', (typed, times) => {
    const { page, type, rest } = openPage()
    for (const value of typed) type(value)
    rest()
    expect(page.sentBySelf).toBe(times)
  })

  it('is left to the button when a program filled it in, or when the page could not announce it', () => {
    const byProgram = openPage()
    byProgram.type('123456', { inputType: '' })
    byProgram.rest()
    const untold = openPage({ isTold: false })
    untold.type('123456')
    untold.rest()
    expect([byProgram.page.sentBySelf, untold.page.sentBySelf]).toEqual([0, 0])
  })

  it('is sent when it was typed before the script loaded, but not when the browser restored it', () => {
    const sentBySelf = (early: string, arrived?: string) => {
      const { page, rest } = openPage({ early, arrived })
      rest()
      return page.sentBySelf
    }
    const sent = [sentBySelf('123456'), sentBySelf('12345'), sentBySelf('123456', 'reload')]
    expect([...sent, sentBySelf('123456', 'back_forward')]).toEqual([1, 0, 0, 0])
  })

  it('is not sent by itself after the button was pressed, and a second press sends nothing', () => {
    const { page, type, rest, press } = openPage()
    type('123456')
    expect([press(), press()]).toEqual([true, false])
    rest()
    expect(page.sentBySelf).toBe(0)
  })

  it('is not sent by itself again after a refusal until it changes, while the button still works', () => {
    const { page, type, rest, press } = openPage()
    page.isConsole = true
    type('123456')
    rest()
    expect([page.sentBySelf, press()]).toEqual([1, false])
    page.isBusy = false
    for (const value of ['12345', '123456']) type(value)
    rest()
    expect([page.sentBySelf, press()]).toEqual([1, true])
    page.isBusy = false
    type('123457')
    rest()
    expect(page.sentBySelf).toBe(2)
  })
})
