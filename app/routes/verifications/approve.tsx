import { useTranslation } from 'react-i18next'
import type { Route } from './+types/approve'
import { servicesContext } from '../../context'
import { approveInput } from '../../domain/verifications/input'
import { approveVerification } from '../../domain/verifications/verifications.server'
import { permit } from '../../http/permit.server'
import { TextArea } from '../../ui/text-field'
import { decideFromForm } from './decision/decide-from-form.server'
import { DecisionDialog } from './decision/decision-dialog'
import { prepareDialog } from './decision/prepare.server'
import { useWritten } from '../../ui/written-form'

export { shouldRevalidate } from './after-conflict'

export async function loader(args: Route.LoaderArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  return prepareDialog(args, reviewing, 'approve')
}

export async function action(args: Route.ActionArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  const services = args.context.get(servicesContext)
  return decideFromForm(args, reviewing, {
    action: 'approve',
    schema: approveInput,
    command: (place, { notes }) => approveVerification(services, reviewing, { ...place, notes }),
  })
}

export default function Approve({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['verifications', 'organizations'])
  const written = useWritten(loaderData, actionData, loaderData.restored)
  const { drawn, refusal } = written
  const { organizationName: organization, mode } = drawn
  const description = mode
    ? t('dialog.approve.textMode', { organization, mode: t(`organizations:mode.${mode}`) })
    : t('dialog.approve.text', { organization })
  return (
    <DecisionDialog action="approve" written={written} description={description}>
      <TextArea
        name="notes"
        label={t('dialog.approve.notes')}
        optional
        defaultValue={refusal?.typed.notes}
        error={refusal?.errors.notes}
      />
    </DecisionDialog>
  )
}
