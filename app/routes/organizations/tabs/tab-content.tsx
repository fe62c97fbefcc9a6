import { NotesPanel } from '../../../ui/notes/notes-panel'
import { BrandsTab } from './brands-tab'
import { ContactsTab } from './contacts-tab'
import type { OrganizationView } from '../organization-view.server'
import { DocumentsTab } from './documents-tab'
import type { EditHref } from '../edit-link'
import { MessagesTab } from './messages-tab'
import { OverviewTab } from './overview-tab'
import { SettingsTab } from './settings-tab'
import type { TabContentView } from './tab-content.server'

type TabContentProps = { organization: OrganizationView; content: TabContentView; editHref: EditHref }

export function TabContent({ organization, content, editHref }: TabContentProps) {
  switch (content.tab) {
    case 'overview':
      return <OverviewTab organization={organization} content={content} editHref={editHref} />
    case 'contacts':
      return <ContactsTab branches={content.branches} showsContacts={content.showsContacts} editHref={editHref} />
    case 'brands':
      return <BrandsTab brands={content.brands} editHref={editHref} />
    case 'documents':
      return <DocumentsTab documents={content.documents} editHref={editHref} />
    case 'settings':
      return <SettingsTab organization={organization} editHref={editHref} />
    case 'messages':
      return <MessagesTab messages={content.messages} kept={content.kept} newest={content.newest} />
    case 'notes':
      return content.notes ? <NotesPanel notes={content.notes} /> : null
  }
}
