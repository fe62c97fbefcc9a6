import { Fragment, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { actionPath, reviewAddressOf } from '../../../domain/verifications/queue/verification-list'
import {
  DECISIONS,
  isDecision,
  VERIFICATION_ACTIONS,
  type VerificationAction,
} from '../../../domain/verifications/verification-actions'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { ButtonLink, SubmitButton } from '../../../ui/button'
import { Facts } from '../../../ui/facts'
import type { IconName } from '../../../ui/icon'
import { Kbd } from '../../../ui/kbd'
import { Panel } from '../../../ui/panel'
import { Time } from '../../../ui/time'
import { VERIFICATION_TONES } from '../../../ui/status-tones'
import type { Desk } from '../review/read-review.server'
import { MissingForApproval } from './missing-for-approval'
import { AGREE_FORM_ID, actionToAgreeTo, actionAlreadyPrepared, PREPARED_ID, usePreparedTitle } from './prepared-note'
import type { ShownDocument } from '../documents/use-shown-document'
import { Link } from '../../../ui/link'
import { Sentence, UserText } from '../../../ui/user-text'

const ICONS: Record<VerificationAction, IconName> = {
  start: 'play',
  approve: 'check',
  reject: 'x',
  'request-info': 'help',
  resubmit: 'undo',
}

type DecisionBarProps = {
  desk: Desk
  open: ShownDocument
  /** Drawn first, such as the claim button. */ children?: ReactNode
}

/** What is missing and which decisions are possible now; within reach of the thumb on a phone. */
export function DecisionBar({ desk, open, children }: DecisionBarProps) {
  const { t } = useTranslation('verifications')
  const { search } = useLocation()
  const agreed = actionToAgreeTo(desk.prepared)
  const made = actionAlreadyPrepared(desk.prepared)
  const actions = desk.actions.filter((action) => action !== 'start' && action !== made)
  const preparedTitle = usePreparedTitle(desk)
  // The key of an impossible decision focuses what is missing.
  const refusedKeys = DECISIONS.filter((action) => !desk.actions.includes(action)).map(
    (action) => VERIFICATION_ACTIONS[action].key,
  )
  const suggested = desk.hasRejectedDocument ? 'request-info' : 'approve'
  const waits = useWaits(desk)
  return (
    <div className={agreed ? 'desk-bar desk-bar-agreed no-print' : 'desk-bar no-print'}>
      {children}
      {desk.prepared && preparedTitle ? (
        <Link to={`${desk.path}${search}#${PREPARED_ID}`} className="link desk-prepared">
          <Sentence>{preparedTitle}</Sentence>
        </Link>
      ) : null}
      {waits ? (
        <p
          tabIndex={-1}
          data-refused-keys={[...refusedKeys, ...(made ? [VERIFICATION_ACTIONS[made].key] : [])].join(' ')}
        >
          {waits.at ? (
            <time dateTime={waits.at.at} title={waits.at.exact}>
              {waits.text}
            </time>
          ) : (
            waits.text
          )}
        </p>
      ) : desk.reviewed ? null : (
        <MissingForApproval desk={desk} refusedKeys={desk.whyNoAction ? [] : refusedKeys} />
      )}
      {actions.length > 0 ? (
        <div className="desk-acts">
          {agreed ? (
            <SubmitButton form={AGREE_FORM_ID} name="intent" value="agree" icon={ICONS[agreed]} className="desk-agree">
              {t(`second.agree.${agreed}`)}
            </SubmitButton>
          ) : null}
          {actions.map((action) => (
            <Fragment key={action}>
              <ButtonLink
                to={
                  isDecision(action)
                    ? open.href({ decide: action })
                    : actionPath(reviewAddressOf(desk), action) + open.searchOf({ decide: null })
                }
                preventScrollReset
                variant={action === suggested && !made && !desk.openForm ? 'primary' : 'secondary'}
                icon={ICONS[action]}
                data-act={action}
                aria-current={desk.openForm?.action === action || undefined}
                aria-keyshortcuts={VERIFICATION_ACTIONS[action].key}
              >
                {t(`action.${action}`)}
                <Kbd>{VERIFICATION_ACTIONS[action].key}</Kbd>
              </ButtonLink>{' '}
            </Fragment>
          ))}
        </div>
      ) : null}
      {desk.whyNoAction ? (
        <p className="text-ink-soft" tabIndex={-1} data-refused-keys={refusedKeys.join(' ')}>
          {t(`noAction.${desk.whyNoAction}`)}
        </p>
      ) : null}
    </div>
  )
}

/** Who the application waits for, when that is not the reader: nothing is then missing for an approval. Null otherwise. */
function useWaits({ prepared, withApplicant }: Desk) {
  const { t } = useTranslation('verifications')
  if (prepared?.isMine) return { text: t('second.mine'), at: null }
  return withApplicant ? { text: t('withApplicant', { time: withApplicant.text }), at: withApplicant } : null
}

/** State, age and reviewer. */
export function DecisionFacts({ desk }: { desk: Desk }) {
  const { t } = useTranslation('verifications')
  return (
    <Panel title={t('section.decision')}>
      <Facts
        columns="one"
        facts={[
          {
            label: t('field.status'),
            value: <Badge tone={VERIFICATION_TONES[desk.status]}>{t(`status.${desk.status}`)}</Badge>,
          },
          ...(desk.age ? [{ label: t('field.age'), value: desk.age }] : []),
          ...(desk.waited ? [{ label: t('field.waited'), value: desk.waited }] : []),
          ...(desk.reviewed ? [{ label: t('field.reviewedAt'), value: <Time {...desk.reviewed} /> }] : []),
          {
            label: t('field.reviewer'),
            value: desk.reviewerName ? (
              <UserText>{desk.reviewerName}</UserText>
            ) : (
              <Sentence>{desk.keptFor ?? t('nobody')}</Sentence>
            ),
          },
        ]}
      />
    </Panel>
  )
}
