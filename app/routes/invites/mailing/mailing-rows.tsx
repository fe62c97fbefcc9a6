import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { Verdict } from '../../../domain/invites/mailing'
import { Badge, type Tone } from '../../../ui/badge'
import { Button, ButtonLink, SubmitButton } from '../../../ui/button'
import { DataTable } from '../../../ui/data-table'
import { DialogRoute } from '../../../ui/dialog-route'
import type { MailingAnswer } from './mail-from-form.server'

const TONES = {
  ready: 'teal',
  sent: 'green',
  before: 'grey',
  repeated: 'amber',
  limit: 'amber',
  invalid: 'red',
} as const satisfies Record<Verdict, Tone>

/** What is carried along from step to step. */
const KEPT = ['id', 'type', 'role', 'organizationId', 'organizationWords', 'language', 'customMessage', 'rows'] as const

type MailingRowsProps = { step: 'check' | 'sent'; refusal: MailingAnswer; closeTo: string }

/** Each row of the list with what will or did become of it. */
export function MailingRows({ step, refusal, closeTo }: MailingRowsProps) {
  const { t } = useTranslation('invites')
  const { rows, good, bad, typed } = refusal
  const isChecked = step === 'check'
  return (
    <DialogRoute title={t('mailing.title')} closeTo={closeTo} wide>
      <p role="status">
        {isChecked
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
              cell: (row) => <bdi className="break-all">{row.recipient ?? row.typed}</bdi>,
            },
            {
              key: 'result',
              label: t('mailing.result'),
              cell: (row) => <Badge tone={TONES[row.verdict]}>{t(`mailing.verdict.${row.verdict}`)}</Badge>,
            },
          ]}
        />
      </div>
      {isChecked ? (
        <Form method="post" preventScrollReset className="dialog-foot">
          {KEPT.map((name) => (
            <input key={name} type="hidden" name={name} value={typed[name]} />
          ))}
          {good.count > 0 ? (
            <SubmitButton name="intent" value="send">
              {t('mailing.send', { count: good.count, total: good.text })}
            </SubmitButton>
          ) : null}
          <Button type="submit" name="intent" value="change">
            {t('mailing.change')}
          </Button>
        </Form>
      ) : (
        <div className="dialog-foot">
          <ButtonLink to={closeTo} variant="primary" preventScrollReset>
            {t('card.back')}
          </ButtonLink>
        </div>
      )}
    </DialogRoute>
  )
}
