import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as connection from '../../app/ui/frame/network/connection'
import type * as shortcuts from '../../app/ui/frame/shortcuts'

type Opening = typeof shortcuts & typeof connection

let opening: Opening
let assigned: string[]

beforeEach(async () => {
  vi.resetModules()
  assigned = []
  const assign = (to: string) => assigned.push(to)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { href: '/users/1', assign } }))
  opening = {
    ...(await import('../../app/ui/frame/shortcuts')),
    ...(await import('../../app/ui/frame/network/connection')),
  }
})
afterEach(() => vi.unstubAllGlobals())

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  opening.isForPalette({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

describe('keys typed around the opening of the palette', () => {
  it('belong to the page while no palette is awaited', () => {
    expect(press('u')).toBe(false)
    expect(opening.collectPaletteKeys(false)).toBe('')
  })

  it('become the first text of the palette while it loads, and belong to the page after that', () => {
    opening.collectPaletteKeys(true)
    expect([...'usvr'].map((key) => press(key))).toEqual([true, true, true, true])
    expect(press('Enter')).toBe(true)
    expect(opening.collectPaletteKeys(false)).toBe('usvr')
    expect(press('v')).toBe(false)
  })

  it('belong to the page again after Escape', () => {
    opening.collectPaletteKeys(true)
    press('u')
    expect(press('Escape')).toBe(true)
    expect([press('Escape'), press('u'), opening.collectPaletteKeys(false)]).toEqual([false, false, ''])
  })

  it.each<[string, string, Partial<KeyboardEvent>]>([
    ['a chord', 'z', { ctrlKey: true }],
    ['a chord of a Mac', 'z', { metaKey: true }],
    ['a key of the browser', 'F5', {}],
  ])('are not taken from the page: %s', (_, key, held) => {
    opening.collectPaletteKeys(true)
    expect(press(key, held)).toBe(false)
  })
})

describe('a layer whose script cannot be loaded', () => {
  it('holds back no keys', () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    opening.collectPaletteKeys(true)
    void opening.openPageInstead('/search')()
    expect(press('u')).toBe(false)
  })

  it('is replaced by its page as soon as the server can be reached, and not before', async () => {
    const asked = vi.fn<() => Promise<Response>>().mockRejectedValueOnce(new TypeError('offline'))
    asked.mockResolvedValue(new Response())
    vi.stubGlobal('fetch', asked)
    void opening.openPageInstead('/search')()
    await expect.poll(() => asked).toHaveBeenCalledTimes(1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(assigned).toEqual([])
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => assigned).toEqual(['/search'])
  })
})
