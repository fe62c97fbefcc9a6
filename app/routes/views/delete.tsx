import { href } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/delete'
import { servicesContext } from '../../context'
import { findView, removeView } from '../../domain/views/views.server'
import { failure } from '../../http/answers/failures.server'
import { formAction } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { SubmitButton } from '../../ui/button'
import { DialogActions, DialogRoute } from '../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../ui/forms/console-form'
import { useForm } from '../../ui/forms/form'

export const handle = { texts: ['views'] }

const LIST = href('/views')

export async function loader({ context, params }: Route.LoaderArgs) {
  const keeping = permit(context, 'views')
  const view = await findView(context.get(servicesContext), keeping, params.viewId)
  if (!view) throw failure(context, 404)
  return { name: view.name }
}

export async function action(args: Route.ActionArgs) {
  const keeping = permit(args.context, 'views')
  return formAction(args, {
    schema: z.object({}),
    command: (_input, { requestId }) =>
      removeView(args.context.get(servicesContext), keeping, { id: args.params.viewId, requestId }),
    done: () => ({ to: LIST, toast: 'views:toast.deleted' }),
  })
}

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('views')
  const form = useForm({ drawn: loaderData, answer: actionData, labels: {} })
  return (
    <DialogRoute title={t('deleteTitle', { name: form.drawn.name })} description={t('deleteText')} closeTo={LIST}>
      <ConsoleForm state={form}>
        <DialogActions closeTo={LIST}>
          <SubmitButton variant="danger">{t('delete')}</SubmitButton>
        </DialogActions>
      </ConsoleForm>
    </DialogRoute>
  )
}
