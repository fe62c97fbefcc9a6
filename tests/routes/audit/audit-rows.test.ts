import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { organizations } from '../../../app/db/schema/organizations'
import { fieldLabel, UNTOLD_FIELDS } from '../../../app/routes/audit/field-labels'
import { PEOPLE, repeatableCast, withIds, type Person } from '../../support/access-cast'
import { rows as formsOfAccess } from '../../support/access-table'
import { openedAudit } from '../../support/audit'
import { openConsole } from '../../support/console'
import { openTestDatabase } from '../../support/database'
import type { TestServices } from '../../support/services'

/** What each command leaves in the audit log: exactly these acts (security.md, AUD-02). */
const TABLE = `
superadmin /verifications/{pending}/start version=1                                  verification.start
superadmin /verifications/{reviewed}/approve version=2                               verification.approve
superadmin /verifications/{reviewed}/reject version=2&reason=No                      verification.reject
superadmin /verifications/{reviewed}/request-info version=2&items=A                  verification.request-info
superadmin /verifications/{waiting}/resubmit version=3&answer=Here                   verification.resubmit
superadmin /verifications/mode-changes/{modeReviewed}/approve version=2              verification.approve
superadmin /organizations/{other}/activate version=1                                 -
superadmin /organizations/{other}/suspend version=1&reason=Debt                      -
superadmin /verifications/{reviewed}/reject version=2                                 -
superadmin /verifications/{pending}/start version=7                                  -
cashier    /verifications/{pending}/start version=1                                  -
manager    /organizations/{other}/brands/{brand}/remove version=1                    organization.edit
manager    /organizations/{other}/documents/{document}/verify seen=pending           document.verify
manager    /organizations/{other}/documents/{document}/reject seen=pending&reason=No document.reject
cashier    /invites/new id={fresh}&maximumUses=1&type=invite_to_user&role=cashier    invite.create
cashier    /invites/{byCashier}/edit maximumUses=5&seenMaximum=10&lastDay=&seenExpiry=&seenDay=  invite.edit
cashier    /invites/{sentByCashier}/resend                                           invite.resend
manager    /invites/{byManager}/replace newId={fresh}                                invite.create,invite.replace
manager    /organizations/{other}/notes id={fresh}&text=Hello&mentions={admin}                note.add
manager    /invites/{byManager}/delete                                               invite.delete
superadmin /invites/delete?id={byManager}&id={byCashier} all=yes                       invite.delete,invite.delete
manager    /users/invite id={fresh}&username=New&phone=%2B77019998877&role=cashier&language=en  user.invite
superadmin /users/{cashier}/role version=1&role=manager                              user.role
superadmin /users/{cashier}/suspend version=1&reason=Left                            user.suspend
superadmin /users/{cashier}/deactivate version=1                                     user.deactivate
superadmin /users/{cashier} intent=show-phone                                        user.showPhone
superadmin /users/{cashier} intent=end-others                                        session.endAll
superadmin /settings/reviews version=1&{reviewPeople}                                reviews.settings
superadmin /settings/keeping version=1&{keeping}                                     keeping.edit
superadmin /users/recovery/{request} intent=decline                                  recovery.decline
`
const commands = TABLE.trim()
  .split('\n')
  .map((line) => {
    const words = line.trim().split(/\s+/)
    const acts = words.at(-1) ?? ''
    const [person = '', address = '', form = ''] = words.slice(0, -1)
    return { person: person as Person, address, form, acts: acts === '-' ? [] : acts.split(',') }
  })

const db = await openTestDatabase()
const gatehouse = await openConsole()
const { cast, anew } = await repeatableCast(db)
let services: TestServices
beforeEach(async () => {
  services = await anew()
})

const filled = (text: string) => withIds(cast, text)
const send = ({ person, address, form }: (typeof commands)[number]) =>
  gatehouse.send(services, 'POST', filled(address), { cookie: cast.cookies[person], form: filled(form) })
const rows = () => db.select().from(auditLog).orderBy(asc(auditLog.position))

describe.each(commands)('$person $address $form', (command) => {
  it(`leaves ${command.acts.join(' and ') || 'nothing'}`, async () => {
    await send(command)
    const left = await rows()
    expect(left.map(({ action }) => action)).toEqual(command.acts)
    for (const row of left) {
      const isKnown = command.person !== 'nobody'
      expect(row).toMatchObject({
        actorId: isKnown ? cast.ids[command.person] : null,
        role: isKnown ? command.person : null,
        requestId: 'REFERENCE1',
      })
      const told = [...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})]
      expect(
        told.filter((name) => !fieldLabel(row.action.split('.')[0] ?? '', name) && !UNTOLD_FIELDS.includes(name)),
      ).toEqual([])
    }
  })
})

/** POST forms that leave no row: they change nothing, or only what the person sees for themselves. */
const UNTOLD = [
  // Nobody is signed in yet, or nothing was decided yet.
  '/sign-in/passkey',
  '/sign-up',
  '/sign-up/code',
  '/settings/passkeys/options',
  '/invites/preview',
  '/unsent',
  // One's own appearance, inbox, drafts and presence; deleting a kept view that is already gone.
  '/preferences',
  '/settings/appearance',
  '/inbox',
  '/drafts',
  '/verifications/{reviewed}/presence',
  '/views/{view}/delete',
  // Refused or without effect: not theirs to release or undo, nothing to agree to, not pinned, not confirmed.
  '/verifications/{reviewed}/second',
  '/verifications/mode-changes/{modeReviewed}/second',
  '/verifications/{reviewed}/undo',
  '/verifications/mode-changes/{modeReviewed}/undo',
  '/verifications/{reviewed}/claim intent=release&version=2',
  '/organizations/{other}/notes/{note} intent=unpin',
  '/organizations/{own}/documents/{ownDocument}',
  '/invites/delete',
  '/users/export/confirm',
  '/audit/export/confirm',
  '/users/{blocked}/data/confirm',
]

it.each(
  formsOfAccess.filter(
    ({ method, address, form, expected }) =>
      method === 'POST' &&
      expected.includes('ok') &&
      ![address, `${address} ${form}`, address.split('?')[0] ?? ''].some((one) => UNTOLD.includes(one)),
  ),
)('POST $address $form leaves an audit row', async ({ address, form = '', expected }) => {
  const person = PEOPLE[expected.indexOf('ok')] ?? 'nobody'
  await send({ person, address, form, acts: [] })
  expect(await rows()).not.toEqual([])
})

it.each([
  ['superadmin', '/verifications/{reviewed}/reject', 'version=2&reason=Forged+lease', { reason: 'Forged lease' }],
  [
    'superadmin',
    '/verifications/{reviewed}/request-info',
    'version=2&items=A+lease&items=A+stamp',
    { after: expect.objectContaining({ items: ['A lease', 'A stamp'] }) },
  ],
  ['superadmin', '/users/{cashier}/suspend', 'version=1&reason=Left+us', { reason: 'Left us' }],
  [
    'superadmin',
    '/users/{cashier}/role',
    'version=1&role=manager',
    { before: { role: 'cashier' }, after: { role: 'manager' } },
  ],
] as const)('%s %s records the reason or the values that changed', async (person, address, form, told) => {
  await send({ person, address, form, acts: [] })
  expect((await openedAudit(db))[0]).toMatchObject(told)
})

it('suspending an organization records the reason', async () => {
  await db.update(organizations).set({ status: 'active' })
  await send({
    person: 'superadmin',
    address: '/organizations/{other}/suspend',
    form: 'version=1&reason=Debt',
    acts: [],
  })
  expect((await rows())[0]).toMatchObject({ action: 'organization.suspend', reason: 'Debt' })
})
