import { z } from 'zod'
import type { Route } from './+types/delete'
import { servicesContext } from '../../context'
import { viewListUnder } from '../../domain/views/view-list'
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

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const keeping = permit(context, 'views')
  const view = await findView(context.get(servicesContext), keeping, params.viewId)
  if (!view) throw failure(context, 404)
  return { name: view.name, closeTo: viewListUnder(url) }
}

export async function action(args: Route.ActionArgs) {
  const keeping = permit(args.context, 'views')
  return formAction(args, {
    schema: z.object({}),
    command: (_input, { requestId }) =>
      removeView(args.context.get(servicesContext), keeping, { id: args.params.viewId, requestId }),
    done: () => ({ to: viewListUnder(args.url), toast: 'views:toast.deleted' }),
  })
}

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('views')
  const form = useForm({ drawn: loaderData, answer: actionData, labels: {} })
  const { name, closeTo } = form.drawn
  return (
    <DialogRoute title={t('deleteTitle', { name })} description={t('deleteText')} closeTo={closeTo}>
      <ConsoleForm state={form}>
        <DialogActions closeTo={closeTo}>
          <SubmitButton variant="danger">{t('delete')}</SubmitButton>
        </DialogActions>
      </ConsoleForm>
    </DialogRoute>
  )
}
