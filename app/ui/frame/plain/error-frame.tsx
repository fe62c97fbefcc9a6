import type { ReactNode } from 'react'
import { RichText } from '../../../i18n/rich-text'

type ErrorFrameProps = {
  status: number
  title: string
  text?: string
  /** The reference number, which is also in the log and the response header. */
  reference?: string
  /** Buttons: back, and home. */
  children?: ReactNode
}

/** The content of an error page, inside `PlainFrame` or the signed-in `Frame`. */
export function ErrorFrame({ status, title, text, reference, children }: ErrorFrameProps) {
  return (
    <div className="error-card">
      <p className="error-status">{status}</p>
      <h1>{title}</h1>
      {text ? <p className="text-ink-soft">{text}</p> : null}
      {children ? <div className="error-actions">{children}</div> : null}
      {reference ? (
        <p className="error-reference">
          <RichText
            text="ui:reference"
            values={{ reference }}
            elements={{ code: <bdi className="code select-all" /> }}
          />
        </p>
      ) : null}
    </div>
  )
}
