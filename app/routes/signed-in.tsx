import { useTranslation } from 'react-i18next'
import { Form, Outlet, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/signed-in'
import { servicesContext } from '../context'
import { can } from '../domain/access'
import { findHome } from '../domain/join/home.server'
import { guardMiddleware } from '../http/guard.server'
import { actorOf } from '../http/permit.server'
import type { loader as rootLoader } from '../root'
import { Avatar } from '../ui/avatar'
import { Button } from '../ui/button'
import { Frame } from '../ui/frame'
import { Menu, MenuButton, MenuLink, MenuSeparator } from '../ui/menu'
import { LanguageMenu, PreferenceForm, ThemeMenu } from '../ui/preference-menus'
import type { NavGroup } from '../ui/sidebar'
import { useRefetchOnFocus } from '../ui/use-refetch-on-focus'

export const middleware: Route.MiddlewareFunction[] = [guardMiddleware]

export async function loader({ context }: Route.LoaderArgs) {
  const actor = actorOf(context)
  return {
    name: actor.username,
    role: actor.role,
    density: actor.density ?? undefined,
    hidesKeys: !actor.hasShortcuts,
    home: actor.role === null ? await findHome(context.get(servicesContext), actor.id) : '/',
    sees: {
      dashboard: can(actor, 'dashboard.read'),
      organizations: can(actor, 'organizations.read'),
      verifications: can(actor, 'verifications.read'),
      invites: can(actor, 'invites.read'),
      users: can(actor, 'users.read'),
      audit: can(actor, 'audit.read'),
    },
  }
}

export default function SignedIn({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const groups = useGroups(loaderData)
  useRefetchOnFocus()
  if (!root) return null
  const isCollapsed = root.preferences.isSidebarCollapsed
  return (
    <Frame
      brand={t('product')}
      home={loaderData.home}
      groups={groups}
      collapsed={isCollapsed}
      density={loaderData.density}
      hidesKeys={loaderData.hidesKeys}
      collapseForm={
        <PreferenceForm>
          <input type="hidden" name="sidebar" value={isCollapsed ? 'open' : 'collapsed'} />
          <Button type="submit" variant="quiet" icon="panel" iconOnly>
            {isCollapsed ? t('sidebar.expand') : t('sidebar.collapse')}
          </Button>
        </PreferenceForm>
      }
      menus={
        <>
          <LanguageMenu language={root.language} />
          <ThemeMenu theme={root.preferences.theme} />
          <AccountMenu name={loaderData.name} role={loaderData.role ? t(`role.${loaderData.role}`) : t('partner')} />
        </>
      }
      toasts={root.toasts}
    >
      <Outlet />
    </Frame>
  )
}

function AccountMenu({ name, role }: { name: string; role: string }) {
  const { t } = useTranslation()
  return (
    <Menu label={t('account', { name })} trigger={<Avatar name={name} size="small" />}>
      <p className="menu-person">
        <span className="menu-person-name">{name}</span>
        <span className="menu-person-role">{role}</span>
      </p>
      <MenuSeparator />
      <MenuLink to="/settings" icon="settings">
        {t('nav.settings')}
      </MenuLink>
      <MenuLink to="/glossary" icon="help">
        {t('nav.glossary')}
      </MenuLink>
      <Form method="post" action="/sign-out" reloadDocument>
        <MenuButton icon="log-out">{t('signOut')}</MenuButton>
      </Form>
    </Menu>
  )
}

const SETUP_PAGE = /\/setup$/
const STATUS_PAGE = /\/verification-status$/

function useGroups({ sees, home }: Route.ComponentProps['loaderData']): NavGroup[] {
  const { t } = useTranslation()
  const groups: (NavGroup & { isSeen: boolean })[] = [
    {
      label: t('nav.ownOrganization'),
      isSeen: home.startsWith('/organizations/'),
      items: [
        { to: home.replace(STATUS_PAGE, '/setup'), label: t('nav.setup'), icon: 'building' },
        {
          to: home.replace(SETUP_PAGE, '/verification-status'),
          label: t('nav.applicationStatus'),
          icon: 'shield-check',
        },
      ],
    },
    {
      label: t('nav.general'),
      isSeen: sees.dashboard,
      items: [{ to: '/', label: t('nav.dashboard'), icon: 'dashboard', end: true }],
    },
    {
      label: t('nav.organizationManagement'),
      isSeen: sees.organizations && sees.verifications,
      items: [
        { to: '/organizations/', label: t('nav.organizations'), icon: 'building' },
        { to: '/verifications/', label: t('nav.verifications'), icon: 'shield-check' },
      ],
    },
    {
      label: t('nav.inviteCodes'),
      isSeen: sees.invites,
      items: [{ to: '/invites/', label: t('nav.inviteCodes'), icon: 'ticket' }],
    },
    {
      label: t('nav.users'),
      isSeen: sees.users,
      items: [{ to: '/users/', label: t('nav.users'), icon: 'users' }],
    },
    {
      label: t('nav.auditLog'),
      isSeen: sees.audit,
      items: [{ to: '/audit', label: t('nav.auditLog'), icon: 'history' }],
    },
  ]
  return groups.filter((group) => group.isSeen)
}
