import { data } from 'react-router'
import type { Route } from './+types/detail'
import { languageContext, servicesContext } from '../../context'
import { can } from '../../domain/access'
import { organizationList } from '../../domain/organizations/organization-list'
import { changesOpenTo, isEditable } from '../../domain/organizations/status/status-change'
import { findOrganization } from '../../domain/organizations/organization-detail.server'
import { carriedSearch, organizationAddress } from '../../domain/organizations/organization-address'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { NotFound } from '../../ui/not-found'
import { WithDialogs } from '../../ui/dialogs/with-dialogs'
import { PageTitle } from '../../ui/frame/page-title'
import type { PathOfDialog } from './edit-link'
import { OrganizationHead } from './organization-head'
import { organizationView } from './organization-view.server'
import { readTabContent } from './tabs/tab-content.server'
import { TabContent } from './tabs/tab-content'
import { readOrganizationTab } from '../../domain/organizations/organization-tabs'

export const handle = { texts: ['organizations', 'verifications', 'users', 'notes'] }

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const allowed = permit(context, 'organizations.read')
  const tab = readOrganizationTab(url.searchParams)
  const readsDocuments = can(allowed.actor, 'documents.read')
  if (tab === 'documents') permit(context, 'documents.read')
  if (tab === 'messages') permit(context, 'contacts.read')
  if (tab === 'notes') permit(context, 'notes')
  const backHref = organizationList.href(organizationList.read(url))
  const services = context.get(servicesContext)
  const organization = await findOrganization(services, allowed, params.id)
  if (!organization) return data({ kind: 'missing' as const, backHref }, { status: 404 })
  const reader = { language: context.get(languageContext), timeZone: allowed.actor.timeZone }
  return data({
    kind: 'found' as const,
    backHref,
    listSearch: carriedSearch(url),
    readsDocuments,
    readsMessages: can(allowed.actor, 'contacts.read'),
    readsNotes: can(allowed.actor, 'notes'),
    changes: changesOpenTo(allowed.actor, organization.status),
    isEditable: can(allowed.actor, 'organizations.edit') && isEditable(organization.status),
    organization: organizationView(organization, reader),
    content: await readTabContent(context, tab, organization, { ...reader, url }),
  })
}

export default function Detail({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('organizations')
  if (loaderData.kind === 'missing')
    return (
      <NotFound
        title={t('missing.title')}
        text={t('missing.text')}
        icon="building"
        backHref={loaderData.backHref}
        backLabel={t('backToList')}
      />
    )
  const { organization, content, listSearch } = loaderData
  const dialogHref = (pathOf: PathOfDialog) =>
    organizationAddress(organization.id, content.tab, listSearch, pathOf(organization))
  const editHref = loaderData.isEditable ? dialogHref : null
  return (
    <WithDialogs>
      <PageTitle>{[content.tab !== 'overview' && t(`tab.${content.tab}`), organization.name, t('title')]}</PageTitle>
      <OrganizationHead {...loaderData} current={content.tab} dialogHref={dialogHref} />
      <TabContent organization={organization} content={content} editHref={editHref} />
    </WithDialogs>
  )
}
