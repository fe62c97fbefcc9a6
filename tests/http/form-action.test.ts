import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { languageContext } from '../../app/context'
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

async function toastIn(headers: Headers) {
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  return (await readToast(new Request('http://localhost:3000/', { headers: { cookie } }), services)).toast
}

describe('a posted form', () => {
  it('that is carried out redirects with its toast, and the result replaces the form in the history', async () => {
    const answer = await post({ reason: 'Expired' })
    expect([answer.status, answer.location]).toEqual([302, '/invites/new'])
    expect(await toastIn(answer.headers)).toMatchObject({ type: 'success', text: { key: 'invites:toast.created' } })
    expect(answer.headers.get('X-Remix-Replace')).toBe('true')
  })

  it('that changes nothing says “Content not modified!”', async () => {
    const answer = await post({ reason: 'Expired' }, () => unchanged)
    expect([answer.location, (await toastIn(answer.headers))?.text.key]).toEqual([
      '/invites',
      'common:toast.notModified',
    ])
  })

  it('with invalid input is 422 with the error at its field and what was typed, but no toast', async () => {
    const answer = await post({ reason: '', other: 'typed' })
    expect(answer.body).not.toHaveProperty('toast')
    expect(answer).toMatchObject({
      status: 422,
      body: {
        result: { status: 'error', initialValue: { other: 'typed' }, error: { reason: ['This field is required'] } },
      },
    })
  })

  it('sent by a language button is redrawn in it with what was typed, and not carried out', async () => {
    const command = vi.fn(async () => unchanged)
    const args = visit(services, '/invites/new', { form: { reason: 'Expired', [FORM_FIELDS.chosen]: 'language=ru' } })
    expect(args.context.get(languageContext)).toBe('en')
    const answer = await answerOf(() => formAction(args as never, { schema, command, done: () => ({ extra: {} }) }))
    expect(answer).toMatchObject({ status: 200, body: { result: { initialValue: { reason: 'Expired' } } } })
    expect(args.context.get(languageContext)).toBe('ru')
    expect(command).not.toHaveBeenCalled()
  })

  it('sent by a language button is 404 where access is refused', async () => {
    expect((await post({ reason: '', hidden: 'yes', [FORM_FIELDS.chosen]: 'language=ru' })).status).toBe(404)
  })

  it('that leads to a page in another language reloads the document', async () => {
    const leads = { to: '/settings', toast: 'settings:toast.saved' }
    const reload = async (more: object) =>
      (await plain({}, { done: () => ({ ...leads, ...more }) })).headers.get('X-Remix-Reload-Document')
    expect([await reload({ reloads: true }), await reload({})]).toEqual(['true', null])
  })

  it('without a failure text of its own shows a general toast when it breaks, but none for a conflict', async () => {
    const brokenBody = (await plain({}, { command: () => Promise.reject(new Error('broken')) })).body
    expect(brokenBody).toMatchObject({ toast: { type: 'error', text: expect.any(String) } })
    const clashing = { command: async () => conflict(null), conflict: () => ({}) }
    expect((await plain({}, clashing)).body).not.toHaveProperty('toast')
  })

  it('is 404 where access is refused, before its fields are validated', async () => {
    expect((await post({ reason: '', hidden: 'yes' })).status).toBe(404)
  })

  it('that meets a conflict is 409 with an error at its field and the version seen now', async () => {
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
  ])('whose outcome is %j is %i', async (outcome, status) => {
    expect((await post({ reason: 'Expired' }, () => outcome)).status).toBe(status)
  })

  it('whose command throws is 500, keeps what was typed, and is reported once', async () => {
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

  it('whose commit stays unanswered is 503 and says that it may have been carried out', async () => {
    const lost = new CommitUnanswered(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    expect(await post({ reason: 'Expired' }, () => Promise.reject(lost))).toMatchObject({
      status: 503,
      body: {
        alert: expect.stringContaining('It may have been carried out'),
        result: { initialValue: { reason: 'Expired' } },
      },
    })
  })

  it('that was carried out throws when a later step fails, and never says that it was not carried out', async () => {
    const answer = plain({}, { command: async () => done(null), done: () => Promise.reject(new Error('broken')) })
    await expect(answer).rejects.toThrow('broken')
  })

  it('whose button looks something up is redrawn with the result, without validation errors', async () => {
    expect(await post({ reason: '', intent: 'find' })).toMatchObject({
      status: 200,
      body: { found: ['Steppe'], result: { status: undefined, error: undefined } },
    })
  })

  it('that shows its result in place is redrawn with it', async () => {
    const answer = await post({ reason: 'Expired' }, () => done({ id: 'shown' }))
    expect(answer).toMatchObject({
      status: 200,
      body: { found: ['In place'], alert: null, result: { initialValue: { reason: 'Expired' } } },
    })
  })

  it('shows its result in place even when the data beside it cannot be read, which is reported', async () => {
    const extra = () => Promise.reject(new Error('broken'))
    const carriedOut = { command: async () => done(null), done: () => ({ extra: { found: ['In place'] } }), extra }
    expect(await plain({}, carriedOut)).toMatchObject({ status: 200, body: { found: ['In place'], alert: null } })
    expect(services.reported).toHaveLength(1)
  })

  it('is validated and kept with its fields as they were prepared', async () => {
    expect(await post({ reason: '', fromFile: 'Read' }, () => Promise.reject(new Error('broken')))).toMatchObject({
      body: { result: { initialValue: { reason: 'Read!' } } },
    })
  })

  it('adds a row without scripts, and is not validated yet', async () => {
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
  ])('with field names that no form has is 400 without using the processor for a second (case %#)', async (fields) => {
    const before = process.cpuUsage()
    expect((await post({ reason: 'Expired', ...fields } as Record<string, string>)).status).toBe(400)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(1000)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })

  it('does not give back the fields that every form carries', async () => {
    const { body } = await post({ reason: '', writer: 'me', drawing: 'x', keep: 'on', proofCode: '123456' })
    expect((body as { result: { initialValue: object } }).result.initialValue).toEqual({})
  })

  it('passes the pressed button to its command only when its schema asks for it', async () => {
    const command = vi.fn(async () => unchanged)
    await plain({ intent: 'agree' }, { schema: z.object({ intent: z.string() }), command })
    expect(command).toHaveBeenCalledWith({ intent: 'agree' }, expect.anything(), undefined)
    const { body } = await post({ reason: '', intent: 'agree' })
    expect((body as { result: { initialValue: object } }).result.initialValue).toEqual({})
  })

  it('never writes a secret field back into the page', async () => {
    const { body } = await plain({ phone: '+7', code: '123456' }, { secret: ['code'] })
    expect((body as { result: { initialValue: object } }).result.initialValue).toEqual({ phone: '+7' })
  })

  it('that is a single button leaves a broken command to the error page', async () => {
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

describe('a page with several actions', () => {
  const press = (form: Record<string, string>) =>
    answerOf(() =>
      actionByIntent(visit(services, '/settings/account', { form }) as never, {
        save: () => 'saved',
        end: async () => 'ended',
      }),
    )

  it('runs the action of the pressed button, and the first one on Enter', async () => {
    expect((await press({ intent: 'end' })).body).toBe('ended')
    expect((await press({})).body).toBe('saved')
  })

  it.each(['dance', 'constructor', ''])('is 400 for a button that it does not have (%j)', async (intent) => {
    expect((await press({ intent })).status).toBe(400)
  })
})
