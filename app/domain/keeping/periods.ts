import { DRAFT_KEPT_MS } from '../drafts/draft'
import { LIMITS } from '../limits/limit'
import { DAY_MS } from '../../durations'

const HOUR = 1 / 24

/** A counter erased before its limit's window ends would let more through. */
const LONGEST_LIMIT_DAYS = Math.max(...Object.values(LIMITS).map(({ windowMs }) => windowMs)) / DAY_MS

/** Seven years contain one or two leap days. */
const SEVEN_YEARS = 7 * 365 + 2

export type Bounds = { min: number; max: number }

/**
 * How many days each class is kept (decisions, Keeping and erasing), and the bounds within which a superadmin may choose; classes without
 * `settable` are fixed because other code relies on the period. /privacy names every class.
 *
 * codes: sign-in codes, passkey challenges and who got a code; valid for minutes, kept a day for questions about them.
 * presence: who has an application open, and what undoing a decision would restore.
 * dataRequests: counted from the agreement; undecided requests stay.
 * devices: a browser is trusted for 180 days after its last use, even if its row were kept longer.
 * unsentDocuments: counted from the upload; only of organizations with nothing under way.
 * people: counted from when they left, which the audit log records; so never longer than the log is kept.
 * audit: never edited. Its oldest days are removed with a signed record; the database refuses that within seven years.
 */
export const KEPT = {
  codes: { days: 1 },
  limits: { days: LONGEST_LIMIT_DAYS },
  presence: { days: HOUR },
  drafts: { days: DRAFT_KEPT_MS / DAY_MS },
  sentForms: { days: 1 },
  dataRequests: { days: 1 },
  inbox: { days: 180 },
  sessions: { days: 180, settable: { min: 30, max: 730 } },
  devices: { days: 180, settable: { min: 30, max: 180 } },
  messages: { days: 30, settable: { min: 7, max: 180 } },
  recovery: { days: 180, settable: { min: 60, max: 1095 } },
  recipients: { days: 180, settable: { min: 30, max: 1095 } },
  rejectedDocuments: { days: 365, settable: { min: 90, max: 3650 } },
  unsentDocuments: { days: 365, settable: { min: 90, max: 3650 } },
  people: { days: 365, settable: { min: 90, max: 7 * 365 } },
  audit: { days: SEVEN_YEARS, settable: { min: SEVEN_YEARS, max: 30 * 365 } },
} as const satisfies Record<string, { days: number; settable?: Bounds }>

export type KeptClass = keyof typeof KEPT
export type SettableClass = {
  [Name in KeptClass]: (typeof KEPT)[Name] extends { settable: Bounds } ? Name : never
}[KeptClass]
/** Days by class. */
export type Periods = Readonly<Record<KeptClass, number>>

export const KEPT_CLASSES = Object.keys(KEPT) as KeptClass[]

const isSettable = (kept: KeptClass): kept is SettableClass => 'settable' in KEPT[kept]
export const SETTABLE_CLASSES = KEPT_CLASSES.filter(isSettable)

export const boundsOf = (kept: SettableClass): Bounds => KEPT[kept].settable

/** The periods in force: the stored setting, clamped to the current bounds, else the default. */
export const periodsOf = (set: readonly { kept: string; days: number }[]): Periods =>
  Object.fromEntries(
    KEPT_CLASSES.map((kept) => {
      const days = set.find((one) => one.kept === kept)?.days
      if (days === undefined || !isSettable(kept)) return [kept, KEPT[kept].days]
      const { min, max } = boundsOf(kept)
      return [kept, Math.min(max, Math.max(min, days))]
    }),
  ) as Record<KeptClass, number>

export const DEFAULT_PERIODS = periodsOf([])
