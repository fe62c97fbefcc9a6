import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '../../../context'
import { can } from '../../../domain/access'
import { isAuditAction } from '../../../audit-actions'
import { inviteList } from '../../../domain/invites/invite-list'
import { listActivityOf, listInvitesOf, listPeopleOf } from '../../../domain/organizations/organization-detail.server'
import { userList } from '../../../domain/users/user-list'
import { permit } from '../../../http/sign-in/permit.server'
import { formatNumber } from '../../../i18n/format'
import { dayMoment, relativeMoment } from '../../../i18n/moment'
import { translate } from '../../../i18n/texts.server'
import type { Reader } from '../../../i18n/reader'

/** Returns what belongs to an organization: invites that name it, its people for those who may see users, its activity. */
export async function readRelated(
  context: Readonly<RouterContextProvider>,
  organizationId: string,
  { language, timeZone }: Omit<Reader, 'now'>,
) {
  const services = context.get(servicesContext)
  const reading = permit(context, 'invites.read')
  const seesPeople = can(reading.actor, 'users.read')
  const allowed = permit(context, 'audit.read')
  const [invites, people, activity] = await Promise.all([
    listInvitesOf(services, reading, organizationId),
    seesPeople ? listPeopleOf(services, permit(context, 'users.read'), organizationId) : null,
    listActivityOf(services, allowed, organizationId),
  ])
  const now = services.now()
  /** The total and a link to the full list; null when all rows are shown. */
  const allOf = (list: typeof inviteList | typeof userList, { rows, total }: { rows: unknown[]; total: number }) =>
    total > rows.length
      ? { total: formatNumber(total, language), href: `${list.path}?organization=${organizationId}` }
      : null
  return {
    invites: invites.rows.map(({ usedCount, maximumUses, createdAt, ...row }) => ({
      ...row,
      used: formatNumber(usedCount, language),
      maximum: formatNumber(maximumUses, language),
      createdAt: dayMoment(createdAt, language, timeZone),
    })),
    allInvites: allOf(inviteList, invites),
    people: people?.rows.map((row) => ({ ...row, createdAt: dayMoment(row.createdAt, language, timeZone) })) ?? null,
    allPeople: people && allOf(userList, people),
    seesAllActivity: can(allowed.actor, 'audit.readAll'),
    activity: activity.map(({ action, at, ...row }) => ({
      ...row,
      action: isAuditAction(action) ? translate(language, { key: `audit:action.${action}` }) : action,
      at: relativeMoment(at, now, language, timeZone),
    })),
  }
}

export type Related = Awaited<ReturnType<typeof readRelated>>
