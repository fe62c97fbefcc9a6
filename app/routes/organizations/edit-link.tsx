import { useTranslation } from '../../i18n/use-translation'
import { ButtonLink } from '../../ui/button'

/** The address of a dialog over the page; null for somebody who may not edit. */
export type EditHref = ((dialog: string) => string) | null

type EditLinkProps = { editHref: EditHref; dialog: string; section: string }

/** Leads to the form of one section; nothing for those who may not edit. */
export function EditLink({ editHref, dialog, section }: EditLinkProps) {
  const { t } = useTranslation('organizations')
  if (!editHref) return null
  return (
    <ButtonLink to={editHref(dialog)} preventScrollReset variant="quiet" size="small" icon="edit">
      {t('edit')}
      <span className="sr-only">: {section}</span>
    </ButtonLink>
  )
}
