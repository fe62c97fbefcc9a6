import type { ReactNode } from 'react'
import { BrandLink } from '../brand-link'
import { LoadingBar } from '../network/loading-bar'
import { SkipLink } from '../skip-link'
import { Toaster, type Toast } from '../toaster'

type PlainFrameProps = {
  brand: string
  /** Where the logo leads. */
  home?: string
  /** End of the top: a language `Menu`. */
  menus?: ReactNode
  /** Links at the foot. */
  footer?: ReactNode
  toasts?: readonly Toast[]
  children: ReactNode
}

/** The shell of pages outside the console: logo, language, one column. */
export function PlainFrame({ brand, home, menus, footer, toasts = [], children }: PlainFrameProps) {
  return (
    <div className="plain-frame">
      <SkipLink />
      <LoadingBar />
      <header className="plain-top">
        <BrandLink brand={brand} to={home} />
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

type AuthCardProps = {
  title: string
  sentence?: ReactNode
  /** Under the card: the small print, another way in. */
  after?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** One calm card with the page's `h1`: sign-in, code, invite, registration. */
function AuthCard({ title, sentence, after, wide, children }: AuthCardProps) {
  return (
    <>
      <div className={wide ? 'auth-card auth-card-wide' : 'auth-card'}>
        <div className="auth-head">
          <h1>{title}</h1>
          {sentence ? <p>{sentence}</p> : null}
        </div>
        {children}
      </div>
      {after ? <div className="auth-after">{after}</div> : null}
    </>
  )
}

/** `PlainFrame` with one `AuthCard`. */
export function AuthFrame({ brand, menus, footer, toasts, ...card }: PlainFrameProps & AuthCardProps) {
  return (
    <PlainFrame brand={brand} menus={menus} footer={footer} toasts={toasts}>
      <AuthCard {...card} />
    </PlainFrame>
  )
}
