import { useRef, type ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { buttonClass } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { Link } from '../../../ui/link'
import { Sentence } from '../../../ui/user-text'
import { useFocusOpenedForm } from '../focus-opened-form'

type FormFrameProps = {
  id?: string
  title: string
  /** The ids of the elements that the title refers to. */
  about?: string
  text?: string
  className?: string
  address: string
  closeTo: string
  children: ReactNode
}

/** In the column on a wide screen, a sheet over the lower half on a phone; the document stays visible in both. */
export function DecisionFrame({
  id = 'decision-title',
  title,
  about,
  text,
  className = 'desk-form',
  address,
  closeTo,
  children,
}: FormFrameProps) {
  const { t } = useTranslation('ui')
  const ref = useRef<HTMLElement>(null)
  useFocusOpenedForm(ref, address, about !== undefined)
  return (
    <section ref={ref} className={`${className} no-print`} aria-labelledby={id}>
      <div className="desk-form-head">
        <h2 id={id} tabIndex={-1} aria-describedby={about} data-said="">
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
