import { createContext, useContext } from 'react'

/** What only the server knows while drawing a page; null in the browser. */
export type ServerFacts = {
  nonce: string
  requestId: string
  language: string
  theme: string
  font: string
  direction: string
  /** An error page is drawn: it needs nothing from the failed page, not even its script. */
  hasFailed: boolean
  /** The status that the error boundary shows when the framework itself only knows "an error". */
  failureStatus: number | null
  /** The toast on an error page for a failure of ours. */
  failureToast: string | null
  /** The path of the page before, for 'Go Back' without script. */
  cameFrom: string | null
  /** A form that was not carried out, to be sent again. */
  unsent: { action: string; fields: [name: string, value: string][]; isInDoubt?: boolean } | null
  /** The name of this drawing of the written form. */
  drawing: string
  /** The style sheet's text, for a browser that has not loaded it yet. */
  styles: string | null
  /** The token for every posted form. */
  formToken: string
  /** The page's texts for the browser's translator, as JSON. */
  textsJson: string
}

export const ServerFactsContext = createContext<ServerFacts | null>(null)

export const useServerFacts = (): ServerFacts | null => useContext(ServerFactsContext)

/** CSP nonce while drawing on the server; empty in the browser, where scripts already run. */
export const useNonce = (): string => useServerFacts()?.nonce ?? ''
