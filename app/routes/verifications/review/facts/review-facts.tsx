import { useTranslation } from '../../../../i18n/use-translation'
import { Badge } from '../../../../ui/badge'
import { CopyButton } from '../../../../ui/copy-button'
import { Facts, type Fact } from '../../../../ui/facts'
import { Panel } from '../../../../ui/panel'
import { Time } from '../../../../ui/time'
import { VERIFICATION_TONES } from '../../../../ui/status-tones'
import type { ReviewView } from '../review-view.server'
import { UserText } from '../../../../ui/user-text'
import { UserTexts } from '../../../../ui/timeline'
import { Link } from '../../../../ui/link'

/** Who applies, for what, and everything that was said about it. */
export function ReviewFacts({ view }: { view: ReviewView }) {
  const { t } = useTranslation(['verifications', 'organizations'])
  return (
    <>
      <Panel title={t('section.application')}>
        <Facts facts={useApplicationFacts(view)} />
      </Panel>
      {view.requestedChanges.length > 0 && !view.changed ? (
        <Panel title={t('section.requested')}>
          <UserTexts items={view.requestedChanges} />
        </Panel>
      ) : null}
      <TextSection title={t('section.rejection')} text={view.rejectionReason} />
      <TextSection title={t('section.notes')} text={view.reviewNotes} />
      <Panel title={t('section.organization')}>
        <Facts facts={useOrganizationFacts(view.organization)} />
      </Panel>
      {view.previousDecisions.length > 0 ? <PreviousDecisions decisions={view.previousDecisions} /> : null}
    </>
  )
}

/** The reason for the requested mode change. */
export function ModeReason({ reason }: { reason: string | null }) {
  const { t } = useTranslation('verifications')
  return (
    <div>
      <Facts
        facts={[
          {
            label: t('field.modeReason'),
            value: <UserText className="whitespace-pre-line">{reason}</UserText>,
            wide: true,
          },
        ]}
      />
    </div>
  )
}

/** The facts to compare a document with, visible wherever there is room. */
export function KeyFacts({ organization }: Pick<ReviewView, 'organization'>) {
  const { t } = useTranslation('organizations')
  return (
    <Facts
      facts={[
        { label: t('field.legalName'), value: <UserText>{organization.legalName}</UserText> },
        { label: t('field.registrationNumber'), value: <bdi className="code">{organization.registrationNumber}</bdi> },
        { label: t('field.address'), value: <UserText>{organization.address}</UserText> },
      ]}
    />
  )
}

function useApplicationFacts(view: ReviewView): Fact[] {
  const { t } = useTranslation(['verifications', 'organizations'])
  const { modes } = view
  return [
    ...(modes
      ? [
          { label: t('field.currentMode'), value: t(`organizations:mode.${modes.current}`) },
          { label: t('field.requestedMode'), value: t(`organizations:mode.${modes.requested}`) },
        ]
      : [{ label: t('field.type'), value: t(`type.${view.type}`) }]),
    { label: t('field.submittedAt'), value: <Time {...view.submitted} /> },
    { label: t('field.submittedBy'), value: view.submitterName ? <UserText>{view.submitterName}</UserText> : null },
    {
      label: t('field.id'),
      value: (
        <span className="flex flex-wrap items-center gap-1">
          <span className="code">{view.id}</span>
          <CopyButton
            value={view.id}
            label={t('copyId')}
            copied={t('idCopied')}
            size="small"
            variant="quiet"
            iconOnly
          />
        </span>
      ),
      wide: true,
    },
  ]
}

function useOrganizationFacts(organization: ReviewView['organization']): Fact[] {
  const { t } = useTranslation(['verifications', 'organizations'])
  return [
    {
      label: t('organizations:field.name'),
      value: (
        <Link to={organization.href} className="link">
          <UserText>{organization.name}</UserText>
        </Link>
      ),
    },
    { label: t('organizations:field.legalName'), value: <UserText>{organization.legalName}</UserText> },
    { label: t('organizations:field.registrationNumber'), value: <bdi>{organization.registrationNumber}</bdi> },
    { label: t('column.country'), value: organization.country },
    { label: t('organizations:column.mode'), value: t(`organizations:mode.${organization.operationMode}`) },
    { label: t('field.organizationStatus'), value: t(`organizations:status.${organization.status}`) },
    ...(organization.contacts
      ? [
          {
            label: t('organizations:field.phone'),
            value: <bdi className="unbroken">{organization.contacts.phone}</bdi>,
          },
          { label: t('organizations:field.email'), value: <bdi>{organization.contacts.email}</bdi> },
        ]
      : []),
    { label: t('organizations:field.address'), value: <UserText>{organization.address}</UserText>, wide: true },
  ]
}

function TextSection({ title, text }: { title: string; text: string | null }) {
  return text ? (
    <Panel title={title}>
      <UserText as="p" className="whitespace-pre-line wrap-anywhere">
        {text}
      </UserText>
    </Panel>
  ) : null
}

function PreviousDecisions({ decisions }: { decisions: ReviewView['previousDecisions'] }) {
  const { t } = useTranslation('verifications')
  return (
    <Panel title={t('section.previous')}>
      <ul className="grid gap-3">
        {decisions.map((decision) => (
          <li key={decision.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={decision.href} className="link">
              {t(`type.${decision.type}`)}
            </Link>
            <Badge tone={VERIFICATION_TONES[decision.status]}>{t(`status.${decision.status}`)}</Badge>
            <span className="text-ink-soft">
              {decision.reviewerName ? <UserText>{decision.reviewerName}</UserText> : null}{' '}
              {decision.reviewed ? <Time {...decision.reviewed} /> : null}
            </span>
            {decision.reason ? (
              <UserText as="p" className="w-full wrap-anywhere text-ink-soft">
                {decision.reason}
              </UserText>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
