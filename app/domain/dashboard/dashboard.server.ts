import { DAY_MS } from '../../durations'
import { selectActivity, readDashboardFigures, readOpenWork } from '../../db/dashboard/dashboard'
import type { Services } from '../../services.server'
import { can, type Permit } from '../access'
import { inviteList } from '../invites/invite-list'
import { organizationList } from '../organizations/organization-list'
import { userList } from '../users/user-list'
import { verificationList } from '../verifications/queue/verification-list'
import { viewContextOf, whenDue } from '../verifications/queue/verification-views.server'
import { readDecisionsByDay, readQueueAges, readTimesToDecision } from './plots.server'
import { panelOf } from './panel.server'
import { quickActions } from './quick-actions'

const ACTIVITY_COUNT = 10

/** The period over which a figure's change is measured. */
const CHANGE_MS = 7 * DAY_MS

/** The start page's panels; each makes one query and may fail alone. */
export async function readDashboard(
  services: Services,
  permit: Permit<'dashboard.read'>,
  { requestId }: { requestId: string },
) {
  const [figures, activity, actions, decisions, ages, times] = await Promise.all([
    panelOf(services, requestId, () => readFigures(services, permit)),
    panelOf(services, requestId, () => selectActivity(services.db, ACTIVITY_COUNT)),
    panelOf(services, requestId, () => listQuickActions(services, permit)),
    panelOf(services, requestId, () => readDecisionsByDay(services, permit)),
    panelOf(services, requestId, () => readQueueAges(services, permit)),
    panelOf(services, requestId, () => readTimesToDecision(services, permit)),
  ])
  return { figures, activity, actions, decisions, ages, times }
}

/** Each figure with its change in seven days and the list behind it; `href` is null where this person may not open that list. */
async function readFigures(services: Services, { actor }: Permit<'dashboard.read'>) {
  const now = services.now()
  const counted = await readDashboardFigures(services.db, now, new Date(now.getTime() - CHANGE_MS))
  return [
    {
      name: 'organizations',
      count: counted.organizations,
      change: counted.newOrganizations,
      href: organizationList.path,
    },
    {
      name: 'pendingVerifications',
      count: counted.pendingVerifications,
      /** Mode changes have their own list. */
      besides: counted.pendingModeChanges,
      change: counted.enteredQueue,
      href: verificationList.href(verificationList.empty, { status: ['pending'] }),
    },
    {
      name: 'users',
      count: counted.users,
      change: counted.newUsers,
      href: can(actor, 'users.read') ? userList.path : null,
    },
    {
      name: 'activeInvites',
      count: counted.activeInvites,
      change: counted.activeInvites - counted.activeInvitesThen,
      href: inviteList.href(inviteList.empty, { status: ['active'] }),
    },
  ] as const
}

async function listQuickActions(services: Services, { actor }: Permit<'dashboard.read'>) {
  const found = await readOpenWork(services.db, viewContextOf(actor, services.now()))
  const waiting = found.mine + found.claimable
  return {
    actions: quickActions(actor, found),
    // Somebody who cannot review has no work of their own to show.
    work: can(actor, 'verifications.review')
      ? {
          waiting,
          late: found.late,
          withApplicants: found['with-applicant'],
          oldest: found.oldest,
          nextDueAt: waiting === 0 ? await whenDue(services, found.next ?? undefined) : null,
        }
      : null,
  }
}
