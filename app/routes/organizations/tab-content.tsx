import { BrandsTab } from './brands-tab'
import { ContactsTab } from './contacts-tab'
import type { OrganizationInWords } from './describe-organization.server'
import { DocumentsTab } from './documents-tab'
import { OverviewTab } from './overview-tab'
import { SettingsTab } from './settings-tab'
import type { TabContentInWords } from './tab-content.server'

type TabContentProps = { organization: OrganizationInWords; content: TabContentInWords }

export function TabContent({ organization, content }: TabContentProps) {
  switch (content.tab) {
    case 'overview':
      return <OverviewTab organization={organization} verifications={content.verifications} />
    case 'contacts':
      return <ContactsTab branches={content.branches} showsContacts={content.showsContacts} />
    case 'brands':
      return <BrandsTab brands={content.brands} />
    case 'documents':
      return <DocumentsTab documents={content.documents} />
    case 'settings':
      return <SettingsTab organization={organization} />
  }
}
