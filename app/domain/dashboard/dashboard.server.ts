import { selectActivity, selectFigures, selectOpenWork } from '../../db/dashboard'
import type { Services } from '../../services.server'
import { can, type Permit } from '../access'
import { inviteList } from '../invites/input'
import { organizationList } from '../organizations/input'
import { userList } from '../users/input'
import { verificationList } from '../verifications/verification-list'
import { panelOf } from './panel.server'
import { quickActions } from './quick-actions'

const ACTIVITY_COUNT = 10

/** The start page: three panels, each of which may fail alone. */
export async function readDashboard(
  services: Services,
  permit: Permit<'dashboard.read'>,
  { requestId }: { requestId: string },
) {
  const [figures, activity, actions] = await Promise.all([
    panelOf(services, requestId, () => readFigures(services, permit)),
    panelOf(services, requestId, () => selectActivity(services.db, ACTIVITY_COUNT)),
    panelOf(services, requestId, () => listQuickActions(services, permit)),
  ])
  return { figures, activity, actions }
}

/** Each figure with the list behind it; `href` is null where this person may not open that list. */
async function readFigures(services: Services, { actor }: Permit<'dashboard.read'>) {
  const counted = await selectFigures(services.db, services.now())
  return [
    { name: 'organizations', count: counted.organizations, href: organizationList.path },
    {
      name: 'pendingVerifications',
      count: counted.pendingVerifications,
      href: verificationList.href(verificationList.empty, { status: ['pending'] }),
    },
    { name: 'users', count: counted.users, href: can(actor, 'users.read') ? userList.path : null },
    {
      name: 'activeInvites',
      count: counted.activeInvites,
      href: inviteList.href(inviteList.empty, { status: ['active'] }),
    },
  ] as const
}

async function listQuickActions(services: Services, { actor }: Permit<'dashboard.read'>) {
  return quickActions(actor, await selectOpenWork(services.db, actor.id))
}
