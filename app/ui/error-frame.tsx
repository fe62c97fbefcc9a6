import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'

type ErrorFrameProps = {
  status: number
  title: string
  text?: string
  /** The reference number that is also in the log and in the answer's header. */
  reference?: string
  /** Buttons: the way back, the way home. */
  children?: ReactNode
}

/** The words of an error page, inside `PlainFrame` or the signed-in `Frame`. */
export function ErrorFrame({ status, title, text, reference, children }: ErrorFrameProps) {
  const { t } = useTranslation('ui')
  return (
    <div className="error-card">
      <p className="error-status">{status}</p>
      <h1>{title}</h1>
      {text ? <p className="text-ink-soft">{text}</p> : null}
      {children ? <div className="error-actions">{children}</div> : null}
      {reference ? (
        <p className="error-reference">
          {t('reference')}: <bdi className="code select-all">{reference}</bdi>
        </p>
      ) : null}
    </div>
  )
}
