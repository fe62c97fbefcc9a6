import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import type { Route } from './+types/request'
import { languageContext, servicesContext, requestInfoContext } from '../../../context'
import { can } from '../../../domain/access'
import { RECOVERY_BUTTONS, type RecoveryButton } from '../../../domain/users/recovery-actions'
import { recoveryList } from '../../../domain/users/recovery-list'
import { findRecoveryRequest, settleRecoveryRequest } from '../../../domain/users/recovery.server'
import { failure } from '../../../http/failures.server'
import { readForm } from '../../../http/form.server'
import { permit } from '../../../http/permit.server'
import { freshPermit, isAsked } from '../../../http/proof.server'
import { respond } from '../../../http/respond.server'
import { formatDateTime } from '../../../i18n/format'
import type { TextKey } from '../../../i18n/keys'
import { Button, SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { DialogActions, DialogRoute } from '../../../ui/dialog-route'
import { Facts } from '../../../ui/facts'

const TOASTS = {
  change: 'users:toast.phoneChanged',
  propose: 'users:toast.changeProposed',
  agree: 'users:toast.changeAgreed',
  decline: 'users:toast.declined',
  cancel: 'users:toast.changeCancelled',
} as const satisfies Record<RecoveryButton, TextKey>

const listUnder = (url: URL) => recoveryList.href(recoveryList.read(url))

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'recovery.read')
  const found = await findRecoveryRequest(context.get(servicesContext), reading, params.requestId)
  if (!found) throw failure(context, 404)
  return {
    ...found,
    changesAt: found.changesAt && formatDateTime(found.changesAt, context.get(languageContext), reading.actor.timeZone),
    decides: can(reading.actor, 'users.suspend'),
    closeTo: listUnder(url),
  }
}

/** 302 to the list, 409 when somebody settled it otherwise or the number cannot be changed. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const deciding = permit(context, 'users.suspend')
  const form = await readForm(request, context)
  const button = RECOVERY_BUTTONS.find((one) => one === form.get('action'))
  if (!button) throw failure(context, 400)
  const given = await freshPermit({ request, context }, deciding, form)
  if (isAsked(given)) return given
  const { requestId } = context.get(requestInfoContext)
  const place = { id: params.requestId, requestId }
  const settled = await settleRecoveryRequest(context.get(servicesContext), given, button, place)
  if (settled.kind === 'conflict') return data({ now: settled.now }, 409)
  const closeTo = listUnder(url)
  return respond(context, settled, { done: closeTo, toast: TOASTS[button], unchanged: closeTo })
}

export default function Request({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['users', 'common'])
  const { name, message, oldPhone, newPhone, user, buttons, decides, closeTo } = loaderData
  return (
    <DialogRoute title={t('recovery.dialogTitle', { name })} closeTo={closeTo} wide>
      <div className="grid gap-4">
        <Standing request={loaderData} />
        <Facts
          facts={[
            { label: t('recovery.oldPhone'), value: <bdi dir="ltr">{oldPhone}</bdi> },
            { label: t('recovery.newPhone'), value: <bdi dir="ltr">{newPhone}</bdi> },
            {
              label: t('recovery.user'),
              value: user ? (
                <Link className="link" to={`/users/${user.id}`}>
                  <bdi>{user.username}</bdi>
                </Link>
              ) : (
                t('recovery.nobody')
              ),
            },
            { label: t('column.role'), value: user && (user.role ? t(`common:role.${user.role}`) : t('partner')) },
            { label: t('recovery.message'), value: <bdi className="whitespace-pre-line">{message}</bdi>, wide: true },
          ]}
        />
        {buttons.length > 0 ? (
          <Form method="post" preventScrollReset>
            <DialogActions closeTo={closeTo}>
              {buttons.map((button) =>
                button === 'decline' ? (
                  <Button key={button} type="submit" name="action" value={button}>
                    {t(`recovery.${button}`)}
                  </Button>
                ) : (
                  <SubmitButton key={button} name="action" value={button}>
                    {t(`recovery.${button}`)}
                  </SubmitButton>
                ),
              )}
            </DialogActions>
          </Form>
        ) : decides ? null : (
          <p className="text-ink-soft">{t('recovery.readOnly')}</p>
        )}
      </div>
    </DialogRoute>
  )
}

type Standing = Pick<
  Route.ComponentProps['loaderData'],
  'state' | 'obstacle' | 'proposedByName' | 'agreedByName' | 'changesAt' | 'isGuarded' | 'nobodyElse'
>

/** Where the request stands, and what has to happen before or after. */
function Standing({ request }: { request: Standing }) {
  const { t } = useTranslation('users')
  const { state, obstacle, changesAt } = request
  if (state === 'agreed') {
    const values = { name: request.agreedByName ?? '', at: changesAt ?? '' }
    const text = request.agreedByName ? t('recovery.agreedBy', values) : t('recovery.agreedByOperator', values)
    return <Callout kind="warn">{text}</Callout>
  }
  if (state !== 'waiting' && state !== 'proposed')
    return <Callout kind="quiet">{t('recovery.settled', { outcome: t(`recovery.${state}`) })}</Callout>
  return (
    <>
      {obstacle ? (
        <Callout kind="warn">{t(`recovery.obstacle.${obstacle}`)}</Callout>
      ) : (
        <Callout>{t('recovery.check')}</Callout>
      )}
      {request.isGuarded ? (
        <Callout kind="quiet">
          {state === 'proposed'
            ? t('recovery.proposedBy', { name: request.proposedByName ?? '' })
            : t('recovery.secondPerson')}
          {request.nobodyElse ? ` ${t('recovery.alone')}` : null}
        </Callout>
      ) : null}
    </>
  )
}
