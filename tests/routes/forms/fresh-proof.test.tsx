import { eq, isNull } from 'drizzle-orm'
import fs from 'node:fs'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertRecoveryRequest } from '../../../app/db/users/recovery'
import { invites } from '../../../app/db/schema/invites'
import { preparedDecisions, reviewPeople } from '../../../app/db/schema/reviews'
import { sessions } from '../../../app/db/schema/sessions'
import { users } from '../../../app/db/schema/users'
import { grant, type Ability, type Actor } from '../../../app/domain/access'
import { boundsOf, SETTABLE_CLASSES } from '../../../app/domain/keeping/periods'
import { asksProof, dateProof, PROVEN_ACTIONS, type ProvenAction } from '../../../app/domain/fresh-proof'
import { inviteList } from '../../../app/domain/invites/invite-list'
import { deleteChosen } from '../../../app/domain/invites/delete-invites.server'
import { createInvite } from '../../../app/domain/invites/create-invite.server'
import { editInvite } from '../../../app/domain/invites/edit-invite.server'
import { replaceInvite } from '../../../app/domain/invites/replace-invite.server'
import { sendMailing } from '../../../app/domain/invites/sending/mailing.server'
import { sendInvite } from '../../../app/domain/invites/sending/send-invite.server'
import { applyUserAction } from '../../../app/domain/users/change-user.server'
import { inviteUser } from '../../../app/domain/users/invite-user.server'
import * as bulk from '../../../app/routes/invites/create/send-to-list'
import * as edit from '../../../app/routes/invites/invite/edit'
import * as send from '../../../app/routes/invites/create/send-to-one'
import * as create from '../../../app/routes/invites/create/new'
import * as replace from '../../../app/routes/invites/invite/replace'
import * as keeping from '../../../app/routes/settings/keeping'
import * as reviews from '../../../app/routes/settings/reviews'
import * as archive from '../../../app/routes/settings/templates/archive'
import * as template from '../../../app/routes/settings/templates/template'
import * as change from '../../../app/routes/users/change'
import * as dataRequest from '../../../app/routes/users/personal-data/request'
import * as hold from '../../../app/routes/users/personal-data/hold'
import * as second from '../../../app/routes/verifications/decisions/second'
import * as deleteMany from '../../../app/routes/invites/delete-many'
import * as invite from '../../../app/routes/users/invite'
import * as request from '../../../app/routes/users/recovery/request'
import { VERIFICATION_TYPES } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { testServices, TEST_START, type TestServices } from '../../support/services'
import { signedInStaff } from '../../support/signed-in'
import { addTemplate } from '../../support/templates'
import { organization, staff, verification } from '../../support/verifications'
import { MINUTE_MS } from '../../../app/durations'
import { proofRequestIn, freshProof, type Form, type Handler } from '../../support/fresh-proof'

const db = await openTestDatabase()
let services: TestServices
let superadmin: Actor
let cashier: Actor
/** Somebody who left. */
let gone: Actor
let adminCode: string
let requestId: string
let templateId: string
let prepared: { id: string; version: number }
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  superadmin = await signedInStaff(db, services, 'superadmin', 'Ержан Төлеген')
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
  gone = await staff(db, 'manager', '李伟')
  await db.update(users).set({ status: 'inactive' }).where(eq(users.id, gone.id))
  adminCode = await addInvite(db, { type: 'invite_to_user', role: 'admin', createdBy: superadmin.id })
  templateId = await addTemplate(db)
  await db.insert(reviewPeople).values({ type: 'bank_account_update', people: 2 })
  const { id: organizationId, version: organizationVersion } = await organization(db)
  const reviewer = await staff(db, 'manager', 'Ольга Ким')
  prepared = await verification(db, { organizationId, type: 'bank_account_update', status: 'under_review', reviewer })
  const vote = { verificationId: prepared.id, version: prepared.version, action: 'reject', actorId: reviewer.id }
  const input = { typed: { reason: 'Expired' }, seen: { organizationVersion, papers: '' } }
  await db.insert(preparedDecisions).values({ ...vote, input, at: new Date(TEST_START) })
  requestId = randomUUID()
  const phones = { oldPhone: '+77010000090', newPhone: '+77010000091' }
  await insertRecoveryRequest(db, {
    id: requestId,
    name: 'Asel',
    message: 'New',
    createdAt: new Date(TEST_START),
    ...phones,
  })
})

const invitee = { username: 'New One', phone: '+77019998877', language: 'en' }
const code = { type: 'invite_to_user', language: 'en' }
const openCode = { type: 'invite_to_user', maximumUses: '1', lastDay: '', endProposed: 'on' }

/** Each form that asks for fresh proof, as it is posted. */
const FORMS: {
  action: ProvenAction
  name: string
  module: Handler
  to: () => { path: string; params?: Form; form: Form }
}[] = [
  {
    action: 'user.role',
    name: 'role',
    module: change,
    to: () => ({
      path: `/users/${cashier.id}/role`,
      params: { id: cashier.id },
      form: { version: '1', role: 'manager' },
    }),
  },
  {
    action: 'user.suspend',
    name: 'suspend',
    module: change,
    to: () => ({
      path: `/users/${cashier.id}/suspend`,
      params: { id: cashier.id },
      form: { version: '1', reason: 'Left' },
    }),
  },
  {
    action: 'user.restore',
    name: 'restore',
    module: change,
    to: () => ({ path: `/users/${cashier.id}/restore`, params: { id: cashier.id }, form: { version: '1' } }),
  },
  ...(['erase', 'export'] as const).map((kind) => ({
    action: `user.${kind}` as const,
    name: `${kind} personal data`,
    module: dataRequest,
    to: () => ({
      path: `/users/${gone.id}/${kind}`,
      params: { id: gone.id },
      form: { intent: 'propose', reason: 'Asked for it' },
    }),
  })),
  {
    action: 'user.hold',
    name: 'legal hold',
    module: hold,
    to: () => ({
      path: `/users/${gone.id}/hold`,
      params: { id: gone.id },
      form: { intent: 'set', reason: 'Court case 12' },
    }),
  },
  {
    action: 'user.invite',
    name: 'user',
    module: invite,
    to: () => ({ path: '/users/invite', form: { id: randomUUID(), ...invitee, role: 'admin' } }),
  },
  {
    action: 'recovery.handle',
    name: 'recovery',
    module: request,
    to: () => ({ path: `/users/recovery/${requestId}`, params: { requestId }, form: { intent: 'decline' } }),
  },
  {
    action: 'invite.create',
    name: 'new code',
    module: create,
    to: () => ({
      path: '/invites/new',
      form: { id: randomUUID(), ...openCode, role: 'admin', notes: 'For Asel' },
    }),
  },
  {
    action: 'invite.create',
    name: 'e-mail',
    module: send,
    to: () => ({
      path: '/invites/email',
      form: { id: randomUUID(), ...code, role: 'superadmin', recipient: 'a@b.kz' },
    }),
  },
  {
    action: 'invite.create',
    name: 'WhatsApp',
    module: send,
    to: () => ({
      path: '/invites/whatsapp',
      form: { id: randomUUID(), ...code, role: 'admin', recipient: '+77019998877' },
    }),
  },
  {
    action: 'invite.create',
    name: 'list of recipients',
    module: bulk,
    to: () => ({
      path: '/invites/bulk',
      form: { id: randomUUID(), ...code, role: 'admin', rows: 'a@b.kz', intent: 'send' },
    }),
  },
  {
    action: 'invite.create',
    name: 'replacement',
    module: replace,
    to: () => ({ path: `/invites/${adminCode}/replace`, params: { id: adminCode }, form: { newId: randomUUID() } }),
  },
  {
    action: 'template.add',
    name: 'new template',
    module: template,
    to: () => ({ path: '/settings/templates/new', form: { id: randomUUID(), use: 'item', en: 'Send a photo.' } }),
  },
  {
    action: 'template.edit',
    name: 'changed template',
    module: template,
    to: () => ({
      path: `/settings/templates/${templateId}`,
      params: { templateId },
      form: { version: '1', use: 'item', en: 'Send a photo.' },
    }),
  },
  {
    action: 'template.archive',
    name: 'archived template',
    module: archive,
    to: () => ({
      path: `/settings/templates/${templateId}/archive`,
      params: { templateId },
      form: { version: '1', seen: 'current' },
    }),
  },
  {
    action: 'invite.deleteMatching',
    name: 'all codes that match',
    module: deleteMany,
    to: () => ({ path: '/invites/delete?select=all&type=invite_to_user', form: {} }),
  },
  {
    action: 'reviews.lower',
    name: 'one person decides',
    module: reviews,
    to: () => ({
      path: '/settings/reviews',
      form: { ...Object.fromEntries(VERIFICATION_TYPES.map((type) => [type, '1'])), version: '2' },
    }),
  },
  {
    action: 'keeping.shorten',
    name: 'shorter period',
    module: keeping,
    to: () => ({
      path: '/settings/keeping',
      form: { ...Object.fromEntries(SETTABLE_CLASSES.map((kept) => [kept, String(boundsOf(kept).min)])), version: '1' },
    }),
  },
  {
    action: 'verification.agree',
    name: 'second person',
    module: second,
    to: () => ({
      path: `/verifications/${prepared.id}/second`,
      params: { id: prepared.id },
      form: { intent: 'agree', version: String(prepared.version) },
    }),
  },
  {
    action: 'invite.edit',
    name: 'later uses',
    module: edit,
    to: () => ({
      path: `/invites/${adminCode}/edit`,
      params: { id: adminCode },
      form: { maximumUses: '50', seenMaximum: '10', lastDay: '', seenExpiry: '', seenDay: '' },
    }),
  },
]

const { post, acts, codeDelivered } = freshProof(db, () => ({ services, superadmin }))
describe.each(FORMS)('$action by the form: $name', ({ module, to }) => {
  it('needs no new code 14:59 after the last one', async () => {
    services.clock.advance(15 * MINUTE_MS - 1000)
    const { status, body } = await post(module, to())
    expect({ status, asked: body !== null && typeof body === 'object' && 'proof' in body }).toMatchObject({
      asked: false,
    })
    expect([200, 302]).toContain(status)
  })

  it('asks for a code at 15:00, changes nothing, and keeps what was typed', async () => {
    services.clock.advance(15 * MINUTE_MS)
    const asked = to()
    const { status, body } = await post(module, asked)
    expect(status).toBe(403)
    expect(Object.fromEntries(proofRequestIn(body).fields)).toEqual(asked.form)
    expect(await acts()).toEqual([])
  })

  it('sends a code to the person’s own number, and with it goes on with what was typed', async () => {
    services.clock.advance(20 * MINUTE_MS)
    const asked = to()
    const sent = await post(module, { ...asked, form: { ...asked.form, proof: 'send-sms' } })
    expect(sent.status).toBe(200)
    expect(proofRequestIn(sent.body)).toMatchObject({ isSent: true, fields: Object.entries(asked.form) })
    const right = await codeDelivered()
    expect(services.delivered.at(-1)).toMatchObject({ to: superadmin.phone, channel: 'sms', code: right })
    const done = await post(module, { ...asked, form: { ...asked.form, proof: 'code', proofCode: right } })
    expect([200, 302]).toContain(done.status)
    const left = await acts()
    expect(left[0]).toBe('session.prove')
    // Restoring somebody who is not blocked changes nothing.
    if (!asked.path.endsWith('/restore')) expect(left.length).toBeGreaterThan(1)
    expect((await db.select().from(sessions))[0]?.provenAt).toEqual(services.now())
  })
})

it('every act that needs fresh proof has a form here or is an act on an export or a passkey', () => {
  const tried = [...FORMS.map(({ action }) => action), 'users.export', 'audit.export', 'passkey.add', 'passkey.remove']
  expect([...new Set(tried)].toSorted()).toEqual(Object.keys(PROVEN_ACTIONS).toSorted())
})

describe('what needs no fresh proof', () => {
  it.each(['manager', 'cashier'] as const)('creating a code for a %s', async (role) => {
    services.clock.advance(50 * MINUTE_MS)
    const form = { id: randomUUID(), ...openCode, role, notes: '' }
    expect((await post(create, { path: '/invites/new', form })).status).toBe(302)
  })

  it('deleting codes that were chosen one by one', async () => {
    services.clock.advance(50 * MINUTE_MS)
    expect((await post(deleteMany, { path: `/invites/delete?id=${adminCode}`, form: {} })).status).toBe(302)
    expect(await acts()).toEqual(['invite.delete'])
  })

  it('deactivating a user', async () => {
    services.clock.advance(50 * MINUTE_MS)
    const path = `/users/${cashier.id}/deactivate`
    expect((await post(change, { path, params: { id: cashier.id }, form: { version: '1' } })).status).toBe(302)
  })
})

it.each([
  [15 * MINUTE_MS - 1, true],
  [15 * MINUTE_MS, false],
  [-MINUTE_MS, true],
  [-MINUTE_MS - 1, false],
])('a proof %i ms old, below 0 after the clock was put back, counts as fresh: %s', (ageMs, isFresh) => {
  const permit = grant(superadmin, 'users.read')
  if (!permit) throw new Error('no permit')
  expect(dateProof(permit, new Date(superadmin.provenAt.getTime() + ageMs)).isFresh).toBe(isFresh)
})

it('a command with a proof of 15 minutes ago answers forbidden and changes nothing', async () => {
  const late = <A extends Ability>(ability: A) => {
    const permit = grant(superadmin, ability)
    if (!permit) throw new Error('no permit')
    return dateProof(permit, new Date(superadmin.provenAt.getTime() + 15 * MINUTE_MS))
  }
  const forAdmins = { id: randomUUID(), type: 'invite_to_user' as const, role: 'admin' as const }
  const message = { ...forAdmins, language: 'en' as const, customMessage: null }
  const terms = { maximumUses: 5, lastDay: null, seenMaximum: 1, seenExpiry: null }
  const every = { all: true, state: inviteList.read(new URLSearchParams()) } as const
  const suspension = { id: cashier.id, version: 1, requestId: 'r', reason: 'Left' }
  const commands = {
    create: () =>
      createInvite(services, late('invites.create'), { ...forAdmins, maximumUses: 1, notes: null } as never, 'r'),
    send: () =>
      sendInvite(services, late('invites.create'), 'email', { ...message, recipient: 'a@x.kz' } as never, 'r'),
    mail: () => sendMailing(services, late('invites.createAnyType'), { ...message, rows: [] } as never, 'r'),
    replace: () => replaceInvite(services, late('invites.deleteOwn'), adminCode, randomUUID(), 'r'),
    edit: () => editInvite(services, late('invites.create'), adminCode, terms as never, 'r'),
    delete: () => deleteChosen(services, late('invites.deleteOwn'), every, services.now(), 'r'),
    suspend: () => applyUserAction(services, late('users.read'), 'suspend', suspension),
    invite: () => inviteUser(services, late('users.invite'), { ...forAdmins, ...invitee } as never, 'r'),
  }
  for (const [name, command] of Object.entries(commands)) expect(await command(), name).toEqual({ kind: 'forbidden' })
  expect(await acts()).toEqual([])
  expect(await db.$count(invites, isNull(invites.deletedAt))).toBe(1)
  expect([asksProof('invite.create', 'manager'), asksProof('invite.create', 'admin')]).toEqual([false, true])
})

it('docs/security.md lists exactly the acts that need fresh proof', () => {
  const documented = fs
    .readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, action, when] = /^\| (\w+\.\w+) +\| ([^|]+?) +\|/.exec(line) ?? []
      return action && when ? [[action, when]] : []
    })
  const held = Object.entries(PROVEN_ACTIONS).map(([action, when]) => [
    action,
    when === 'always' ? 'always' : when.join(', '),
  ])
  expect(documented.toSorted()).toEqual(held.toSorted())
})
