import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { Queries } from '../../app/db/engine/database'
import { lockInvite, withdrawMessages } from '../../app/db/invites/invite-changes'
import { saveOrganization } from '../../app/db/organizations/organization-changes'
import { organizations } from '../../app/db/schema/organizations'
import { dataRequests } from '../../app/db/schema/personal-data'
import { recoveryRequests, users } from '../../app/db/schema/users'
import { verifications } from '../../app/db/schema/verifications'
import { saveSetupStep } from '../../app/db/setup'
import { lockRecovery } from '../../app/db/users/recovery'
import { lockUsers } from '../../app/db/users/user-changes'
import { lockUndoable } from '../../app/db/verifications/undoable-decisions'
import type { Actor } from '../../app/domain/access'
import { dateProof, type Fresh } from '../../app/domain/fresh-proof'
import { enqueueMessage } from '../../app/domain/messages/enqueue.server'
import { changeStatus } from '../../app/domain/organizations/status/change-status.server'
import { agreeByOperator } from '../../app/domain/users/numbers/operator-number.server'
import { decideOnData } from '../../app/domain/users/personal-data/data-requests.server'
import { erasePeopleWhoLeft } from '../../app/domain/users/personal-data/erase-person.server'
import { rejectVerification } from '../../app/domain/verifications/decisions/decide.server'
import { emptyTables, openTestDatabase } from '../support/database'
import { addInvite } from '../support/invites'
import { runDuringTransaction } from '../support/meanwhile'
import { testServices } from '../support/services'
import { organization, permitOf, staff, verification } from '../support/verifications'

const NEW_PHONE = '+77019990000'
const db = await openTestDatabase()
const services = await testServices({ db })
let root: Actor
let second: Actor
beforeEach(async () => {
  await emptyTables(db)
  root = await staff(db, 'superadmin', '王芳')
  second = await staff(db, 'superadmin', 'Ержан Төлеген')
})

/** Somebody handles a recovery request: first the request is locked, then the people it concerns. */
async function fileRequest(of: Actor) {
  const filed = { name: of.username, message: 'SIM', newPhone: NEW_PHONE, createdAt: services.now() }
  const id = randomUUID()
  await db.insert(recoveryRequests).values({ ...filed, id, oldPhone: of.phone })
  return { begin: (tx: Queries) => lockRecovery(tx, id), goOn: (tx: Queries) => lockUsers(tx, [of.id]) }
}

async function leaver(): Promise<Actor> {
  const person = await staff(db, 'manager', 'Дана Оспанова')
  await db.update(users).set({ status: 'inactive' }).where(eq(users.id, person.id))
  return person
}
const ERASURES = {
  'two people agree': async ({ id }: Actor) => {
    const proposal = randomUUID()
    const proposed = { id: proposal, userId: id, kind: 'erase', reason: 'asked', proposedBy: root.id } as const
    await db.insert(dataRequests).values({ ...proposed, proposedAt: services.now() })
    const permit = dateProof(permitOf(second, 'users.data'), services.now()) as Fresh<'users.data'>
    const asked = { kind: 'erase', id, requestId: 'req' } as const
    return () =>
      decideOnData(services, permit, { intent: 'agree', proposal }, asked).then(({ kind }) => kind === 'done')
  },
  'their time is over': () =>
    Promise.resolve(() => erasePeopleWhoLeft(services, services.now()).then((erased) => erased === 1)),
}
const EACH = Object.entries(ERASURES)

it('the operator agrees to a recovery request without deadlock while somebody handles it', async () => {
  const { begin, goOn } = await fileRequest(second)
  const agreeing = () => agreeByOperator(services, { oldPhone: second.phone, newPhone: NEW_PHONE })
  expect(await runDuringTransaction(db, begin, agreeing, goOn)).toBe('agreed')
  expect(await db.$count(recoveryRequests)).toBe(1)
})

it.each(EACH)(
  'a person is erased as %s, without deadlock while their recovery request is handled',
  async (_, given) => {
    const person = await leaver()
    const { begin, goOn } = await fileRequest(person)
    expect(await runDuringTransaction(db, begin, await given(person), goOn)).toBe(true)
    expect(await db.$count(recoveryRequests)).toBe(0)
  },
)

it.each(EACH)('a person is erased as %s, without deadlock while their invite code is replaced', async (_, given) => {
  const person = await leaver()
  const inviteId = await addInvite(db, { recipient: person.phone, channel: 'whatsapp' })
  const sent = { channel: 'whatsapp', kind: 'invite_whatsapp', to: person.phone, text: 'Welcome', inviteId } as const
  await enqueueMessage(db, services, sent)
  const replacing = [
    (tx: Queries) => lockInvite(tx, inviteId),
    (tx: Queries) => withdrawMessages(tx, [inviteId], 'invite replaced'),
  ] as const
  expect(await runDuringTransaction(db, replacing[0], await given(person), replacing[1])).toBe(true)
})

it('an organization is archived without deadlock while the decision on its application is undone', async () => {
  const { id: organizationId } = await organization(db)
  const { id, version } = await verification(db, { organizationId, status: 'under_review', reviewer: root })
  const target = { id, version, requestId: 'req' }
  await rejectVerification(services, permitOf(root, 'verifications.review'), { ...target, reason: 'Expired' })
  const [row] = await db.select().from(organizations)
  const seen = { id: organizationId, version: row?.version ?? 0, requestId: 'req' }
  const answer = await runDuringTransaction(
    db,
    (tx) => lockUndoable(tx, id),
    () => changeStatus(services, permitOf(second, 'organizations.edit'), 'archive', seen, null),
    (tx) => tx.update(organizations).set({ isTrial: false }).where(eq(organizations.id, organizationId)),
  )
  expect(answer.kind).toBe('done')
})

it.each(['by staff', 'by its partner'])(
  'the country is changed %s without deadlock while an application is decided',
  async (by) => {
    const status = by === 'by staff' ? 'pending' : 'rejected'
    const { id, version } = await organization(db, { status, country: 'KZ' })
    await verification(db, { organizationId: id, status: 'under_review', reviewer: root })
    const seen = { id, version }
    const answer = await runDuringTransaction(
      db,
      (tx) => tx.update(verifications).set({ claimedAt: services.now() }).where(eq(verifications.organizationId, id)),
      () =>
        db.transaction((tx) =>
          by === 'by staff'
            ? saveOrganization(tx, seen, { country: 'CN' })
            : saveSetupStep(tx, { ...seen, from: ['rejected'] }, 'basic', { country: 'CN' }),
        ),
      (tx) => tx.update(organizations).set({ isTrial: false }).where(eq(organizations.id, id)),
    )
    expect(answer).toBe(version + 1)
    expect(await db.select({ country: verifications.country }).from(verifications)).toEqual([{ country: 'CN' }])
  },
)
