import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Outlet, useRouteLoaderData, href } from 'react-router'
import type { Route } from './+types/signed-in'
import { languageContext, servicesContext } from '../context'
import { can } from '../domain/access'
import { queueHref } from '../domain/dashboard/quick-actions'
import { unreadEntries } from '../domain/inbox/inbox.server'
import { findLandingPath } from '../domain/join/landing-path.server'
import { viewsOf } from '../domain/views/views.server'
import { draftsMiddleware } from '../http/forms/drafts.server'
import { guardMiddleware } from '../http/sign-in/guard.server'
import { actorOf } from '../http/sign-in/permit.server'
import { unlessStayed } from '../http/forms/sent-forms'
import { ErrorBody, ErrorPage, useFailure } from './errors/error-page'
import type { PaletteEntry } from './search/palette'
import { useShortcuts } from './search/use-shortcuts'
import { formatNumber } from '../i18n/format'
import { useTranslation } from '../i18n/use-translation'
import type { loader as rootLoader } from '../root'
import { Avatar, initials } from '../ui/avatar'
import { Frame } from '../ui/frame/frame'
import { Icon } from '../ui/icon'
import { Kbd } from '../ui/kbd'
import { Menu, MenuButton, MenuLink, MenuSeparator } from '../ui/menu'
import { LanguageMenu, SidebarSwitch, ThemeMenu } from '../ui/frame/preference-menus'
import type { NavGroup } from '../ui/frame/sidebar'
import { SearchBox } from '../ui/lists/search-box'
import type { Toast } from '../ui/frame/toaster'
import { useListKeys } from '../ui/lists/use-list-keys'
import { usePendingPage } from '../ui/frame/use-pending-page'
import { useRefetchOnFocus } from '../ui/frame/use-refetch-on-focus'
import { KeptViewsContext } from '../ui/lists/view-links'
import { WriterContext } from '../ui/forms/kept-form'
import { PostForm } from '../ui/forms/post-form'
import { Form, Link } from '../ui/link'

/** Where a layer's script cannot be had, such as after an update, its page does the same. */
const orPage = (address: string) => (): Promise<never> => {
  window.location.assign(address)
  return new Promise(() => {})
}
const Palette = lazy(() => import('./search/palette').catch(orPage(href('/search'))))
const ShortcutSheet = lazy(() => import('./search/shortcut-sheet').catch(orPage(href('/shortcuts'))))

export const middleware: Route.MiddlewareFunction[] = [guardMiddleware, draftsMiddleware]

export const shouldRevalidate = unlessStayed

export async function loader({ context }: Route.LoaderArgs) {
  const actor = actorOf(context)
  const unread = unreadEntries(actor)
  return {
    id: actor.id,
    name: actor.username,
    role: actor.role,
    density: actor.density ?? undefined,
    hidesKeys: !actor.hasShortcuts,
    isStaff: actor.role !== null,
    unread: unread > 0 ? formatNumber(unread, context.get(languageContext)) : null,
    views: viewsOf(actor).map(({ id, name, path, search }) => ({ id, name, path, search })),
    queueHref: queueHref(actor),
    makes: { invites: can(actor, 'invites.create'), users: can(actor, 'users.invite') },
    home: actor.role === null ? await findLandingPath(context.get(servicesContext), actor.id) : '/',
    /** Whose pages a partner has in the menu. */
    ownOrganizationId: actor.role === null ? actor.organizationId : null,
    sees: {
      dashboard: can(actor, 'dashboard.read'),
      organizations: can(actor, 'organizations.read'),
      verifications: can(actor, 'verifications.read'),
      invites: can(actor, 'invites.read'),
      users: can(actor, 'users.read'),
      audit: can(actor, 'audit.read'),
      inbox: can(actor, 'inbox'),
    },
  }
}

export default function SignedIn({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <ConsoleFrame person={loaderData} toasts={root?.toasts ?? []}>
      <WriterContext value={loaderData.id}>
        <KeptViewsContext value={loaderData.views}>
          <Outlet />
        </KeptViewsContext>
      </WriterContext>
    </ConsoleFrame>
  )
}

/** A page of the console that fails leaves the frame around it, unless it is not known for whom. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const failure = useFailure(error)
  const person = useRouteLoaderData<typeof loader>('routes/signed-in')
  if (!person) return <ErrorPage failure={failure} />
  return (
    <ConsoleFrame person={person} toasts={failure.toasts}>
      <ErrorBody failure={failure} home={person.home} />
    </ConsoleFrame>
  )
}

type Person = Route.ComponentProps['loaderData']

/** What lies over the page; the number tells one that is opened anew from the one before. */
type Layer = { kind: 'palette' | 'sheet'; nth: number }

function ConsoleFrame({ person, toasts, children }: { person: Person; toasts: readonly Toast[]; children: ReactNode }) {
  const { t } = useTranslation()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const groups = useGroups(person)
  useRefetchOnFocus()
  usePendingPage()
  const entries = groups.flatMap((group) => group.items.map(({ to, label, icon }) => ({ to, label, icon })))
  const [wanted, setWanted] = useState<Layer | null>(null)
  const { isStaff } = person
  const actions = usePaletteActions(person)
  useShortcuts({
    single: isStaff && !person.hidesKeys,
    opens: entries.map(({ to }) => to),
    open: (kind) => setWanted((last) => (isStaff ? { kind, nth: (last?.nth ?? 0) + 1 } : null)),
  })
  useListKeys(isStaff && !person.hidesKeys)
  if (!root) return null
  // The browser tells of a closed dialog a moment later, when another may be open.
  const close = () => setWanted((now) => (now === wanted ? null : now))
  const isCollapsed = root.preferences.isSidebarCollapsed
  return (
    <Frame
      brand={t('product')}
      home={person.home}
      groups={groups}
      collapsed={isCollapsed}
      density={person.density}
      hidesKeys={person.hidesKeys}
      collapseForm={<SidebarSwitch isCollapsed={isCollapsed} />}
      start={isStaff ? <TopSearch /> : null}
      menus={
        <>
          <LanguageMenu language={root.language} />
          <ThemeMenu theme={root.preferences.theme} />
          <AccountMenu
            name={person.name}
            isStaff={isStaff}
            role={person.role ? t(`role.${person.role}`) : t('partner')}
          />
        </>
      }
      toasts={toasts}
    >
      {children}
      {wanted === null ? null : (
        <Suspense>
          {wanted.kind === 'palette' ? (
            <Palette key={wanted.nth} pages={entries} actions={actions} onClose={close} />
          ) : (
            <ShortcutSheet key={wanted.nth} onClose={close} />
          )}
        </Suspense>
      )}
    </Frame>
  )
}

function AccountMenu({ name, role, isStaff }: { name: string; role: string; isStaff: boolean }) {
  const { t } = useTranslation()
  return (
    <Menu label={t('account', { name, initials: initials(name) })} trigger={<Avatar name={name} size="small" />}>
      <p className="menu-person">
        <span className="menu-person-name">{name}</span> <span className="menu-person-role">{role}</span>
      </p>
      <MenuSeparator />
      <MenuLink to={href('/settings')} icon="settings">
        {t('nav.settings')}
      </MenuLink>
      {isStaff ? (
        <MenuLink to={href('/shortcuts')} icon="info">
          {t('nav.shortcuts')}
        </MenuLink>
      ) : null}
      <MenuLink to={href('/glossary')} icon="help">
        {t('nav.glossary')}
      </MenuLink>
      <PostForm action={href('/sign-out')} reloadDocument>
        <MenuButton icon="log-out">{t('signOut')}</MenuButton>
      </PostForm>
    </Menu>
  )
}

/** The search of the top bar; under 640 px a link to the page of the search. */
function TopSearch() {
  const { t } = useTranslation('ui')
  return (
    <>
      <Form
        method="get"
        action={href('/search')}
        role="search"
        aria-label={t('palette.open')}
        className="topbar-search"
      >
        <SearchBox name="q" label={t('palette.open')} />
        <Kbd>Ctrl K</Kbd>
      </Form>
      <Link
        to={href('/search')}
        className="button button-quiet button-icon topbar-search-link"
        aria-label={t('palette.open')}
      >
        <Icon name="search" />
      </Link>
    </>
  )
}

/** What may be begun from anywhere, for the palette. */
function usePaletteActions({ makes, sees, isStaff, queueHref }: Route.ComponentProps['loaderData']): PaletteEntry[] {
  const { t } = useTranslation()
  const actions: (PaletteEntry & { isSeen: boolean })[] = [
    { to: queueHref, label: t('action.queue'), icon: 'inbox', isSeen: sees.verifications },
    { to: href('/invites/new'), label: t('action.createInvite'), icon: 'plus', isSeen: makes.invites },
    { to: href('/users/invite'), label: t('action.inviteUser'), icon: 'user', isSeen: makes.users },
    { to: href('/settings/account'), label: t('nav.settings'), icon: 'settings', isSeen: isStaff },
    { to: href('/shortcuts'), label: t('nav.shortcuts'), icon: 'help', isSeen: isStaff },
    { to: href('/glossary'), label: t('nav.glossary'), icon: 'help', isSeen: isStaff },
  ]
  return actions.filter(({ isSeen }) => isSeen)
}

function useGroups({ sees, ownOrganizationId, unread }: Route.ComponentProps['loaderData']): NavGroup[] {
  const { t } = useTranslation()
  const own = ownOrganizationId && { organizationId: ownOrganizationId }
  const groups: (NavGroup & { isSeen: boolean })[] = [
    {
      label: t('nav.ownOrganization'),
      isSeen: own !== null,
      items: own
        ? [
            { to: href('/organizations/:organizationId/setup', own), label: t('nav.setup'), icon: 'building' },
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
