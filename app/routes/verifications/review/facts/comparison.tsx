import type { ReactNode } from 'react'
import type { Part } from '../../../../domain/verifications/comparison/differences'
import { useTranslation } from '../../../../i18n/use-translation'
import { Badge } from '../../../../ui/badge'
import { NotGiven } from '../../../../ui/facts'
import { Icon } from '../../../../ui/icon'
import type { ComparisonView } from './comparison-view.server'
import { UserText, useTextLanguage } from '../../../../ui/user-text'
import { Link } from '../../../../ui/link'

type Change = ComparisonView['changed'][number]

export const hasNewContent = ({ asked, changed, named }: ComparisonView): boolean =>
  asked.length + changed.length + named.length > 0

/** What was asked for and what came back, then all else that is new: loud, as the rest says the same as before. */
export function ComparisonSection({ comparison }: { comparison: ComparisonView }) {
  const { t } = useTranslation('verifications')
  const { asked, changed, named, isChange, isOpen } = comparison
  if (!hasNewContent(comparison)) return null
  return (
    <div className="grid gap-4">
      {asked.length > 0 ? (
        <section aria-labelledby="compare-asked" className="grid gap-2">
          <h2 id="compare-asked" className="text-sm font-semibold">
            {t('compare.asked')}
          </h2>
          <ol className="grid list-decimal gap-3 ps-5">
            {asked.map((item) => (
              <li key={item.id} className="wrap-anywhere">
                <Answered item={item} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {changed.length + named.length > 0 ? (
        <section aria-labelledby="compare-changed" className="grid gap-2">
          <h2 id="compare-changed" className="text-sm font-semibold">
            {t(isChange ? 'compare.proposed' : 'compare.changed')}
          </h2>
          <Changes changes={changed} {...(isChange && { before: isOpen ? 'onFile' : 'before', after: 'requested' })} />
          {named.length > 0 ? <Named named={named} /> : null}
        </section>
      ) : null}
    </div>
  )
}

function Answered({ item }: { item: ComparisonView['asked'][number] }) {
  const { t } = useTranslation('verifications')
  const { text, target, changes, answer, documents, isUnchanged } = item
  return (
    <div className="grid gap-1">
      <p>
        <UserText>{text}</UserText> {target ? <span className="text-sm text-ink-soft">({target})</span> : null}
      </p>
      {isUnchanged ? (
        <div>
          <Badge tone="amber">{t('compare.unchangedAnswer')}</Badge>
        </div>
      ) : null}
      <Changes changes={changes} />
      {documents ? (
        <dl className="grid grid-cols-2 gap-2 text-sm">
          <DocumentLinks label={t('compare.before')} documents={documents.before} />
          <DocumentLinks label={t('compare.now')} documents={documents.after} />
        </dl>
      ) : null}
      {answer ? (
        <UserText as="p" className="border-s-2 border-line ps-2 whitespace-pre-line">
          {answer}
        </UserText>
      ) : null}
    </div>
  )
}

function DocumentLinks({
  label,
  documents,
}: {
  label: string
  documents: readonly { fileName: string; openHref: string }[]
}) {
  const { t } = useTranslation('verifications')
  return (
    <div>
      <dt className="text-ink-soft">{label}</dt>
      <dd>
        {documents.length === 0
          ? t('compare.none')
          : documents.map(({ fileName, openHref }) => (
              <Link
                key={openHref}
                to={openHref}
                prefetch="none"
                preventScrollReset
                className="link block wrap-anywhere"
              >
                <UserText>{fileName}</UserText>
              </Link>
            ))}
      </dd>
    </div>
  )
}

/** Whom a change is about that leaves who they are as it was. */
function Named({ named }: Pick<ComparisonView, 'named'>) {
  const { t } = useTranslation('verifications')
  return (
    <dl className="grid gap-2">
      {named.map(({ label, value }) => (
        <div key={label} className="wrap-anywhere">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd>
            <UserText>{value}</UserText> <span className="text-sm text-ink-soft">({t('compare.same')})</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Changed = {
  changes: readonly Change[]
  before?: 'before' | 'onFile'
  /** `requested` for a value that is applied for and not yet, or never, in force. */
  after?: 'now' | 'requested'
}

function Changes({ changes, before: old = 'before', after: next = 'now' }: Changed) {
  const { t } = useTranslation('verifications')
  if (changes.length === 0) return null
  return (
    <dl className="grid gap-2">
      {changes.map(({ label, branch, before, after }, index) => (
        <div key={index}>
          <dt className="text-sm text-ink-soft">
            {label}
            {branch ? (
              <>
                {' · '}
                <UserText>{branch}</UserText>
              </>
            ) : null}
          </dt>
          <dd className="grid grid-cols-[1fr_auto_1fr] gap-2">
            <Side label={t(`compare.${old}`)} parts={before} as="del" />{' '}
            <span className="mt-0.5 text-ink-soft">
              <Icon name="arrow-end" />
            </span>
            <Side
              label={t(`compare.${next}`)}
              parts={after}
              as="ins"
              none={next === 'requested' ? <NotGiven /> : undefined}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type SideProps = { label: string; parts: readonly Part[]; as: 'del' | 'ins'; none?: ReactNode }

/** One side; what differs is heavier and underlined as well as coloured. */
function Side({ label, parts, as: Mark, none }: SideProps) {
  const { t } = useTranslation(['verifications', 'common'])
  const lang = useTextLanguage(parts.map(({ text }) => text).join(''))
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="sr-only">{t('common:labelled', { label, value: '' })}</span>
      {parts.length === 0 ? (none ?? <span className="text-ink-soft">{t('compare.none')}</span>) : null}
      {parts.map(({ text, isSame }, index) =>
        isSame ? (
          <span key={index} lang={lang}>
            {text}
          </span>
        ) : (
          <Mark
            key={index}
            lang={lang}
            className={`font-semibold underline decoration-2 underline-offset-2 ${Mark === 'del' ? 'text-danger' : 'text-ok'}`}
          >
            {text}
          </Mark>
        ),
      )}
    </span>
  )
}
