import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { CommitUnanswered } from '../../app/db/engine/unavailable'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../../app/domain/outcome'
import { actionByIntent, formAction, tooSoon } from '../../app/http/forms/form-action.server'
import { readToast } from '../../app/http/answers/toast.server'
import type { TextKey } from '../../app/i18n/keys'
import { FORM_FIELDS } from '../../app/form-protocol'
import { openTestDatabase } from '../support/database'
import { answerOf, visit } from '../support/requests'
import { testServices, type TestServices } from '../support/services'

let services: TestServices
beforeAll(async () => {
  services = await testServices({ db: await openTestDatabase() })
})
beforeEach(() => {
  services.reported.length = 0
})

const schema = z.object({
  reason: z.preprocess((value) => value ?? '', z.string().min(1, 'common:error.required' satisfies TextKey)),
  rows: z.array(z.string()).optional(),
})
type Now = { usedCount: string }
type Ended = Outcome<{ id: string }, Now>

const post = (form: Record<string, string>, command: () => Ended | Promise<Ended> = () => done({ id: 'new' })) =>
  answerOf(() =>
    formAction(visit(services, '/invites/new', { form: Object.entries(form) }) as never, {
      schema,
      command: async () => command(),
      lookUps: { find: () => ({ found: ['Steppe'] }) },
      checkAccess: async () => {
        if (form.reason === '' && form.hidden) throw new Response(null, { status: 404 })
      },
      conflict: ({ usedCount }) => ({
        fieldErrors: { reason: { key: 'invites:error.usesFewerThanUsed', values: { used: usedCount } } },
        seen: { version: 3 },
      }),
      readFields(posted) {
        const file = posted.get('fromFile')
        if (file) posted.set('reason', `${file}!`)
        return posted
      },
      failedToast: 'invites:failed.new',
      done: (outcome) =>
        outcome.kind === 'done' && outcome.value.id === 'shown'
          ? { extra: { found: ['In place'] } }
          : {
              to: outcome.kind === 'done' ? `/invites/${outcome.value.id}` : '/invites',
              toast: 'invites:toast.created',
            },
    }),
  )
const plain = (form: Record<string, string>, spec: object) =>
  answerOf(() =>
    formAction(visit(services, '/verify', { form }) as never, {
      schema: z.object({}),
      command: async () => unchanged,
      done: () => ({ extra: {} }),
      ...spec,
    }),
  )

describe('a posted form', () => {
  it('that is carried out leads on with its toast, in place of the form', async () => {
    const answer = await post({ reason: 'Expired' })
    expect([answer.status, answer.location]).toEqual([302, '/invites/new'])
    expect(answer.headers.get('X-Remix-Replace')).toBe('true')
  })

  it("that changes nothing says 'Content not modified!'", async () => {
    const answer = await post({ reason: 'Expired' }, () => unchanged)
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { toast } = await readToast(new Request('http://localhost:3000/', { headers: { cookie } }), services)
    expect([answer.location, toast?.text.key]).toEqual(['/invites', 'common:toast.notModified'])
  })

  it('with wrong input is 422: the sentence by the name of its field, and what was typed, without a toast', async () => {
    const answer = await post({ reason: '', other: 'typed' })
    expect(answer.body).not.toHaveProperty('toast')
    expect(answer).toMatchObject({
      status: 422,
      body: {
        result: { status: 'error', initialValue: { other: 'typed' }, error: { reason: ['This field is required'] } },
      },
    })
  })

  it('of a button that chooses a language is drawn again in it with what was typed, and not carried out', async () => {
    const isCarriedOut = vi.fn(() => done({ id: 'new' }))
    const answer = await post({ reason: 'Expired', [FORM_FIELDS.chosen]: 'language=ru' }, isCarriedOut)
    expect(answer).toMatchObject({ status: 200, body: { result: { initialValue: { reason: 'Expired' } } } })
    expect(isCarriedOut).not.toHaveBeenCalled()
  })

  it('of a button that chooses a language says nothing of what one may not see either', async () => {
    expect((await post({ reason: '', hidden: 'yes', [FORM_FIELDS.chosen]: 'language=ru' })).status).toBe(404)
  })

  it('that leads to a page in another language has it loaded anew', async () => {
    const leads = { to: '/settings', toast: 'settings:toast.saved' }
    const reload = async (more: object) =>
      (await plain({}, { done: () => ({ ...leads, ...more }) })).headers.get('X-Remix-Reload-Document')
    expect([await reload({ reloads: true }), await reload({})]).toEqual(['true', null])
  })

  it('without a failure of its own to name says that something failed, where it broke alone', async () => {
    const brokenBody = (await plain({}, { command: () => Promise.reject(new Error('broken')) })).body
    expect(brokenBody).toMatchObject({ toast: { type: 'error', text: expect.any(String) } })
    const clashing = { command: async () => conflict(null), conflict: () => ({}) }
    expect((await plain({}, clashing)).body).not.toHaveProperty('toast')
  })

  it('of what one may not see is 404 before its fields are judged', async () => {
    expect((await post({ reason: '', hidden: 'yes' })).status).toBe(404)
  })

  it('that meets a conflict is 409, with what is seen from now on', async () => {
    const answer = await post({ reason: 'Expired' }, () => conflict({ usedCount: '7' }))
    expect(answer).toMatchObject({
      status: 409,
      body: {
        toast: { type: 'error', text: 'Failed to create invite code' },
        seen: { version: '3' },
        result: { error: { reason: [expect.stringContaining('7')] } },
      },
    })
  })

  it.each([
    [forbidden, 403],
    [missing, 404],
  ])('%j is %i', async (outcome, status) => {
    expect((await post({ reason: 'Expired' }, () => outcome)).status).toBe(status)
  })

  it('whose command breaks keeps what was typed, says so, and is reported once', async () => {
    const answer = await post({ reason: 'Expired' }, () => Promise.reject(new Error('broken')))
    expect(answer).toMatchObject({
      status: 500,
      body: {
        toast: { type: 'error', text: 'Failed to create invite code' },
        alert: 'It was not carried out. What you typed is still here: send it again.',
        result: { initialValue: { reason: 'Expired' } },
      },
    })
    expect(services.reported).toHaveLength(1)
  })

  it('of which nobody knows whether its command was carried out says that, and not that it was not', async () => {
    const lost = new CommitUnanswered(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    expect(await post({ reason: 'Expired' }, () => Promise.reject(lost))).toMatchObject({
      status: 503,
      body: {
        alert: expect.stringContaining('It may have been carried out'),
        result: { initialValue: { reason: 'Expired' } },
      },
    })
  })

  it('that was carried out never says that it was not, whatever breaks after it', async () => {
    const answer = plain({}, { command: async () => done(null), done: () => Promise.reject(new Error('broken')) })
    await expect(answer).rejects.toThrow('broken')
  })

  it('whose button looks something up is drawn again, without a word of what is still missing', async () => {
    expect(await post({ reason: '', intent: 'find' })).toMatchObject({
      status: 200,
      body: { found: ['Steppe'], result: { status: undefined, error: undefined } },
    })
  })

  it('that shows what came of it in its place is drawn again', async () => {
    const answer = await post({ reason: 'Expired' }, () => done({ id: 'shown' }))
    expect(answer).toMatchObject({
      status: 200,
      body: { found: ['In place'], alert: null, result: { initialValue: { reason: 'Expired' } } },
    })
  })

  it('that shows it does so also where what is shown beside it cannot be found', async () => {
    const extra = () => Promise.reject(new Error('broken'))
    const carriedOut = { command: async () => done(null), done: () => ({ extra: { found: ['In place'] } }), extra }
    expect(await plain({}, carriedOut)).toMatchObject({ status: 200, body: { found: ['In place'], alert: null } })
    expect(services.reported).toHaveLength(1)
  })

  it('is judged and kept as it was prepared', async () => {
    expect(await post({ reason: '', fromFile: 'Read' }, () => Promise.reject(new Error('broken')))).toMatchObject({
      body: { result: { initialValue: { reason: 'Read!' } } },
    })
  })

  it('gets a row more or less without script, and is not judged yet', async () => {
    const insert = JSON.stringify({ type: 'insert', payload: { name: 'rows', defaultValue: 'second' } })
    expect(await post({ reason: '', 'rows[0]': 'first', __intent__: insert })).toMatchObject({
      status: 200,
      body: { result: { initialValue: { rows: ['first', 'second'] }, error: undefined } },
    })
  })

  it.each([
    '{',
    '{"type":"insert","payload":{"name":"reason"}}',
    '{"type":"dance"}',
    '[]',
    'null',
    '{"type":"update","payload":{"name":"rows[99999]","value":"x"}}',
    '{"type":"insert","payload":{"name":"rows[99999].more"}}',
  ])('with a change of rows that no form sends (%s) is 400', async (intent) => {
    expect((await post({ reason: 'Expired', __intent__: intent })).status).toBe(400)
  })

  it.each([
    [{ 'rows[99999999]': 'x' }],
    [{ 'rows[4294967294]': 'x' }],
    [{ ['rows' + '[0]'.repeat(2000)]: 'x' }],
    [{ ['a.'.repeat(2000) + 'b']: 'x' }],
    [{ '__proto__.polluted': 'x' }],
    [{ 'constructor.prototype.polluted': 'x' }],
    [{ __intent__: '{"type":"update","payload":{"name":"rows[99999999]","value":"x"}}' }],
    [{ __intent__: '{"type":"insert","payload":{"name":"rows[99999999].x"}}' }],
    [{ __state__: '{' }],
  ])('with names that no form has is 400 at once (case %#)', async (fields) => {
    const before = process.cpuUsage()
    expect((await post({ reason: 'Expired', ...fields } as Record<string, string>)).status).toBe(400)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(1000)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })

  it('says nothing of the fields that every form carries', async () => {
    const { body } = await post({ reason: '', writer: 'me', drawing: 'x', keep: 'on', proofCode: '123456' })
    expect((body as { result: { initialValue: object } }).result.initialValue).toEqual({})
  })

  it('tells its command which button was pressed where the schema asks, and nothing of it elsewhere', async () => {
    const command = vi.fn(async () => unchanged)
    await plain({ intent: 'agree' }, { schema: z.object({ intent: z.string() }), command })
    expect(command).toHaveBeenCalledWith({ intent: 'agree' }, expect.anything(), undefined)
    const { body } = await post({ reason: '', intent: 'agree' })
    expect((body as { result: { initialValue: object } }).result.initialValue).toEqual({})
  })

  it('never writes a secret field into the page again', async () => {
    const { body } = await plain({ phone: '+7', code: '123456' }, { secret: ['code'] })
    expect((body as { result: { initialValue: object } }).result.initialValue).toEqual({ phone: '+7' })
  })

  it('that holds a button alone leaves a broken command to the page of errors', async () => {
    const command = () => Promise.reject(new Error('broken'))
    await expect(plain({}, { command, failed: null })).rejects.toThrow('broken')
  })

  it('that comes too soon is 429 and says how long to wait', async () => {
    const { context } = visit(services, '/verify')
    const answer = await plain(
      {},
      { command: async () => conflict(null), conflict: () => tooSoon(context, 44_001, 'access:error.codeWait') },
    )
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '45'])
    expect(answer.body).toMatchObject({ alert: expect.stringContaining('45 seconds') })
  })
})

describe('a page with several acts', () => {
  const press = (form: Record<string, string>) =>
    answerOf(() =>
      actionByIntent(visit(services, '/settings/account', { form }) as never, {
        save: () => 'saved',
        end: async () => 'ended',
      }),
    )

  it('does that of the button, and on Enter the first', async () => {
    expect((await press({ intent: 'end' })).body).toBe('ended')
    expect((await press({})).body).toBe('saved')
  })

  it.each(['dance', 'constructor', ''])('does nothing for a button that it does not have (%j)', async (intent) => {
    expect((await press({ intent })).status).toBe(400)
  })
})
