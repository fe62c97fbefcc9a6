import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import * as bulk from '../../../app/routes/invites/create/send-to-list'
import * as create from '../../../app/routes/invites/create/new'
import * as send from '../../../app/routes/invites/create/send-to-one'
import * as replace from '../../../app/routes/invites/invite/replace'
import * as resend from '../../../app/routes/invites/invite/resend'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { answerOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { staff } from '../../support/verifications'
import * as remove from '../../../app/routes/invites/invite/delete'
import * as removeMany from '../../../app/routes/invites/delete-many'

const db = await openTestDatabase()
let services: TestServices
let manager: Actor

beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  manager = await staff(db, 'manager', 'Анна Соколова')
})

const SENT = { type: 'invite_logistic_provider', language: 'ru', customMessage: '' }
/** The forms that create or send a code, and what their toast says on failure. */
const ACTS = {
  create: {
    route: create,
    path: '/invites/new',
    form: { type: 'invite_logistic_provider', maximumUses: '10', lastDay: '', notes: '' },
    changed: { notes: 'Other words' },
    says: 'Failed to create invite code',
  },
  email: {
    route: send,
    path: '/invites/email',
    form: { ...SENT, recipient: 'aset@example.kz' },
    changed: { customMessage: 'Other words' },
    says: 'Failed to send email invitation',
  },
  whatsapp: {
    route: send,
    path: '/invites/whatsapp',
    form: { ...SENT, recipient: '+7 701 234 56 78' },
    changed: { customMessage: 'Other words' },
    says: 'Failed to send WhatsApp invitation',
  },
  mailing: {
    route: bulk,
    path: '/invites/bulk',
    form: { ...SENT, rows: 'aset@example.kz', intent: 'send' },
    changed: {},
    says: 'Failed to send email invitation',
  },
} as const
const acts = Object.values(ACTS)

type Place = { route: { action: (args: never) => unknown }; path: string }
const post = ({ route, path }: Place, form: Record<string, string>, id = '') =>
  answerOf(() => route.action(visit(services, path, { form, actor: manager, params: { id } }) as never))
const failed = (says: string) => ({ toast: { type: 'error', text: says } })

/** Makes the next write fail. */
function breakWriting(error: Error) {
  const transaction = async () => {
    throw error
  }
  services.db = Object.assign(Object.create(services.db), { transaction })
}
const BROKEN: [number, Error][] = [
  [500, new Error('broken')],
  [503, Object.assign(new Error('away'), { code: 'ECONNREFUSED' })],
]

describe.each(acts)('$path, when it fails', (act) => {
  it.each(BROKEN)('with %i says what failed and keeps what was typed', async (status, error) => {
    breakWriting(error)
    expect(await post(act, { id: randomUUID(), ...act.form })).toMatchObject({
      status,
      body: { ...failed(act.says), result: { initialValue: { type: act.form.type } } },
    })
  })

  it('shows no toast for invalid input', async () => {
    const answer = await post(act, { id: randomUUID(), ...act.form, type: '' })
    expect([answer.status, answer.body]).toEqual([422, expect.not.objectContaining({ toast: expect.anything() })])
  })
})

it.each(acts.filter(({ changed }) => Object.keys(changed).length > 0))(
  '$path, sent before with other input, answers 409 and says what failed',
  async (act) => {
    const form = { id: randomUUID(), ...act.form }
    await post(act, form)
    expect(await post(act, { ...form, ...act.changed })).toMatchObject({ status: 409, body: failed(act.says) })
  },
)

it.each([ACTS.email, ACTS.whatsapp])('$path, past the daily limit, answers 429 and says what failed', async (act) => {
  for (let sent = 0; sent < 5; sent++) await post(act, { id: randomUUID(), ...act.form })
  expect(await post(act, { id: randomUUID(), ...act.form })).toMatchObject({ status: 429, body: failed(act.says) })
})

it('a third mailing in a day answers 429 and says what failed', async () => {
  const mail = () => post(ACTS.mailing, { id: randomUUID(), ...ACTS.mailing.form })
  for (let sent = 0; sent < 2; sent++) await mail()
  expect(await mail()).toMatchObject({ status: 429, body: failed(ACTS.mailing.says) })
})

describe.each([
  ['email', 'aset@example.kz', 'Failed to send email invitation'],
  ['whatsapp', '+77012345678', 'Failed to send WhatsApp invitation'],
] as const)('sending again by %s, when it fails', (channel, recipient, says) => {
  const sentInvite = (more: Parameters<typeof addInvite>[1] = {}) =>
    addInvite(db, { channel, recipient, language: 'ru', createdBy: manager.id, ...more })
  const again = (id: string) => post({ route: resend, path: `/invites/${id}/resend` }, { id: randomUUID() }, id)

  it.each(BROKEN)('with %i says what failed', async (status, error) => {
    const id = await sentInvite()
    breakWriting(error)
    expect(await again(id)).toMatchObject({ status, body: failed(says) })
  })

  it('with 409 for a used-up code and 429 for one sent too soon says what failed', async () => {
    expect(await again(await sentInvite({ usedCount: 10 }))).toMatchObject({ status: 409, body: failed(says) })
    const justSent = await sentInvite({ code: 'INV-0000-0000-0001', sentAt: services.now() })
    expect(await again(justSent)).toMatchObject({ status: 429, body: failed(says) })
  })
})

describe('replacing a code, when it fails', () => {
  const SAYS = 'Failed to replace invite code'
  const swap = (id: string) => post({ route: replace, path: `/invites/${id}/replace` }, { newId: randomUUID() }, id)

  it.each(BROKEN)('with %i says what failed', async (status, error) => {
    const id = await addInvite(db, { createdBy: manager.id })
    breakWriting(error)
    expect(await swap(id)).toMatchObject({ status, body: failed(SAYS) })
  })

  it('with 409 for a used-up code says what failed', async () => {
    const id = await addInvite(db, { createdBy: manager.id, usedCount: 10 })
    expect(await swap(id)).toMatchObject({ status: 409, body: failed(SAYS) })
  })
})

describe.each([
  ['one', remove, (id: string) => `/invites/${id}/delete`],
  ['many', removeMany, (id: string) => `/invites/delete?id=${id}`],
] as const)('deleting %s, when it fails', (_, route, pathOf) => {
  it.each(BROKEN)('with %i says what failed', async (status, error) => {
    const id = await addInvite(db, { createdBy: manager.id })
    breakWriting(error)
    expect(await post({ route, path: pathOf(id) }, {}, id)).toMatchObject({
      status,
      body: failed('Failed to delete invite code'),
    })
  })
})
