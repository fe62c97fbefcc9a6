import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button'
import { Icon } from '../../ui/icon'

/** The address names no organization. */
export function OrganizationMissing({ backHref }: { backHref: string }) {
  const { t } = useTranslation('organizations')
  return (
    <div className="empty">
      <title>{t('missing.title')}</title>
      <span className="empty-icon">
        <Icon name="building" size={20} />
      </span>
      <h1 className="text-xl">{t('missing.title')}</h1>
      <p>{t('missing.text')}</p>
      <div className="empty-actions">
        <ButtonLink to={backHref} icon="arrow-start">
          {t('backToList')}
        </ButtonLink>
      </div>
    </div>
  )
}
