import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { Sentence } from './user-text'

export type Fact = {
  label: string
  /** Null, undefined and the empty string read as “not given”. */
  value: ReactNode
  /** Spans the whole width. */
  wide?: boolean
}

/** Labels and values, in two columns where there is room. Labels may repeat, as for branches with the same name. */
export function Facts({ facts, columns = 'two' }: { facts: readonly Fact[]; columns?: 'one' | 'two' }) {
  return (
    <dl className={columns === 'one' ? 'facts facts-one' : 'facts'}>
      {facts.map((fact, index) => (
        <div key={index} className={fact.wide ? 'fact-wide' : undefined}>
          <dt>
            <Sentence>{fact.label}</Sentence>
          </dt>
          <dd>{isGiven(fact.value) ? fact.value : <NotGiven />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A dash, read as words by screen readers. */
export function NotGiven({ label }: { label?: string }) {
  const { t } = useTranslation('ui')
  return (
    <span className="fact-none">
      <span aria-hidden>—</span>
      <span className="sr-only">{label ?? t('notGiven')}</span>
    </span>
  )
}

const isGiven = (value: ReactNode) => value !== null && value !== undefined && value !== ''
