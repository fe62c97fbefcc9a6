import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import type { Tone } from '../../ui/badge'
import { EmptyState } from '../../ui/empty-state'
import { Panel } from '../../ui/panel'
import { StackedColumns } from '../../ui/stacked-columns'
import { VERIFICATION_TONES } from '../../ui/status-tones'
import type { DashboardView } from './dashboard-view.server'
import { PanelFailed } from './panel-failed'

const DECISION_TONES = { approved: 'green', rejected: 'red', info_requested: 'amber' } as const satisfies Record<
  string,
  Tone
>
type PlotsProps = Pick<DashboardView, 'decisions' | 'ages' | 'times'> & { requestId: string }

/** Charts of how work arrives and is done. */
export function Plots({ decisions, ages, times, requestId }: PlotsProps) {
  const { t } = useTranslation(['dashboard', 'verifications'])
  const table = t('plots.table')
  return (
    <div className="grid min-w-0 gap-4">
      <Plot name="decisions" panel={decisions} requestId={requestId}>
        {({ series, columns, top }) => (
          <StackedColumns
            title={t('plots.decisions.title')}
            series={series.map(({ key, sum }) => {
              const label = t(`verifications:event.${key}`)
              return { key, tone: DECISION_TONES[key], label, inKey: t('plots.total', { name: label, n: sum }) }
            })}
            columns={columns}
            topLabel={top}
            tableLabel={table}
            columnLabel={t('plots.day')}
          />
        )}
      </Plot>
      <Plot name="ages" panel={ages} requestId={requestId}>
        {({ series, columns, top }) => (
          <StackedColumns
            title={t('plots.ages.title')}
            series={series.map(({ key, sum }) => {
              const label = t(`verifications:status.${key}`)
              return { key, tone: VERIFICATION_TONES[key], label, inKey: t('plots.total', { name: label, n: sum }) }
            })}
            columns={columns.map(({ key, ...column }) => ({
              ...column,
              key: String(key),
              name: t(`plots.ageNames.${key}`),
            }))}
            topLabel={top}
            tableLabel={table}
            columnLabel={t('plots.age')}
          />
        )}
      </Plot>
      <Plot name="times" panel={times} requestId={requestId}>
        {({ columns, top }) => (
          <StackedColumns
            title={t('plots.times.title')}
            series={[
              { key: 'half', tone: 'teal', label: t('plots.half') },
              { key: 'most', tone: 'grey', label: t('plots.most') },
            ]}
            columns={columns}
            topLabel={top}
            tableLabel={table}
            columnLabel={t('plots.week')}
          />
        )}
      </Plot>
    </div>
  )
}

type PlotProps<Content> = {
  name: 'decisions' | 'ages' | 'times'
  panel: { kind: 'shown'; content: Content } | { kind: 'failed' }
  requestId: string
  children: (content: Content) => ReactNode
}

function Plot<Content extends { isEmpty: boolean }>({ name, panel, requestId, children }: PlotProps<Content>) {
  const { t } = useTranslation('dashboard')
  return (
    <Panel title={t(`plots.${name}.title`)}>
      {panel.kind === 'failed' ? (
        <PanelFailed requestId={requestId} />
      ) : panel.content.isEmpty ? (
        <EmptyState title={t(`plots.${name}.empty`)} icon="inbox" />
      ) : (
        children(panel.content)
      )}
    </Panel>
  )
}
