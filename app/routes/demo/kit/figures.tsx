import { useTranslation } from '../../../i18n/use-translation'
import { EVENT_ICONS } from '../../../ui/event-icons'
import { StackedColumns } from '../../../ui/stacked-columns'
import { Stat, Stats } from '../../../ui/stat'
import { Time } from '../../../ui/time'
import { Timeline } from '../../../ui/timeline'
import { TIMELINE_EVENTS } from '../../../vocabulary'
import { HERE, Part } from './part'

export function Figures({ at, day }: { at: string; day: string }) {
  const { t } = useTranslation(['dashboard', 'verifications'])
  const ages = ['0', '1', '3'] as const
  return (
    <>
      <Part file="stat.tsx">
        <Stats>
          <Stat label={t('figure.organizations')} value="62" icon="building" to={HERE} hint={t('noChange')} />
          <Stat label={t('figure.users')} value="78" change={{ text: '+12', direction: 'up' }} />
        </Stats>
      </Part>
      <Part file="stacked-columns.tsx">
        <StackedColumns
          title={t('plots.ages.title')}
          series={[
            { key: 'pending', tone: 'amber', label: t('verifications:status.pending') },
            { key: 'under_review', tone: 'sky', label: t('verifications:status.under_review') },
          ]}
          columns={ages.map((age, index) => ({
            key: age,
            name: t(`plots.ageNames.${age}`),
            mark: t(`plots.ageNames.${age}`),
            values: [5 - index, 2 * index],
            valueLabels: [String(5 - index), String(2 * index)],
          }))}
          topLabel="7"
          tableLabel={t('plots.table')}
          columnLabel={t('plots.age')}
        />
      </Part>
      <Part file="timeline.tsx">
        <Timeline
          items={TIMELINE_EVENTS.map((event) => ({
            key: event,
            ...EVENT_ICONS[event],
            title: t(`verifications:event.${event}`),
            time: <Time at={at} text={day} />,
          }))}
        />
      </Part>
    </>
  )
}
