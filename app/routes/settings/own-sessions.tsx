import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { Moment } from '../../i18n/moment'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { DataTable } from '../../ui/data-table'
import { Panel } from '../../ui/panel'
import { Time } from '../../ui/time'

type Session = {
  id: string
  /** Browser and system; null when it does not say. */
  device: string | null
  address: string
  signedInAt: Moment
  lastSeenAt: Moment
  isThisOne: boolean
}

/** The browsers in which one is signed in, each with a button that ends it. */
export function OwnSessions({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation('settings')
  const nameOf = (session: Session) => session.device ?? t('sessions.unknown')
  return (
    <Panel
      title={t('sessions.title')}
      flush
      actions={
        sessions.length > 1 ? (
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="end-others">
              {t('sessions.endOthers')}
            </Button>
          </Form>
        ) : null
      }
    >
      <DataTable
        caption={t('sessions.title')}
        rows={sessions}
        rowKey={(session) => session.id}
        columns={[
          {
            key: 'device',
            label: t('sessions.device'),
            cell: (session) => (
              <span className="flex flex-wrap items-center gap-2">
                <bdi>{nameOf(session)}</bdi>
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
          {
            key: 'end',
            label: t('sessions.end'),
            cell: (session) =>
              session.isThisOne ? null : (
                <Form method="post" preventScrollReset>
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
                </Form>
              ),
            tight: true,
          },
        ]}
      />
    </Panel>
  )
}
