import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/change'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import { requiredReason } from '../../domain/organizations/change-input'
import { versionOf } from '../../domain/setup/version-input'
import { changeUserBy, prepareUserAction } from '../../domain/users/change-user.server'
import { userList } from '../../domain/users/input'
import { rolesToGive, ruleOfUserAction, USER_ACTIONS, type UserAction } from '../../domain/users/user-actions'
import { restore } from '../../http/drafts.server'
import { failure } from '../../http/failures.server'
import { readForm } from '../../http/form.server'
import { permit } from '../../http/permit.server'
import { datedPermit, isAsked } from '../../http/proof.server'
import { respond } from '../../http/respond.server'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'
import { RadioGroup } from '../../ui/choices'
import { TextArea } from '../../ui/text-field'
import { ChangeDialog } from '../../ui/change-dialog'
import { useWritten } from '../../ui/written-form'
import { userAddress } from './addresses'

export const handle = { texts: ['users'] }

const isAction = (word: string | undefined): word is UserAction => word !== undefined && word in USER_ACTIONS

/** The last word of the address says which action it is. */
function actionAt(url: URL): UserAction {
  const word = url.pathname.split('/').findLast((part) => part !== '')
  return isAction(word) ? word : 'role'
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'users.read')
  const name = actionAt(url)
  const prepared = await prepareUserAction(context.get(servicesContext), reading, name, params.id)
  if (prepared.kind === 'forbidden') throw failure(context, 403)
  if (prepared.kind === 'missing') throw failure(context, 404)
  const { isOpen, status, version } = prepared.value
  const restored = ruleOfUserAction(name).needsReason
    ? await restore({ context, url }, (form) => ({
        typed: String(form.get('reason') ?? ''),
        version,
        error: undefined,
        conflict: isOpen && versionOf(form) !== version ? { because: 'stale' as const, status, version } : null,
      }))
    : undefined
  const view = {
    ...prepared.value,
    restored,
    name,
    roles: name === 'role' ? rolesToGive(reading.actor) : [],
    closeTo: userAddress(params.id, userList.search(userList.read(url))),
  }
  return data(view, isOpen ? 200 : 409)
}

/**
 * 302 to the page, 403 that asks for fresh proof, 422 without a needed reason or role, 409 when it is not possible; what was
 * typed is kept.
 */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const reading = permit(context, 'users.read')
  const services = context.get(servicesContext)
  const name = actionAt(url)
  const prepared = await prepareUserAction(services, reading, name, params.id)
  if (prepared.kind === 'forbidden') throw failure(context, 403)
  const form = await readForm(request, context)
  const typed = String(form.get(name === 'role' ? 'role' : 'reason') ?? '')
  const version = versionOf(form)
  const refuse = (key: TextKey) =>
    data({ typed, version, error: translate(context.get(languageContext), { key }), conflict: null }, 422)
  const role = rolesToGive(reading.actor).find((one) => one === typed)
  if (name === 'role' && !role) return refuse('common:error.required')
  const reason = ruleOfUserAction(name).needsReason ? requiredReason.safeParse(typed) : null
  if (reason && !reason.success) return refuse((reason.error.issues[0]?.message ?? 'common:error.required') as TextKey)
  const given = await datedPermit({ request, context }, reading, { action: `user.${name}` }, form)
  if (isAsked(given)) return given
  const outcome = await changeUserBy(services, given, name, {
    id: params.id,
    version,
    requestId: context.get(requestInfoContext).requestId,
    ...(name === 'role' && { role }),
    ...(reason && { reason: reason.data }),
  })
  if (outcome.kind === 'conflict')
    return data({ typed, version: outcome.now.version, error: undefined, conflict: outcome.now }, 409)
  const to = userAddress(params.id, userList.search(userList.read(url)))
  return respond(context, outcome, { done: to, toast: `users:toast.${name}`, unchanged: to })
}

export default function Change({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['users', 'common'])
  const written = useWritten(loaderData, actionData && 'typed' in actionData ? actionData : null, loaderData.restored)
  const { drawn, refusal } = written
  const { name, username, closeTo, roles } = drawn
  const conflict = refusal?.conflict ?? null
  const now = conflict ?? drawn
  const isPossible = conflict ? conflict.because === 'stale' : drawn.isOpen
  const because = conflict?.because ?? (isPossible ? null : 'state')
  return (
    <ChangeDialog
      title={t(`action.${name}.title`)}
      text={t(`action.${name}.text`, { name: username })}
      submit={t(`action.${name}.submit`)}
      isDanger={name === 'suspend' || name === 'deactivate'}
      closeTo={closeTo}
      written={written}
      seen={{ version: refusal?.version ?? drawn.version }}
      isPossible={isPossible}
      conflict={
        because && {
          title: t(`conflict.${because}`),
          text:
            because === 'state'
              ? t('conflict.stateText', { status: t(`status.${now.status}`) })
              : t(`conflict.${because}Text`),
        }
      }
      kept={name === 'role' ? undefined : refusal?.typed}
    >
      {name === 'role' ? (
        <RadioGroup
          name="role"
          label={t('column.role')}
          defaultValue={refusal?.typed || (drawn.role ?? undefined)}
          error={refusal?.error}
          options={roles.map((role) => ({ value: role, label: t(`common:role.${role}`) }))}
        />
      ) : null}
      {name === 'suspend' ? (
        <TextArea
          name="reason"
          label={t('field.reason')}
          help={t('action.reasonHelp')}
          defaultValue={refusal?.typed}
          error={refusal?.error}
        />
      ) : null}
    </ChangeDialog>
  )
}
