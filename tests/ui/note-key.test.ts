import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendByKey } from '../../app/ui/notes/note-fields'
import { onNoteKey } from '../../app/ui/notes/notes-panel'

afterEach(() => vi.unstubAllGlobals())

class Element extends EventTarget {
  constructor(private name = '') {
    super()
  }
  closest(what: string) {
    return what.split(', ').includes(this.name) ? this : null
  }
}
type Press = Partial<KeyboardEvent> & { at?: Element }

/** Whether a key begins a note on a page that has these things. */
function begins(press: Press, has = ['[data-internal-notes] textarea']): boolean {
  const focus = vi.fn()
  vi.stubGlobal('HTMLElement', Element)
  vi.stubGlobal('document', {
    querySelector: (what: string) => (has.includes(what) ? { focus } : null),
  })
  const preventDefault = vi.fn()
  onNoteKey({ code: 'KeyN', target: press.at ?? new Element(), preventDefault, ...press } as unknown as KeyboardEvent)
  expect(preventDefault).toHaveBeenCalledTimes(focus.mock.calls.length)
  return focus.mock.calls.length > 0
}

describe('the key n on a page with notes', () => {
  it('starts a note on any keyboard layout', () => {
    expect(begins({ key: 'n' })).toBe(true)
    expect(begins({ key: 'т' })).toBe(true)
  })

  it.each<[string, Press]>([
    ['another key', { code: 'KeyM' }],
    ['with Control', { ctrlKey: true }],
    ['with Command', { metaKey: true }],
    ['with Alt', { altKey: true }],
    ['with Shift', { shiftKey: true }],
    ['that somebody else heard', { defaultPrevented: true }],
  ])('does nothing: %s', (_, press) => expect(begins(press)).toBe(false))

  it.each(['input', 'textarea', 'select', '[contenteditable]', ':is(:popover-open)'])('does nothing in %s', (name) =>
    expect(begins({ at: new Element(name) })).toBe(false),
  )

  it('starts a note after a click into the sidebar, although that is a popover', () =>
    expect(begins({ at: new Element('[popover]') })).toBe(true))

  it.each(['[data-desk]', '[role="dialog"], dialog[open]'])('does nothing beside %s', (what) =>
    expect(begins({}, ['[data-internal-notes] textarea', what])).toBe(false),
  )

  it('does nothing when no note can be written', () => expect(begins({}, [])).toBe(false))
})

describe('Ctrl+Enter in a note', () => {
  /** Whether it sends the note of a form whose button says that it does. */
  function sends(keys: Partial<KeyboardEvent>, { isBusy = false, hasButton = true } = {}): boolean {
    const click = vi.fn()
    const button = { getAttribute: () => (isBusy ? 'true' : null), click }
    const form = { querySelector: () => (hasButton ? button : null) } as unknown as HTMLFormElement
    sendByKey({ key: 'Enter', preventDefault: vi.fn(), ...keys } as unknown as KeyboardEvent, form)
    return click.mock.calls.length > 0
  }

  it.each([{ ctrlKey: true }, { metaKey: true }])('sends the note: %o', (keys) => {
    expect(sends(keys)).toBe(true)
  })

  it.each([{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, repeat: true }, { ctrlKey: true, key: 'a' }])(
    'does not send the note for another key: %o',
    (keys) => expect(sends(keys)).toBe(false),
  )

  it('sends nothing while the note is on its way, or when no button offers it', () => {
    expect(sends({ ctrlKey: true }, { isBusy: true })).toBe(false)
    expect(sends({ ctrlKey: true }, { hasButton: false })).toBe(false)
  })
})
