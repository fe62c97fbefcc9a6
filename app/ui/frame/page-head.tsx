import type { ReactNode } from 'react'
import { Icon } from '../icon'
import { useTranslation } from '../../i18n/use-translation'
import { UserText } from '../user-text'
import { PageHeading } from './page-title'
import { Link } from '../link'

type Crumb = { label: string; to?: string }

/** The path to this page; the last crumb is the page itself and not a link. */
function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('ui')
  return (
    <nav aria-label={t('breadcrumbs')}>
      <ol className="breadcrumbs">
        {crumbs.map((crumb, index) => (
          <li key={index}>
            {index > 0 ? <Icon name="chevron-end" /> : null}
            {crumb.to ? (
              <Link to={crumb.to}>
                <UserText>{crumb.label}</UserText>
              </Link>
            ) : (
              <UserText as="span" aria-current="page">
                {crumb.label}
              </UserText>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

type PageHeadProps = {
  title: ReactNode
  /** One line about what this page is for. */
  sentence?: ReactNode
  crumbs?: readonly Crumb[]
  /** A `Badge` beside the title. */
  badge?: ReactNode
  /** Buttons at the end, at most one of them primary. */
  actions?: ReactNode
}

/** The head of a page with its title. */
export function PageHead({ title, sentence, crumbs, badge, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      {crumbs ? <Breadcrumbs crumbs={crumbs} /> : null}
      <div className="page-head-row">
        <div className="page-head-words">
          <div className="page-head-title">
            <PageHeading>{title}</PageHeading>
            {badge}
          </div>
          {sentence ? <p className="page-head-sentence">{sentence}</p> : null}
        </div>
        {actions ? <div className="page-head-actions">{actions}</div> : null}
      </div>
    </header>
  )
}
