import type { OtherField } from '../../../domain/setup/other-fields.server'
import { useTranslation } from '../../../i18n/use-translation'

/** Which fields of a form are stored otherwise than they were typed. */
export function OtherFields({ fields, labels }: { fields: readonly OtherField[]; labels: Record<string, string> }) {
  const { t } = useTranslation('organizations')
  if (fields.length === 0) return null
  return (
    <ul className="list-disc ps-5">
      {fields.map(({ name, value }) => (
        <li key={name}>
          {value === null
            ? t('conflict.differs', { field: labels[name] })
            : t('conflict.nowIs', { field: labels[name], value })}
        </li>
      ))}
    </ul>
  )
}
