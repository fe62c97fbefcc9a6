import { data } from 'react-router'
import type { Route } from './+types/change'
import { languageContext, servicesContext } from '../../context'
import { applyUserAction, findUserActionForm, type UserConflict } from '../../domain/users/change-user.server'
import { inviteAgain } from '../../domain/users/invite-again.server'
import { userList } from '../../domain/users/user-list'
import { ruleOfUserAction, USER_ACTION_NAMES } from '../../domain/users/user-actions'
import { failure } from '../../http/answers/failures.server'
import { formAction, restoreFormDraft, type Rejection } from '../../http/forms/form-action.server'
import { lastSegment } from '../../http/last-segment'
import { permit } from '../../http/sign-in/permit.server'
import { datedPermit } from '../../http/sign-in/proof.server'
import { waitLabel } from '../../i18n/wait-label'
import { isolateName } from '../../i18n/isolate-name'
import { useTranslation } from '../../i18n/use-translation'
import { ChangeDialog } from '../../ui/dialogs/change-dialog'
import { RadioGroup } from '../../ui/forms/choices'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { useForm } from '../../ui/forms/form'
import { TextArea } from '../../ui/forms/text-field'
import { userAddress } from './addresses'
import { rolesUpTo } from '../../domain/access'
import { changeUserInput } from '../../domain/users/change-input'

export const handle = { texts: ['users'], writes: WRITTEN_FORM_ID }

const actionAt = (url: URL) => lastSegment(url, USER_ACTION_NAMES)

type Extra = { conflict: UserConflict }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'users.read')
  const name = actionAt(url)
  const found = await findUserActionForm(context.get(servicesContext), reading, name, params.id)
  if (found.kind === 'forbidden') throw failure(context, 403)
  if (found.kind === 'missing') throw failure(context, 404)
  const { isOpen, status, version } = found.value
  const stale = { conflict: { because: 'stale' as const, status, version }, seen: { version: String(version) } }
  const restored = ruleOfUserAction(name).needsReason
    ? await restoreFormDraft<Extra>({ context, url }, (kept) =>
        isOpen && kept.get('version') !== String(version) ? stale : { seen: stale.seen },
      )
    : undefined
  const view = {
    ...found.value,
    restored,
    name,
    roles: name === 'role' ? rolesUpTo(reading.actor) : [],
    closeTo: userAddress(params.id, userList.search(userList.read(url))),
  }
  return data(view, isOpen ? 200 : 409)
}

export async function action(args: Route.ActionArgs) {
  const reading = permit(args.context, 'users.read')
  const { context, params, url } = args
  const services = context.get(servicesContext)
  const name = actionAt(url)
  const found = await findUserActionForm(services, reading, name, params.id)
  if (found.kind === 'forbidden') throw failure(context, 403)
  const role = found.kind === 'done' ? found.value.role : null
  return formAction(args, {
    schema: changeUserInput(reading.actor, name),
    allow: (_input, posted) => datedPermit(args, reading, { action: ruleOfUserAction(name).needsProof, role }, posted),
    command: (input, { requestId }, allowed) => {
      const asked = { id: params.id, requestId, ...input }
      return name === 'invite' ? inviteAgain(services, allowed, asked) : applyUserAction(services, allowed, name, asked)
    },
    conflict(now): Rejection<Extra> {
      if (now.because !== 'limit') return { seen: { version: now.version }, extra: { conflict: now } }
      const values = { wait: waitLabel(now.waitMs, context.get(languageContext)) }
      return { status: 429, alert: { key: 'invites:failed.limit', values } }
    },
    done: () => ({
      to: userAddress(params.id, userList.search(userList.read(url))),
      toast: `users:toast.${name}`,
    }),
  })
}

export default function Change({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['users', 'common'])
  const form = useForm({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ role }) => ({ role: role ?? undefined }),
    labels: { role: t('column.role'), reason: t('field.reason') },
  })
  const { drawn, reply } = form
  const { name, username, closeTo, roles, version } = drawn
  const conflict = reply?.conflict
  const isPossible = conflict ? conflict.because === 'stale' : drawn.isOpen
  const because = conflict?.because ?? (isPossible ? null : drawn.isErased ? 'erased' : 'state')
  const { status } = conflict ?? drawn
  return (
    <ChangeDialog
      title={t(`action.${name}.title`)}
      text={t(`action.${name}.text`, { name: isolateName(username) })}
      submit={t(`action.${name}.submit`)}
      isDanger={name === 'suspend' || name === 'deactivate'}
      closeTo={closeTo}
      back={t('back')}
      state={form}
      seen={{ version }}
      isPossible={isPossible}
      conflict={
        because && {
          title: t(`conflict.${because}`),
          text:
            because === 'state'
              ? t('conflict.stateText', { status: t(`status.${status}`) })
              : t(`conflict.${because}Text`),
        }
      }
      kept={reply?.result.initialValue?.reason}
    >
      {name === 'role' ? (
        <RadioGroup
          {...form.field('role')}
          options={roles.map((role) => ({ value: role, label: t(`common:role.${role}`) }))}
        />
      ) : null}
      {name === 'suspend' ? <TextArea {...form.field('reason')} help={t('action.reasonHelp')} /> : null}
    </ChangeDialog>
  )
}
