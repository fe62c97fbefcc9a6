import { href } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { Facts } from '../../../ui/facts'
import { Link } from '../../../ui/link'
import { Panel } from '../../../ui/panel'
import { Time } from '../../../ui/time'
import type { OrganizationView } from '../organization-view.server'
import { editPath, EditLink, type EditHref } from '../edit-link'
import { PhoneLink } from './phone-link'
import { ORGANIZATION_TONES } from '../../../ui/status-tones'
import { UserText } from '../../../ui/user-text'

/** Fields shown here once an application that changed them was approved. */
const CHANGED_BY_APPLICATION = ['bankName', 'bankAccount', 'representativeName', 'representativeDocument'] as const

export function BasicInformation({ organization, editHref }: { organization: OrganizationView; editHref: EditHref }) {
  const { t } = useTranslation(['organizations', 'verifications'])
  const { email, phone } = organization
  const onRecord = CHANGED_BY_APPLICATION.flatMap((name) => {
    const value = organization[name]
    return value === null ? [] : [[name, value] as const]
  })
  const hidden = <span className="text-ink-soft">{t('hidden')}</span>
  return (
    <Panel
      title={t('section.basic')}
      actions={<EditLink editHref={editHref} dialog={editPath('basic')} section={t('section.basic')} />}
    >
      <Facts
        facts={[
          { label: t('field.name'), value: <UserText>{organization.name}</UserText> },
          { label: t('field.legalName'), value: <UserText>{organization.legalName}</UserText> },
          { label: t('field.registrationNumber'), value: <bdi>{organization.registrationNumber}</bdi> },
          { label: t('column.country'), value: organization.country },
          { label: t('column.mode'), value: t(`mode.${organization.operationMode}`) },
          {
            label: t('column.status'),
            value: <Badge tone={ORGANIZATION_TONES[organization.status]}>{t(`status.${organization.status}`)}</Badge>,
          },
          ...(organization.statusReason
            ? [
                {
                  label: t('statusReason'),
                  value: <UserText className="whitespace-pre-line">{organization.statusReason}</UserText>,
                },
              ]
            : []),
          ...(organization.statusChange
            ? [
                {
                  label: t('statusChanged'),
                  value: (
                    <>
                      <Time {...organization.statusChange.at} />
                      {organization.statusChange.name ? (
                        <>
                          {' · '}
                          <UserText>{organization.statusChange.name}</UserText>
                        </>
                      ) : null}
                      {organization.openCount > 0 && organization.status === 'suspended' ? (
                        <span className="block">{t('change.open', { count: organization.openCount })}</span>
                      ) : null}
                    </>
                  ),
                },
              ]
            : []),
          {
            label: t('column.access'),
            value: (
              <span className="flex flex-wrap items-center gap-x-2">
                {t(organization.isTrial ? 'access.trial' : 'access.official')}{' '}
                {editHref ? (
                  <Link
                    className="link inline-flex min-h-6 items-center"
                    to={editHref(({ id }) => href('/organizations/:id/access', { id }))}
                    preventScrollReset
                  >
                    {t(organization.isTrial ? 'access.change.official.submit' : 'access.change.trial.submit')}
                  </Link>
                ) : null}
              </span>
            ),
          },
          { label: t('column.created'), value: <Time {...organization.createdAt} /> },
          {
            label: t('field.email'),
            value:
              email === null ? (
                hidden
              ) : (
                <a className="link" href={`mailto:${email}`}>
                  {email}
                </a>
              ),
          },
          {
            label: t('field.phone'),
            value: phone === null ? hidden : <PhoneLink phone={phone} />,
          },
          { label: t('field.address'), value: <UserText>{organization.address}</UserText> },
          ...onRecord.map(([name, value]) => ({
            label: t(`verifications:proposed.${name}`),
            value: <UserText>{value}</UserText>,
          })),
          { label: t('field.timeZone'), value: organization.timeZone },
          { label: t('field.id'), value: <code className="code">{organization.id}</code>, wide: true },
        ]}
      />
    </Panel>
  )
}
