import { verificationList } from '../../../domain/verifications/queue/verification-list'
import { useTranslation } from '../../../i18n/use-translation'
import { ViewLinks } from '../../../ui/lists/view-links'
import type { QueuePageView } from './queue-view.server'

/** The preset views with their counts, and the person's saved views. */
export function QueueViews({ state, views }: Pick<QueuePageView, 'state' | 'views'>) {
  const { t } = useTranslation('verifications')
  return (
    <ViewLinks
      path={verificationList.path}
      search={verificationList.search({ ...state, page: 1 })}
      presets={[
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
