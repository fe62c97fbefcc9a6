import { href } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { Link } from '../../../ui/link'
import { Panel } from '../../../ui/panel'
import { Time } from '../../../ui/time'
import { USER_TONES } from '../../../ui/status-tones'
import type { Related } from './related.server'
import { UserText } from '../../../ui/user-text'

/** Invites that name the organization, its people, and its activity. */
export function RelatedPanels({ related, allActsHref }: { related: Related; allActsHref: string }) {
  const { t } = useTranslation(['organizations', 'users', 'common'])
  const { invites, allInvites, people, allPeople, activity, seesAllActivity } = related
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-3">
      <Panel
        title={t(seesAllActivity ? 'section.activity' : 'section.ownActivity')}
        actions={
          <Link className="link text-sm" to={allActsHref}>
            {t('related.allActs')}
          </Link>
        }
      >
        <Rows empty={t(seesAllActivity ? 'related.noActivity' : 'related.noOwnActivity')}>
          {activity.map((row) => (
            <Row
              key={row.id}
              end={<Time {...row.at} />}
              under={<UserText>{row.actorName ?? t('common:system')}</UserText>}
            >
              {row.action}
            </Row>
          ))}
        </Rows>
      </Panel>
      {people ? (
        <Panel
          title={t('section.people')}
          actions={
            allPeople ? (
              <Link className="link text-sm" to={allPeople.href}>
                {t('related.allPeople', { total: allPeople.total })}
              </Link>
            ) : null
          }
        >
          <Rows empty={t('related.noPeople')}>
            {people.map((row) => (
              <Row
                key={row.id}
                end={<Badge tone={USER_TONES[row.status]}>{t(`users:status.${row.status}`)}</Badge>}
                under={<Time {...row.createdAt} />}
              >
                <Link className="link" to={href('/users/:id', { id: row.id })}>
                  <UserText>{row.username}</UserText>
                </Link>
              </Row>
            ))}
          </Rows>
        </Panel>
      ) : null}
      <Panel
        title={t('section.invites')}
        actions={
          allInvites ? (
            <Link className="link text-sm" to={allInvites.href}>
              {t('related.allInvites', { total: allInvites.total })}
            </Link>
          ) : null
        }
      >
        <Rows empty={t('related.noInvites')}>
          {invites.map((row) => (
            <Row
              key={row.id}
              end={<Time {...row.createdAt} />}
              under={t('related.uses', { used: row.used, maximum: row.maximum })}
            >
              <Link className="link font-mono text-sm" to={href('/invites/:id', { id: row.id })}>
                {row.code}
              </Link>
            </Row>
          ))}
        </Rows>
      </Panel>
    </div>
  )
}

function Rows({ empty, children }: { empty: string; children: React.ReactNode[] }) {
  if (children.length === 0) return <p className="text-ink-soft">{empty}</p>
  return <ul className="grid gap-3">{children}</ul>
}

type RowProps = { end: React.ReactNode; under: React.ReactNode; children: React.ReactNode }

function Row({ end, under, children }: RowProps) {
  return (
    <li className="flex items-baseline justify-between gap-3">
      <span className="grid min-w-0 wrap-anywhere">
        <span>{children}</span> <span className="text-sm text-ink-soft">{under}</span>
      </span>{' '}
      <span className="shrink-0 text-sm text-ink-soft">{end}</span>
    </li>
  )
}
