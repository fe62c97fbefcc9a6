import { data } from 'react-router'
import type { Route } from './+types/request'
import { languageContext, servicesContext } from '../../../context'
import {
  decideOnData,
  findDataRequests,
  type DataConflict,
} from '../../../domain/users/personal-data/data-requests.server'
import type { DataRequestIntent } from '../../../domain/users/personal-data/data-request-actions'
import { INDEPENDENT_AFTER_DAYS } from '../../../domain/independent-people'
import { userList } from '../../../domain/users/user-list'
import { failure } from '../../../http/answers/failures.server'
import { formAction, restoreFormDraft } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { freshPermit } from '../../../http/sign-in/proof.server'
import { formatDateTime } from '../../../i18n/format'
import type { TextKey } from '../../../i18n/keys'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { Button, SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { RefusalNotice } from '../../../ui/forms/refusal-notice'
import { KeptAndBack } from '../../../ui/dialogs/change-dialog'
import { DialogActions, DialogRoute } from '../../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { WrittenFormPlaceholder } from '../../../ui/forms/kept/kept-form'
import { useForm } from '../../../ui/forms/form'
import { TextArea } from '../../../ui/forms/text-field'
import { Facts } from '../../../ui/facts'
import { Icon } from '../../../ui/icon'
import { Sentence, UserText } from '../../../ui/user-text'
import type { DataRequestKind } from '../../../vocabulary'
import { dataFileAddress, userAddress } from '../addresses'
import { dataRequestInput } from '../../../domain/users/personal-data/data-request-input'

export const handle = { texts: ['users'] }

const TOASTS = {
  export: {
    propose: 'users:toast.exportProposed',
    agree: 'users:toast.exportAgreed',
    return: 'users:toast.proposalReturned',
    withdraw: 'users:toast.proposalWithdrawn',
  },
  erase: {
    propose: 'users:toast.erasureProposed',
    agree: 'users:toast.dataErased',
    return: 'users:toast.proposalReturned',
    withdraw: 'users:toast.proposalWithdrawn',
  },
} as const satisfies Record<DataRequestKind, Record<DataRequestIntent, TextKey>>

/** What is proposed, which is the address's last segment. */
const kindAt = (url: URL): DataRequestKind => (/\/erase\/?$/.test(url.pathname) ? 'erase' : 'export')

type Extra = { now: DataConflict }

const userUnder = (id: string, url: URL) => userAddress(id, userList.search(userList.read(url)))

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'users.data')
  const kind = kindAt(url)
  const found = await findDataRequests(context.get(servicesContext), reading, kind, params.id)
  if (found.kind === 'missing') throw failure(context, 404)
  const { request, takenUntil, ...rest } = found.value
  const inWords = (at: Date) => formatDateTime(at, context.get(languageContext), reading.actor.timeZone)
  const isPossible = rest.obstacle === null || rest.buttons.length > 0
  const view = {
    ...rest,
    kind,
    request: request && {
      id: request.id,
      reason: request.reason,
      proposedByName: request.proposedByName,
      agreedByName: request.agreedByName,
      proposedAt: inWords(request.proposedAt),
    },
    takenUntil: takenUntil && inWords(takenUntil),
    file: rest.state === 'agreed' && rest.obstacle === null ? dataFileAddress(params.id) : null,
    restored: rest.buttons.includes('propose') ? await restoreFormDraft<Extra>({ context, url }) : undefined,
    closeTo: userUnder(params.id, url),
  }
  return data(view, isPossible ? 200 : 409)
}

/** 302 to the user, 409 when somebody else decided meanwhile or something prevents it. */
export async function action(args: Route.ActionArgs) {
  const deciding = permit(args.context, 'users.data')
  const { context, params, url } = args
  const kind = kindAt(url)
  return formAction(args, {
    schema: dataRequestInput,
    async checkAccess() {
      const found = await findDataRequests(context.get(servicesContext), deciding, kind, params.id)
      if (found.kind === 'missing') throw failure(context, 404)
    },
    allow: (_input, posted) => freshPermit(args, deciding, posted),
    command: (input, { requestId }, allowed) =>
      decideOnData(context.get(servicesContext), allowed, input, { kind, id: params.id, requestId }),
    conflict: (now) => ({ extra: { now } }),
    done: (_outcome, { intent }) => ({ to: userUnder(params.id, url), toast: TOASTS[kind][intent] }),
  })
}

export default function Request({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['users', 'common', 'ui'])
  const form = useForm({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    labels: { reason: t('field.reason') },
  })
  const { drawn, reply } = form
  const { kind, username, state, request, obstacle, buttons, closeTo, file, isAlone } = drawn
  const now = reply?.now ?? null
  const dependence = now === null || typeof now === 'string' ? drawn.dependence : now.dependence
  const stops = typeof now === 'string' ? now : obstacle
  const shown = reply?.now ? [] : buttons
  const kept = reply?.result.initialValue?.reason
  return (
    <DialogRoute
      title={t(`data.${kind}.title`)}
      description={<Sentence>{t(`data.${kind}.text`, { name: isolateName(username) })}</Sentence>}
      closeTo={closeTo}
    >
      <div className="grid gap-4">
        {stops ? (
          <RefusalNotice state={form} isAnnounced={reply !== null}>
            {stops === 'changed' ? t('data.conflict.changed') : t(`data.obstacle.${stops}`)}
          </RefusalNotice>
        ) : null}
        {request ? (
          <>
            <Callout kind={state === 'agreed' ? 'ok' : 'quiet'}>
              <Sentence>
                {state === 'agreed'
                  ? t('data.export.ready', {
                      name: isolateName(request.agreedByName ?? ''),
                      at: drawn.takenUntil ?? '',
                    })
                  : t(`data.${kind}.proposedBy`, { name: isolateName(request.proposedByName), at: request.proposedAt })}
              </Sentence>
              {state === 'proposed' ? ` ${t('data.secondPerson')}` : null}
            </Callout>
            <Facts
              facts={[
                {
                  label: t('field.reason'),
                  value: <UserText className="whitespace-pre-line">{request.reason}</UserText>,
                  wide: true,
                },
              ]}
            />
          </>
        ) : null}
        {dependence ? (
          <RefusalNotice state={form} isAnnounced={reply !== null}>
            <Sentence>
              {t(`common:notIndependent.${dependence.how}`, {
                name: isolateName(dependence.name),
                days: INDEPENDENT_AFTER_DAYS,
              })}
            </Sentence>
          </RefusalNotice>
        ) : null}
        {isAlone && state !== 'agreed' ? <Callout kind="quiet">{t('data.alone')}</Callout> : null}
        {file ? (
          <p>
            <a href={file} className="link inline-flex items-center gap-1.5">
              <Icon name="download" />
              {t('data.export.download')}
            </a>
          </p>
        ) : null}
        {shown.length > 0 ? (
          <ConsoleForm state={form} seen={request ? { proposal: request.id } : {}}>
            {shown.includes('propose') ? <TextArea {...form.field('reason')} help={t('action.reasonHelp')} /> : null}
            <DialogActions closeTo={closeTo}>
              {shown.map((intent) =>
                intent === 'propose' || intent === 'agree' ? (
                  <SubmitButton
                    key={intent}
                    name="intent"
                    value={intent}
                    variant={kind === 'erase' && intent === 'agree' ? 'danger' : 'primary'}
                  >
                    {t(`data.${kind}.${intent}`)}
                  </SubmitButton>
                ) : (
                  <Button key={intent} type="submit" name="intent" value={intent}>
                    {t(`data.${intent}`)}
                  </Button>
                ),
              )}
            </DialogActions>
          </ConsoleForm>
        ) : (
          <>
            <WrittenFormPlaceholder />
            <KeptAndBack kept={kept} closeTo={closeTo} back={t('back')} />
          </>
        )}
      </div>
    </DialogRoute>
  )
}
