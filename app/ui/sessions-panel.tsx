import type { Moment } from '../i18n/moment'
import { Badge } from './badge'
import { Button } from './button'
import { DataTable } from './lists/data-table'
import { Panel } from './panel'
import { Time } from './time'
import { useTranslation } from '../i18n/use-translation'
import { UserText } from './user-text'
import { PostForm } from './forms/post-form'

type Session = {
  id: string
  /** Browser and system; null when unknown. */
  device: string | null
  address: string
  signedInAt: Moment
  lastSeenAt: Moment
  isThisOne: boolean
}

/** The browsers in which a person is signed in, each with a button that signs it out. */
type SessionsPanelProps = {
  sessions: readonly Session[]
  /** The address that ends all of them, when they are another person's. */
  endAllLabel?: string
  title?: string
}

export function SessionsPanel({ sessions, endAllLabel, title }: SessionsPanelProps) {
  const { t } = useTranslation('settings')
  const nameOf = (session: Session) => session.device ?? t('sessions.unknown')
  return (
    <Panel
      title={title ?? t('sessions.title')}
      flush
      actions={
        sessions.length > (endAllLabel ? 0 : 1) ? (
          <PostForm preventScrollReset>
            <Button type="submit" name="intent" value="end-others">
              {endAllLabel ?? t('sessions.endOthers')}
            </Button>
          </PostForm>
        ) : null
      }
    >
      <DataTable
        caption={title ?? t('sessions.title')}
        rows={sessions}
        rowKey={(session) => session.id}
        columns={[
          {
            key: 'device',
            label: t('sessions.device'),
            cell: (session) => (
              <span className="flex flex-wrap items-center gap-2">
                <UserText>{nameOf(session)}</UserText>
                {session.isThisOne ? <Badge tone="teal">{t('sessions.thisOne')}</Badge> : null}
              </span>
            ),
          },
          {
            key: 'address',
            label: t('sessions.address'),
            cell: (session) => <bdi>{session.address}</bdi>,
            tight: true,
          },
          {
            key: 'signedIn',
            label: t('sessions.signedIn'),
            cell: (session) => <Time {...session.signedInAt} />,
            tight: true,
            soft: true,
          },
          {
            key: 'seen',
            label: t('sessions.lastSeen'),
            cell: (session) => <Time {...session.lastSeenAt} />,
            tight: true,
            soft: true,
          },
        ]}
        actions={(session) =>
          session.isThisOne ? null : (
            <PostForm preventScrollReset>
              <input type="hidden" name="session" value={session.id} />
              <Button
                type="submit"
                name="intent"
                value="end"
                variant="quiet"
                aria-label={t('sessions.endOf', { device: nameOf(session) })}
              >
                {t('sessions.end')}
              </Button>
            </PostForm>
          )
        }
      />
    </Panel>
  )
}
