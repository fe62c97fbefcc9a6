import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/callout'
import { Time } from '../../../ui/time'
import type { ConflictView } from './conflict-view.server'

/** Why it is not possible, and what the other reviewer did. */
export function ConflictCallout({ conflict }: { conflict: ConflictView }) {
  const { t } = useTranslation('verifications')
  const { because, latest } = conflict
  return (
    <Callout kind="warn" role="alert" title={t(`conflict.${because}`)}>
      {because === 'document' ? (
        <p>{t('conflict.documentText', { fileNames: conflict.rejectedFiles.join(', ') })}</p>
      ) : (
        <p>
          {because === 'stale'
            ? t('conflict.staleText')
            : t('conflict.stateText', { status: t(`status.${conflict.status}`) })}
        </p>
      )}
      {latest && because !== 'document' ? (
        <>
          <p>
            <bdi>{latest.actorName ?? t('applicant')}</bdi> · {t(`event.${latest.event}`)} · <Time {...latest.at} />
          </p>
          {latest.words ? <p className="whitespace-pre-line">{latest.words}</p> : null}
          {latest.items.length > 0 ? (
            <ol className="list-decimal ps-5">
              {latest.items.map((item, index) => (
                <li key={index}>{item}</li>
              ))}
            </ol>
          ) : null}
        </>
      ) : null}
    </Callout>
  )
}
