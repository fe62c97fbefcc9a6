import { href } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/request'
import { languageContext, servicesContext } from '../../../context'
import { can } from '../../../domain/access'
import { RECOVERY_INTENTS, type RecoveryIntent } from '../../../domain/users/recovery/recovery-actions'
import { INDEPENDENT_AFTER_DAYS } from '../../../domain/independent-people'
import { recoveryList } from '../../../domain/users/recovery/recovery-list'
import { findRecoveryRequest, handleRecoveryRequest } from '../../../domain/users/recovery/recovery.server'
import { failure } from '../../../http/answers/failures.server'
import { formAction } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { freshPermit } from '../../../http/sign-in/proof.server'
import { formatDateTime } from '../../../i18n/format'
import type { TextKey } from '../../../i18n/keys'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { Button, SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { DialogActions, DialogRoute } from '../../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { Facts } from '../../../ui/facts'
import { Link } from '../../../ui/link'
import { PasskeySummary } from '../passkey-summary'
import { Sentence, UserText } from '../../../ui/user-text'

const TOASTS = {
  change: 'users:toast.phoneChanged',
  propose: 'users:toast.changeProposed',
  agree: 'users:toast.changeAgreed',
  decline: 'users:toast.declined',
  cancel: 'users:toast.changeCancelled',
} as const satisfies Record<RecoveryIntent, TextKey>

const listUnder = (url: URL) => recoveryList.href(recoveryList.read(url))

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'recovery.read')
  const found = await findRecoveryRequest(context.get(servicesContext), reading, params.requestId)
  if (!found) throw failure(context, 404)
  const inWords = (at: Date) => formatDateTime(at, context.get(languageContext), reading.actor.timeZone)
  return {
    ...found,
    createdAt: inWords(found.createdAt),
    handledAt: found.handledAt && inWords(found.handledAt),
    changesAt: found.changesAt && inWords(found.changesAt),
    passkeys: found.passkeys && {
      total: found.passkeys.total,
      newestAt: found.passkeys.newestAt && inWords(found.passkeys.newestAt),
    },
    decides: can(reading.actor, 'users.suspend'),
    closeTo: listUnder(url),
  }
}

/** 302 to the list, 409 when somebody else handled it meanwhile or the number cannot be changed. */
export async function action(args: Route.ActionArgs) {
  const deciding = permit(args.context, 'users.suspend')
  const { context, params, url } = args
  return formAction(args, {
    schema: z.object({ intent: z.enum(RECOVERY_INTENTS) }),
    checkAccess() {
      throw failure(context, 400)
    },
    allow: (_input, posted) => freshPermit(args, deciding, posted),
    command: ({ intent }, { requestId }, allowed) =>
      handleRecoveryRequest(context.get(servicesContext), allowed, intent, { id: params.requestId, requestId }),
    conflict: (now) => ({ extra: { now } }),
    done: (_outcome, { intent }) => ({ to: listUnder(url), toast: TOASTS[intent] }),
  })
}

export default function Request({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['users', 'common'])
  const form = useForm({ drawn: null, answer: actionData, labels: {} })
  const { name, message, oldPhone, newPhone, user, passkeys, buttons, decides, closeTo } = loaderData
  return (
    <DialogRoute title={t('recovery.dialogTitle', { name })} closeTo={closeTo} wide>
      <div className="grid gap-4">
        <Standing request={loaderData} />
        {passkeys?.newestAt ? <Callout kind="warn">{t('recovery.passkeys')}</Callout> : null}
        <Facts
          facts={[
            { label: t('recovery.filed'), value: loaderData.createdAt },
            { label: t('recovery.oldPhone'), value: <bdi dir="ltr">{oldPhone}</bdi> },
            { label: t('recovery.newPhone'), value: <bdi dir="ltr">{newPhone}</bdi> },
            {
              label: t('recovery.user'),
              value: user ? (
                <Link className="link" to={href('/users/:id', { id: user.id })}>
                  <UserText>{user.username}</UserText>
                </Link>
              ) : (
                t('recovery.nobody')
              ),
            },
            { label: t('column.role'), value: user && (user.role ? t(`common:role.${user.role}`) : t('partner')) },
            ...(passkeys ? [{ label: t('passkeys.label'), value: <PasskeySummary {...passkeys} /> }] : []),
            {
              label: t('recovery.message'),
              value: <UserText className="whitespace-pre-line">{message}</UserText>,
              wide: true,
            },
          ]}
        />
        {buttons.length > 0 ? (
          <ConsoleForm state={form}>
            <DialogActions closeTo={closeTo}>
              {buttons.map((intent) =>
                intent === 'decline' ? (
                  <Button key={intent} type="submit" name="intent" value={intent}>
                    {t(`recovery.${intent}`)}
                  </Button>
                ) : (
                  <SubmitButton key={intent} name="intent" value={intent}>
                    {t(`recovery.${intent}`)}
                  </SubmitButton>
                ),
              )}
            </DialogActions>
          </ConsoleForm>
        ) : decides || loaderData.handledAt ? null : (
          <p className="text-ink-soft">{t('recovery.readOnly')}</p>
        )}
      </div>
    </DialogRoute>
  )
}

type Standing = Pick<
  Route.ComponentProps['loaderData'],
  | 'state'
  | 'obstacle'
  | 'decides'
  | 'proposedByName'
  | 'agreedByName'
  | 'changesAt'
  | 'handledAt'
  | 'handledByName'
  | 'because'
  | 'warning'
  | 'isGuarded'
  | 'nobodyElse'
  | 'dependence'
>

/** The request's state, and what has to happen before or after. */
function Standing({ request }: { request: Standing }) {
  const { t } = useTranslation(['users', 'common'])
  const { state, decides, changesAt, warning, dependence } = request
  // A person who may decide no requests need not read why this one is out of reach.
  const isOutOfReach = request.obstacle === 'own' || request.obstacle === 'notYours'
  const obstacle = !decides && isOutOfReach ? null : request.obstacle
  if (state === 'agreed') {
    const values = { name: isolateName(request.agreedByName ?? ''), at: changesAt ?? '' }
    const text = request.agreedByName ? t('recovery.agreedBy', values) : t('recovery.agreedByOperator', values)
    return (
      <Callout kind="warn">
        <Sentence>{text}</Sentence>
        {warning ? ` ${t(`recovery.warning.${warning}`)}` : null}
      </Callout>
    )
  }
  if (state !== 'waiting' && state !== 'proposed')
    return (
      <Callout kind="quiet">
        <p>{t('recovery.handled', { outcome: t(`recovery.${state}`) })}</p>
        <p>
          {request.handledAt}
          {request.handledByName ? (
            <>
              {' · '}
              <UserText>{request.handledByName}</UserText>
            </>
          ) : null}
        </p>
        {request.because ? <p>{t(`recovery.because.${request.because}`)}</p> : null}
      </Callout>
    )
  return (
    <>
      {obstacle ? (
        <Callout kind="warn">{t(`recovery.obstacle.${obstacle}`)}</Callout>
      ) : decides ? (
        <Callout>{t('recovery.check')}</Callout>
      ) : null}
      {request.isGuarded ? (
        <Callout kind="quiet">
          <Sentence>
            {state === 'proposed'
              ? t('recovery.proposedBy', { name: isolateName(request.proposedByName ?? '') })
              : t('recovery.secondPerson')}
          </Sentence>
          {request.nobodyElse ? ` ${t('recovery.alone')}` : null}
        </Callout>
      ) : null}
      {dependence ? (
        <Callout kind="warn">
          <Sentence>
            {t(`common:notIndependent.${dependence.how}`, {
              name: isolateName(dependence.name),
              days: INDEPENDENT_AFTER_DAYS,
            })}
          </Sentence>
        </Callout>
      ) : null}
    </>
  )
}
