import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inboxEntries } from '../../../../app/db/schema/notes'
import { organizations } from '../../../../app/db/schema/organizations'
import { reviewPeople } from '../../../../app/db/schema/reviews'
import { users } from '../../../../app/db/schema/users'
import { verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { dateProof } from '../../../../app/domain/fresh-proof'
import { openInboxEntry } from '../../../../app/domain/inbox/inbox.server'
import { judgeDocument } from '../../../../app/domain/organizations/judge-document.server'
import { changeAccess } from '../../../../app/domain/organizations/status/change-access.server'
import { changeStatus } from '../../../../app/domain/organizations/status/change-status.server'
import { removeDocument } from '../../../../app/domain/setup/change-documents.server'
import { editSection } from '../../../../app/domain/setup/edit-section.server'
import type { SavedStep } from '../../../../app/domain/setup/input.server'
import { applyUserAction } from '../../../../app/domain/users/change-user.server'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
  resubmitVerification,
} from '../../../../app/domain/verifications/decisions/decide.server'
import { endVoidVotes } from '../../../../app/domain/verifications/second-person/void-votes.server'
import { entryPath } from '../../../../app/routes/inbox/entry-view.server'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { colleagues } from '../../../support/reviews'
import { testServices } from '../../../support/services'
import { addDocument, organization, partner, permitOf, reviewing, verification } from '../../../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let olga: Actor
let yerlan: Actor
let root: Actor

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  ;({ olga, yerlan, root } = await colleagues(db))
  await db.insert(reviewPeople).values({ type: 'address_change', people: 2 })
})

/** An application with Olga’s first vote, to which two people were called to agree. */
async function prepared({ isAsked = false } = {}) {
  const held = await organization(db, { status: 'active' })
  const organizationId = held.id
  const opened = await verification(db, {
    organizationId,
    type: 'address_change',
    status: 'under_review',
    reviewer: olga,
  })
  const document = await addDocument(db, opened)
  if (isAsked) await requestMoreInfo(services, reviewing(olga), { ...(await targetOf(opened.id)), items: ['Lease'] })
  services.clock.advance(120_000)
  const target = await targetOf(opened.id)
  const vote = isAsked
    ? await rejectVerification(services, reviewing(olga), { ...target, reason: 'No answer' })
    : await approveVerification(services, reviewing(olga), { ...target, notes: null })
  expect(vote).toMatchObject({ kind: 'done', value: { isPrepared: true } })
  expect(await called()).toHaveLength(2)
  services.clock.advance(1000)
  return { held, organizationId, opened, document }
}
type Prepared = Awaited<ReturnType<typeof prepared>>

const targetOf = async (id: string) => {
  const [row] = await db.select().from(verifications).where(eq(verifications.id, id))
  return { id, version: row?.version ?? 0, requestId: 'req' }
}
const versionOf = async (id: string) =>
  (await db.select().from(organizations).where(eq(organizations.id, id)))[0]?.version ?? 0
const called = () =>
  db
    .select()
    .from(inboxEntries)
    .where(and(eq(inboxEntries.kind, 'prepared'), isNull(inboxEntries.readAt)))
const told = () => db.select().from(inboxEntries).where(eq(inboxEntries.kind, 'prepared_void'))

const editing = () => permitOf(yerlan, 'organizations.edit')
async function rename({ held, organizationId }: Prepared, legalName = 'Steppe Trade LLP') {
  const { name, registrationNumber, country, operationMode, timeZone, email, phone, address } = held
  const input = { name, legalName, registrationNumber, country, operationMode, timeZone, email, phone, address }
  const target = { organizationId, brandId: null, version: await versionOf(organizationId), requestId: 'req' }
  return editSection(services, editing(), target, { step: 'basic', input } as SavedStep)
}
const judge = ({ organizationId, document }: Prepared) =>
  judgeDocument(
    services,
    editing(),
    { organizationId, documentId: document.id, seen: 'pending', requestId: 'req' },
    { status: 'verified' },
  )
async function decideAnother({ organizationId }: Prepared) {
  await db.update(organizations).set({ operationMode: 'self_operated' }).where(eq(organizations.id, organizationId))
  const modes = { currentMode: 'self_operated', requestedMode: 'hybrid' } as const
  const given = { type: 'operation_mode_change', status: 'under_review', reviewer: yerlan, ...modes } as const
  const another = await verification(db, { organizationId, ...given })
  return approveVerification(services, reviewing(yerlan), { ...(await targetOf(another.id)), notes: null })
}

describe('a void vote', () => {
  it.each<[string, (of: Prepared) => Promise<{ kind: string }>]>([
    ['an edit of the organization', rename],
    ['a verdict on a document', judge],
    [
      'trial or official',
      ({ organizationId: id }) => changeAccess(services, editing(), { id, isTrial: false, requestId: 'req' }),
    ],
    [
      'a suspension of the organization',
      async ({ organizationId: id }) => {
        const seen = { id, version: await versionOf(id), requestId: 'req' }
        return changeStatus(services, editing(), 'suspend', seen, 'Lease over')
      },
    ],
    ['the approval of another application', decideAnother],
  ])('calls nobody to agree after %s, and its author is told once', async (_, change) => {
    const all = await prepared()
    expect(await change(all)).toMatchObject({ kind: 'done' })
    expect(await endVoidVotes(services)).toBe(1)
    expect(await called()).toEqual([])
    const at = services.now()
    const own = { userId: olga.id, actorId: null, verificationId: all.opened.id, readAt: null, at }
    expect(await told()).toMatchObject([own])
    const [entry] = await told()
    const led = await openInboxEntry(services, permitOf(olga, 'inbox'), entry?.id ?? '')
    expect(led).toMatchObject({ kind: 'done' })
    if (led.kind === 'done') expect(entryPath(led.value)).toBe(`/verifications/${all.opened.id}`)
    services.clock.advance(1000)
    await rename(all, 'Steppe Road LLP')
    expect(await endVoidVotes(services)).toBe(0)
    expect(await told()).toHaveLength(1)
  })

  it('calls nobody to agree after staff answered for the applicant, and its author is told once', async () => {
    const { opened } = await prepared({ isAsked: true })
    const answered = { ...(await targetOf(opened.id)), answer: 'Here' }
    expect(await resubmitVerification(services, reviewing(yerlan), answered)).toMatchObject({ kind: 'done' })
    expect(await called()).toEqual([])
    expect(await told()).toMatchObject([{ userId: olga.id, actorId: null, verificationId: opened.id, readAt: null }])
    expect(await endVoidVotes(services)).toBe(0)
    expect(await told()).toHaveLength(1)
  })

  it('calls nobody to agree after the partner removed a document, and its author is told', async () => {
    const { organizationId, opened } = await prepared({ isAsked: true })
    const own = permitOf(await partner(db, organizationId), 'setup.own')
    const since = await addDocument(db, opened, 'pending', { type: 'lease_agreement', uploadedAt: services.now() })
    await db.delete(inboxEntries)
    await rejectVerification(services, reviewing(root), { ...(await targetOf(opened.id)), reason: 'Too late' })
    expect(await called()).toHaveLength(2)
    services.clock.advance(1000)
    const target = { organizationId, documentId: since.id, requestId: 'req' }
    expect(await removeDocument(services, own, target)).toMatchObject({ kind: 'done' })
    await endVoidVotes(services)
    expect(await called()).toEqual([])
    expect(await told()).toMatchObject([{ userId: root.id }])
  })

  it('calls nobody to agree and tells its author nothing while the author is suspended', async () => {
    await prepared()
    const [row] = await db.select().from(users).where(eq(users.id, olga.id))
    const given = dateProof(permitOf({ ...root, provenAt: services.now() }, 'users.read'), services.now())
    const target = { id: olga.id, version: row?.version ?? 0, reason: 'Left', requestId: 'req' }
    expect(await applyUserAction(services, given, 'suspend', target)).toMatchObject({ kind: 'done' })
    await endVoidVotes(services)
    expect(await called()).toEqual([])
    expect(await told()).toEqual([])
  })

  it('can be replaced by a new vote, which calls people again and tells its author again once it is void', async () => {
    const all = await prepared()
    await rename(all)
    await endVoidVotes(services)
    services.clock.advance(1000)
    await approveVerification(services, reviewing(olga), { ...(await targetOf(all.opened.id)), notes: null })
    expect(await called()).toHaveLength(2)
    expect(await told()).toHaveLength(1)
    services.clock.advance(1000)
    await judge(all)
    await endVoidVotes(services)
    expect(await called()).toEqual([])
    expect(await told()).toHaveLength(2)
  })

  it('does not result from a change of another organization', async () => {
    const { opened } = await prepared()
    const other = await organization(db, { status: 'active' })
    expect(await changeAccess(services, editing(), { id: other.id, isTrial: false, requestId: 'req' })).toMatchObject({
      kind: 'done',
    })
    expect(await endVoidVotes(services)).toBe(0)
    expect(await called()).toMatchObject([{ verificationId: opened.id }, { verificationId: opened.id }])
    expect(await told()).toEqual([])
  })
})
