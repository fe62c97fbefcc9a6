import { href } from 'react-router'
import type { DecisionTarget } from '../../domain/verifications/decisions/decision'
import type { ReviewAddress } from '../../domain/verifications/queue/verification-list'
import {
  DECISIONS,
  VERIFICATION_ACTION_NAMES,
  type VerificationAction,
} from '../../domain/verifications/verification-actions'

const MODE_CHANGES = href('/verifications/mode-changes/:id', { id: '' })

export const isModeChangeAddress = (url: URL): boolean => url.pathname.startsWith(MODE_CHANGES)

/** The application that an address names. */
export const reviewAddressAt = ({ params, url }: { params: { id: string }; url: URL }): ReviewAddress => ({
  id: params.id,
  isModeChange: isModeChangeAddress(url),
})

/** The application that an address names, as a form saw it, for a command. */
export const targetOf = (
  { params, url }: { params: { id: string }; url: URL },
  version: number,
  requestId: string,
): DecisionTarget => ({ id: params.id, version, requestId, mustBeModeChange: isModeChangeAddress(url) })

/** The page's own search params, besides the queue's: the document being read, the one beside it, the open form. */
const OPENS = ['document', 'beside', 'decide', 'verdict'] as const
/** A value of `beside`: the document is shown alone. */
export const ALONE = 'none'
export type Opened = { readonly [Name in (typeof OPENS)[number]]?: string | null }

/** Actions that are posted to the page's address with their name at its end. */
const ACTS = [...VERIFICATION_ACTION_NAMES, 'claim', 'undo', 'second', 'presence']
const AT_ITS_END = new RegExp(`/(${ACTS.join('|')})?/?$`)

/** The application's page for the address of a decision or of a document's verdict. */
export const pageOf = (pathname: string): string =>
  pathname.replace(/\/documents\/[^/]+\/(verify|reject)\/?$/, '').replace(AT_ITS_END, '')

/** The search params with something else opened; null closes it. */
export function searchWith(search: string, opened: Opened): string {
  const params = new URLSearchParams(search)
  for (const name of OPENS) {
    const value = opened[name]
    if (value === null) params.delete(name)
    else if (value !== undefined) params.set(name, value)
  }
  return params.size > 0 ? `?${params}` : ''
}

/** The page under a decision or verdict: the same queue and document, with no form open. */
export const addressUnder = (url: URL): string =>
  pageOf(url.pathname) + searchWith(url.search, { decide: null, verdict: null })

/** The decision whose form the page itself draws; other actions have only their own address. */
export const decisionInPage = (url: URL): VerificationAction | null =>
  DECISIONS.find((name) => name === url.searchParams.get('decide')) ?? null
