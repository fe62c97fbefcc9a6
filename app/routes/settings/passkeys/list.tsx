import { href } from 'react-router'
import type { Route } from './+types/list'
import { languageContext, servicesContext } from '../../../context'
import { isPasskeyRequired, PASSKEYS_MAX } from '../../../domain/passkeys/passkey'
import { listOwnPasskeys } from '../../../domain/passkeys/own-passkeys.server'
import { permit } from '../../../http/sign-in/permit.server'
import { relativeMoment } from '../../../i18n/moment'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { WithDialogs } from '../../../ui/dialogs/with-dialogs'
import { DataTable } from '../../../ui/lists/data-table'
import { EmptyState } from '../../../ui/empty-state'
import { Panel } from '../../../ui/panel'
import { Time } from '../../../ui/time'
import { UserText } from '../../../ui/user-text'

export async function loader({ context }: Route.LoaderArgs) {
  const own = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const { timeZone, role } = own.actor
  const moment = (at: Date) => relativeMoment(at, services.now(), context.get(languageContext), timeZone)
  const rows = await listOwnPasskeys(services, own)
  return {
    isAsked: isPasskeyRequired(services.env.requirePasskey, role),
    mayAdd: rows.length < PASSKEYS_MAX,
    passkeys: rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: moment(createdAt),
      lastUsedAt: lastUsedAt && moment(lastUsedAt),
    })),
  }
}

export default function Passkeys({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const { passkeys, mayAdd, isAsked } = loaderData
  const add = mayAdd ? (
    <ButtonLink to={href('/settings/passkeys/new')} variant="primary" icon="plus" preventScrollReset>
      {t('passkeys.add')}
    </ButtonLink>
  ) : null
  return (
    <WithDialogs>
      <div className="grid gap-4">
        {isAsked ? <Callout kind="warn">{t('passkeys.asked')}</Callout> : null}
        <Panel title={t('passkeys.title')} flush actions={passkeys.length > 0 ? add : null}>
          {passkeys.length === 0 ? (
            <EmptyState icon="shield-check" title={t('passkeys.none')} text={t('passkeys.text')}>
              {add}
            </EmptyState>
          ) : (
            <DataTable
              caption={t('passkeys.title')}
              rows={passkeys}
              rowKey={({ id }) => id}
              columns={[
                { key: 'name', label: t('passkeys.name'), cell: ({ name }) => <UserText>{name}</UserText> },
                {
                  key: 'created',
                  label: t('passkeys.created'),
                  cell: ({ createdAt }) => <Time {...createdAt} />,
                  tight: true,
                  soft: true,
                },
                {
                  key: 'used',
                  label: t('passkeys.lastUsed'),
                  cell: ({ lastUsedAt }) => (lastUsedAt ? <Time {...lastUsedAt} /> : t('passkeys.never')),
                  tight: true,
                  soft: true,
                },
              ]}
              actions={({ id, name }) => (
                <ButtonLink
                  to={href('/settings/passkeys/:passkeyId/remove', { passkeyId: id })}
                  variant="quiet"
                  preventScrollReset
                  aria-label={t('passkeys.removeOf', { name })}
                >
                  {t('passkeys.remove')}
                </ButtonLink>
              )}
            />
          )}
        </Panel>
      </div>
    </WithDialogs>
  )
}
