import type { ReactNode } from 'react'

/** A part of a long form under a heading of its own. */
export function FormSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="form-section">
      <div>
        <h2>{title}</h2>
        {text ? <p className="field-help mt-0.5">{text}</p> : null}
      </div>
      {children}
    </section>
  )
}

/** The buttons under a form; the primary one comes first, because Enter takes the first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="form-actions">{children}</div>
}
