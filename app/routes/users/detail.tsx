import { data, href } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/detail'
import { servicesContext } from '../../context'
import { readerOf } from '../../http/reader.server'
import { userList } from '../../domain/users/user-list'
import { endUserSessions, findUserDetail, showPhone } from '../../domain/users/user-detail.server'
import type { UserAction } from '../../domain/users/user-actions'
import { actionByIntent, formAction } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { Facts } from '../../ui/facts'
import { Icon, type IconName } from '../../ui/icon'
import { Link } from '../../ui/link'
import { NotFound } from '../../ui/not-found'
import { WithDialogs } from '../../ui/dialogs/with-dialogs'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { Panel } from '../../ui/panel'
import { Time } from '../../ui/time'
import { SessionsPanel } from '../../ui/sessions-panel'
import { userAddress } from './addresses'
import { userView } from './user-view.server'
import { ROLE_ICONS } from './role-icons'
import { USER_TONES } from '../../ui/status-tones'
import { HoldCallout, PersonalData } from './personal-data/personal-data'
import { PasskeySummary } from './passkey-summary'
import { UserHistory } from './user-history'
import { UserText } from '../../ui/user-text'
import { PostForm } from '../../ui/forms/post-form'

export const handle = { texts: ['users', 'audit', 'settings'] }

const ACTION_ICONS = {
  role: 'shield-check',
  invite: 'send',
  deactivate: 'pause',
  reactivate: 'play',
  suspend: 'x',
  restore: 'play',
} as const satisfies Record<UserAction, IconName>

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'users.read')
  const services = context.get(servicesContext)
  const listSearch = userList.search(userList.read(url))
  const found = await findUserDetail(services, reading, params.id)
  if (!found) return data({ kind: 'missing' as const, listSearch }, 404)
  const reader = { ...readerOf(context, reading.actor), actor: reading.actor }
  return data({ kind: 'found' as const, listSearch, ...userView(found, reader) })
}

/** Shows the full phone number, or ends one session or all of them. */
export async function action(args: Route.ActionArgs) {
  const reading = permit(args.context, 'users.read')
  const { context, params, url } = args
  const services = context.get(servicesContext)
  const to = userAddress(params.id, userList.search(userList.read(url)))
  return actionByIntent(args, {
    'show-phone': () =>
      formAction(args, {
        schema: z.object({}),
        command: (_input, { requestId }) => showPhone(services, reading, { id: params.id, requestId }),
        done: (outcome) => ({ extra: outcome.kind === 'done' ? { phone: outcome.value } : {} }),
        failed: null,
      }),
    end: () =>
      formAction(args, {
        schema: endSessionInput,
        command: ({ session }, { requestId }) =>
          endUserSessions(services, reading, { id: params.id, sessionId: session, requestId }),
        done: () => ({ to, toast: 'users:toast.sessionEnded' }),
        failed: null,
      }),
    'end-others': () =>
      formAction(args, {
        schema: z.object({}),
        command: (_input, { requestId }) =>
          endUserSessions(services, reading, { id: params.id, sessionId: null, requestId }),
        done: () => ({ to, toast: 'users:toast.allEnded' }),
        failed: null,
      }),
  })
}

const endSessionInput = z.object({ session: z.uuid() })

export default function Detail({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['users', 'common', 'settings'])
  const backHref = `${userList.path}${loaderData.listSearch}`
  if (loaderData.kind === 'missing')
    return (
      <NotFound
        title={t('missingTitle')}
        text={t('missingText')}
        icon="user"
        backHref={backHref}
        backLabel={t('backToList')}
      />
    )
  const { user, actions, sessions, passkeys, history, seesAllHistory, hold, listSearch } = loaderData
  const phone = actionData && 'phone' in actionData ? actionData.phone : null
  return (
    <WithDialogs>
      <PageTitle>{[user.username, t('title')]}</PageTitle>
      <PageHead
        title={
          <span className="flex items-center gap-3">
            <Avatar name={user.username} />
            <UserText>{user.username}</UserText>
          </span>
        }
        crumbs={[{ label: t('title'), to: backHref }, { label: user.username }]}
        badge={<Badge tone={USER_TONES[user.status]}>{t(`status.${user.status}`)}</Badge>}
        sentence={user.isSelf ? t('detail.self') : null}
        actions={
          <>
            {actions.map((name) => (
              <ButtonLink
                key={name}
                to={userAddress(user.id, listSearch, name)}
                preventScrollReset
                icon={ACTION_ICONS[name]}
              >
                {t(`action.${name}.submit`)}
              </ButtonLink>
            ))}
            <ButtonLink to={backHref} icon="arrow-start">
              {t('backToList')}
            </ButtonLink>
          </>
        }
      />
      <div className="grid gap-4">
        {user.erasedAt ? (
          <Callout kind="quiet" title={t('data.erased')}>
            {t('data.erasedText', { at: user.erasedAt })}
          </Callout>
        ) : null}
        {hold ? <HoldCallout hold={hold} /> : null}
        <Panel title={t('detail.account')}>
          <Facts
            facts={[
              {
                label: t('column.role'),
                value: (
                  <span className="flex items-center gap-2">
                    <span className="text-ink-soft">
                      <Icon name={user.role ? ROLE_ICONS[user.role] : 'building'} />
                    </span>
                    {user.role ? t(`common:role.${user.role}`) : t('partner')}
                  </span>
                ),
              },
              {
                label: t('field.organization'),
                value: user.organizationId ? (
                  <Link className="link" to={href('/organizations/:id', { id: user.organizationId })}>
                    <UserText>{user.organizationName}</UserText>
                  </Link>
                ) : null,
              },
              {
                label: t('column.phone'),
                value: user.phone ? (
                  <PostForm preventScrollReset className="-my-1 flex flex-wrap items-center gap-2">
                    <bdi role="status" className="unbroken">
                      {phone ?? user.phone}
                    </bdi>
                    {phone ? null : (
                      <Button type="submit" name="intent" value="show-phone" variant="quiet" size="small" icon="eye">
                        {t('detail.showPhone')}
                      </Button>
                    )}
                  </PostForm>
                ) : null,
              },
              { label: t('field.email'), value: user.email && <bdi>{user.email}</bdi> },
              ...(user.suspendedReason
                ? [{ label: t('field.reason'), value: <UserText>{user.suspendedReason}</UserText> }]
                : []),
              ...(user.statusChange
                ? [
                    {
                      label: t('field.statusChanged'),
                      value: (
                        <>
                          <Time {...user.statusChange.at} />
                          {user.statusChange.name ? (
                            <>
                              {' · '}
                              <UserText>{user.statusChange.name}</UserText>
                            </>
                          ) : null}
                        </>
                      ),
                    },
                  ]
                : []),
              { label: t('field.language'), value: user.erasedAt ? null : <UserText>{user.language}</UserText> },
              { label: t('field.timeZone'), value: user.erasedAt ? null : user.timeZone },
              {
                label: t('detail.joinedBy'),
                value: user.invite?.isOpen ? (
                  <Link className="link font-mono text-sm" to={href('/invites/:id', { id: user.invite.id })}>
                    {user.invite.code}
                  </Link>
                ) : (
                  user.invite && <span className="font-mono text-sm">{user.invite.code}</span>
                ),
              },
              ...(user.invitation
                ? [
                    {
                      label: t('detail.invitation'),
                      value: user.invitation.until
                        ? t('detail.invitedUntil', { at: user.invitation.until })
                        : t('detail.invitedNoMore'),
                    },
                  ]
                : []),
              { label: t('column.created'), value: <Time {...user.createdAt} /> },
              {
                label: t('column.lastSignIn'),
                value: user.lastSignInAt ? <Time {...user.lastSignInAt} /> : user.erasedAt ? null : t('detail.never'),
              },
              ...(passkeys ? [{ label: t('passkeys.label'), value: <PasskeySummary {...passkeys} /> }] : []),
              { label: t('field.id'), value: <code className="code">{user.id}</code>, wide: true },
            ]}
          />
        </Panel>
        {sessions && sessions.length > 0 ? (
          <SessionsPanel sessions={sessions} endAllLabel={t('sessions.endAll')} title={t('sessions.title')} />
        ) : null}
        <PersonalData person={loaderData} />
        <UserHistory history={history} seesAllHistory={seesAllHistory} userId={user.id} isSelf={user.isSelf} />
      </div>
    </WithDialogs>
  )
}
