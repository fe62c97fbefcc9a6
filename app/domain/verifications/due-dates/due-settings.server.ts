import { crc32 } from 'node:zlib'
import { lockKeys } from '../../../db/limits'
import { listDueHours, listHolidays, replaceHolidays, saveDueHours } from '../../../db/verifications/due-dates'
import type { Queries } from '../../../db/engine/database'
import type { Services } from '../../../services.server'
import { COUNTRIES, VERIFICATION_TYPES, type Country, type VerificationType } from '../../../vocabulary'
import type { Permit } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { conflict, done, unchanged, type Outcome } from '../../outcome'
import { DEFAULT_DUE_HOURS } from './due-date'
import { recomputeDueDates } from './due-dates.server'
import type { DueDatesInput, Holiday } from './due-input'

async function read(queries: Queries) {
  const [rows, days] = [await listDueHours(queries), await listHolidays(queries)]
  const versionOf = (type: (typeof VERIFICATION_TYPES)[number]) => rows.find((row) => row.type === type)?.version ?? 0
  return {
    types: VERIFICATION_TYPES.map((type) => ({
      type,
      hours: rows.find((row) => row.type === type)?.hours ?? DEFAULT_DUE_HOURS[type],
    })),
    holidays: Object.fromEntries(
      COUNTRIES.map((country) => [
        country,
        days.filter((one) => one.country === country).map(({ day, name }) => ({ day, name })),
      ]),
    ) as Record<Country, Holiday[]>,
    /** Changes with each change of hours or holidays. */
    version: 1 + VERIFICATION_TYPES.reduce((sum, type) => sum + versionOf(type), 0) + markOf(days),
  }
}

/** A 30-bit checksum that distinguishes lists of holidays; 0 for none. */
const markOf = (days: readonly (Holiday & { country: Country })[]): number =>
  days.length === 0 ? 0 : crc32(JSON.stringify(days.map(({ country, day, name }) => [country, day, name]))) >>> 2

export type DueSettings = Awaited<ReturnType<typeof read>>

/** The current working hours by type and holidays by country. */
export const readDueSettings = ({ db }: Pick<Services, 'db'>, _permit: Permit<'dueDates.edit'>) => read(db)

const line = ({ day, name }: Holiday) => `${day} ${name}`
const written = (days: readonly Holiday[]) => days.map(line).join('\n')

/** How the settings differ from what was asked for: the saved hours by type, and per country the holidays that only one side has. */
export function differenceOf({ types, holidays }: DueSettings, asked: Omit<DueDatesInput, 'version'>) {
  const only = (days: readonly Holiday[], others: readonly Holiday[]) =>
    days.map(line).filter((one) => !others.map(line).includes(one))
  return {
    hours: types.filter(({ type, hours }) => hours !== asked[type]),
    countries: COUNTRIES.map((country) => ({
      country,
      missing: only(holidays[country], asked[country]),
      unsaved: only(asked[country], holidays[country]),
    })),
  }
}

/**
 * Changes the terms by which applications are due, including open ones; returns how many of these got another due date. `conflict` when the
 * hours or holidays were changed meanwhile.
 */
export async function saveDueSettings(
  services: Services,
  { actor }: Permit<'dueDates.edit'>,
  { version, ...input }: DueDatesInput,
  { requestId }: { requestId: string },
): Promise<Outcome<number, DueSettings>> {
  return services.db.transaction(async (tx): Promise<Outcome<number, DueSettings>> => {
    await lockKeys(tx, ['due-dates'])
    const now = await read(tx)
    const types = now.types.filter(({ type, hours }) => input[type] !== hours)
    const countries = COUNTRIES.filter((country) => written(now.holidays[country]) !== written(input[country]))
    if (types.length === 0 && countries.length === 0) return unchanged
    if (version !== now.version) return conflict(now)
    for (const { type } of types) await saveDueHours(tx, { type, hours: input[type] })
    for (const country of countries) await replaceHolidays(tx, country, input[country])
    const hours = Object.fromEntries(now.types.map((row) => [row.type, row.hours])) as Record<VerificationType, number>
    const applications = await recomputeDueDates(tx, {
      types: types.map(({ type }) => type),
      countries,
      was: { hours, holidays: now.holidays },
      is: { hours: input, holidays: input },
    })
    const entry = (of: (name: (typeof types)[number]['type']) => number, days: (country: Country) => Holiday[]) => ({
      ...Object.fromEntries(types.map(({ type }) => [type, of(type)])),
      ...Object.fromEntries(countries.map((country) => [country, days(country).map(line)])),
    })
    await recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'dueDates.edit',
      objectType: 'settings',
      objectId: 'due-dates',
      before: entry(
        (type) => hours[type],
        (country) => now.holidays[country],
      ),
      after: {
        ...entry(
          (type) => input[type],
          (country) => input[country],
        ),
        ...(applications > 0 && { applications }),
      },
      requestId,
    })
    return done(applications)
  })
}
