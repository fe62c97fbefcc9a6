import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepWhileTyped } from '../../app/ui/forms/kept/keep-draft'
import { onDraft, onUnsent, tellUnsent, type DraftNews, type UnsentBecause } from '../../app/ui/forms/kept/unsent'

const QUIET_MS = 700
const ADDRESS = '/drafts?form=%2Fusers%2F1%2Fsuspend'
const PLACE = '/users/1/suspend'

class Field {
  value = ''
}

/** A form with one text, and as much of the page around it as the draft needs. */
function openForm({ drawing = '' } = {}) {
  const name = Object.assign(new Field(), { value: drawing })
  const number = new Field()
  const typed: [string, string][] = []
  const elements = { namedItem: (of: string) => (of === 'drawing' ? name : number), *[Symbol.iterator]() {} }
  const form = Object.assign(new EventTarget(), { elements })
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: '' })
  const sent: { body: string; to: string; answer: (status: number) => void; fail: () => void }[] = []
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', page)
  vi.stubGlobal('HTMLInputElement', Field)
  vi.stubGlobal(
    'FormData',
    class extends Array<[string, string]> {
      constructor() {
        super(...typed)
      }
    },
  )
  vi.stubGlobal('fetch', (to: string, { body }: { body: URLSearchParams }) => {
    let resolve: (answer: Response) => void = () => {}
    let reject: (error: Error) => void = () => {}
    const asked = new Promise<Response>((done, failed) => ([resolve, reject] = [done, failed]))
    const answer = (status: number) => resolve(new Response(null, { status }))
    sent.push({ body: String(body), to, answer, fail: () => reject(new TypeError('offline')) })
    return asked
  })
  const drafts: DraftNews[] = []
  const unsent: UnsentBecause[] = []
  onDraft(PLACE, (news) => drafts.push(news))
  onUnsent(PLACE, (news) => unsent.push(news))
  const stop = keepWhileTyped(form as unknown as HTMLFormElement, ADDRESS, PLACE)
  const write = (value: string) => {
    typed.splice(0, typed.length, ['reason', value])
    form.dispatchEvent(new Event('input'))
  }
  const type = async (value: string) => {
    write(value)
    await vi.advanceTimersByTimeAsync(QUIET_MS)
  }
  const last = () => {
    const save = sent.at(-1)
    if (!save) throw new Error('nothing was sent')
    return save
  }
  const answered = async (status: number) => {
    last().answer(status)
    await vi.advanceTimersByTimeAsync(0)
  }
  /** Going online again saves what has not arrived. */
  const online = () => window.dispatchEvent(new Event('online'))
  const submit = (submitter?: string) =>
    form.dispatchEvent(
      Object.assign(new Event('submit'), { submitter: submitter && { getAttribute: () => submitter } }),
    )
  /** Conform inserts text by a submit button that does not send the form. */
  const putIn = async (value: string) => {
    typed.splice(0, typed.length, ['reason', value])
    submit('__intent__')
    await vi.advanceTimersByTimeAsync(QUIET_MS)
  }
  /** Whether the browser would ask before the page is left. */
  const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  return {
    name,
    number,
    submit,
    putIn,
    warns,
    page,
    sent,
    drafts,
    unsent,
    stop,
    write,
    type,
    last,
    answered,
    online,
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('keeping a draft while it is typed', () => {
  it('numbers a sent form above all saves before it and below all saves after it', async () => {
    const { type, submit, number, sent } = openForm()
    const numberOf = (to = '') => Number(/-(\d{13})$/.exec(to)?.[1])
    await type('Left')
    submit()
    await type('Left the company')
    const [before, after] = sent.map(({ to }) => numberOf(to))
    expect(Number(number.value)).toBeGreaterThan(before ?? Infinity)
    expect(after).toBeGreaterThan(Number(number.value))
  })

  it('saves once when typing pauses', async () => {
    const { type, sent, online } = openForm()
    await type('Left the company')
    expect(sent.map(({ body }) => body)).toEqual(['reason=Left+the+company'])
    online()
    expect(sent).toHaveLength(1)
  })

  it.each([
    [204, ['kept']],
    [202, ['lapsed']],
    [401, ['signedOut']],
    [413, ['tooLong']],
    [500, []],
    [503, []],
  ] as const)('reports what became of the draft when the server answers %i', async (status, told) => {
    const { type, answered, drafts, unsent } = openForm()
    await type('Left')
    await answered(status)
    expect([drafts, unsent]).toEqual([told, []])
  })

  it.each([401, 413, 500, 503])('saves again at the next occasion after %i', async (status) => {
    const { type, answered, sent, online } = openForm()
    await type('Left')
    await answered(status)
    online()
    expect(sent.map(({ body }) => body)).toEqual(['reason=Left', 'reason=Left'])
  })

  it.each([202, 204, 412])('does not save again after %i', async (status) => {
    const { type, answered, sent, online } = openForm()
    await type('Left')
    await answered(status)
    online()
    expect(sent).toHaveLength(1)
  })

  it('reports the draft as kept and the form as of another account after 412', async () => {
    const { type, answered, drafts, unsent } = openForm()
    await type('Left')
    await answered(412)
    expect([drafts, unsent]).toEqual([['kept'], ['otherAccount']])
  })

  it('leaves the text to the server once the form is sent, without a warning before leaving', async () => {
    const { type, submit, sent, online, warns } = openForm()
    await type('Left')
    submit()
    online()
    expect([sent.length, warns()]).toEqual([1, false])
  })

  it.each(['network', 'unavailable', 'failed', 'tooLong'] as const)(
    'saves again at the next occasion when the form was not taken: %s',
    async (because) => {
      const { type, submit, sent, online } = openForm()
      await type('Left')
      submit()
      tellUnsent({ pathname: PLACE, because })
      online()
      expect(sent.map(({ body }) => body)).toEqual(['reason=Left', 'reason=Left'])
    },
  )

  it('warns before leaving when the form was not taken', async () => {
    const { type, submit, warns } = openForm()
    await type('Left')
    submit()
    expect(warns()).toBe(false)
    tellUnsent({ pathname: PLACE, because: 'network' })
    expect(warns()).toBe(true)
  })

  it('does not save again when the form was of another account', async () => {
    const { type, submit, sent, online } = openForm()
    await type('Left')
    submit()
    tellUnsent({ pathname: PLACE, because: 'otherAccount' })
    online()
    expect(sent).toHaveLength(1)
  })

  it('also saves text that a button inserted', async () => {
    const { putIn, sent, warns } = openForm()
    await putIn('The licence has run out.')
    expect(sent.map(({ body }) => body)).toEqual(['reason=The+licence+has+run+out.'])
    expect(warns()).toBe(false)
  })

  it('retries when the connection is back, even when the form is gone', async () => {
    const { type, last, stop, sent, online } = openForm()
    await type('Left')
    stop()
    last().fail()
    await vi.advanceTimersByTimeAsync(0)
    online()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(2)
    expect(last()).toMatchObject({ body: 'reason=Left', to: sent[0]?.to })
  })

  it('retries when the server is back, even when the form is gone', async () => {
    const { type, answered, stop, sent } = openForm()
    await type('Left')
    stop()
    await answered(503)
    await vi.advanceTimersByTimeAsync(1000)
    await answered(503)
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.map(({ body }) => body)).toEqual(['reason=Left', 'reason=Left', 'reason=Left'])
    expect(new Set(sent.map(({ to }) => to)).size).toBe(1)
    await answered(204)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(3)
  })
})

it('a form drawn for the first time gets an id, and a form that has one keeps it', () => {
  expect(openForm().name.value).toMatch(/^\d+(-\d+){3}$/)
  expect(openForm({ drawing: '1-2-3-4' }).name.value).toBe('1-2-3-4')
})

describe('another form on the page', () => {
  /** A form beside the one being typed in; counts how often it was sent. */
  function openOther(page: EventTarget) {
    class Other {
      sent = 0
      dataset = {}
      requestSubmit() {
        const event = Object.assign(new Event('submit', { cancelable: true }), { submitter: null })
        Object.defineProperty(event, 'target', { value: this })
        if (page.dispatchEvent(event)) this.sent += 1
      }
    }
    vi.stubGlobal('HTMLFormElement', Other)
    return new Other()
  }

  it('is sent at once when nothing was typed', () => {
    const other = openOther(openForm().page)
    other.requestSubmit()
    expect(other.sent).toBe(1)
  })

  it('is sent at once beside unsaved text when it is marked so', () => {
    const { page, write } = openForm()
    const other = Object.assign(openOther(page), { dataset: { sendAtOnce: '' } })
    write('Left')
    other.requestSubmit()
    expect(other.sent).toBe(1)
  })

  it('is sent once the draft is saved, and only once however often it is pressed', async () => {
    const { page, write, answered, sent } = openForm()
    const other = openOther(page)
    write('Left')
    other.requestSubmit()
    other.requestSubmit()
    expect([sent.length, other.sent]).toEqual([1, 0])
    await answered(204)
    expect(other.sent).toBe(1)
  })

  it('waits for a save in progress', async () => {
    const { page, type, answered } = openForm()
    const other = openOther(page)
    await type('Left')
    other.requestSubmit()
    expect(other.sent).toBe(0)
    await answered(204)
    expect(other.sent).toBe(1)
  })

  it('waits no longer than 3 s', async () => {
    const { page, write } = openForm()
    const other = openOther(page)
    write('Left')
    other.requestSubmit()
    await vi.advanceTimersByTimeAsync(3000)
    expect(other.sent).toBe(1)
  })
})
