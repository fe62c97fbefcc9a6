import type { ReactNode } from 'react'

/** The buttons under a form; the primary one comes first, because Enter takes the first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="form-actions">{children}</div>
}
