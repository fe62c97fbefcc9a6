import { useTranslation } from 'react-i18next'
import type { Route } from './+types/decision'
import { ITEM_MAX_LENGTH, ITEMS_MAX } from '../../domain/written-text'
import { VERIFICATION_ACTION_NAMES, type VerificationAction } from '../../domain/verifications/verification-actions'
import type { FormReply } from '../../http/form-action.server'
import { permit } from '../../http/permit.server'
import { Button, ButtonLink, SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { DialogActions, DialogRoute } from '../../ui/dialog-route'
import { FieldHelp, FieldMessage } from '../../ui/field'
import { ConsoleForm, useForm, type FormState } from '../../ui/form'
import { NothingWritten } from '../../ui/kept-form'
import { TextArea } from '../../ui/text-field'
import { Time } from '../../ui/time'
import { postDecision, readDecision, type ConflictView, type DecisionView } from './decision.server'

export { shouldRevalidate } from './after-conflict'

/** The last word of the address says which decision it is. */
function actionAt(url: URL): VerificationAction {
  const word = url.pathname.split('/').findLast((part) => part !== '')
  const action = VERIFICATION_ACTION_NAMES.find((name) => name === word)
  if (!action) throw new Error(`No decision at ${url.pathname}`)
  return action
}

export async function loader(args: Route.LoaderArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  return readDecision(args, reviewing, actionAt(args.url))
}

export async function action(args: Route.ActionArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  return postDecision(args, reviewing, actionAt(args.url))
}

type DecisionFields = { notes: string; reason: string; answer: string; items: string[] }
type DecisionForm = FormState<DecisionFields, DecisionView, FormReply<{ conflict: ConflictView }>>

/** One question with its consequence; when it is not possible any more, what happened instead and the typed text. */
export default function Decision({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['verifications', 'organizations'])
  const form: DecisionForm = useForm<DecisionFields, DecisionView, FormReply<{ conflict: ConflictView }>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: () => ({ items: [''] }),
    labels: {
      notes: t('dialog.approve.notes'),
      reason: t('dialog.reject.reason'),
      answer: t('dialog.resubmit.answer'),
      items: t('dialog.request-info.items'),
    },
  })
  const { action: name, organizationName: organization, mode, version, closeTo, obstacle } = form.drawn
  const conflict = form.reply?.conflict ?? obstacle
  const isPossible = !obstacle && (!form.reply?.conflict || form.reply.conflict.because === 'stale')
  const isOfQueue = name === 'approve' || name === 'reject' || name === 'request-info'
  return (
    <DialogRoute
      title={t(`dialog.${name}.title`)}
      description={
        name === 'approve' && mode
          ? t('dialog.approve.textMode', { organization, mode: t(`organizations:mode.${mode}`) })
          : t(`dialog.${name}.text`, { organization })
      }
      closeTo={closeTo}
      wide={name === 'request-info'}
    >
      <div className="grid gap-4">
        {conflict ? <ConflictCallout conflict={conflict} /> : null}
        {isPossible ? (
          <ConsoleForm state={form} seen={{ version }}>
            <DecisionField form={form} />
            <DialogActions closeTo={closeTo}>
              <SubmitButton variant={name === 'reject' ? 'danger' : 'primary'}>
                {t(`dialog.${name}.submit`)}
              </SubmitButton>
              {isOfQueue ? (
                <Button type="submit" name="openNext" value="on">
                  {t(`dialog.${name}.submitNext`)}
                </Button>
              ) : null}
            </DialogActions>
          </ConsoleForm>
        ) : (
          <>
            <NothingWritten />
            <KeptText form={form} />
            <div className="dialog-foot">
              <ButtonLink to={closeTo} preventScrollReset variant="primary">
                {t('conflict.back')}
              </ButtonLink>
            </div>
          </>
        )}
      </div>
    </DialogRoute>
  )
}

function DecisionField({ form }: { form: DecisionForm }) {
  const { t } = useTranslation('verifications')
  switch (form.drawn.action) {
    case 'start':
      return null
    case 'approve':
      return <TextArea {...form.field('notes')} optional />
    case 'reject':
      return <TextArea {...form.field('reason')} help={t('dialog.reject.reasonHelp')} />
    case 'resubmit':
      return <TextArea {...form.field('answer')} />
    case 'request-info':
      return <ItemRows form={form} />
  }
}

/** What is missing, one row each; rows come and go without scripts too. */
function ItemRows({ form: { form, fields, hasNewRow } }: { form: DecisionForm }) {
  const { t } = useTranslation('verifications')
  const { items } = fields
  const rows = items.getFieldList()
  const hasOne = rows.length <= 1
  return (
    <fieldset className="field" aria-describedby={`${items.id}-help`}>
      <legend className="field-label">{t('dialog.request-info.items')}</legend>
      <FieldHelp id={items.id} help={t('dialog.request-info.itemsHelp')} />
      <div className="grid gap-3">
        {rows.map((row, index) => (
          <div key={row.key} className="flex items-start gap-2">
            <div className="min-w-0 grow">
              <TextArea
                field={row}
                label={t('dialog.request-info.item', { n: index + 1 })}
                labelHidden
                rows={2}
                maxLength={ITEM_MAX_LENGTH}
                autoFocus={hasNewRow('items') && index === rows.length - 1}
              />
            </div>
            {hasOne ? null : (
              <Button
                type="submit"
                {...form.remove.getButtonProps({ name: items.name, index })}
                variant="quiet"
                icon="trash"
                iconOnly
              >
                {t('dialog.request-info.remove', { n: index + 1 })}
              </Button>
            )}
          </div>
        ))}
      </div>
      <FieldMessage id={items.id} error={items.errors?.[0]} />
      {rows.length < ITEMS_MAX ? (
        <div>
          <Button type="submit" {...form.insert.getButtonProps({ name: items.name })} size="small" icon="plus">
            {t('dialog.request-info.add')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}

/** Why it is not possible, and what the other reviewer did. */
function ConflictCallout({ conflict }: { conflict: ConflictView }) {
  const { t } = useTranslation('verifications')
  const { because, latest } = conflict
  return (
    <Callout kind="warn" role="alert" title={t(`conflict.${because}`)}>
      {because === 'document' ? (
        <p>{t('conflict.documentText', { fileNames: conflict.rejectedFiles.join(', ') })}</p>
      ) : (
        <p>
          {because === 'stale'
            ? t('conflict.staleText')
            : t('conflict.stateText', { status: t(`status.${conflict.status}`) })}
        </p>
      )}
      {latest && because !== 'document' ? (
        <>
          <p>
            <bdi>{latest.actorName ?? t('applicant')}</bdi> · {t(`event.${latest.event}`)} · <Time {...latest.at} />
          </p>
          {latest.note ? <p className="whitespace-pre-line">{latest.note}</p> : null}
          {latest.items.length > 0 ? (
            <ol className="list-decimal ps-5">
              {latest.items.map((item, index) => (
                <li key={index}>{item}</li>
              ))}
            </ol>
          ) : null}
        </>
      ) : null}
    </Callout>
  )
}

/** What was typed into a form that can no longer be sent, to be copied. */
function KeptText({ form: { reply } }: { form: DecisionForm }) {
  const { t } = useTranslation('verifications')
  const { notes, reason, answer, items } = reply?.result.initialValue ?? {}
  const text = [notes, reason, answer, ...(Array.isArray(items) ? items : [])]
    .filter((one) => typeof one === 'string')
    .join('\n')
  return text ? <TextArea name="kept" label={t('conflict.kept')} value={text} readOnly /> : null
}
