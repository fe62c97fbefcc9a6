import { useTranslation } from '../../i18n/use-translation'
import type { IconName } from '../../ui/icon'
import { Stat, Stats } from '../../ui/stat'
import type { DashboardView } from './dashboard-view.server'
import { PanelFailed } from './panel-failed'

const ICONS = {
  organizations: 'building',
  pendingVerifications: 'shield-check',
  users: 'users',
  activeInvites: 'ticket',
} as const satisfies Record<string, IconName>

type FiguresProps = { figures: DashboardView['figures']; requestId: string }

/** The stat cards, each leading to its list. */
export function Figures({ figures, requestId }: FiguresProps) {
  const { t } = useTranslation('dashboard')
  if (figures.kind === 'failed') return <PanelFailed requestId={requestId} />
  return (
    <section aria-label={t('figures')}>
      <Stats>
        {figures.content.map(({ name, count, besides, change, direction, href }) => (
          <Stat
            key={name}
            label={t(`figure.${name}`)}
            value={count}
            hint={besides ? t('andModeChanges', { count: besides }) : undefined}
            change={{ text: direction === 'none' ? t('noChange') : t('change', { change }), direction }}
            icon={ICONS[name]}
            to={href ?? undefined}
          />
        ))}
      </Stats>
    </section>
  )
}
