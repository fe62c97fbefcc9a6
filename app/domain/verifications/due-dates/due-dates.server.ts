import { isDeepStrictEqual } from 'node:util'
import type { Queries } from '../../../db/engine/database'
import {
  findDueTerms,
  listDaysOff,
  setDueDates,
  takeOpen,
  takeOpenOf,
  takeWithoutDue,
  type DueTermsHeld,
  type StoredDueTerms,
} from '../../../db/verifications/due-dates'
import type { Services } from '../../../services.server'
import { COUNTRIES, type Country, type VerificationType } from '../../../vocabulary'
import { DEFAULT_DUE_HOURS, dueOf, recomputeDue } from './due-date'

const BLOCK_ROWS = 1000
const OTHER_TERMS = { hasOtherTerms: true }

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

/**
 * Sets, stops or removes the due date of an application that was submitted or moved, in the same transaction; returns the terms used, or
 * null when the application does not exist.
 */
export async function saveDueDate(tx: Queries, verificationId: string, at: Date): Promise<DueTermsHeld | null> {
  const terms = await findDueTerms(tx, verificationId)
  if (!terms) return null
  await setDueDates(tx, [dueFor(terms, at)])
  return termsOf(terms)
}

const termsOf = ({ hours, holidays, timeZone }: DueTermsHeld): DueTermsHeld => ({ hours, holidays, timeZone })

/** The due date under current terms of an application whose date was calculated with `used`. */
function dueNow(terms: StoredDueTerms, used: DueTermsHeld) {
  const under = ({ hours, holidays, timeZone }: DueTermsHeld) => ({
    hours: hours ?? DEFAULT_DUE_HOURS[terms.type],
    calendar: { timeZone, holidays: new Set(holidays) },
  })
  return { id: terms.id, ...recomputeDue(under(terms), under(used), terms) }
}

/** Recalculates a restored due date if its terms changed since, in the same transaction. */
export async function renewDueDate(
  tx: Queries,
  verificationId: string,
  kept: Omit<DueTermsHeld, 'timeZone'> & { timeZone?: string },
): Promise<void> {
  const terms = await findDueTerms(tx, verificationId)
  if (!terms) return
  // Rows of the previous release have no time zone.
  const used = { ...kept, timeZone: kept.timeZone ?? terms.timeZone }
  if (!isDeepStrictEqual(used, termsOf(terms))) await setDueDates(tx, [dueNow(terms, used)], OTHER_TERMS)
}

type Place = { timeZone: string; country: Country }

/** Recalculates the due dates of an organization's open applications when it moved to another country or time zone, in the same transaction. */
export async function moveDueDates(
  tx: Queries,
  organizationId: string,
  was: Place,
  { timeZone = was.timeZone, country = was.country }: Partial<Place>,
): Promise<void> {
  if (timeZone === was.timeZone && country === was.country) return
  const open = await takeOpenOf(tx, organizationId)
  const holidays = open.length > 0 ? await listDaysOff(tx, was.country) : []
  await setDueDates(
    tx,
    open.map((terms) => dueNow(terms, { hours: terms.hours, holidays, timeZone: was.timeZone })),
    OTHER_TERMS,
  )
}

/** Sets the due dates of open applications from before there were due dates, in batches; returns how many. */
export async function fillDueDates({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> {
  let filled = 0
  for (let count = BLOCK_ROWS; count === BLOCK_ROWS; filled += count) {
    const batch = await db.transaction(async (tx) => {
      const terms = await takeWithoutDue(tx, BLOCK_ROWS)
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

type InForce = {
  hours: Readonly<Record<VerificationType, number>>
  holidays: Readonly<Record<Country, readonly { day: string }[]>>
}

type Changed = {
  /** The types whose hours changed. */
  types: readonly VerificationType[]
  /** The countries whose holidays changed. */
  countries: readonly Country[]
  was: InForce
  is: InForce
}

/** Recalculates the due dates of open applications after a change of hours or holidays, in the same transaction; returns how many changed. */
export async function recomputeDueDates(
  tx: Queries,
  { types, countries, was, is }: Changed,
  atOnce = BLOCK_ROWS,
): Promise<number> {
  const daysOf = ({ holidays }: InForce) =>
    Object.fromEntries(
      COUNTRIES.map((country) => [country, new Set(holidays[country].map(({ day }) => day))]),
    ) as Record<Country, Set<string>>
  const [daysBefore, days] = [daysOf(was), daysOf(is)]
  let changed = 0
  for (let after: string | null = null; ;) {
    const open = await takeOpen(tx, { types, countries }, { after, atMost: atOnce })
    const due = open.flatMap(({ id, type, country, timeZone, ...terms }) => {
      const then = recomputeDue(
        { hours: is.hours[type], calendar: { timeZone, holidays: days[country] } },
        { hours: was.hours[type], calendar: { timeZone, holidays: daysBefore[country] } },
        terms,
      )
      const isSame = then.dueAt?.getTime() === terms.dueAt?.getTime() && then.dueLeftMinutes === terms.dueLeftMinutes
      return isSame ? [] : { id, ...then }
    })
    await setDueDates(tx, due, OTHER_TERMS)
    changed += due.length
    after = open.at(-1)?.id ?? null
    if (open.length < atOnce || after === null) return changed
  }
}
