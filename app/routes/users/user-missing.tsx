import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button'
import { Icon } from '../../ui/icon'

/** The address names no user. */
export function UserMissing({ backHref }: { backHref: string }) {
  const { t } = useTranslation('users')
  return (
    <div className="empty">
      <title>{t('missingTitle')}</title>
      <span className="empty-icon">
        <Icon name="user" size={20} />
      </span>
      <h1 className="text-xl">{t('missingTitle')}</h1>
      <p>{t('missingText')}</p>
      <div className="empty-actions">
        <ButtonLink to={backHref} icon="arrow-start">
          {t('backToList')}
        </ButtonLink>
      </div>
    </div>
  )
}
