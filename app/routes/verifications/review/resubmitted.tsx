import { Link } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { Facts } from '../../../ui/facts'
import { Panel } from '../../../ui/panel'
import type { ReviewView } from './review-view.server'
import { UserText } from '../../../ui/user-text'

/** What was asked for last time, and what came back. */
export function Resubmitted({ changed }: { changed: NonNullable<ReviewView['changed']> }) {
  const { t } = useTranslation('verifications')
  return (
    <Panel title={t('section.changed')}>
      <Facts
        facts={[
          {
            label: t('changed.asked'),
            wide: changed.answers.length > 0,
            value: changed.asked.length > 0 ? <Lines lines={changed.asked} answers={changed.answers} /> : null,
          },
          {
            label: t('changed.answer'),
            value: <UserText className="whitespace-pre-line">{changed.answer ?? t('changed.noWords')}</UserText>,
          },
          {
            label: t('changed.documents'),
            wide: true,
            value:
              changed.newDocuments === null ? (
                t('missing.hidden')
              ) : changed.newDocuments.length === 0 ? (
                t('changed.noDocuments')
              ) : (
                <ul className="flex flex-wrap gap-x-4">
                  {changed.newDocuments.map((document) => (
                    <li key={document.openHref}>
                      <Link to={document.openHref} preventScrollReset className="link">
                        <UserText>{document.fileName}</UserText>
                      </Link>
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </Panel>
  )
}

/** What was asked for, each with its own answer when there is one. */
function Lines({ lines, answers }: { lines: readonly string[]; answers: readonly string[] }) {
  return (
    <ol className="grid list-decimal gap-2 ps-5">
      {lines.map((line, index) => (
        <li key={index}>
          <UserText>{line}</UserText>
          {answers[index] ? (
            <UserText as="p" className="font-normal whitespace-pre-line text-ink-soft">
              {answers[index]}
            </UserText>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
