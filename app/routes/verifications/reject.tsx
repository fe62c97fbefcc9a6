import { useTranslation } from 'react-i18next'
import type { Route } from './+types/reject'
import { servicesContext } from '../../context'
import { rejectInput } from '../../domain/verifications/input'
import { rejectVerification } from '../../domain/verifications/verifications.server'
import { permit } from '../../http/permit.server'
import { TextArea } from '../../ui/text-field'
import { decideFromForm } from './decision/decide-from-form.server'
import { DecisionDialog } from './decision/decision-dialog'
import { prepareDialog } from './decision/prepare.server'
import { useWritten } from '../../ui/written-form'

export { shouldRevalidate } from './after-conflict'

export async function loader(args: Route.LoaderArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  return prepareDialog(args, reviewing, 'reject')
}

export async function action(args: Route.ActionArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  const services = args.context.get(servicesContext)
  return decideFromForm(args, reviewing, {
    action: 'reject',
    schema: rejectInput,
    command: (place, { reason }) => rejectVerification(services, reviewing, { ...place, reason }),
  })
}

export default function Reject({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('verifications')
  const written = useWritten(loaderData, actionData, loaderData.restored)
  const { drawn, refusal } = written
  const description = t('dialog.reject.text', { organization: drawn.organizationName })
  return (
    <DecisionDialog action="reject" written={written} description={description}>
      <TextArea
        name="reason"
        label={t('dialog.reject.reason')}
        help={t('dialog.reject.reasonHelp')}
        defaultValue={refusal?.typed.reason}
        error={refusal?.errors.reason}
      />
    </DecisionDialog>
  )
}
