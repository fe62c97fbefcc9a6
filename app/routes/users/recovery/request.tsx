import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import type { Route } from './+types/request'
import { servicesContext, visitContext } from '../../../context'
import { can } from '../../../domain/access'
import { findRecoveryRequest, settleRecoveryRequest } from '../../../domain/users/recovery.server'
import { failure } from '../../../http/failures.server'
import { readForm } from '../../../http/form.server'
import { permit } from '../../../http/permit.server'
import { respond } from '../../../http/respond.server'
import { Button, SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { DialogActions, DialogRoute } from '../../../ui/dialog-route'
import { Facts } from '../../../ui/facts'
import { RECOVERY_OUTCOMES } from '../../../vocabulary'

const LIST = '/users/recovery'

export async function loader({ context, params }: Route.LoaderArgs) {
  const reading = permit(context, 'recovery.read')
  const found = await findRecoveryRequest(context.get(servicesContext), reading, params.requestId)
  if (!found) throw failure(context, 404)
  const { request, user, obstacle } = found
  return {
    name: request.name,
    words: request.words,
    outcome: request.outcome,
    oldPhone: request.oldPhone,
    newPhone: request.newPhone,
    user,
    obstacle,
    decides: can(reading.actor, 'users.suspend'),
  }
}

/** 302 to the list, 409 when somebody settled it otherwise or the number cannot be changed. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const deciding = permit(context, 'users.suspend')
  const form = await readForm(request, context)
  const outcome = RECOVERY_OUTCOMES.find((one) => one === form.get('outcome'))
  if (!outcome) throw failure(context, 400)
  const { requestId } = context.get(visitContext)
  const place = { id: params.requestId, requestId }
  const settled = await settleRecoveryRequest(context.get(servicesContext), deciding, outcome, place)
  if (settled.kind === 'conflict') return data({ now: settled.now }, 409)
  const toast = outcome === 'declined' ? 'users:toast.declined' : 'users:toast.phoneChanged'
  return respond(context, settled, { done: LIST, toast, unchanged: LIST })
}

export default function Request({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['users', 'common'])
  const { name, words, oldPhone, newPhone, user, obstacle, outcome, decides } = loaderData
  const isOpen = outcome === null
  return (
    <DialogRoute title={t('recovery.dialogTitle', { name })} closeTo={LIST} wide>
      <div className="grid gap-4">
        {outcome ? (
          <Callout kind="quiet">{t('recovery.settled', { outcome: t(`recovery.${outcome}`) })}</Callout>
        ) : obstacle ? (
          <Callout kind="warn">{t(`recovery.obstacle.${obstacle}`)}</Callout>
        ) : (
          <Callout>{t('recovery.check')}</Callout>
        )}
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
            { label: t('recovery.words'), value: <bdi className="whitespace-pre-line">{words}</bdi>, wide: true },
          ]}
        />
        {isOpen && decides ? (
          <Form method="post" preventScrollReset>
            <DialogActions closeTo={LIST}>
              {obstacle ? null : (
                <SubmitButton name="outcome" value="number_changed">
                  {t('recovery.change')}
                </SubmitButton>
              )}
              <Button type="submit" name="outcome" value="declined">
                {t('recovery.decline')}
              </Button>
            </DialogActions>
          </Form>
        ) : isOpen ? (
          <p className="text-ink-soft">{t('recovery.readOnly')}</p>
        ) : null}
      </div>
    </DialogRoute>
  )
}
