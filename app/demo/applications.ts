import {
  isDecided,
  OPERATION_MODES,
  VERIFICATION_STATUSES,
  type Language,
  type TimelineEvent,
  type VerificationStatus,
  type VerificationType,
} from '../vocabulary'
import type { timelineEvents, verifications } from '../db/schema/verifications'
import { itemAt } from './dice'
import { HISTORIES, spread, waiting } from './histories'
import type { OrganizationRow } from './organizations'
import type { DemoPerson } from './people'
import { lengthMs, type World } from './world'
import { PHRASES } from './phrases/phrases'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations'

type VerificationRow = typeof verifications.$inferInsert & { id: string }
type EventRow = typeof timelineEvents.$inferInsert
/** One verification with everything around it; `writes` is the language of the applicant and of all that the applicant reads. */
export type Application = { row: VerificationRow; events: EventRow[]; organization: OrganizationRow; writes: Language }

/** An organization with the person who applies for it. */
export type Applicant = { organization: OrganizationRow; partner: DemoPerson }

type Wish = { type: VerificationType; status: VerificationStatus; path: number; first: Date; last: Date }

/** Only admins decide about these (decisions, Roles). */
const SENSITIVE: VerificationType[] = ['bank_account_update', 'legal_representative_change', 'operation_mode_change']

function planApplication(
  world: World,
  staff: DemoPerson[],
  { organization, partner }: Applicant,
  wish: Wish,
): Application {
  const { dice } = world
  const id = dice.uuid()
  const history = itemAt(HISTORIES[wish.status], wish.path)
  const reviewer = dice.pick(staff.filter(({ row }) => mayReview(row, wish.type)))
  const instants = spread(dice, history.length, wish.first, wish.last)
  const events = history.map((event, i) => ({
    id: dice.uuid(),
    verificationId: id,
    event,
    at: itemAt(instants, i),
    actorId: event === 'submitted' || event === 'resubmitted' ? partner.row.id : reviewer.row.id,
    note: noteOf(world, event, wish.type, event === 'approved' ? reviewer.writes : partner.writes),
    items: event === 'info_requested' ? dice.some(PHRASES[partner.writes].requests[wish.type], dice.between(1, 2)) : [],
    version: i + 1,
  }))
  const last = itemAt(events, events.length - 1)
  const isOver = isDecided(last.event)
  return {
    organization,
    writes: partner.writes,
    events,
    row: {
      id,
      organizationId: organization.id,
      type: wish.type,
      status: wish.status,
      submittedBy: partner.row.id,
      submittedAt: wish.first,
      reviewerId: wish.status === 'pending' ? null : reviewer.row.id,
      reviewedAt: isOver ? last.at : null,
      reviewNotes: last.event === 'approved' ? last.note : null,
      rejectionReason: last.event === 'rejected' ? last.note : null,
      requestedChanges: events.findLast(({ event }) => event === 'info_requested')?.items ?? [],
      ...waiting(events),
      ...(wish.type === 'operation_mode_change' ? modeChange(world, organization, wish.status, partner.writes) : {}),
      version: events.length,
    },
  }
}

function mayReview({ status, role }: DemoPerson['row'], type: VerificationType): boolean {
  if (status !== 'active' || !role || role === 'cashier') return false
  return role !== 'manager' || !SENSITIVE.includes(type)
}

function noteOf({ dice }: World, event: TimelineEvent, type: VerificationType, language: Language): string | null {
  const note = PHRASES[language]
  if (event === 'rejected') return dice.pick(note.rejections[type])
  if (event === 'resubmitted') return dice.pick(note.answers)
  if (event === 'approved') return dice.chance(0.7) ? dice.pick(note.approvals) : null
  return null
}

/** After an approval the organization already works in the mode that was asked for. */
function modeChange({ dice }: World, organization: OrganizationRow, status: VerificationStatus, language: Language) {
  const own = organization.operationMode
  const other = dice.pick(OPERATION_MODES.filter((mode) => mode !== own))
  return {
    currentMode: status === 'approved' ? other : own,
    requestedMode: status === 'approved' ? own : other,
    modeReason: dice.pick(PHRASES[language].modeReasons),
  }
}

const FOLLOW_UPS: VerificationType[] = [
  'business_license_renewal',
  'bank_account_update',
  'address_change',
  'tax_registration_renewal',
  'legal_representative_change',
]
const FOLLOW_UP_COUNT = 42

export function planApplications(world: World, staff: DemoPerson[], applicants: Applicant[]): Application[] {
  const { dice, ago } = world
  const within = (longestMs: number, shortestMs: number) => ago(lengthMs(dice, shortestMs, longestMs))
  const decided = (firstAgo: [longest: number, shortest: number], longestReviewMs: number) => {
    const first = within(...firstAgo)
    const rest = Math.min(longestReviewMs, world.now.getTime() - first.getTime() - HOUR_MS)
    return { first, last: new Date(first.getTime() + lengthMs(dice, Math.min(3 * HOUR_MS, rest / 2), rest)) }
  }
  const open = (isFresh: boolean) => {
    const first = isFresh ? within(30 * HOUR_MS, 20 * MINUTE_MS) : within(9 * DAY_MS - HOUR_MS, 20 * HOUR_MS)
    const sinceMs = world.now.getTime() - first.getTime()
    return { first, last: new Date(first.getTime() + lengthMs(dice, sinceMs * 0.4, sinceMs * 0.95)) }
  }
  const timed = (status: VerificationStatus, path: number, firstAgo: [longest: number, shortest: number]) => {
    if (isDecided(status)) return decided(firstAgo, 5 * DAY_MS)
    return open(itemAt(HISTORIES[status], path).length < 3)
  }
  const plan = (applicant: Applicant, wish: Wish) => planApplication(world, staff, applicant, wish)

  const first: VerificationType = 'initial_registration'
  const open6: VerificationStatus[] = ['pending', 'under_review', 'need_more_info']
  const ofStatus = (...statuses: string[]) =>
    applicants.filter(({ organization }) => statuses.includes(organization.status))
  const working = ofStatus('active', 'suspended')

  const initial = [
    ...ofStatus('pending').map((applicant, i) => {
      const status = itemAt(open6, i)
      const path = Math.floor(i / 3)
      return plan(applicant, { type: first, status, path, ...open(itemAt(HISTORIES[status], path).length < 3) })
    }),
    ...ofStatus('rejected').map((applicant, i) =>
      plan(applicant, { type: first, status: 'rejected', path: i, ...decided([40 * DAY_MS, DAY_MS], 4 * DAY_MS) }),
    ),
    ...ofStatus('approved').map((applicant, i) =>
      plan(applicant, { type: first, status: 'approved', path: i, ...decided([25 * DAY_MS, 2 * DAY_MS], 3 * DAY_MS) }),
    ),
    ...working.map((applicant, i) =>
      plan(applicant, { type: first, status: 'approved', path: i, ...decided([50 * DAY_MS, 44 * DAY_MS], 5 * DAY_MS) }),
    ),
    ...ofStatus('archived').map((applicant, i) => {
      const status = i % 2 === 0 ? 'rejected' : 'approved'
      return plan(applicant, { type: first, status, path: i, ...decided([50 * DAY_MS, 44 * DAY_MS], 4 * DAY_MS) })
    }),
    ...working
      .filter((_, i) => i % 6 === 0)
      .map((applicant) =>
        plan(applicant, {
          type: first,
          status: 'rejected',
          path: 0,
          ...decided([60 * DAY_MS, 55 * DAY_MS], 3 * DAY_MS),
        }),
      ),
  ]
  const followUps = Array.from({ length: FOLLOW_UP_COUNT }, (_, i) => {
    const round = Math.floor(i / FOLLOW_UPS.length)
    const status = itemAt(VERIFICATION_STATUSES, round)
    const path = Math.floor(round / VERIFICATION_STATUSES.length) + (i % 4 === 0 ? 1 : 0)
    return plan(itemAt(working, i), {
      type: itemAt(FOLLOW_UPS, i),
      status,
      path,
      ...timed(status, path, [34 * DAY_MS, 6 * DAY_MS]),
    })
  })
  const modeChanges = working.map((applicant, i) => {
    const status = itemAt(VERIFICATION_STATUSES, i)
    const path = i % 4 === 3 ? 1 : 0
    return plan(applicant, {
      type: 'operation_mode_change',
      status,
      path,
      ...timed(status, path, [34 * DAY_MS, 2 * DAY_MS]),
    })
  })
  return [...initial, ...followUps, ...modeChanges]
}
