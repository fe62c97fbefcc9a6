import { useTranslation } from 'react-i18next'
import { verificationList } from '../../../domain/verifications/verification-list'
import { ViewLinks } from '../../../ui/view-links'
import type { QueueView } from './queue-view.server'

/** The views that everybody has, with how many are in each. */
export function QueueViews({ state, views }: Pick<QueueView, 'state' | 'views'>) {
  const { t } = useTranslation('verifications')
  return (
    <ViewLinks
      label={t('view.label')}
      views={[
        {
          to: verificationList.path,
          label: t('view.all'),
          current: state.view === 'all' && state.tab === 'verifications',
        },
        ...views.map(({ name, count }) => ({
          to: verificationList.href(verificationList.empty, { view: name }),
          label: t(`view.${name}`),
          count,
          current: state.view === name,
        })),
      ]}
    />
  )
}
