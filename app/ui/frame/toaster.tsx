import { startTransition, use, useEffect, useState, type ReactNode } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router'
import { takeHeldAnnouncement } from './announcer'
import { ConnectionNote } from './network/connection-note'
import { Icon, type IconName } from '../icon'
import { Scripted } from '../scripted'
import { Sentence, UserText } from '../user-text'
import { useTranslation } from '../../i18n/use-translation'

type ToastType = 'success' | 'info' | 'warning' | 'error'
/** A toast; a later one of the same `thread` replaces it. */
export type Toast = { type: ToastType; text: string; detail?: string; thread?: string }
/** `outcomeText`, what the action led to, is only announced. */
type KeyedToast = Toast & { key: number; outcomeText?: string }

const ICONS: Record<ToastType, IconName> = {
  success: 'check-circle',
  info: 'info',
  warning: 'alert-triangle',
  error: 'alert-circle',
}

const EVENT = 'gatehouse:toast'

/** Shows a toast from the browser, for actions that never reach the server, such as copying. */
export function showToast(toast: Toast) {
  window.dispatchEvent(new CustomEvent<Toast>(EVENT, { detail: toast }))
}

/**
 * The toasts of the last action, already translated. They are in the server's HTML, so they show without scripts as well. They leave
 * after 5000 ms (specification 2), timed by the style sheet, which pauses under the pointer and in focus.
 */
export function Toaster({ toasts, children }: { toasts: readonly Toast[]; children?: ReactNode }) {
  const [shown, setShown] = useState<KeyedToast[]>(() => toasts.map(withKey))
  const [selectNew] = useState(() => newToastsAfter(toasts))
  const router = use(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    const take = (arrived: readonly Toast[]) => {
      const newer = selectNew(arrived).map(withKey)
      // Together with the page that they came with.
      if (newer.length > 0) startTransition(() => setShown((before) => withNewer(before, newer)))
    }
    take(toasts)
    // From the router itself: a busy browser may never draw the data that a later answer replaced.
    return router?.subscribe(({ loaderData }) => take((loaderData.root as RootData | undefined)?.toasts ?? []))
  }, [toasts, router, selectNew])
  useEffect(() => {
    const add = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      const toast = withKey(event.detail)
      const outcomeText = toast.type === 'error' ? '' : takeHeldAnnouncement()
      setShown((before) => [...before, { ...toast, outcomeText }])
    }
    window.addEventListener(EVENT, add)
    return () => window.removeEventListener(EVENT, add)
  }, [])
  useEffect(() => {
    const wait = setTimeout(sayAgain, LISTENS_AFTER_MS)
    return () => clearTimeout(wait)
  }, [])
  const remove = (key: number) => setShown((before) => before.filter((toast) => toast.key !== key))
  const line = (toast: KeyedToast) => <ToastLine key={toast.key} toast={toast} onLeave={() => remove(toast.key)} />
  return (
    <div className="toaster" data-toaster>
      <div role="status" aria-live="polite" aria-atomic="false" className="toast-region">
        {children}
        {shown.filter((toast) => toast.type !== 'error').map(line)}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="false" className="toast-region">
        {shown.filter((toast) => toast.type === 'error').map(line)}
        <ConnectionNote />
      </div>
    </div>
  )
}

function ToastLine({ toast, onLeave }: { toast: KeyedToast; onLeave: () => void }) {
  const { t } = useTranslation(['ui', 'common'])
  const close = t('toast.close')
  const text = <Sentence>{toast.text}</Sentence>
  return (
    <div
      className={`toast toast-${toast.type}`}
      data-close={close}
      onAnimationEnd={(event) => event.animationName === 'leave' && onLeave()}
    >
      <Icon name={ICONS[toast.type]} />
      <span className="toast-text">
        {toast.type === 'error' ? text : <span>{text}</span>}
        {toast.outcomeText ? (
          <span className="sr-only">
            <Sentence>{t('common:sentences', { before: '', next: toast.outcomeText })}</Sentence>
          </span>
        ) : null}{' '}
        {toast.detail ? (
          <UserText as="span" className="toast-detail">
            {toast.detail}
          </UserText>
        ) : null}
      </span>
      <Scripted>
        <button
          type="button"
          className="button button-quiet button-small button-icon"
          aria-label={close}
          onClick={onLeave}
        >
          <Icon name="x" />
        </button>
      </Scripted>
    </div>
  )
}

/** Screen readers do not announce toasts in the initial page: their text is inserted again once the reader listens. */
const LISTENS_AFTER_MS = 500
const sayAgain = () =>
  document.querySelectorAll('.toast-text').forEach((words) => words.replaceChildren(...words.childNodes))

/** Returns the shown toasts with the newer ones, which replace those of the same thread. */
export function withNewer<Shown extends Pick<Toast, 'thread'>>(
  before: readonly Shown[],
  newer: readonly Shown[],
): Shown[] {
  const threads = newer.map(({ thread }) => thread)
  return [...before.filter(({ thread }) => thread === undefined || !threads.includes(thread)), ...newer]
}

type RootData = { toasts: readonly Toast[] }

/** Returns a function that selects the toasts it was not given before, nor `shown`. The router and the page give the same objects. */
function newToastsAfter(shown: readonly Toast[]): (arrived: readonly Toast[]) => Toast[] {
  const known = new WeakSet<Toast>(shown)
  return (arrived) => {
    const newer = arrived.filter((toast) => !known.has(toast))
    newer.forEach((toast) => known.add(toast))
    return newer
  }
}

let count = 0
const withKey = (toast: Toast): KeyedToast => ({ ...toast, key: count++ })
