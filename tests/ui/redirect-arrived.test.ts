import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onRedirectArrived } from '../../app/ui/forms/kept/redirect-arrived'
import { tellAccepted } from '../../app/ui/forms/kept/unsent'

type State = Parameters<typeof onRedirectArrived>[0]['state']

beforeEach(() => void vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

const ADDRESS = '/drafts'
const taken = () => tellAccepted({ pathname: ADDRESS, because: 'taken' })
const none: State['fetchers'] = new Map()
const sentBeside = (formAction?: string) => new Map([['note', { formAction }]]) as unknown as State['fetchers']

function aRouter() {
  const listeners = new Set<() => void>()
  const router = {
    state: { navigation: { state: 'idle' }, fetchers: none } as State,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const goOn = (state: State['navigation']['state'], fetchers = none) => {
    router.state = { ...router.state, navigation: { state } as State['navigation'], fetchers }
    for (const listener of listeners) listener()
  }
  return { router: router as unknown as Parameters<typeof onRedirectArrived>[0], goOn, listeners }
}

it('calls back once, when the page that a taken form led to has loaded, and not before', () => {
  const { router, goOn, listeners } = aRouter()
  const then = vi.fn()
  onRedirectArrived(router, ADDRESS, then)
  goOn('submitting')
  taken()
  goOn('loading')
  expect(then).not.toHaveBeenCalled()
  goOn('idle')
  goOn('idle')
  expect(then).toHaveBeenCalledOnce()
  expect(listeners.size).toBe(0)
})

it('does not call back when another form was taken', () => {
  const { router, goOn } = aRouter()
  const then = vi.fn()
  onRedirectArrived(router, '/notes', then)
  goOn('submitting')
  taken()
  goOn('idle')
  expect(then).not.toHaveBeenCalled()
})

it('waits for a form sent beside the page to the same address, and for no other', () => {
  const { router, goOn } = aRouter()
  const then = vi.fn()
  onRedirectArrived(router, ADDRESS, then)
  taken()
  goOn('idle', sentBeside(`${ADDRESS}?drop=`))
  expect(then).not.toHaveBeenCalled()
  goOn('idle', sentBeside('/notes'))
  expect(then).toHaveBeenCalledOnce()
})

it('does not call back once it was stopped', () => {
  const { router, goOn, listeners } = aRouter()
  const then = vi.fn()
  const stop = onRedirectArrived(router, ADDRESS, then)
  goOn('submitting')
  taken()
  stop()
  goOn('idle')
  expect(then).not.toHaveBeenCalled()
  expect([taken(), listeners.size]).toEqual([false, 0])
})
