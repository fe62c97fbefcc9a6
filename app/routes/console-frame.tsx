import { lazy, Suspense, useState, type ReactNode } from 'react'
import { href, useRouteLoaderData } from 'react-router'
import { useTranslation } from '../i18n/use-translation'
import type { loader as rootLoader } from '../root'
import { useGroups, usePaletteActions, type SignedInData } from './console-navigation'
import { useShortcuts } from './search/use-shortcuts'
import { Avatar, initials } from '../ui/avatar'
import { Frame } from '../ui/frame/frame'
import { Icon } from '../ui/icon'
import { Kbd } from '../ui/kbd'
import { Menu, MenuButton, MenuLink, MenuSeparator } from '../ui/menu'
import { LanguageMenu, SidebarSwitch, ThemeMenu } from '../ui/frame/preference-menus'
import { SearchBox } from '../ui/lists/search-box'
import type { Toast } from '../ui/frame/toaster'
import { useListKeys } from '../ui/lists/use-list-keys'
import { openPageInstead } from '../ui/frame/network/connection'
import { collectPaletteKeys } from '../ui/frame/shortcuts'
import { usePendingPage } from '../ui/frame/network/use-pending-page'
import { useRefetchOnFocus } from '../ui/frame/network/use-refetch-on-focus'
import { PostForm } from '../ui/forms/post-form'
import { Form, Link } from '../ui/link'

const Palette = lazy(() => {
  collectPaletteKeys(true)
  return import('./search/palette').catch(openPageInstead(href('/search')))
})
const ShortcutSheet = lazy(() => import('./search/shortcut-sheet').catch(openPageInstead(href('/shortcuts'))))

/** A layer over the page; `nth` tells a newly opened one from the one before. */
type Layer = { kind: 'palette' | 'sheet'; nth: number }

/** The frame around every console page, with its menus and the layers over the page. */
export function ConsoleFrame({
  person,
  toasts,
  children,
}: {
  person: SignedInData
  toasts: readonly Toast[]
  children: ReactNode
}) {
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
    open: (kind) => setWanted((last) => (isStaff && kind ? { kind, nth: (last?.nth ?? 0) + 1 } : null)),
  })
  useListKeys(isStaff && !person.hidesKeys)
  if (!root) return null
  // The browser fires `close` a moment later, when another layer may be open.
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

/** The top bar's search; under 640 px a link to the search page. */
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
