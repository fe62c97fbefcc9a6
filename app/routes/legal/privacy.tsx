import { Link } from 'react-router'
import type { Route } from './+types/privacy'
import { LegalPage } from './legal-page'
import { readLegalLinks } from './legal-links.server'
import { useTranslation } from '../../i18n/use-translation'

const SECTIONS = ['people', 'codes', 'sessions', 'cookies', 'audit', 'organizations', 'retention', 'rights'] as const
const KEPT = ['codes', 'sessions', 'limits', 'device', 'organizations'] as const

export const loader = ({ url, context }: Route.LoaderArgs) => readLegalLinks(url, context)

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('legal')
  return (
    <LegalPage
      title={t('privacy.title')}
      intro={t('privacy.intro')}
      inForce={loaderData.inForce}
      signInHref={loaderData.signInHref}
      other={<Link to={loaderData.termsHref}>{t('terms.title')}</Link>}
      sections={SECTIONS.map((id) => ({
        id,
        title: t(`privacy.section.${id}.title`),
        words: t(`privacy.section.${id}.words`),
        items: id === 'retention' ? KEPT.map((kept) => t(`privacy.section.retention.item.${kept}`)) : undefined,
      }))}
    />
  )
}
