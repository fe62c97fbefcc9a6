import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/request-info'
import { servicesContext } from '../../context'
import { requestInfoInput } from '../../domain/verifications/input'
import { requestMoreInfo } from '../../domain/verifications/verifications.server'
import { permit } from '../../http/permit.server'
import { decideFromForm } from './decision/decide-from-form.server'
import { DecisionDialog } from './decision/decision-dialog'
import { readRowChange } from './decision/item-rows.server'
import { ItemRows } from './decision/item-rows'
import { prepareDialog } from './decision/prepare.server'
import { useWritten } from '../../ui/written-form'

export { shouldRevalidate } from './after-conflict'

export async function loader(args: Route.LoaderArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  return prepareDialog(args, reviewing, 'request-info')
}

export async function action(args: Route.ActionArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  const services = args.context.get(servicesContext)
  const rowChange = await readRowChange(args)
  if (rowChange) return data(rowChange)
  return decideFromForm(args, reviewing, {
    action: 'request-info',
    schema: requestInfoInput,
    command: (place, { items }) => requestMoreInfo(services, reviewing, { ...place, items }),
  })
}

export default function RequestInfo({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('verifications')
  const written = useWritten(loaderData, actionData, loaderData.restored)
  const { drawn, refusal } = written
  const description = t('dialog.request-info.text', { organization: drawn.organizationName })
  return (
    <DecisionDialog action="request-info" written={written} description={description}>
      <ItemRows items={refusal?.typed.items ?? []} errors={refusal?.errors ?? {}} />
    </DecisionDialog>
  )
}
