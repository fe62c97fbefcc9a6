import { afterEach, describe, expect, it, vi } from 'vitest'
import { listenToKeys } from '../../app/routes/verifications/review/desk-keys'
import { isComposing } from '../../app/ui/frame/shortcuts'

afterEach(() => vi.unstubAllGlobals())

const COMPOSING = [
  ['as most browsers say', { isComposing: true, keyCode: 27 }],
  ['as Safari says of the last key', { isComposing: false, keyCode: 229 }],
] as const

describe('a key press that an input method consumes', () => {
  it.each(COMPOSING)('is recognized, %s', (_, key) => expect(isComposing(key)).toBe(true))

  it('is not assumed for an ordinary key press', () =>
    expect(isComposing({ isComposing: false, keyCode: 27 })).toBe(false))

  it.each(COMPOSING)('does not leave the review desk, %s', (_, key) => {
    const page = Object.assign(new EventTarget(), {
      closest: () => null,
      querySelector: () => null,
      querySelectorAll: () => [],
    })
    vi.stubGlobal('document', page)
    vi.stubGlobal('Element', EventTarget)
    const heard: (string | null)[] = []
    const press = (more: object) =>
      page.dispatchEvent(
        Object.assign(new Event('keydown'), {
          key: 'Escape',
          code: 'Escape',
          isComposing: false,
          keyCode: 27,
          ...more,
        }),
      )
    vi.stubGlobal('window', new EventTarget())
    listenToKeys(
      (name) => heard.push(name),
      () => false,
    )
    press(key)
    expect(heard).toEqual([])
    press({})
    expect(heard).toEqual([null])
  })
})
