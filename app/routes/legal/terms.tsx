import type { Route } from './+types/terms'
import { LegalPage } from './legal-page'
import { readLegalLinks } from './legal-links.server'
import { useTranslation } from '../../i18n/use-translation'
import { Link } from '../../ui/link'

const SECTIONS = [
  'staff',
  'signIn',
  'roles',
  'decisions',
  'invites',
  'confidentiality',
  'record',
  'suspension',
] as const

export const loader = ({ url, context }: Route.LoaderArgs) => readLegalLinks(url, context)

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('legal')
  return (
    <LegalPage
      title={t('terms.title')}
      intro={t('terms.intro')}
      inForce={loaderData.inForce}
      signInHref={loaderData.signInHref}
      other={<Link to={loaderData.privacyHref}>{t('privacy.title')}</Link>}
      sections={SECTIONS.map((id) => ({
        id,
        title: t(`terms.section.${id}.title`),
        text: t(`terms.section.${id}.words`),
      }))}
    />
  )
}
