import type { Route } from './+types/privacy'
import { languageContext, servicesContext } from '../../context'
import { readPeriods } from '../../domain/keeping/keeping.server'
import { KEPT_CLASSES } from '../../domain/keeping/periods'
import { formatPeriod } from '../../i18n/format'
import { LegalPage } from './legal-page'
import { readLegalLinks } from './legal-links.server'
import { useTranslation } from '../../i18n/use-translation'
import { Link } from '../../ui/link'

const SECTIONS = ['people', 'codes', 'sessions', 'cookies', 'audit', 'organizations', 'retention', 'rights'] as const
/** Data without a fixed period. */
const KEPT_OTHERWISE = ['device', 'organizations'] as const

export async function loader({ url, context }: Route.LoaderArgs) {
  const periods = await readPeriods(context.get(servicesContext).db)
  const language = context.get(languageContext)
  return {
    ...readLegalLinks(url, context),
    kept: KEPT_CLASSES.map((kept) => ({ kept, period: formatPeriod(periods[kept], language) })),
  }
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('legal')
  const items = [
    ...loaderData.kept.map(({ kept, period }) => t(`privacy.section.retention.item.${kept}`, { period })),
    ...KEPT_OTHERWISE.map((kept) => t(`privacy.section.retention.item.${kept}`)),
  ]
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
        text: t(`privacy.section.${id}.words`),
        items: id === 'retention' ? items : undefined,
      }))}
    />
  )
}
