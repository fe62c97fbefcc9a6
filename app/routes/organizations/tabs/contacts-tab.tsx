import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { ButtonLink } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { EmptyState } from '../../../ui/empty-state'
import { Facts } from '../../../ui/facts'
import { Panel } from '../../../ui/panel'
import { editPath, type EditHref } from '../edit-link'
import { PhoneLink } from './phone-link'
import type { ContentOf } from './tab-content.server'
import { UserText } from '../../../ui/user-text'

type Branches = ContentOf<'contacts'>['branches']
type ContactsTabProps = { branches: Branches; showsContacts: boolean; editHref: EditHref }

export function ContactsTab({ branches, showsContacts, editHref }: ContactsTabProps) {
  const { t } = useTranslation('organizations')
  const manage = editHref ? (
    <div>
      <ButtonLink to={editHref(editPath('contact'))} preventScrollReset size="small" icon="edit">
        {t('contact.manage')}
      </ButtonLink>
    </div>
  ) : null
  if (branches.length === 0)
    return (
      <div className="grid gap-4">
        {manage}
        <EmptyState title={t('contact.emptyTitle')} text={t('contact.emptyText')} icon="map-pin" />
      </div>
    )
  return (
    <div className="grid gap-4">
      {manage}
      {showsContacts ? null : (
        <Callout kind="quiet" icon="lock">
          {t('contact.hiddenNote')}
        </Callout>
      )}
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {branches.map((branch) => (
          <Branch key={branch.id} branch={branch} showsContacts={showsContacts} />
        ))}
      </div>
    </div>
  )
}

function Branch({ branch, showsContacts }: { branch: Branches[number]; showsContacts: boolean }) {
  const { t } = useTranslation('organizations')
  const facts = [
    { label: t('contact.person'), value: <UserText>{branch.person}</UserText> },
    { label: t('field.address'), value: <UserText>{branch.address}</UserText> },
  ]
  const contacts = [
    {
      label: t('field.phone'),
      value: branch.phone && <PhoneLink phone={branch.phone} />,
    },
    {
      label: t('field.email'),
      value: branch.email && (
        <a className="link" href={`mailto:${branch.email}`}>
          {branch.email}
        </a>
      ),
    },
  ]
  return (
    <Panel
      title={<UserText>{branch.name}</UserText>}
      actions={
        branch.isPrimary ? (
          <Badge tone="indigo" icon="star">
            {t('contact.primary')}
          </Badge>
        ) : undefined
      }
    >
      <Facts columns="one" facts={showsContacts ? [...facts, ...contacts] : facts} />
    </Panel>
  )
}
