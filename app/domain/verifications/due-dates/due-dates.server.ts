import type { Queries } from '../../../db/engine/database'
import { findDueTerms, setDueDates, takeWithoutDue, type StoredDueTerms } from '../../../db/verifications/due-dates'
import type { Services } from '../../../services.server'
import { DEFAULT_DUE_HOURS, dueOf } from './due-date'

const AT_ONCE = 1000

const dueFor = ({ timeZone, holidays, hours, ...terms }: StoredDueTerms, at: Date) => ({
  id: terms.id,
  ...dueOf(
    {
      ...terms,
      hours: hours ?? DEFAULT_DUE_HOURS[terms.type],
      calendar: { timeZone, holidays: new Set(holidays) },
    },
    at,
  ),
})

/** When an application that the applicant has would be due if it came back now. */
export const dueIfBack = (terms: StoredDueTerms, at: Date): Date | null =>
  dueFor({ ...terms, status: 'pending', dueLeftMinutes: dueFor(terms, at).dueLeftMinutes }, at).dueAt

/** Sets, stops or takes away the due date of an application that was submitted or moved, in the same transaction. */
export async function keepDueDate(tx: Queries, verificationId: string, at: Date): Promise<void> {
  const terms = await findDueTerms(tx, verificationId)
  if (terms) await setDueDates(tx, [dueFor(terms, at)])
}

/** Gives open applications from before there were due dates theirs, in batches; how many there were. */
export async function fillDueDates({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> {
  let filled = 0
  for (let count = AT_ONCE; count === AT_ONCE; filled += count) {
    const batch = await db.transaction(async (tx) => {
      const terms = await takeWithoutDue(tx, AT_ONCE)
      const at = now()
      await setDueDates(
        tx,
        terms.map((row) => dueFor(row, at)),
      )
      return terms
    })
    count = batch.length
  }
  return filled
}
