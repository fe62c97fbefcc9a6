import { RichText } from '../../../i18n/rich-text'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { RefusalNotice, type RefusedForm } from '../../../ui/forms/refusal-notice'
import { setupPath } from '../addresses'
import { Words, answerTexts } from './answer-draft'
import type { StatusView } from './status-view.server'
import { UserText } from '../../../ui/user-text'

const KINDS = {
  draft: 'info',
  pending: 'info',
  under_review: 'info',
  need_more_info: 'warn',
  approved: 'ok',
  rejected: 'danger',
} as const

/** The state in plain words, and whose turn it is: nobody's while nothing can be sent. */
export function StatusCallout({
  view,
  refused = null,
  unsent = null,
}: {
  view: Omit<StatusView, 'values'>
  /** The answer that was not sent, because something else is asked by now. */
  refused?: RefusedForm | null
  /** What was typed into an answer whose form is not there any more. */
  unsent?: Readonly<Record<string, unknown>> | null
}) {
  const { t } = useTranslation('setup')
  const { id, application, isInSetup, frozen, statusReason, awaitsActivation } = view
  const state = application?.status ?? 'draft'
  const texts = answerTexts(unsent)
  const isFinal = state === 'rejected' && !isInSetup
  const next = isFinal
    ? t('status.rejectedOtherText')
    : state === 'approved' && awaitsActivation
      ? t('status.activationText')
      : t(`status.${state}Text`)
  return (
    <>
      {refused ? (
        <RefusalNotice state={refused} title={t('conflict.answered')}>
          <p>{t('conflict.answeredText')}</p>
          {texts.length > 0 ? (
            <>
              <p>{t('conflict.unsent')}</p>
              <Words texts={texts} />
            </>
          ) : null}
        </RefusalNotice>
      ) : null}
      {frozen ? (
        <Callout kind="warn" icon="lock" title={t(`status.${frozen}`)}>
          <p>{t(`status.${frozen}Text`)}</p>
          {statusReason ? (
            <p className="whitespace-pre-line wrap-anywhere">
              <RichText
                text="common:labelledWords"
                values={{ label: t('status.frozenReason'), value: statusReason }}
                elements={{ words: <UserText /> }}
              />
            </p>
          ) : null}
        </Callout>
      ) : null}
      <Callout kind={KINDS[state]} title={t(`status.${state}`)}>
        <div className="grid justify-items-start gap-2">
          {frozen ? null : <p>{next}</p>}
          {application?.rejectionReason ? (
            <p className="whitespace-pre-line wrap-anywhere">
              <RichText
                text="common:labelledWords"
                values={{ label: t('status.reason'), value: application.rejectionReason }}
                elements={{ words: <UserText /> }}
              />
            </p>
          ) : null}
          {isInSetup ? (
            <ButtonLink to={setupPath(id)} variant="primary" size="small">
              {t('status.toSetup')}
            </ButtonLink>
          ) : null}
        </div>
      </Callout>
    </>
  )
}
