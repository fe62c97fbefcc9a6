import type { Route } from './+types/send-to-list'
import { languageContext, servicesContext } from '../../../context'
import { dateProof } from '../../../domain/fresh-proof'
import { mailingInput, type MailingRow, type RowVerdict } from '../../../domain/invites/sending/mailing-input'
import { sendMailing, type MailingConflict } from '../../../domain/invites/sending/mailing.server'
import { roleAndOrganizationOf } from '../../../domain/invites/invite-input'
import { done, type Outcome } from '../../../domain/outcome'
import { formAction } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { datedPermit } from '../../../http/sign-in/proof.server'
import { formatNumber } from '../../../i18n/format'
import { waitLabel } from '../../../i18n/wait-label'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge, type Tone } from '../../../ui/badge'
import { Button, ButtonLink, SubmitButton } from '../../../ui/button'
import { DataTable } from '../../../ui/lists/data-table'
import { DialogRoute } from '../../../ui/dialogs/dialog-route'
import { TextArea, TextField } from '../../../ui/forms/text-field'
import { InviteDialog, MessageFields, TargetFields, useInviteForm } from './invite-form'
import {
  CLOSED_ORGANIZATION,
  inviteFormView,
  inviteLookUps,
  withoutStaleChoice,
  type InviteExtra,
} from './invite-form.server'
import { WrittenFormPlaceholder, WRITTEN_FORM_ID } from '../../../ui/forms/kept/kept-form'

export const handle = { writes: WRITTEN_FORM_ID }

/** The state of a mailing after its list was read. */
type Checked = {
  step: 'check' | 'sent'
  rows: MailingRow[]
  /** Rows that can be or were sent; `bad` counts the others. */
  good: { count: number; text: string }
  bad: string
  /** The rows that were not sent, as a list to correct. */
  rest: string
}

export async function loader(args: Route.LoaderArgs) {
  permit(args.context, 'invites.createAnyType')
  return inviteFormView(args, permit(args.context, 'invites.create'))
}

/** Three steps at one address: the list and the message, each row checked, each row's result. */
export async function action(args: Route.ActionArgs) {
  const mailing = permit(args.context, 'invites.createAnyType')
  const { context } = args
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const { extra, lookUps } = inviteLookUps(args, permit(context, 'invites.create'))
  const isSending = (posted: FormData) => posted.get('intent') === 'send'
  return formAction(args, {
    readFields: async (posted) => withoutStaleChoice(await withFile(posted)),
    schema: mailingInput,
    extra: extra as (posted: FormData) => Promise<Partial<InviteExtra & Checked>>,
    lookUps: { ...lookUps, change: () => ({}) },
    allow: async (input, posted) =>
      isSending(posted)
        ? datedPermit(args, mailing, { action: 'invite.create', role: roleAndOrganizationOf(input).role }, posted)
        : dateProof(mailing, services.now()),
    async command(
      input,
      { requestId, posted },
      allowed,
    ): Promise<Outcome<Pick<Checked, 'step' | 'rows'>, MailingConflict>> {
      if (!isSending(posted)) return done({ step: 'check', rows: input.rows })
      const sent = await sendMailing(services, allowed, input, requestId)
      return sent.kind === 'done' ? done({ step: 'sent', rows: sent.value }) : sent
    },
    conflict(now) {
      if (now.because === 'organization') return CLOSED_ORGANIZATION
      return {
        status: 429,
        alert: { key: 'invites:mailing.limit', values: { wait: waitLabel(now.waitMs, language) } },
      }
    },
    done(outcome) {
      if (outcome.kind !== 'done') return { extra: {} }
      const { step, rows } = outcome.value
      const good = rows.filter(({ verdict }) => verdict === 'ready' || verdict === 'sent').length
      const bad = formatNumber(rows.length - good, language)
      const rest = rows.flatMap(({ verdict, typed }) => (verdict === 'invalid' || verdict === 'limit' ? typed : []))
      return {
        extra: {
          step,
          rows: rows.map(shownRow),
          good: { count: good, text: formatNumber(good, language) },
          bad,
          rest: rest.join('\n'),
        },
      }
    },
    failed: 'invites:failed.again',
    failedToast: 'invites:failed.email',
  })
}

const SHOWN_MAX_LENGTH = 300

/** Shortens a row for display: it may be as long as the whole list, which the form has in full. */
function shownRow({ typed, further, ...row }: MailingRow): MailingRow {
  return { ...row, typed: typed.slice(0, SHOWN_MAX_LENGTH), further: further?.slice(0, SHOWN_MAX_LENGTH) }
}

/** Appends the rows of a file to those that were typed; the rest of a sent list replaces both. */
async function withFile(posted: FormData): Promise<FormData> {
  const rest = posted.get('rest')
  posted.delete('rest')
  const file = posted.get('list')
  posted.delete('list')
  if (rest !== null) {
    posted.set('rows', rest)
    return posted
  }
  if (!(file instanceof File) || file.size === 0) return posted
  const text = (await file.text()).replaceAll('\0', '')
  posted.set('rows', [String(posted.get('rows') ?? '').trimEnd(), text].filter(Boolean).join('\n'))
  return posted
}

export default function Bulk({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const form = useInviteForm<typeof loaderData, InviteExtra & Checked>(loaderData, actionData)
  const { drawn, reply } = form
  const checked = reply?.step ? (reply as Checked) : null
  if (checked?.step === 'sent' && !checked.rest)
    return (
      <DialogRoute title={t('mailing.title')} closeTo={drawn.closeTo} wide>
        <CheckedRows {...checked} />
        <WrittenFormPlaceholder />
        <div className="dialog-foot">
          <ButtonLink to={drawn.closeTo} variant="primary" preventScrollReset>
            {t('card.back')}
          </ButtonLink>
        </div>
      </DialogRoute>
    )
  const actions =
    checked?.step === 'sent' ? (
      <SentActions
        {...checked}
        closeTo={drawn.closeTo}
        repair={(sent) => {
          form.form.update({ name: form.fields.rows.name, value: checked.rest })
          // The file's rows are among those that were sent.
          const file = sent?.elements.namedItem('list')
          if (file instanceof HTMLInputElement) file.value = ''
        }}
      />
    ) : (
      checked && <CheckedActions {...checked} />
    )
  return (
    <InviteDialog
      form={form}
      title={t('mailing.title')}
      description={checked ? undefined : t('mailing.text')}
      submit={t('mailing.check')}
      failedTitle={t('failed.email')}
      wide
      withFile
      actions={actions}
    >
      {checked ? <CheckedRows {...checked} /> : null}
      {/* The list and its message are posted in every step. */}
      <div className={checked ? 'hidden' : 'contents'}>
        <TextArea {...form.field('rows')} help={t('mailing.rowsHelp')} rows={6} />
        <TextField
          name="list"
          type="file"
          label={t('mailing.file')}
          help={t('mailing.fileHelp')}
          accept=".csv,.txt,text/csv,text/plain"
        />
        <TargetFields form={form} />
        <MessageFields form={form} />
      </div>
    </InviteDialog>
  )
}

/** The rows that were not sent are kept, to be corrected and sent again with the same message. */
function SentActions({
  rest,
  closeTo,
  repair,
}: Checked & { closeTo: string; repair: (sent: HTMLFormElement | null) => void }) {
  const { t } = useTranslation('invites')
  return (
    <div className="dialog-foot">
      <input type="hidden" name="rest" value={rest} />
      <SubmitButton name="intent" value="change" onClick={(event) => repair(event.currentTarget.form)}>
        {t('mailing.repair')}
      </SubmitButton>
      <ButtonLink to={closeTo} variant="quiet" preventScrollReset>
        {t('card.back')}
      </ButtonLink>
    </div>
  )
}

function CheckedActions({ good }: Checked) {
  const { t } = useTranslation('invites')
  return (
    <div className="dialog-foot">
      {good.count > 0 ? (
        <SubmitButton name="intent" value="send">
          {t('mailing.send', { count: good.count, total: good.text })}
        </SubmitButton>
      ) : null}
      <Button type="submit" name="intent" value="change">
        {t('mailing.change')}
      </Button>
    </div>
  )
}

const TONES = {
  ready: 'teal',
  sent: 'green',
  before: 'grey',
  repeated: 'amber',
  limit: 'amber',
  invalid: 'red',
} as const satisfies Record<RowVerdict, Tone>

/** Each row of the list with what will happen, or happened, to it. */
function CheckedRows({ step, rows, good, bad }: Checked) {
  const { t } = useTranslation('invites')
  return (
    <>
      <p role="status">
        {step === 'check'
          ? t('mailing.totals', { ready: good.text, wrong: bad })
          : t('mailing.done', { sent: good.text, wrong: bad })}
      </p>
      <div className="max-h-96 overflow-y-auto" tabIndex={0} role="region" aria-label={t('mailing.rows')}>
        <DataTable
          caption={t('mailing.rows')}
          rows={rows}
          rowKey={(row) => String(row.number)}
          columns={[
            { key: 'row', label: t('mailing.row'), cell: (row) => row.number, tight: true },
            {
              key: 'recipient',
              label: t('column.recipient'),
              cell: (row) => (
                <>
                  <bdi className="break-all">{row.recipient ?? row.typed}</bdi>
                  {row.further ? (
                    <p className="break-all text-ink-soft">{t('mailing.further', { addresses: row.further })}</p>
                  ) : null}
                </>
              ),
            },
            {
              key: 'result',
              label: t('mailing.result'),
              cell: (row) => <Badge tone={TONES[row.verdict]}>{t(`mailing.verdict.${row.verdict}`)}</Badge>,
            },
          ]}
        />
      </div>
    </>
  )
}
