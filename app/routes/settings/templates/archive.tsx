import type { Route } from './+types/archive'
import { languageContext, servicesContext } from '../../../context'
import { templateListUnder } from '../../../domain/verifications/templates/template-list'
import { shownLanguage } from '../../../domain/verifications/templates/templates'
import { archiveTemplate, findTemplate } from '../../../domain/verifications/templates/templates.server'
import { failure } from '../../../http/answers/failures.server'
import { formAction, type FormReply } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { freshPermit } from '../../../http/sign-in/proof.server'
import { useTranslation } from '../../../i18n/use-translation'
import { SubmitButton } from '../../../ui/button'
import { RefusalNotice } from '../../../ui/forms/refusal-notice'
import { DialogActions, DialogRoute } from '../../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { archiveInput } from '../../../domain/verifications/templates/template-input'

export const handle = { texts: ['templates', 'settings'] }

export async function loader({ context, params, url }: Pick<Route.LoaderArgs, 'context' | 'params' | 'url'>) {
  permit(context, 'templates.edit')
  const reading = permit(context, 'templates.read')
  const found = await findTemplate(context.get(servicesContext), reading, params.templateId)
  if (!found) throw failure(context, 404)
  return {
    text: found[shownLanguage(found, context.get(languageContext))],
    isArchived: found.isArchived,
    version: found.version,
    closeTo: templateListUnder(url),
  }
}

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'templates.edit')
  const { context, params } = args
  return formAction(args, {
    schema: archiveInput,
    async allow(_input, posted) {
      await loader(args)
      return freshPermit(args, editing, posted)
    },
    command: ({ version, seen }, { requestId }, allowed) =>
      archiveTemplate(context.get(servicesContext), allowed, {
        id: params.templateId,
        version,
        isArchived: seen === 'current',
        requestId,
      }),
    conflict: (now) => ({
      ...(now.because === 'stale' && { seen: { version: now.now.version } }),
      extra: { isStale: true },
    }),
    done: (_outcome, { seen }) => ({
      to: templateListUnder(args.url),
      toast: seen === 'current' ? 'templates:toast.archived' : 'templates:toast.restored',
    }),
  })
}

export default function Archive({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('templates')
  const form = useForm<Record<string, unknown>, typeof loaderData, FormReply<{ isStale: boolean }>>({
    drawn: loaderData,
    answer: actionData,
    labels: {},
  })
  const { text, isArchived, version, closeTo } = form.drawn
  return (
    <DialogRoute
      title={t(isArchived ? 'restore' : 'archive')}
      description={t(isArchived ? 'restoreText' : 'archiveText')}
      closeTo={closeTo}
    >
      <ConsoleForm state={form} seen={{ version, seen: isArchived ? 'archived' : 'current' }}>
        {form.reply?.isStale ? (
          <RefusalNotice state={form} title={t('conflict.title')}>
            {t('conflict.text')}
          </RefusalNotice>
        ) : null}
        <p className="wrap-anywhere">{text}</p>
        <DialogActions closeTo={closeTo}>
          <SubmitButton variant={isArchived ? 'primary' : 'danger'}>
            {t(isArchived ? 'restore' : 'archive')}
          </SubmitButton>
        </DialogActions>
      </ConsoleForm>
    </DialogRoute>
  )
}
