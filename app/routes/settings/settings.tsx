import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import type { Route } from './+types/settings'
import { permit } from '../../http/permit.server'
import { PageHead } from '../../ui/page-head'

export const handle = { texts: ['settings'] }

export function loader({ context }: Route.LoaderArgs) {
  permit(context, 'settings.own')
  return null
}

export default function Settings() {
  const { t } = useTranslation('settings')
  return (
    <>
      <title>{t('title')}</title>
      <PageHead title={t('title')} sentence={t('sentence')} />
      <Outlet />
    </>
  )
}
