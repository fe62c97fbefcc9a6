import { useTranslation } from 'react-i18next'
import type { Route } from './+types/bulk'
import { servicesContext } from '../../context'
import { mailingInput } from '../../domain/invites/new-invite'
import { sendMailing } from '../../domain/invites/mailing.server'
import { permit } from '../../http/permit.server'
import { unlessAsked } from '../../ui/confirm-identity'
import { TextArea, TextField } from '../../ui/text-field'
import { useWritten } from '../../ui/written-form'
import { MakingDialog } from './making/making-dialog'
import { makingView } from './making/making-view.server'
import { MailingRows } from './mailing/mailing-rows'
import { mailFromForm } from './mailing/mail-from-form.server'
import { MessageFields } from './making/message-fields'
import { TargetFields } from './making/target-fields'

export async function loader(args: Route.LoaderArgs) {
  permit(args.context, 'invites.createAnyType')
  return makingView(args, permit(args.context, 'invites.create'))
}

export async function action(args: Route.ActionArgs) {
  const mailing = permit(args.context, 'invites.createAnyType')
  const services = args.context.get(servicesContext)
  return mailFromForm(
    args,
    { mailing, creating: permit(args.context, 'invites.create') },
    {
      schema: mailingInput,
      command: (given, input, rows, requestId) => sendMailing(services, given, input, rows, requestId),
    },
  )
}

/** Three steps at one address: the list and the message, each row checked, each row's result. */
export default function Bulk({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const written = useWritten(loaderData, unlessAsked(actionData))
  const { drawn: view, refusal } = written
  const step = refusal?.step ?? 'write'
  if (refusal && step !== 'write') return <MailingRows step={step} refusal={refusal} closeTo={view.closeTo} />
  return (
    <MakingDialog
      written={written}
      title={t('mailing.title')}
      description={t('mailing.text')}
      submit={t('mailing.check')}
      failedTitle={t('failed.email')}
      wide
      withFile
    >
      <TextArea
        name="rows"
        label={t('mailing.rows')}
        help={t('mailing.rowsHelp')}
        rows={6}
        defaultValue={refusal?.typed.rows}
        error={refusal?.errors.rows}
      />
      <TextField
        name="list"
        type="file"
        label={t('mailing.file')}
        help={t('mailing.fileHelp')}
        accept=".csv,.txt,text/csv,text/plain"
      />
      <TargetFields view={view} refusal={refusal} />
      <MessageFields language={view.language} refusal={refusal} />
    </MakingDialog>
  )
}
