import { useTranslation } from 'react-i18next'
import type { Route } from './+types/resubmit'
import { servicesContext } from '../../context'
import { resubmitInput } from '../../domain/verifications/input'
import { resubmitVerification } from '../../domain/verifications/verifications.server'
import { permit } from '../../http/permit.server'
import { TextArea } from '../../ui/text-field'
import { decideFromForm } from './decision/decide-from-form.server'
import { DecisionDialog } from './decision/decision-dialog'
import { prepareDialog } from './decision/prepare.server'
import { useWritten } from '../../ui/written-form'

export { shouldRevalidate } from './after-conflict'

export async function loader(args: Route.LoaderArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  return prepareDialog(args, reviewing, 'resubmit')
}

export async function action(args: Route.ActionArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  const services = args.context.get(servicesContext)
  return decideFromForm(args, reviewing, {
    action: 'resubmit',
    schema: resubmitInput,
    command: (place, { answer }) => resubmitVerification(services, reviewing, { ...place, answer }),
  })
}

export default function Resubmit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('verifications')
  const written = useWritten(loaderData, actionData, loaderData.restored)
  const { drawn, refusal } = written
  const description = t('dialog.resubmit.text', { organization: drawn.organizationName })
  return (
    <DecisionDialog action="resubmit" written={written} description={description}>
      <TextArea
        name="answer"
        label={t('dialog.resubmit.answer')}
        defaultValue={refusal?.typed.answer}
        error={refusal?.errors.answer}
      />
    </DecisionDialog>
  )
}
