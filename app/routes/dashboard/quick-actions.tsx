import type { QuickActionName } from '../../domain/dashboard/quick-actions'
import { useTranslation } from '../../i18n/use-translation'
import { EmptyState } from '../../ui/empty-state'
import { Icon, type IconName } from '../../ui/icon'
import { Link } from '../../ui/link'
import { Panel } from '../../ui/panel'
import type { DashboardView } from './dashboard-view.server'
import { PanelFailed } from './panel-failed'

const ICONS = {
  mine: 'play',
  queue: 'inbox',
  modeChanges: 'swap',
  invitedUsers: 'user',
  drafts: 'edit',
} as const satisfies Record<QuickActionName, IconName>

type QuickActionsProps = { actions: DashboardView['actions']; requestId: string }

/** What this person can do right now: only actions that have work waiting. */
export function QuickActions({ actions, requestId }: QuickActionsProps) {
  const { t } = useTranslation('dashboard')
  if (actions.kind === 'failed')
    return (
      <Panel title={t('actions.title')}>
        <PanelFailed requestId={requestId} />
      </Panel>
    )
  return (
    <Panel title={t('actions.title')} flush>
      {actions.content.length === 0 ? (
        <EmptyState title={t('actions.emptyTitle')} text={t('actions.emptyText')} icon="check-circle" />
      ) : (
        <ul className="divide-y divide-line">
          {actions.content.map((action) => (
            <li key={action.name}>
              <Link to={action.href} className="flex items-center gap-3 px-4 py-2.5 hover:bg-hover">
                <span className="text-ink-soft">
                  <Icon name={ICONS[action.name]} />
                </span>
                <span className="min-w-0 flex-1">{t(`actions.${action.name}`)} </span>
                <span className="count"> {action.count}</span>
                <span className="text-ink-soft">
                  <Icon name="chevron-end" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
