import { Outlet, useLocation, useMatches, href } from 'react-router'
import type { Route } from './+types/settings'
import { can } from '../../domain/access'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { Tabs } from '../../ui/tabs'

export const handle = { texts: ['settings'] }

const OF_EVERYBODY = ['account', 'devices', 'passkeys', 'appearance'] as const
const OF_STAFF = ['account', 'devices', 'passkeys', 'appearance', 'display', 'notifications'] as const

export function loader({ context }: Route.LoaderArgs) {
  const { actor } = permit(context, 'settings.own')
  return {
    pages: [
      ...(can(actor, 'settings.staff') ? OF_STAFF : OF_EVERYBODY),
      ...(can(actor, 'templates.read') ? (['templates'] as const) : []),
      ...(can(actor, 'dueDates.edit') ? (['due-dates'] as const) : []),
      ...(can(actor, 'reviews.settings') ? (['reviews'] as const) : []),
      ...(can(actor, 'keeping.edit') ? (['keeping'] as const) : []),
    ],
  }
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const { pathname } = useLocation()
  const current = loaderData.pages.find((page) => pathname.startsWith(href(`/settings/${page}`)))
  const isUnderDialog = useMatches().at(-2)?.id !== 'routes/settings/settings'
  const head = (
    <>
      <PageTitle>{[current && t(`${current}.title`), t('title')]}</PageTitle>
      <PageHead title={t('title')} sentence={t('sentence')} />
      <Tabs
        label={t('title')}
        tabs={loaderData.pages.map((page) => ({
          to: href(`/settings/${page}`),
          label: t(`${page}.title`),
          current: page === current,
        }))}
      />
    </>
  )
  return (
    <>
      {isUnderDialog ? null : head}
      {/* A dialog comes before the head, which is then drawn with the page under the dialog. */}
      <Outlet context={isUnderDialog ? head : null} />
    </>
  )
}
