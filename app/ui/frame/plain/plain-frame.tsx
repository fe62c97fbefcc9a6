import type { ReactNode } from 'react'
import { BrandLink } from '../brand-link'
import { LoadingBar } from '../network/loading-bar'
import { SkipLink } from '../skip-link'
import { Toaster, type Toast } from '../toaster'

export type PlainFrameProps = {
  brand: string
  /** End of the top: a language `Menu`. */
  menus?: ReactNode
  /** Links at the foot. */
  footer?: ReactNode
  toasts?: readonly Toast[]
  children: ReactNode
}

/** The shell of pages outside the console: logo, language, one column. */
export function PlainFrame({ brand, menus, footer, toasts = [], children }: PlainFrameProps) {
  return (
    <div className="plain-frame">
      <SkipLink /> <LoadingBar />
      <header className="plain-top">
        <BrandLink brand={brand} />
        <div className="plain-top-end">{menus}</div>
      </header>
      <main id="main" className="plain-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="plain-foot">{footer}</footer>
      <Toaster toasts={toasts} />
    </div>
  )
}
