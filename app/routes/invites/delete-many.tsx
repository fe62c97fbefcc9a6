import { href } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/delete-many'
import { languageContext, servicesContext } from '../../context'
import { can } from '../../domain/access'
import { countChosen, deleteChosen, listUndeletable } from '../../domain/invites/delete-invites.server'
import { inviteList } from '../../domain/invites/invite-list'
import { formAction } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { datedPermit } from '../../http/sign-in/proof.server'
import { formatNumber } from '../../i18n/format'
import { isolateName } from '../../i18n/isolate-name'
import { listWithChosen } from './addresses'
import { ConfirmDialog } from './confirm-dialog'
import { Callout } from '../../ui/callout'
import { Link } from '../../ui/link'
import { Sentence } from '../../ui/user-text'
import { useTranslation } from '../../i18n/use-translation'
import { readInvitesToDelete } from '../../domain/invites/invites-to-delete'

export async function loader({ context, url }: Route.LoaderArgs) {
  const deleting = permit(context, 'invites.deleteOwn')
  const services = context.get(servicesContext)
  const chosen = readInvitesToDelete(url.searchParams)
  const count = await countChosen(services, deleting, chosen)
  const kept = await listUndeletable(services, deleting, chosen)
  const totalText = formatNumber(count, context.get(languageContext))
  const areOfOthers = kept.length > 0 || (chosen.all && !can(deleting.actor, 'invites.deleteAny'))
  const gone = chosen.all ? 0 : Math.max(0, chosen.ids.length - count - kept.length)
  return {
    count,
    totalText,
    askedAt: services.now().toISOString(),
    closeTo: listWithChosen(url),
    kept,
    gone,
    areOfOthers,
  }
}

/** When the question was asked; undefined, which means now, when the form does not say. */
const askedAt = z.iso
  .datetime()
  .transform((at) => new Date(at))
  .refine((at) => at.getTime() >= 0)
  .optional()
  .catch(undefined)
const deleteManyInput = z.object({ askedAt })

export async function action(args: Route.ActionArgs) {
  const deleting = permit(args.context, 'invites.deleteOwn')
  const { context, url } = args
  const services = context.get(servicesContext)
  const chosen = readInvitesToDelete(url.searchParams)
  return formAction(args, {
    schema: deleteManyInput,
    allow: (_input, posted) =>
      datedPermit(args, deleting, { action: chosen.all ? 'invite.deleteMatching' : null }, posted),
    command: ({ askedAt = services.now() }, { requestId }, allowed) =>
      deleteChosen(services, allowed, chosen, askedAt, requestId),
    done(outcome) {
      const { deleted: count, isUnfinished } =
        outcome.kind === 'done' ? outcome.value : { deleted: 0, isUnfinished: false }
      return {
        to: inviteList.href({ ...inviteList.read(url), page: 1 }),
        toast: isUnfinished ? 'invites:toast.deletedSome' : 'invites:toast.deletedMany',
        values: { count, total: formatNumber(count, context.get(languageContext)) },
      }
    },
    failed: 'invites:failed.again',
    failedToast: 'invites:failed.delete',
  })
}

export default function DeleteMany({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const { count, totalText, askedAt, closeTo, kept, gone, areOfOthers } = loaderData
  const stays = kept.length > 0 ? <UndeletableInvites kept={kept} /> : null
  // When nothing can be deleted, the sentence itself says so.
  const isSaid = gone > 0 && (count > 0 || areOfOthers)
  const left = isSaid ? <Callout kind="info" title={t('dialog.deleteMany.gone', { count: gone })} /> : null
  if (count === 0)
    return (
      <ConfirmDialog
        title={t('dialog.deleteMany.nothingTitle')}
        text={t(areOfOthers ? 'dialog.deleteMany.nothing' : 'dialog.deleteMany.noneChosen')}
        submit={null}
        closeTo={closeTo}
      >
        {stays}
        {left}
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={t('dialog.deleteMany.title', { count, total: totalText })}
      text={t('dialog.deleteMany.text')}
      submit={t('dialog.deleteMany.submit', { count, total: totalText })}
      isDanger
      closeTo={closeTo}
      answer={actionData}
      seen={{ askedAt }}
    >
      {stays}
      {left}
    </ConfirmDialog>
  )
}

/** The codes that this person may not delete, each with its reason. */
function UndeletableInvites({ kept }: { kept: readonly { id: string; code: string; creator: string | null }[] }) {
  const { t } = useTranslation('invites')
  return (
    <Callout kind="info" title={t('dialog.deleteMany.kept', { count: kept.length })}>
      <ul className="grid gap-1">
        {kept.map(({ id, code, creator }) => (
          <li key={id}>
            <Link to={href('/invites/:id', { id })} className="link code">
              {code}
            </Link>{' '}
            {creator === null ? null : (
              <Sentence>{t('dialog.deleteMany.keptOf', { name: isolateName(creator) })}</Sentence>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
