import { data } from 'react-router'
import type { Route } from './+types/hold'
import { servicesContext } from '../../../context'
import { userList } from '../../../domain/users/user-list'
import {
  changeLegalHold,
  findHeldPerson,
  type HoldConflict,
} from '../../../domain/users/personal-data/legal-hold.server'
import { failure } from '../../../http/answers/failures.server'
import { formAction, restoreFormDraft } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { freshPermit } from '../../../http/sign-in/proof.server'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { ChangeDialog } from '../../../ui/dialogs/change-dialog'
import { useForm } from '../../../ui/forms/form'
import { TextArea } from '../../../ui/forms/text-field'
import { userAddress } from '../addresses'
import { legalHoldInput } from '../../../domain/users/personal-data/legal-hold-input'

export const handle = { texts: ['users'] }

type Extra = { conflict: HoldConflict }

const userUnder = (id: string, url: URL) => userAddress(id, userList.search(userList.read(url)))

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'users.hold')
  const found = await findHeldPerson(context.get(servicesContext), reading, params.id)
  if (found.kind !== 'done') throw failure(context, found.kind === 'missing' ? 404 : 403)
  const { username, isErased, hold } = found.value
  const intent = hold ? ('lift' as const) : ('set' as const)
  const view = {
    username,
    isErased,
    intent,
    restored: await restoreFormDraft<Extra>({ context, url }, () => ({ seen: { intent } })),
    closeTo: userUnder(params.id, url),
  }
  return data(view, isErased ? 409 : 200)
}

export async function action(args: Route.ActionArgs) {
  const changing = permit(args.context, 'users.hold')
  const { context, params, url } = args
  return formAction(args, {
    schema: legalHoldInput,
    async checkAccess() {
      const found = await findHeldPerson(context.get(servicesContext), changing, params.id)
      if (found.kind !== 'done') throw failure(context, found.kind === 'missing' ? 404 : 403)
    },
    allow: (_input, posted) => freshPermit(args, changing, posted),
    command: (input, { requestId }, allowed) =>
      changeLegalHold(context.get(servicesContext), allowed, input, { id: params.id, requestId }),
    conflict: (now) => ({ extra: { conflict: now } }),
    done: (_outcome, { intent }) => ({
      to: userUnder(params.id, url),
      toast: intent === 'set' ? 'users:toast.holdSet' : 'users:toast.holdLifted',
    }),
  })
}

export default function Hold({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['users', 'common'])
  const form = useForm({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    labels: { reason: t('field.reason') },
  })
  const { drawn, reply } = form
  const { intent, username, closeTo } = drawn
  const conflict = reply?.conflict ?? (drawn.isErased ? 'erased' : null)
  return (
    <ChangeDialog
      title={t(`hold.${intent}.title`)}
      text={t(`hold.${intent}.text`, { name: isolateName(username) })}
      submit={t(`hold.${intent}.submit`)}
      closeTo={closeTo}
      back={t('back')}
      state={form}
      seen={{ intent }}
      isPossible={conflict === null}
      conflict={conflict && { title: t('hold.changed'), text: t(`hold.conflict.${conflict}`) }}
      kept={reply?.result.initialValue?.reason}
    >
      <TextArea {...form.field('reason')} help={t('action.reasonHelp')} />
    </ChangeDialog>
  )
}
