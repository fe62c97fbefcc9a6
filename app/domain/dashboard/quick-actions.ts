import { STATUSES_WAITING_FOR_US } from '../../vocabulary'
import { can, type Ability, type Actor } from '../access'
import { organizationList } from '../organizations/organization-list'
import { userList } from '../users/user-list'
import { verificationList } from '../verifications/queue/verification-list'

/** Open work by kind, as counted by the database. */
export type OpenWork = {
  pending: number
  mine: number
  claimable: number
  openModeChanges: number
  invitedUsers: number
  draftOrganizations: number
}

const QUICK_ACTIONS = ['mine', 'queue', 'modeChanges', 'invitedUsers', 'drafts'] as const
export type QuickActionName = (typeof QUICK_ACTIONS)[number]

export type QuickAction = {
  name: QuickActionName
  href: string
  count: number
}

type Person = Pick<Actor, 'role'>
type Rule = {
  needs: Ability
  count: (work: OpenWork, person: Person) => number
  href: (person: Person) => string
}

const verifications = (patch: Partial<typeof verificationList.empty>) =>
  verificationList.href(verificationList.empty, patch)

const decides = (person: Person) => can(person, 'verifications.review')

/** The queue for one person: what they may claim, or for people who cannot review, everything pending. */
export const queueHref = (person: Person): string =>
  verifications(decides(person) ? { view: 'claimable' } : { status: ['pending'] })

const RULES: Record<QuickActionName, Rule> = {
  mine: {
    needs: 'verifications.review',
    count: (work) => work.mine,
    href: () => verifications({ view: 'mine' }),
  },
  queue: {
    needs: 'verifications.read',
    count: (work, person) => (decides(person) ? work.claimable : work.pending),
    href: queueHref,
  },
  modeChanges: {
    needs: 'verifications.decideSensitive',
    count: (work) => work.openModeChanges,
    href: () => verifications({ tab: 'mode-changes', status: STATUSES_WAITING_FOR_US }),
  },
  invitedUsers: {
    needs: 'users.read',
    count: (work) => work.invitedUsers,
    href: () => userList.href(userList.empty, { status: ['invited'] }),
  },
  drafts: {
    needs: 'organizations.read',
    count: (work) => work.draftOrganizations,
    href: () => organizationList.href(organizationList.empty, { status: ['draft'] }),
  },
}

/** What this person can do now, most urgent first; leaves out actions without any work behind them. */
export function quickActions(actor: Person, work: OpenWork): QuickAction[] {
  return QUICK_ACTIONS.filter((name) => can(actor, RULES[name].needs) && RULES[name].count(work, actor) > 0).map(
    (name) => ({
      name,
      href: RULES[name].href(actor),
      count: RULES[name].count(work, actor),
    }),
  )
}
