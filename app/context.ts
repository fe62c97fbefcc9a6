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
  /** Client address as far as trusted proxies tell it. */
  address: string
  /** The pattern of the route map that its address met, as `invites/:id`; the routes tell it. */
  pattern?: string
  /** Asked by HEAD: nobody gets the body of the answer. */
  isHead?: boolean
  /** So long the answer is held back; its request has given its place to others by then. */
  holdMs?: number
  /** The answer is a redirect because what was asked for was not done, which its status does not tell. */
  isLedAway?: boolean
  /** Aborts when whoever asked goes away before they have the whole answer. */
  gone?: AbortSignal
}

export const servicesContext = createContext<Services>()
export const requestInfoContext = createContext<RequestInfo>()
/** Null outside the signed-in area. */
export const actorContext = createContext<Actor | null>(null)
export const languageContext = createContext<Language>()
/** What a button of a form chose, such as another language: read wherever the page is drawn, and kept in cookies. */
export const chosenContext = createContext<URLSearchParams | null>(null)
/** Set by `handleError`, read when the answer is written: what kind of failure this is. */
export const failureContext = createContext<{ kind: 'unavailable' | 'bug' } | null>(null)
/** Which drawing of a form was posted: drawn again, it is the same one. Empty when none was. */
export const drawingContext = createContext('')
/** A message in the reader's language, shown for a few seconds, or until a later one of the same `thread`. */
export type ShownToast = {
  type: 'success' | 'error' | 'info' | 'warning'
  text: string
  detail?: string
  thread?: string
}

/** What the action of this request has to say on the page that is drawn for it. */
export const toastsContext = createContext<readonly ShownToast[]>([])
/** A posted form that was not carried out, or perhaps was, where nobody knows. */
export type UnsentForm = { action: string; fields: [name: string, value: string][]; isInDoubt?: boolean }

/** Set while a form is not carried out; the page of a console that is away offers to send it again. */
export const unsentContext = createContext<UnsentForm | null>(null)
