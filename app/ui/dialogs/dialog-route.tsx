import * as Dialog from '@radix-ui/react-dialog'
import { useId, useRef, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { buttonClass } from '../button'
import { ProofGate, useProofRequest } from '../forms/codes/confirm-identity'
import { Icon } from '../icon'
import { useScripted } from '../scripted'
import { PageTitle } from '../frame/page-title'
import { isComposing } from '../frame/shortcuts'
import { FORM_FIELDS } from '../../form-protocol'
import { useTranslation } from '../../i18n/use-translation'
import { Link } from '../link'

type DialogRouteProps = {
  title: string
  /** The consequence in one line. */
  description?: ReactNode
  /** Address of the page under the dialog, with its search params. */
  closeTo: string
  wide?: boolean
  children: ReactNode
}

/**
 * A child route shown as a dialog over its parent, open as long as the route matches: closing navigates to `closeTo`. When its
 * action asks for fresh proof, the question replaces the form. Rendered in place, never in a portal, so that the whole form is in
 * the server's HTML; `WithDialogs` draws its parent. Without script it reads as the page: its title is the first heading. A click
 * outside closes it, unless something was typed in it that is not kept.
 */
export function DialogRoute({ title, description, closeTo, wide, children }: DialogRouteProps) {
  const { t } = useTranslation('ui')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const id = useId()
  const opener = useRef<Element>(null)
  const body = useRef<HTMLDivElement>(null)
  const isWritten = useRef(false)
  const asked = useProofRequest()
  const isModal = useScripted()
  const close = () => navigate(closeTo, { preventScrollReset: true, replace: true })

  return (
    <Dialog.Root open onOpenChange={(open) => open || close()}>
      <PageTitle>{title}</PageTitle>
      <Dialog.Overlay className="overlay" style={{ pointerEvents: undefined }} />
      <div className="dialog-place">
        <Dialog.Content
          className={wide ? 'dialog dialog-wide' : 'dialog'}
          style={{ pointerEvents: undefined }}
          aria-modal={isModal || undefined}
          aria-labelledby={`${id}title`}
          aria-describedby={description ? `${id}text` : undefined}
          onOpenAutoFocus={(event) => {
            const active = document.activeElement
            opener.current = active === document.body ? linkTo(pathname + search, pathname) : active
            const first = body.current?.querySelector<HTMLElement>(FOCUSABLE)
            const chosen = chosenOf(first)
            if (!chosen) return
            event.preventDefault()
            chosen.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focusFirst(opener.current, linkTo(pathname + search, pathname))
          }}
          onEscapeKeyDown={(event) => isComposing(event) && event.preventDefault()}
          onInput={() => (isWritten.current = true)}
          onInteractOutside={(event) => {
            const { target } = event
            const isLost = isWritten.current && !body.current?.querySelector(`[name="${FORM_FIELDS.keep}"]`)
            // A toast that was just closed is already gone from the page.
            const isOver =
              target instanceof Element && (!target.isConnected || target.closest('[data-toaster], dialog'))
            if (isLost || isOver) event.preventDefault()
          }}
        >
          <div className="dialog-head">
            <Dialog.Title id={`${id}title`} asChild>
              {isModal ? <h2>{title}</h2> : <h1>{title}</h1>}
            </Dialog.Title>
            {/* Radix's own description would get an id that differs on the server. */}
            {description ? <p id={`${id}text`}>{description}</p> : null}
            <Link
              to={closeTo}
              preventScrollReset
              replace
              aria-label={t('close')}
              className={buttonClass({ variant: 'quiet', size: 'small', iconOnly: true }, 'dialog-close')}
            >
              <Icon name="x" />
            </Link>
          </div>
          <div ref={body} className="dialog-body">
            <ProofGate asked={asked} closeTo={closeTo}>
              {children}
            </ProofGate>
          </div>
        </Dialog.Content>
      </div>
    </Dialog.Root>
  )
}

const FOCUSABLE = 'input:not([type=hidden], [disabled]), select, textarea, button:not([tabindex="-1"]), a[href]'

/** In a group of radio buttons the checked one gets the focus, as with Tab: on another one, Space would select that. */
function chosenOf(first: HTMLElement | null | undefined): HTMLElement | null {
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio' || first.checked) return null
  return first.form?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(first.name)}"]:checked`) ?? null
}

/** The heading of a part of a dialog. */
export function DialogHeading({ children }: { children: ReactNode }) {
  const Heading = useScripted() ? 'h3' : 'h2'
  return <Heading className="dialog-heading">{children}</Heading>
}

/** The buttons at the end of a dialog: the action first, then the way back. */
export function DialogActions({ closeTo, children }: { closeTo: string; children: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <div className="dialog-foot">
      {children}
      <Link to={closeTo} preventScrollReset replace className={buttonClass({ variant: 'secondary' })}>
        {t('cancel')}
      </Link>
    </div>
  )
}

function linkTo(...addresses: string[]): Element | null {
  const links = [...document.querySelectorAll('a[href]:not([role="dialog"] a)')]
  return links.find((link) => addresses.includes(link.getAttribute('href') ?? '')) ?? null
}

function focusFirst(...candidates: (Element | null)[]) {
  for (const element of candidates) {
    if (!(element instanceof HTMLElement) || !element.isConnected) continue
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
