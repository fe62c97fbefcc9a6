import type { RouterContextProvider } from 'react-router'
import type { Route } from './+types/view'
import { servicesContext } from '../../context'
import { newViewInput, viewInput } from '../../domain/views/view-input'
import { viewList, viewListUnder } from '../../domain/views/view-list'
import { VIEW_NAME_MAX_LENGTH } from '../../domain/written-text'
import { drawnFromView, editView, findView, saveView, OWN_VIEWS_MAX } from '../../domain/views/views.server'
import { failure } from '../../http/answers/failures.server'
import { readFormDrafts } from '../../http/forms/drafts.server'
import { formAction, restoreDraft, restoreFormDraft, type FormReply } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import type { Role } from '../../vocabulary'
import { useTranslation } from '../../i18n/use-translation'
import { SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { RefusalNotice } from '../../ui/forms/refusal-notice'
import { DialogActions, DialogRoute } from '../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../ui/forms/console-form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { useForm } from '../../ui/forms/form'
import { SelectField, TextField } from '../../ui/forms/text-field'
import { rolesUpTo } from '../../domain/access'
import { listAddressOf, maySeeView } from '../../domain/views/list-addresses'

export const handle = {
  texts: ['views'],
  writes: ({ isNew, address }: { isNew: boolean; address: string | null }) =>
    isNew && address === null ? null : WRITTEN_FORM_ID,
}

/** Returns the person's own stored view, or null for a new one; 404 when it does not exist or is another's. */
async function readStored(context: Readonly<RouterContextProvider>, viewId: string | undefined) {
  const keeping = permit(context, 'views')
  if (viewId === undefined) return null
  const stored = await findView(context.get(servicesContext), keeping, viewId)
  if (!stored) throw failure(context, 404)
  return stored
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { actor } = permit(context, 'views')
  const stored = await readStored(context, params.viewId)
  const asked = listAddressOf(actor, url.searchParams.get('address') ?? '')
  const address = asked && asked.path + asked.search
  const list = stored ?? asked
  const args = { context, url }
  return {
    isNew: stored === null,
    name: stored?.name ?? '',
    sharedWith: stored?.sharedWith ?? '',
    seen: stored && drawnFromView(stored),
    /** Null when there is nothing to save: the address is not a list that they may see. */
    address: stored ? null : address,
    closeTo: stored ? viewListUnder(url) : (address ?? viewList.path),
    roles: list ? rolesUpTo(actor).filter((role) => maySeeView({ role }, list)) : [],
    restored: stored ? await restoreName(args, stored) : address === null ? undefined : await restoreNew(args, address),
  }
}

type RouteArgs = Pick<Route.LoaderArgs, 'context' | 'url'>

const restoreName = (args: RouteArgs, { name, sharedWith }: NonNullable<Awaited<ReturnType<typeof readStored>>>) =>
  restoreFormDraft<Extra>(args, (kept) => {
    const seen = drawnFromView({ name, sharedWith })
    return kept.get('seen') === seen ? {} : { seen: { seen }, stored: { name, sharedWith } }
  })

/** All new views are posted to one path: a draft's `address` says which list it is for. */
async function restoreNew(args: RouteArgs, address: string) {
  const begun = await readFormDrafts(args)
  return restoreDraft<Extra>(
    args.context,
    begun.filter(({ fields }) => fields.some(([name, value]) => name === 'address' && value === address)),
  )
}

export async function action(args: Route.ActionArgs) {
  const keeping = permit(args.context, 'views')
  const { context, params } = args
  const services = context.get(servicesContext)
  if (params.viewId !== undefined) {
    const { viewId: id } = params
    return formAction(args, {
      schema: viewInput,
      checkAccess: () => readStored(context, id),
      command: (input, { requestId, posted }) =>
        editView(services, keeping, input, { id, seen: String(posted.get('seen')), requestId }),
      conflict: (stored) => ({ seen: { seen: drawnFromView(stored) }, extra: { stored } }),
      done: () => ({ to: viewListUnder(args.url), toast: 'views:toast.saved' }),
    })
  }
  return formAction(args, {
    schema: newViewInput,
    command: (input, { requestId }) => saveView(services, keeping, input, { requestId }),
    conflict: ({ because }) => ({
      status: 422 as const,
      alert:
        because === 'address'
          ? ('views:error.address' as const)
          : { key: 'views:error.tooMany' as const, values: { most: OWN_VIEWS_MAX } },
    }),
    done(_outcome, { address }) {
      const list = listAddressOf(keeping.actor, address)
      return { to: list ? list.path + list.search : viewList.path, toast: 'views:toast.added' }
    },
  })
}

type Fields = { name: string; sharedWith: string }
/** The values that another window stored. */
type Extra = { stored: { name: string; sharedWith: Role | null } }

export default function View({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['views', 'common'])
  const form = useForm<Fields, typeof loaderData, FormReply<Extra>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ name, sharedWith }) => ({ name, sharedWith }),
    labels: { name: t('column.name'), sharedWith: t('share') },
  })
  const { isNew, address, closeTo, roles, seen } = form.drawn
  const stored = form.reply?.stored
  const savedNow = (text: string) => t('savedNow', { text })
  return (
    <DialogRoute title={isNew ? t('newTitle') : t('editTitle')} description={t('text')} closeTo={closeTo}>
      {isNew && address === null ? (
        <Callout kind="warn" title={t('error.address')} />
      ) : (
        <ConsoleForm state={form} seen={{ address, seen }}>
          {stored ? (
            <RefusalNotice state={form} title={t('conflict.title')}>
              {t('conflict.text')}
            </RefusalNotice>
          ) : null}
          <TextField
            {...form.field('name')}
            help={stored && savedNow(stored.name)}
            maxLength={VIEW_NAME_MAX_LENGTH}
            autoComplete="off"
          />
          <SelectField
            {...form.field('sharedWith')}
            optional
            help={stored && savedNow(stored.sharedWith ? t(`common:role.${stored.sharedWith}`) : t('nobody'))}
            emptyLabel={t('nobody')}
            options={roles.map((role) => ({ value: role, label: t(`common:role.${role}`) }))}
          />
          <DialogActions closeTo={closeTo}>
            <SubmitButton>{isNew ? t('keep') : t('save')}</SubmitButton>
          </DialogActions>
        </ConsoleForm>
      )}
    </DialogRoute>
  )
}
