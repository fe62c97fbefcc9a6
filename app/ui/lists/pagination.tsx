import type { ReactNode } from 'react'
import { useTexts, useTranslation } from '../../i18n/use-translation'
import type { PageStep } from '../../lists/page-window'
import { Icon } from '../icon'
import { Form, Link } from '../link'

type PaginationProps = {
  page: number
  pageCount: number
  /** The result of `pageWindow(page, pageCount)`. */
  steps: readonly PageStep[]
  pageHref: (page: number) => string
  /** The page-size choice: a GET form to `action` that keeps the other search params. */
  sizes?: {
    action: string
    name: string
    value: number
    options: readonly number[]
    keep: readonly (readonly [name: string, value: string])[]
  }
}

/** Page numbers, previous and next, rows per page; every control is a link or a GET form. */
export function Pagination({ page, pageCount, steps, pageHref, sizes }: PaginationProps) {
  const { t } = useTranslation('ui')
  const { show } = useTexts('ui')
  return (
    <div className="pagination">
      {sizes ? <PageSize {...sizes} /> : null}
      <span data-said="">{t('pagination.position', { page, pageCount })}</span>
      {pageCount > 1 ? (
        <nav aria-label={t('pagination.label')}>
          <ul className="pagination-pages">
            <li>
              <Neighbour to={page > 1 ? pageHref(page - 1) : null} rel="prev" label={t('pagination.previous')}>
                <Icon name="chevron-start" />
              </Neighbour>
            </li>
            {steps.map((step, index) => (
              <li key={step === 'gap' ? `gap-${index}` : step}>
                {step === 'gap' ? (
                  <span className="page-link" aria-hidden>
                    …
                  </span>
                ) : (
                  <Link
                    to={pageHref(step)}
                    className="page-link"
                    aria-label={t('pagination.page', { page: step })}
                    aria-current={step === page ? 'page' : undefined}
                  >
                    {show(step)}
                  </Link>
                )}
              </li>
            ))}
            <li>
              <Neighbour to={page < pageCount ? pageHref(page + 1) : null} rel="next" label={t('pagination.next')}>
                <Icon name="chevron-end" />
              </Neighbour>
            </li>
          </ul>
        </nav>
      ) : null}
    </div>
  )
}

function Neighbour(props: { to: string | null; rel: 'prev' | 'next'; label: string; children: ReactNode }) {
  if (props.to === null) {
    return (
      <span
        id={`page-${props.rel}`}
        className="page-link"
        role="link"
        tabIndex={-1}
        aria-disabled
        aria-label={props.label}
      >
        {props.children}
      </span>
    )
  }
  return (
    <Link id={`page-${props.rel}`} to={props.to} rel={props.rel} className="page-link" aria-label={props.label}>
      {props.children}
    </Link>
  )
}

function PageSize({ action, name, value, options, keep }: NonNullable<PaginationProps['sizes']>) {
  const { t } = useTranslation('ui')
  return (
    <Form method="get" action={action} className="page-size" preventScrollReset key={value}>
      {keep.map(([key, text]) => (
        <input key={`${key}=${text}`} type="hidden" name={key} value={text} />
      ))}
      <label htmlFor="page-size">{t('pagination.rowsPerPage')}</label>
      <select
        id="page-size"
        name={name}
        defaultValue={value}
        className="input"
        autoComplete="off"
        onChange={(event) => event.target.form?.requestSubmit()}
      >
        {options.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      <button type="submit" className="button button-secondary button-small without-script">
        {t('pagination.apply')}
      </button>
    </Form>
  )
}
