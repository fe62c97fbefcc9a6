import type { Route } from './+types/list'
import { servicesContext } from '../../context'
import { readerOf } from '../../http/reader.server'
import { VERIFICATION_TABS, verificationList } from '../../domain/verifications/queue/verification-list'
import { listVerifications } from '../../domain/verifications/queue/verification-queue.server'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { ListPages } from '../../ui/lists/list-pages'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { Tabs } from '../../ui/tabs'
import { queueView } from './queue/queue-view.server'
import { QueueFigures } from './queue/queue-figures'
import { QueueFilters } from './queue/queue-filters'
import { QueueTable } from './queue/queue-table'
import { QueueViews } from './queue/queue-views'
import { UndoNote } from './decisions/undo-note'
import { undoView } from './decisions/undo-view.server'

export const handle = { texts: ['verifications'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const reading = permit(context, 'verifications.read')
  const services = context.get(servicesContext)
  const state = verificationList.read(url, reading.actor.pageSize)
  const reader = { ...readerOf(context, reading.actor), id: reading.actor.id }
  const [found, undo] = await Promise.all([
    listVerifications(services, reading, state),
    undoView(services, reading.actor, reader),
  ])
  return { ...queueView(found, state, reader), undo }
}

export default function Queue({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('verifications')
  const { state, total } = loaderData
  return (
    <>
      <PageTitle>{[state.tab === 'mode-changes' && t('tab.mode-changes'), t('title')]}</PageTitle>
      <UndoNote undo={loaderData.undo} />
      <PageHead title={t('title')} sentence={t('sentence')} />
      <QueueFigures figures={loaderData.figures} state={state} />
      <Tabs
        label={t('tabs')}
        tabs={VERIFICATION_TABS.map((tab) => ({
          to: verificationList.href(verificationList.empty, { tab }),
          label: t(`tab.${tab}`),
          current: state.tab === tab && (state.view === 'all' || tab === 'mode-changes'),
        }))}
      />
      <QueueViews {...loaderData} />
      <QueueFilters {...loaderData} />
      <QueueTable {...loaderData} />
      <ListPages
        path={verificationList.path}
        state={state}
        total={total}
        search={verificationList.search(state)}
        pageHref={(page) => verificationList.href(state, { page })}
      />
    </>
  )
}
