import { findDueTerms } from '../../../db/verifications/due-dates'
import { selectNextDue, type Counts, type ViewContext } from '../../../db/verifications/queue/verification-views'
import type { Decider } from '../../../db/verifications/queue/reviewable'
import type { Services } from '../../../services.server'
import { can, type Actor, type Permit } from '../../access'
import { dayOf, startOfDay } from '../../calendar'
import { dueIfBack } from '../due-dates/due-dates.server'
import { typesToDecide, typesToPrepare } from '../verification-actions'
import { PRESET_VIEWS, type PresetView } from './verification-list'

type Reading = Permit<'verifications.read'> | Permit<'verifications.review'>

/** What the actor is led to; null for people who may not decide. */
function deciderOf(actor: Pick<Actor, 'id' | 'role'>): Decider | null {
  const types = typesToDecide(actor)
  return types.length > 0 ? { types, typesToPrepare: typesToPrepare(actor), personId: actor.id } : null
}

/** Who looks at a view, and when. */
export function viewContextOf(actor: Pick<Actor, 'id' | 'role' | 'timeZone'>, now: Date): ViewContext {
  return {
    personId: actor.id,
    decider: deciderOf(actor),
    now,
    dayStart: startOfDay(dayOf(now, actor.timeZone), actor.timeZone) ?? now,
  }
}

/** The views for a role: people who may not decide have no views of their own work. */
export const presetViewsOf = (actor: Pick<Actor, 'role'>): PresetView[] =>
  PRESET_VIEWS.filter((view) => can(actor, 'verifications.review') || (view !== 'mine' && view !== 'claimable'))

/** How much waits for this person, and the count of each view. */
export const workOf = ({ late, ...counts }: Counts) => ({ counts, waiting: counts.mine + counts.claimable, late })

/**
 * When the next application that this person may decide is due, or would be if the applicant sent it back now; null when there is none or
 * its date has passed.
 */
export async function whenDue(
  { db, now }: Pick<Services, 'db' | 'now'>,
  next: { id: string; dueAt: Date | null } | undefined,
): Promise<Date | null> {
  if (!next) return null
  if (next.dueAt) return next.dueAt > now() ? next.dueAt : null
  const terms = await findDueTerms(db, next.id)
  return terms && dueIfBack(terms, now())
}

export async function findWhenNextDue(
  services: Pick<Services, 'db' | 'now'>,
  { actor }: Reading,
): Promise<Date | null> {
  const [next] = await selectNextDue(services.db, viewContextOf(actor, services.now()))
  return whenDue(services, next)
}
