import { href } from 'react-router'
import type { FormStep } from '../../domain/organizations/organization-fields'
import { useTranslation } from '../../i18n/use-translation'
import { ButtonLink } from '../../ui/button'

/** Returns a dialog's address over the page, with the page's tab and list, from its path; null for somebody who may not edit. */
export type EditHref = ((pathOf: PathOfDialog) => string) | null
export type PathOfDialog = (organization: { id: string }) => string

/** The path of a section's form. */
export const editPath =
  (section: FormStep): PathOfDialog =>
  ({ id }) =>
    href('/organizations/:id/edit/:section', { id, section })

type EditLinkProps = { editHref: EditHref; dialog: PathOfDialog; section: string }

/** Links to the form of one section; null for those who may not edit. */
export function EditLink({ editHref, dialog, section }: EditLinkProps) {
  const { t } = useTranslation(['organizations', 'common'])
  if (!editHref) return null
  return (
    <ButtonLink to={editHref(dialog)} preventScrollReset variant="quiet" size="small" icon="edit">
      {t('edit')}
      <span className="sr-only">{t('common:labelled', { label: '', value: section })}</span>
    </ButtonLink>
  )
}
