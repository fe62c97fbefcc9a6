import { useTranslation } from 'react-i18next'
import type { Route } from './+types/start'
import { servicesContext } from '../../context'
import { startInput } from '../../domain/verifications/input'
import { startReview } from '../../domain/verifications/verifications.server'
import { permit } from '../../http/permit.server'
import { decideFromForm } from './decision/decide-from-form.server'
import { DecisionDialog } from './decision/decision-dialog'
import { prepareDialog } from './decision/prepare.server'
import { useWritten } from '../../ui/written-form'

export { shouldRevalidate } from './after-conflict'

export async function loader(args: Route.LoaderArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  return prepareDialog(args, reviewing, 'start')
}

export async function action(args: Route.ActionArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  const services = args.context.get(servicesContext)
  return decideFromForm(args, reviewing, {
    action: 'start',
    schema: startInput,
    command: (place) => startReview(services, reviewing, place),
  })
}

export default function Start({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('verifications')
  const written = useWritten(loaderData, actionData)
  const { drawn } = written
  const description = t('dialog.start.text', { organization: drawn.organizationName })
  return <DecisionDialog action="start" written={written} description={description} />
}
