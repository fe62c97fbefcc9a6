import { createContext, useContext } from 'react'

/** What only the server knows while it draws a page; null in the browser. */
export type ServerFacts = {
  nonce: string
  requestId: string
  language: string
  theme: string
  font: string
  direction: string
  /** An error page is drawn: it needs nothing of the page that failed, nor its script. */
  hasFailed: boolean
  /** The status that the error boundary shows when the framework itself only knows "an error". */
  failureStatus: number | null
  /** What is said beside an error page of a failure of ours. */
  failureToast: string | null
  /** Path of the page one came from, for 'Go Back' without script. */
  cameFrom: string | null
  /** A form that nothing was done with, to be sent again. */
  unsent: { action: string; fields: [name: string, value: string][]; isInDoubt?: boolean } | null
  /** Names this drawing of the form that is written in. */
  drawing: string
  /** The style sheet, for a browser that has not loaded it yet. */
  styles: string | null
  /** Every posted form carries it. */
  formToken: string
  /** The page's texts for the browser's translator, as JSON. */
  textsJson: string
}

export const ServerFactsContext = createContext<ServerFacts | null>(null)

export const useServerFacts = (): ServerFacts | null => useContext(ServerFactsContext)

/** CSP nonce while drawing on the server; empty in the browser, where scripts already run. */
export const useNonce = (): string => useServerFacts()?.nonce ?? ''
