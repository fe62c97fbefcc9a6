import { href } from 'react-router'
import type { Route } from './+types/signed-in'
import { useTranslation } from '../i18n/use-translation'
import type { NavGroup } from '../ui/frame/sidebar'
import type { PaletteEntry } from './search/palette'

/** The signed-in person, and what they may see and create. */
export type SignedInData = Route.ComponentProps['loaderData']

/** The palette's actions that are available from anywhere. */
export function usePaletteActions({ mayCreate, sees, isStaff, queueHref }: SignedInData): PaletteEntry[] {
  const { t } = useTranslation()
  const actions: (PaletteEntry & { isSeen: boolean })[] = [
    { to: queueHref, label: t('action.queue'), icon: 'inbox', isSeen: sees.verifications },
    { to: href('/invites/new'), label: t('action.createInvite'), icon: 'plus', isSeen: mayCreate.invites },
    { to: href('/users/invite'), label: t('action.inviteUser'), icon: 'user', isSeen: mayCreate.users },
    { to: href('/settings/account'), label: t('nav.settings'), icon: 'settings', isSeen: isStaff },
    { to: href('/shortcuts'), label: t('nav.shortcuts'), icon: 'help', isSeen: isStaff },
    { to: href('/glossary'), label: t('nav.glossary'), icon: 'help', isSeen: isStaff },
  ]
  return actions.filter(({ isSeen }) => isSeen)
}

/** The sidebar's pages, in groups. */
export function useGroups({ sees, ownOrganizationId, home, unread }: SignedInData): NavGroup[] {
  const { t } = useTranslation()
  const own = ownOrganizationId && { organizationId: ownOrganizationId }
  const setup = own && href('/organizations/:organizationId/setup', own)
  const groups: (NavGroup & { isSeen: boolean })[] = [
    {
      label: t('nav.ownOrganization'),
      isSeen: own !== null,
      items: own
        ? [
            // A submitted organization is no longer being set up.
            ...(setup === home ? [{ to: setup, label: t('nav.setup'), icon: 'building' as const }] : []),
            {
              to: href('/organizations/:organizationId/verification-status', own),
              label: t('nav.applicationStatus'),
              icon: 'shield-check',
            },
          ]
        : [],
    },
    {
      label: t('nav.general'),
      isSeen: sees.dashboard,
      items: [
        { to: '/', label: t('nav.dashboard'), icon: 'dashboard', end: true },
        { to: href('/inbox'), label: t('nav.inbox'), icon: 'inbox', count: unread ?? undefined },
      ],
    },
    {
      label: t('nav.organizationManagement'),
      isSeen: sees.organizations && sees.verifications,
      items: [
        { to: `${href('/organizations')}/`, label: t('nav.organizations'), icon: 'building' },
        { to: `${href('/verifications')}/`, label: t('nav.verifications'), icon: 'shield-check' },
      ],
    },
    {
      label: t('nav.inviteCodes'),
      isSeen: sees.invites,
      items: [{ to: `${href('/invites')}/`, label: t('nav.inviteCodes'), icon: 'ticket' }],
    },
    {
      label: t('nav.users'),
      isSeen: sees.users,
      items: [{ to: `${href('/users')}/`, label: t('nav.users'), icon: 'users' }],
    },
    {
      label: t('nav.auditLog'),
      isSeen: sees.audit,
      items: [{ to: href('/audit'), label: t('nav.auditLog'), icon: 'history' }],
    },
  ]
  return groups.filter((group) => group.isSeen)
}
