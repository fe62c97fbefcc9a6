import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/callout'
import { Time } from '../../../ui/time'
import { useFieldLabels } from '../setup/field-labels'
import type { ConflictView } from './conflict-view.server'

/** Who changed the section meanwhile, and what is now other than what was typed. */
export function SectionConflict({ conflict }: { conflict: ConflictView }) {
  const { t } = useTranslation('organizations')
  const labels: Record<string, string> = useFieldLabels()
  const { because, latest, fields } = conflict
  if (because !== 'stale')
    return (
      <Callout kind="warn" role="alert" title={t('conflict.state')}>
        {t(because === 'archived' ? 'archivedNote' : 'conflict.tooManyText')}
      </Callout>
    )
  return (
    <Callout kind="warn" role="alert" title={t('conflict.stale')}>
      <p>{t('conflict.staleText')}</p>
      {latest?.actorName ? (
        <p>
          {t('conflict.by', { name: latest.actorName })} · <Time {...latest.at} />
        </p>
      ) : null}
      {fields.length > 0 ? (
        <ul className="list-disc ps-5">
          {fields.map(({ name, value }) => (
            <li key={name}>
              {value === null
                ? t('conflict.differs', { field: labels[name] })
                : t('conflict.nowIs', { field: labels[name], value })}
            </li>
          ))}
        </ul>
      ) : null}
    </Callout>
  )
}
