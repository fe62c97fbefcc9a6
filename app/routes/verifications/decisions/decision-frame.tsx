import { useRef, type ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { buttonClass } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { Link } from '../../../ui/link'
import { Sentence } from '../../../ui/user-text'
import { useOpenedForm } from '../open-sheet'

type DecisionFrameProps = { title: string; text?: string; address: string; closeTo: string; children: ReactNode }

/** In the column on a wide screen, a sheet over the lower half of a phone's; the document stays in sight in both. */
export function DecisionFrame({ title, text, address, closeTo, children }: DecisionFrameProps) {
  const { t } = useTranslation('ui')
  const ref = useRef<HTMLElement>(null)
  useOpenedForm(ref, address)
  return (
    <section ref={ref} className="desk-form no-print" aria-labelledby="decision-title">
      <div className="desk-form-head">
        <h2 id="decision-title" tabIndex={-1} data-said="">
          {title}
        </h2>
        <Link
          to={closeTo}
          preventScrollReset
          replace
          aria-label={t('close')}
          aria-keyshortcuts="Escape"
          className={buttonClass({ variant: 'quiet', size: 'small', iconOnly: true })}
        >
          <Icon name="x" />
        </Link>
      </div>
      {text ? (
        <p className="desk-form-text">
          <Sentence>{text}</Sentence>
        </p>
      ) : null}
      {children}
    </section>
  )
}
