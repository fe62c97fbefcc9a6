import { and, desc, eq, inArray, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  OPEN_STATUSES,
  STATUSES_WAITING_FOR_APPLICANT,
  STATUSES_WAITING_FOR_US,
  type OrganizationStatus,
  type SetupStep,
  type VerificationStatus,
} from '../vocabulary'
import type { Queries } from './engine/database'
import {
  deleteBrand,
  insertBrand,
  lockApplicationsToMove,
  updateBrand,
  type BrandFields,
  type OrganizationChange,
} from './organizations/organization-changes'
import { branches, organizations } from './schema/organizations'
import { timelineEvents, verifications } from './schema/verifications'

type Seen = { id: string; version: number; from: readonly OrganizationStatus[] }
const isAsSeen = ({ id, version, from }: Seen) =>
  and(eq(organizations.id, id), eq(organizations.version, version), inArray(organizations.status, [...from]))

/** The guarded save of one step: only the version that was seen, only while it is in setup. The new version, or null. */
export async function saveSetupStep(
  tx: Queries,
  seen: Seen,
  step: SetupStep,
  change: OrganizationChange,
): Promise<number | null> {
  await lockApplicationsToMove(tx, seen.id, change)
  const [saved] = await tx
    .update(organizations)
    .set({
      ...change,
      setupSteps: sql`array(select distinct unnest(array_append(${organizations.setupSteps}, ${step}::text)) order by 1)`,
      version: sql`${organizations.version} + 1`,
    })
    .where(isAsSeen(seen))
    .returning({ version: organizations.version })
  return saved?.version ?? null
}

export async function replaceBranches(
  tx: Queries,
  organizationId: string,
  rows: readonly Omit<typeof branches.$inferInsert, 'organizationId'>[],
): Promise<void> {
  await tx.delete(branches).where(eq(branches.organizationId, organizationId))
  await tx.insert(branches).values(rows.map((row) => ({ ...row, organizationId })))
}

/** Sets the first brand of an organization, null where it has none so far; without fields it is taken away. */
export async function saveFirstBrand(
  tx: Queries,
  organizationId: string,
  firstId: string | null,
  brand: BrandFields | null,
): Promise<void> {
  if (firstId === null) {
    if (brand) await insertBrand(tx, organizationId, brand)
  } else if (brand) await updateBrand(tx, firstId, brand)
  else await deleteBrand(tx, firstId)
}

/** draft or rejected → submitted, guarded like a save. */
export async function markSubmitted(tx: Queries, seen: Seen): Promise<boolean> {
  const moved = await tx
    .update(organizations)
    .set({ status: 'submitted', version: sql`${organizations.version} + 1` })
    .where(isAsSeen(seen))
    .returning({ id: organizations.id })
  return moved.length > 0
}

export async function markPending(tx: Queries, id: string): Promise<void> {
  await tx
    .update(organizations)
    .set({ status: 'pending' })
    .where(and(eq(organizations.id, id), eq(organizations.status, 'submitted')))
}

/** Opens the first application of an organization, with its first event; its id. */
export async function openRegistration(
  tx: Queries,
  { organizationId, actorId, at }: { organizationId: string; actorId: string; at: Date },
): Promise<string> {
  const [opened] = await tx
    .insert(verifications)
    .values({
      organizationId,
      type: 'initial_registration',
      status: 'pending',
      submittedBy: actorId,
      submittedAt: at,
      version: 1,
    })
    .returning({ id: verifications.id })
  if (!opened) throw new Error('No application was opened')
  await tx.insert(timelineEvents).values({
    verificationId: opened.id,
    event: 'submitted',
    at,
    actorId,
    note: null,
    items: [],
    version: 1,
  })
  return opened.id
}

/** Statuses that the partner sees in place of the kept ones. */
type SeenStatuses = readonly { id: string; status: VerificationStatus }[]

const statusAs = (seen: SeenStatuses) =>
  seen.reduce(
    (kept, one) =>
      sql<VerificationStatus>`(case when ${eq(verifications.id, one.id)} then ${one.status} else ${kept} end)`,
    sql<VerificationStatus>`${verifications.status}`,
  )

/** The application that a partner asks about: the one that is named, or else one that waits for them, an open one, the newest. */
export async function findCurrentApplication(
  queries: Queries,
  organizationId: string,
  seen: SeenStatuses = [],
  named: string | null = null,
) {
  const status = statusAs(seen)
  const [row] = await queries
    .select()
    .from(verifications)
    .where(
      and(eq(verifications.organizationId, organizationId), named === null ? undefined : eq(verifications.id, named)),
    )
    .orderBy(
      desc(inArray(status, STATUSES_WAITING_FOR_APPLICANT)),
      desc(inArray(status, STATUSES_WAITING_FOR_US)),
      desc(verifications.submittedAt),
      desc(verifications.id),
    )
    .limit(1)
  return row ?? null
}

const later = alias(verifications, 'later')
const OTHERS_MAX = 10

/** The applications of an organization besides that one: the open ones, then of each type the last that was decided; newest first. */
export function listOtherApplications(queries: Queries, organizationId: string, id: string, seen: SeenStatuses) {
  const status = statusAs(seen)
  const isOpen = inArray(status, [...OPEN_STATUSES])
  const laterOfType = queries
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.organizationId, verifications.organizationId),
        eq(later.type, verifications.type),
        sql`(${later.submittedAt}, ${later.id}) > (${verifications.submittedAt}, ${verifications.id})`,
      ),
    )
  return queries
    .select({ id: verifications.id, type: verifications.type, status })
    .from(verifications)
    .where(
      and(
        eq(verifications.organizationId, organizationId),
        ne(verifications.id, id),
        or(isOpen, notExists(laterOfType)),
      ),
    )
    .orderBy(desc(isOpen), desc(verifications.submittedAt), desc(verifications.id))
    .limit(OTHERS_MAX)
}
