import { isAuditAction } from '../../audit-actions'
import { auditList } from '../../domain/audit/audit-list'
import { useTranslation } from '../../i18n/use-translation'
import { Link } from '../../ui/link'
import { Panel } from '../../ui/panel'
import { Time } from '../../ui/time'
import { Timeline } from '../../ui/timeline'
import type { UserView } from './user-view.server'
import { UserText } from '../../ui/user-text'

type UserHistoryProps = Pick<UserView, 'history' | 'seesAllHistory'> & { userId: string; isSelf: boolean }

/** The newest actions on and by a user; only the reader's own when their role may not see others'. */
export function UserHistory({ history, seesAllHistory, userId, isSelf }: UserHistoryProps) {
  const { t } = useTranslation(['users', 'audit'])
  return (
    <Panel
      title={t(seesAllHistory ? 'history.title' : 'history.own')}
      actions={
        <span className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
          <Link className="link" to={auditList.href(auditList.empty, { object: [userId] })}>
            {t('history.on')}
          </Link>{' '}
          {seesAllHistory || isSelf ? (
            <Link className="link" to={auditList.href(auditList.empty, { actor: [userId] })}>
              {t('history.by')}
            </Link>
          ) : null}
        </span>
      }
    >
      {history.length === 0 ? (
        <p className="text-ink-soft">{t(seesAllHistory ? 'history.none' : 'history.noneOwn')}</p>
      ) : (
        <Timeline
          items={history.map((row) => ({
            key: String(row.id),
            icon: 'history',
            tone: 'grey',
            title: isAuditAction(row.action) ? t(`audit:action.${row.action}`) : row.action,
            time: <Time {...row.at} />,
            person: (
              <>
                <UserText>{row.actorName ?? t('audit:nobody')}</UserText>
                {row.object ? (
                  <>
                    {' · '}
                    {row.object.href ? (
                      <Link className="link" to={row.object.href}>
                        <UserText>{row.object.name}</UserText>
                      </Link>
                    ) : (
                      <UserText>{row.object.name}</UserText>
                    )}
                  </>
                ) : null}
                {row.reason ? (
                  <span>
                    {' · '}
                    <UserText>{row.reason}</UserText>
                  </span>
                ) : null}
              </>
            ),
          }))}
        />
      )}
    </Panel>
  )
}
