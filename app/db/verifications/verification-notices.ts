import { and, asc, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { lockKeys } from '../limits'
import { organizations } from '../schema/organizations'
import { reviewPeople } from '../schema/reviews'
import { peopleNeeded } from './review-people'
import { verifications } from '../schema/verifications'
import { hasPrepared } from './prepared-decisions'

const notice = {
  id: verifications.id,
  type: verifications.type,
  organizationName: organizations.name,
  people: peopleNeeded,
  isPrepared: hasPrepared() as SQL<boolean>,
}

/** What reviewers are told of an application. */
export async function findApplicationNotice(queries: Queries, verificationId: string) {
  const [row] = await queries
    .select(notice)
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .leftJoin(reviewPeople, eq(reviewPeople.type, verifications.type))
    .where(eq(verifications.id, verificationId))
  return row ?? null
}

export type ApplicationNotice = NonNullable<Awaited<ReturnType<typeof findApplicationNotice>>>

/** Marks applications past their due date that nobody was told of yet, the most pressing first. One caller at a time takes them. */
export async function takeOverdue(tx: Queries, { at, atMost }: { at: Date; atMost: number }) {
  await lockKeys(tx, ['overdue news'])
  const due = await tx
    .select(notice)
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .leftJoin(reviewPeople, eq(reviewPeople.type, verifications.type))
    .where(and(lt(verifications.dueAt, at), isNull(verifications.overdueNoticeAt)))
    .orderBy(asc(verifications.dueAt), asc(verifications.id))
    .limit(atMost)
    .for('update', { of: verifications, skipLocked: true })
  if (due.length > 0)
    await tx
      .update(verifications)
      .set({ overdueNoticeAt: at })
      .where(
        inArray(
          verifications.id,
          due.map(({ id }) => id),
        ),
      )
  return due
}
