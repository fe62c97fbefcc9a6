import {
  createMemoryRouter,
  data,
  redirect,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  type MiddlewareFunction,
} from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formAnswers } from '../../app/http/forms/sent-forms'
import { setPageTexts } from '../../app/i18n/page-texts'
import { textsIn } from '../../app/i18n/texts.server'
import { shouldRevalidate } from '../../app/routes/verifications/after-conflict'

const PAGE = '/verifications/1'
const DECISION = `${PAGE}/reject`
const NOTES = '/organizations/1/notes'

const never = () => new Promise(() => {})

type Answer = () => unknown

/** A console with a page open, reduced to its forms and queries; `answers` are those of the server to each form. */
async function openConsole(answers: Record<string, Answer>, queries: Record<string, Answer> = {}, isFormThere = true) {
  const taken: string[] = []
  const unsent: string[] = []
  const toasts: string[] = []
  const page = {
    showToast: ({ type, text }: { type: string; text: string }) => void toasts.push(`${type}: ${text}`),
    tellAccepted: ({ pathname }: { pathname: string }) => taken.push(pathname),
    tellUnsent: ({ pathname, because }: { pathname: string; because: string }) =>
      unsent.push(`${pathname} ${because}`) > 0 && isFormThere,
    currentLoaderData: () => (router.state.navigation.state === 'idle' ? router.state.loaderData : null),
  }
  const loader = vi.fn((): unknown => null)
  const router: Router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '/',
        middleware: [formAnswers(page) as MiddlewareFunction],
        children: [
          { id: 'page', path: PAGE, loader, shouldRevalidate },
          ...Object.entries(queries).map(([path, loader]) => ({ path, loader })),
          ...Object.entries(answers).map(([path, action]) => ({ path, action, loader: () => null })),
        ],
      },
    ],
    { initialEntries: [PAGE], hydrationData: { loaderData: {} } },
  )
  vi.stubGlobal('location', router.state.location)
  router.initialize()
  router.subscribe(({ location }) => vi.stubGlobal('location', location))
  await isReady(router)
  vi.stubGlobal('location', router.state.location)
  loader.mockClear()
  return { router, taken, unsent, toasts, loader }
}

type Router = ReturnType<typeof createMemoryRouter>
const isReady = (router: Router) => expect.poll(() => router.state.initialized).toBe(true)

const form = () => {
  const formData = new FormData()
  formData.set('text', 'Ask about the lease')
  return { formMethod: 'post', formData } as const
}
const send = (router: Router, path: string) => router.navigate(path, form())
const sendBeside = (router: Router, path: string) => router.fetch('note', 'root', path, form())

beforeEach(() =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response())),
  ),
)
afterEach(() => vi.unstubAllGlobals())

describe('a form that was carried out', () => {
  it.each([
    ['with the page', send],
    ['beside the page', sendBeside],
  ])('is marked as taken, %s, under the path it was posted to', async (_, sent) => {
    const { router, taken, unsent } = await openConsole({ [NOTES]: () => redirect(PAGE) })
    await sent(router, `${NOTES}?from=%2F`)
    expect([taken, unsent]).toEqual([[NOTES], []])
  })
})

describe('a form that was not carried out is not marked as taken', () => {
  it.each<[string, Answer, string[]]>([
    ['refused', () => data({ result: {} }, { status: 422 }), []],
    [
      'lost on the way',
      () => {
        throw new TypeError('Failed to fetch')
      },
      [`${NOTES} network`],
    ],
    [
      'answered by a proxy',
      () => {
        throw data('Bad gateway', { status: 502 })
      },
      [`${NOTES} failed`],
    ],
  ])('%s', async (_, answer, told) => {
    const { router, taken, unsent } = await openConsole({ [NOTES]: answer })
    await sendBeside(router, NOTES)
    expect([taken, unsent]).toEqual([[], told])
    expect(router.state.location.pathname).toBe(PAGE)
  })

  it('interrupted by a click', async () => {
    const { router, taken, unsent } = await openConsole({ [DECISION]: never })
    const sent = send(router, DECISION)
    await expect.poll(() => router.state.navigation.state).toBe('submitting')
    await router.navigate(`${PAGE}?document=2`)
    await sent
    expect([taken, unsent]).toEqual([[], []])
  })
})

describe('when a form was not carried out', () => {
  beforeEach(() => setPageTexts(textsIn('en')))
  const FAILED = 'error: Something went wrong!'
  const OTHER_ACCOUNT =
    'error: Nothing was sent: this browser is now signed in to another account. Check the account, then send again.'
  const throwing = (status: number, body: unknown) => () => {
    throw new ErrorResponse(status, '', body)
  }
  const BUSY = '{"title":"The proxy is full"}'

  it.each<[string, Answer, string, string]>([
    ['it was lost', () => Promise.reject(new TypeError('Failed to fetch')), 'network', FAILED],
    ['something of ours broke', () => Promise.reject(new RangeError('bug')), 'failed', FAILED],
    ['the database is away', throwing(503, { requestId: 'R' }), 'unavailable', FAILED],
    ['a proxy is full', throwing(503, BUSY), 'unavailable', 'error: The proxy is full'],
    ['a proxy failed', throwing(502, BUSY), 'failed', 'error: The proxy is full'],
    ['a proxy failed without a title', throwing(502, '{"title":""}'), 'failed', FAILED],
    ['it is too long for a proxy', throwing(413, '<html>'), 'tooLong', FAILED],
  ])('both the form and a toast say that %s', async (_, answer, because, toast) => {
    const { router, unsent, toasts } = await openConsole({ [NOTES]: answer })
    await sendBeside(router, NOTES)
    expect([unsent, toasts]).toEqual([[`${NOTES} ${because}`], [toast]])
  })

  it('the form alone says that another account is signed in, or a toast where there is no form to say it', async () => {
    const answers = { [NOTES]: throwing(412, { requestId: 'R' }) }
    for (const isFormThere of [true, false]) {
      const { router, unsent, toasts } = await openConsole(answers, {}, isFormThere)
      await sendBeside(router, NOTES)
      expect(unsent).toEqual([`${NOTES} otherAccount`])
      expect(toasts).toEqual(isFormThere ? [] : [OTHER_ACCOUNT])
    }
  })

  it('an answer without content shows a toast and does not leave the page', async () => {
    const { router, toasts } = await openConsole({ [NOTES]: () => data(null, { status: 204 }) })
    await sendBeside(router, NOTES)
    expect(toasts).toEqual(['error: Content not found.'])
    expect(router.state.location.pathname).toBe(PAGE)
  })

  it('the toast of the answer itself is shown', async () => {
    const toast = { type: 'error', text: 'Failed to reject' }
    const { router, toasts, unsent } = await openConsole({ [NOTES]: () => data({ toast }, { status: 409 }) })
    await sendBeside(router, NOTES)
    expect([toasts, unsent]).toEqual([['error: Failed to reject'], []])
  })

  it('a 404 shows its own error page', async () => {
    const { router, unsent, toasts } = await openConsole({ [DECISION]: throwing(404, { requestId: 'R' }) })
    await send(router, DECISION)
    expect(router.state.errors).not.toBeNull()
    expect([unsent, toasts]).toEqual([[], []])
  })

  it('the page keeps its address and jumps to the form', async () => {
    const { router } = await openConsole({ [NOTES]: throwing(502, 'Bad gateway') })
    await router.navigate(`${PAGE}?document=2`)
    await sendBeside(router, NOTES)
    const { pathname, search, hash } = router.state.location
    expect([pathname, search, hash]).toEqual([PAGE, '?document=2', '#written'])
  })

  it('a draft that is too long (413) is reported under the address of its form', async () => {
    const { router, unsent } = await openConsole({ '/drafts': throwing(413, { requestId: 'R' }) })
    await sendBeside(router, `/drafts?form=${encodeURIComponent(DECISION)}`)
    expect(unsent).toEqual([`${DECISION} tooLong`])
  })

  it('the server is told of lost forms after its next answers, until one of these reports succeeds', async () => {
    const { router } = await openConsole({ [NOTES]: () => Promise.reject(new TypeError('Failed to fetch')) })
    await router.revalidate()
    vi.mocked(fetch).mockClear()
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await sendBeside(router, NOTES)
    for (let time = 0; time < 3; time += 1) await router.revalidate()
    const told = vi.mocked(fetch).mock.calls.map(([address, init]) => `${String(address)} ${String(init?.body)}`)
    const once = `/unsent ${new URLSearchParams({ path: NOTES }).toString()}`
    expect(told).toEqual([once, once])
  })
})

describe('opening another document', () => {
  const openDocument = (router: Router) => router.navigate(`${PAGE}?document=${Math.random()}`)

  it('does not reload the page, even after another form was sent beside it', async () => {
    const { router, loader } = await openConsole({ [NOTES]: () => ({ stays: true }) })
    await openDocument(router)
    expect(loader).not.toHaveBeenCalled()
    await sendBeside(router, NOTES)
    loader.mockClear()
    await openDocument(router)
    expect(loader).not.toHaveBeenCalled()
  })

  it('reloads the page once when it interrupts a form', async () => {
    const { router, loader } = await openConsole({ [DECISION]: never })
    const sent = send(router, DECISION)
    await expect.poll(() => router.state.navigation.state).toBe('submitting')
    await openDocument(router)
    await sent
    expect(loader).toHaveBeenCalledTimes(1)
    await openDocument(router)
    expect(loader).toHaveBeenCalledTimes(1)
  })

  it('reloads the page once when it interrupts the reload after a verdict', async () => {
    const { router, loader } = await openConsole({ [NOTES]: () => ({ stays: true }) })
    loader.mockImplementationOnce(never).mockImplementation(() => 'judged')
    void sendBeside(router, NOTES)
    await expect.poll(() => loader.mock.calls.length).toBe(1)
    await openDocument(router)
    expect(router.state.loaderData).toMatchObject({ page: 'judged' })
    await openDocument(router)
    expect(loader).toHaveBeenCalledTimes(2)
  })

  it('reloads the page once after a note whose redirect came too late to be followed', async () => {
    let answer = (_: Response) => {}
    const { router, loader, taken } = await openConsole({
      [NOTES]: () => new Promise<Response>((resolve) => (answer = resolve)),
    })
    const sent = sendBeside(router, NOTES)
    await openDocument(router)
    expect(loader).not.toHaveBeenCalled()
    answer(redirect(PAGE))
    await sent
    expect(taken).toEqual([NOTES])
    await openDocument(router)
    expect(loader).toHaveBeenCalledTimes(1)
  })
})

describe('a query that fails on the server', () => {
  const RAIL = '/verifications/rail'
  const fails: [string, Answer][] = [
    [
      'as it can read nobody’s session',
      () => {
        throw new ErrorResponse(503, 'Service Unavailable', null)
      },
    ],
    [
      'with a fault of its own',
      () => {
        throw new Error('Unexpected Server Error')
      },
    ],
  ]

  it.each(fails)('leaves the page as it is when the page was being reloaded: %s', async (_, fail) => {
    const { router, loader } = await openConsole({})
    loader.mockImplementation(() => 'read')
    await router.revalidate()
    loader.mockImplementation(fail)
    await router.revalidate()
    expect(router.state.errors).toBeNull()
    expect(router.state.loaderData).toMatchObject({ page: 'read' })
  })

  it.each(fails)('gives no data to the part of the page that asked: %s', async (_, fail) => {
    const { router } = await openConsole({}, { [RAIL]: fail })
    const given: unknown[] = []
    router.subscribe(({ fetchers }) => given.push(fetchers.get('rail')?.data))
    router.getFetcher('rail')
    await router.fetch('rail', 'root', RAIL)
    expect(router.state.errors).toBeNull()
    expect(given).not.toContainEqual(expect.anything())
  })

  it.each(fails)('shows the error page to somebody who navigates there: %s', async (_, fail) => {
    const { router } = await openConsole({}, { [RAIL]: fail })
    await router.navigate(RAIL)
    expect(router.state.errors).not.toBeNull()
  })

  it('shows the error page when a reload is answered 404', async () => {
    const { router, loader } = await openConsole({})
    loader.mockImplementation(() => {
      throw new ErrorResponse(404, 'Not Found', null)
    })
    await router.revalidate()
    expect(router.state.errors).not.toBeNull()
  })
})
