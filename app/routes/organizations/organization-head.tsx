import { href } from 'react-router'
import { ORGANIZATION_TABS, type OrganizationTab } from '../../domain/organizations/organization-tabs'
import { organizationAddress } from '../../domain/organizations/organization-address'
import type { StatusChange } from '../../domain/organizations/status/status-change'
import { useTranslation } from '../../i18n/use-translation'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import type { IconName } from '../../ui/icon'
import { PageHead } from '../../ui/frame/page-head'
import { Tabs } from '../../ui/tabs'
import type { PathOfDialog } from './edit-link'
import type { OrganizationView } from './organization-view.server'
import { ORGANIZATION_TONES } from '../../ui/status-tones'
import { UserText } from '../../ui/user-text'

const CHANGE_ICONS = {
  activate: 'play',
  suspend: 'pause',
  reactivate: 'play',
  archive: 'archive',
} as const satisfies Record<StatusChange, IconName>

type OrganizationHeadProps = {
  organization: OrganizationView
  current: OrganizationTab
  readsDocuments: boolean
  readsMessages: boolean
  readsNotes: boolean
  backHref: string
  /** The list's search params, which the tabs keep. */
  listSearch: string
  /** The status changes possible now. */
  changes: readonly StatusChange[]
  dialogHref: (pathOf: PathOfDialog) => string
}

export function OrganizationHead(props: OrganizationHeadProps) {
  const { t } = useTranslation('organizations')
  const { organization, current, readsDocuments, readsMessages, readsNotes, backHref, changes, dialogHref } = props
  const hidden: readonly OrganizationTab[] = [
    ...(readsDocuments ? [] : (['documents'] as const)),
    ...(readsMessages ? [] : (['messages'] as const)),
    ...(readsNotes ? [] : (['notes'] as const)),
  ]
  const tabs = ORGANIZATION_TABS.filter((tab) => !hidden.includes(tab))
  return (
    <>
      <PageHead
        title={<UserText>{organization.name}</UserText>}
        crumbs={[{ label: t('title'), to: backHref }, { label: organization.name }]}
        badge={
          <>
            <Badge tone={ORGANIZATION_TONES[organization.status]}>{t(`status.${organization.status}`)}</Badge>
            <Badge tone={organization.isTrial ? 'amber' : 'grey'}>
              {t(organization.isTrial ? 'access.trial' : 'access.official')}
            </Badge>
          </>
        }
        sentence={<UserText>{organization.legalName}</UserText>}
        actions={
          <>
            {changes.map((change) => (
              <ButtonLink
                key={change}
                to={dialogHref(({ id }) => href(`/organizations/:id/${change}`, { id }))}
                preventScrollReset
                icon={CHANGE_ICONS[change]}
              >
                {t(`change.${change}.submit`)}
              </ButtonLink>
            ))}
            <CopyButton value={organization.id} label={t('copyId')} copied={t('copied')} />
            <ButtonLink to={backHref} icon="arrow-start">
              {t('backToList')}
            </ButtonLink>
          </>
        }
      />
      <Tabs
        label={t('tabs')}
        tabs={tabs.map((tab) => ({
          to: organizationAddress(organization.id, tab, props.listSearch),
          label: t(`tab.${tab}`),
          current: tab === current,
          count: tab in organization.counts ? organization.counts[tab as keyof typeof organization.counts] : undefined,
        }))}
      />
    </>
  )
}
