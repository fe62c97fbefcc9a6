import { useTranslation } from '../../../../i18n/use-translation'
import { Facts } from '../../../../ui/facts'
import type { ReviewView } from '../review-view.server'
import { UserText } from '../../../../ui/user-text'
import { Link } from '../../../../ui/link'

type Changed = NonNullable<ReviewView['changed']>

/** What was asked for last time, unless `isAskedShown` elsewhere, and what came back. */
export function Resubmitted({ changed, isAskedShown }: { changed: Changed; isAskedShown: boolean }) {
  const { t } = useTranslation('verifications')
  return (
    <section aria-labelledby="resubmitted" className="grid gap-2">
      <h2 id="resubmitted" className="text-sm font-semibold">
        {t('section.changed')}
      </h2>
      <Facts
        facts={[
          ...(isAskedShown
            ? []
            : [
                {
                  label: t('changed.asked'),
                  wide: changed.answers.length > 0,
                  value: changed.asked.length > 0 ? <Lines lines={changed.asked} answers={changed.answers} /> : null,
                },
              ]),
          {
            label: t('changed.answer'),
            value: <UserText className="whitespace-pre-line">{changed.answer ?? t('changed.noWords')}</UserText>,
          },
          { label: t('changed.documents'), value: <NewDocuments documents={changed.newDocuments} /> },
        ]}
      />
    </section>
  )
}

function NewDocuments({ documents }: { documents: Changed['newDocuments'] }) {
  const { t } = useTranslation('verifications')
  if (documents === null) return t('missing.hidden')
  if (documents.length === 0) return t('changed.noDocuments')
  return (
    <ul className="flex flex-wrap gap-x-4">
      {documents.map(({ openHref, fileName }) => (
        <li key={openHref}>
          <Link to={openHref} prefetch="none" preventScrollReset className="link">
            <UserText>{fileName}</UserText>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The requested items, each with its answer when there is one. */
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
