import { useTranslation } from 'react-i18next'
import { VERIFICATION_ACTIONS, type VerificationAction } from '../../../domain/verifications/verification-actions'
import { Badge } from '../../../ui/badge'
import { ButtonLink } from '../../../ui/button'
import { Facts } from '../../../ui/facts'
import type { IconName } from '../../../ui/icon'
import { Icon } from '../../../ui/icon'
import { Kbd } from '../../../ui/kbd'
import { Panel } from '../../../ui/panel'
import { Time } from '../../../ui/time'
import { VERIFICATION_TONES } from '../../../ui/status-tones'
import type { ReviewView } from './review-view.server'

const ICONS: Record<VerificationAction, IconName> = {
  start: 'play',
  approve: 'check',
  reject: 'x',
  'request-info': 'help',
  resubmit: 'undo',
}

/** State, age, reviewer, what is missing and what may be done now. */
export function DecisionPanel({ view }: { view: ReviewView }) {
  const { t } = useTranslation('verifications')
  return (
    <Panel title={t('section.decision')}>
      <div className="grid gap-4">
        <Facts
          columns="one"
          facts={[
            {
              label: t('field.status'),
              value: <Badge tone={VERIFICATION_TONES[view.status]}>{t(`status.${view.status}`)}</Badge>,
            },
            ...(view.age ? [{ label: t('field.age'), value: view.age }] : []),
            ...(view.waited ? [{ label: t('field.waited'), value: view.waited }] : []),
            ...(view.reviewed ? [{ label: t('field.reviewedAt'), value: <Time {...view.reviewed} /> }] : []),
            { label: t('field.reviewer'), value: view.reviewerName ? <bdi>{view.reviewerName}</bdi> : t('nobody') },
          ]}
        />
        {view.actions.length > 0 ? <DecisionBar view={view} /> : null}
        {view.whyNoAction ? <p className="text-ink-soft">{t(`noAction.${view.whyNoAction}`)}</p> : null}
        {view.reviewed ? null : <Missing missing={view.missing} />}
      </div>
    </Panel>
  )
}

const AT_THUMB_HEIGHT =
  'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:grid-cols-2 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:p-3 max-lg:[&_.icon]:hidden max-lg:[&>*:first-child:nth-last-child(odd)]:col-span-2'

/** The allowed actions; on a phone they stand at thumb height. */
function DecisionBar({ view }: { view: ReviewView }) {
  const { t } = useTranslation('verifications')
  return (
    <div className={`grid gap-2 ${AT_THUMB_HEIGHT}`}>
      {view.actions.map((action) => (
        <ButtonLink
          key={action}
          to={`${view.path}/${action}${view.dialogSearch}`}
          preventScrollReset
          variant={action === 'start' || action === 'approve' ? 'primary' : 'secondary'}
          icon={ICONS[action]}
          aria-keyshortcuts={VERIFICATION_ACTIONS[action].key}
        >
          {t(`action.${action}`)}
          <span className="max-lg:hidden">
            <Kbd>{VERIFICATION_ACTIONS[action].key}</Kbd>
          </span>
        </ButtonLink>
      ))}
    </div>
  )
}

function Missing({ missing }: Pick<ReviewView, 'missing'>) {
  const { t } = useTranslation(['verifications', 'organizations'])
  const missingLabel = (item: NonNullable<ReviewView['missing']>[number]) => {
    if (item.kind === 'document') return t('missing.document', { fileName: item.fileName })
    if (item.kind === 'mode') return t('missing.mode', { mode: t(`organizations:mode.${item.presentMode}`) })
    return t(`missing.${item.kind}`)
  }
  return (
    <section>
      <h3 className="mb-1 text-[0.8125rem] text-ink-soft">{t('section.missing')}</h3>
      {missing === null ? (
        <p className="text-ink-soft">{t('missing.hidden')}</p>
      ) : missing.length === 0 ? (
        <p className="flex gap-2">
          <Icon name="check-circle" />
          {t('missing.nothing')}
        </p>
      ) : (
        <ul className="grid gap-1">
          {missing.map((item) => (
            <li key={item.kind === 'document' ? item.documentId : item.kind} className="flex gap-2 wrap-anywhere">
              <span className="pt-0.5">
                <Icon name={item.kind === 'mode' ? 'info' : 'alert-circle'} />
              </span>
              {missingLabel(item)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
