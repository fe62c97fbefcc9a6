import type { ReactNode } from 'react'
import { PlainFrame, type PlainFrameProps } from './plain-frame'

type AuthCardProps = {
  title: string
  sentence?: ReactNode
  /** Under the card: small print, or another way to sign in. */
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
