import { createContext } from 'react-router'
import type { Actor } from './domain/access'
import type { Services } from './services.server'
import type { Language } from './vocabulary'

/** What the HTTP edge knows of a request before the framework sees it. */
export type RequestInfo = {
  /** The reference number: in the `x-request-id` header, on error pages, in log lines and tracker events. */
  requestId: string
  /** CSP nonce of this answer. */
  nonce: string
  /** The client's address, as far as trusted proxies report it. */
  address: string
  /** The route pattern that its address matched, as `invites/:id`; the routes set it. */
  pattern?: string
  /** A HEAD request: the body of the answer is not sent. */
  isHead?: boolean
  /** How long the answer is held back; its request has already left the admission queue by then. */
  holdMs?: number
  /** The answer is a redirect in place of what was asked for, which its status does not show. */
  isRedirectedInstead?: boolean
  /** Aborts when the client disconnects before it has the whole answer. */
  disconnectSignal?: AbortSignal
}

export const servicesContext = createContext<Services>()
export const requestInfoContext = createContext<RequestInfo>()
/** Null outside the signed-in area. */
export const actorContext = createContext<Actor | null>(null)
export const languageContext = createContext<Language>()
/** What a form's button chose, such as another language: used wherever the page is drawn, and stored in cookies. */
export const chosenContext = createContext<URLSearchParams | null>(null)
/** The kind of this request's failure: set by `handleError`, read when the answer is written. */
export const failureContext = createContext<{ kind: 'unavailable' | 'bug' } | null>(null)
/** The drawing of the posted form, which it keeps when drawn again. Empty when none was posted. */
export const drawingContext = createContext('')
/** A message in the reader's language, shown for a few seconds, or until a later one of the same `thread` replaces it. */
export type ShownToast = {
  type: 'success' | 'error' | 'info' | 'warning'
  text: string
  detail?: string
  thread?: string
}

/** The toasts that this request's action shows on the page drawn for it. */
export const toastsContext = createContext<readonly ShownToast[]>([])
/** A posted form that was not carried out, or with `isInDoubt` may have been. */
export type UnsentForm = { action: string; fields: [name: string, value: string][]; isInDoubt?: boolean }

/** Set until a posted form is carried out; the page for an unavailable console offers to send it again. */
export const unsentContext = createContext<UnsentForm | null>(null)
