import { href } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/remove'
import { servicesContext } from '../../../context'
import { findOwnPasskey, isOrWasOwnPasskey, removePasskey } from '../../../domain/passkeys/own-passkeys.server'
import { failure } from '../../../http/answers/failures.server'
import { formAction } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { freshPermit } from '../../../http/sign-in/proof.server'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { SubmitButton } from '../../../ui/button'
import { DialogActions, DialogRoute } from '../../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { Sentence } from '../../../ui/user-text'

const LIST = href('/settings/passkeys')

export async function loader({ context, params }: Route.LoaderArgs) {
  const own = permit(context, 'settings.own')
  const passkey = await findOwnPasskey(context.get(servicesContext), own, params.passkeyId)
  if (!passkey) throw failure(context, 404)
  return passkey
}

export async function action(args: Route.ActionArgs) {
  const own = permit(args.context, 'settings.own')
  const services = args.context.get(servicesContext)
  const { passkeyId: id } = args.params
  return formAction(args, {
    schema: z.object({}),
    async allow(_input, posted) {
      if (!(await isOrWasOwnPasskey(services, own, id))) throw failure(args.context, 404)
      return freshPermit(args, own, posted)
    },
    command: (_input, { requestId }, allowed) => removePasskey(services, allowed, { id, requestId }),
    done: () => ({ to: LIST, toast: 'settings:toast.passkeyRemoved' }),
  })
}

export default function Remove({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const form = useForm({ drawn: loaderData, answer: actionData, labels: {} })
  const { name } = form.drawn
  return (
    <DialogRoute
      title={t('passkeys.removeTitle')}
      description={<Sentence>{t('passkeys.removeText', { name: isolateName(name) })}</Sentence>}
      closeTo={LIST}
    >
      <ConsoleForm state={form}>
        <DialogActions closeTo={LIST}>
          <SubmitButton variant="danger">{t('passkeys.remove')}</SubmitButton>
        </DialogActions>
      </ConsoleForm>
    </DialogRoute>
  )
}
