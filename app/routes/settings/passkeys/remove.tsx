import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { Route } from './+types/remove'
import { servicesContext, requestInfoContext } from '../../../context'
import { findOwnPasskey, removePasskey } from '../../../domain/passkeys/own-passkeys.server'
import { failure } from '../../../http/failures.server'
import { readForm } from '../../../http/form.server'
import { permit } from '../../../http/permit.server'
import { freshPermit, isAsked } from '../../../http/proof.server'
import { respond } from '../../../http/respond.server'
import { SubmitButton } from '../../../ui/button'
import { DialogActions, DialogRoute } from '../../../ui/dialog-route'

const LIST = '/settings/passkeys'

export async function loader({ context, params }: Route.LoaderArgs) {
  const own = permit(context, 'settings.own')
  const passkey = await findOwnPasskey(context.get(servicesContext), own, params.passkeyId)
  if (!passkey) throw failure(context, 404)
  return passkey
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const own = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const form = await readForm(request, context)
  if (!(await findOwnPasskey(services, own, params.passkeyId))) throw failure(context, 404)
  const given = await freshPermit({ request, context }, own, form)
  if (isAsked(given)) return given
  const { requestId } = context.get(requestInfoContext)
  const outcome = await removePasskey(services, given, { id: params.passkeyId, requestId })
  return respond(context, outcome, { done: LIST, toast: 'settings:toast.passkeyRemoved', unchanged: LIST })
}

export default function Remove({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const { name } = loaderData
  return (
    <DialogRoute title={t('passkeys.removeTitle')} description={t('passkeys.removeText', { name })} closeTo={LIST}>
      <Form method="post" preventScrollReset>
        <DialogActions closeTo={LIST}>
          <SubmitButton variant="danger">{t('passkeys.remove')}</SubmitButton>
        </DialogActions>
      </Form>
    </DialogRoute>
  )
}
