import { useTranslation } from 'react-i18next'
import type { Route } from './+types/delete-many'
import { languageContext, servicesContext } from '../../context'
import { countChosen, deleteChosen } from '../../domain/invites/delete-invites.server'
import { inviteList, readChosen } from '../../domain/invites/input'
import { readForm } from '../../http/form.server'
import { permit } from '../../http/permit.server'
import { respond } from '../../http/respond.server'
import { formatNumber } from '../../i18n/format'
import { listUnder } from './addresses'
import { orSayFailed } from './change-from-form.server'
import { failureIn, Question } from './question'

export async function loader({ context, url }: Route.LoaderArgs) {
  const deleting = permit(context, 'invites.deleteOwn')
  const services = context.get(servicesContext)
  const count = await countChosen(services, deleting, readChosen(url.searchParams))
  const totalText = formatNumber(count, context.get(languageContext))
  return { count, totalText, askedAt: services.now().toISOString(), closeTo: listUnder(url) }
}

export async function action(args: Route.ActionArgs) {
  const deleting = permit(args.context, 'invites.deleteOwn')
  const { request, context, url } = args
  const services = context.get(servicesContext)
  const askedAt = String((await readForm(request, context)).get('askedAt'))
  const upTo = Number.isNaN(Date.parse(askedAt)) ? services.now() : new Date(askedAt)
  return orSayFailed(args, async (requestId) => {
    const outcome = await deleteChosen(services, deleting, readChosen(url.searchParams), upTo, requestId)
    const count = outcome.kind === 'done' ? outcome.value : 0
    const list = inviteList.href({ ...inviteList.read(url), page: 1 })
    return respond(context, outcome, {
      done: list,
      toast: 'invites:toast.deletedMany',
      values: { count, total: formatNumber(count, context.get(languageContext)) },
      unchanged: list,
    })
  })
}

export default function DeleteMany({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const { count, totalText, askedAt, closeTo } = loaderData
  if (count === 0)
    return (
      <Question
        title={t('dialog.deleteMany.nothingTitle')}
        text={t('dialog.deleteMany.nothing')}
        submit={null}
        closeTo={closeTo}
      />
    )
  return (
    <Question
      title={t('dialog.deleteMany.title', { count, total: totalText })}
      text={t('dialog.deleteMany.text')}
      submit={t('dialog.deleteMany.submit', { count, total: totalText })}
      isDanger
      closeTo={closeTo}
      failure={failureIn(actionData, t('failed.delete'))}
      seen={{ askedAt }}
    />
  )
}
