import { useTranslation } from 'react-i18next'
import { organizationList, ORGANIZATION_TABS, type OrganizationTab } from '../../domain/organizations/input'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { PageHead } from '../../ui/page-head'
import { Tabs } from '../../ui/tabs'
import type { OrganizationInWords } from './describe-organization.server'
import { ORGANIZATION_TONES } from './organization-looks'

type OrganizationHeadProps = {
  organization: OrganizationInWords
  current: OrganizationTab
  readsDocuments: boolean
  backHref: string
  /** The list's search params, which the tabs carry on. */
  listSearch: string
}

export function OrganizationHead(props: OrganizationHeadProps) {
  const { t } = useTranslation('organizations')
  const { organization, current, readsDocuments, backHref } = props
  const tabs = ORGANIZATION_TABS.filter((tab) => tab !== 'documents' || readsDocuments)
  return (
    <>
      <PageHead
        title={<bdi>{organization.name}</bdi>}
        crumbs={[{ label: t('title'), to: backHref }, { label: organization.name }]}
        badge={<Badge tone={ORGANIZATION_TONES[organization.status]}>{t(`status.${organization.status}`)}</Badge>}
        sentence={<bdi>{organization.legalName}</bdi>}
        actions={
          <>
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
          to: tabHref(organization.id, tab, props.listSearch),
          label: t(`tab.${tab}`),
          current: tab === current,
          count: tab === 'overview' || tab === 'settings' ? undefined : organization.counts[tab],
        }))}
      />
    </>
  )
}

function tabHref(id: string, tab: OrganizationTab, listSearch: string): string {
  const params = new URLSearchParams(listSearch)
  if (tab !== ORGANIZATION_TABS[0]) params.set('tab', tab)
  const search = params.toString()
  return `${organizationList.path}${id}${search && `?${search}`}`
}
