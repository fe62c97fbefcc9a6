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

/** The application that an address is about. */
export const reviewAddressAt = ({ params, url }: { params: { id: string }; url: URL }): ReviewAddress => ({
  id: params.id,
  isModeChange: isModeChangeAddress(url),
})

/** The application of an address as a form saw it, for a command. */
export const targetOf = (
  { params, url }: { params: { id: string }; url: URL },
  version: number,
  requestId: string,
): DecisionTarget => ({ id: params.id, version, requestId, mustBeModeChange: isModeChangeAddress(url) })

/** What the search params of the page say beside the queue: the document that is read, the one beside it, the open form. */
const OPENS = ['document', 'beside', 'decide', 'verdict'] as const
/** For `beside`: the document is read alone. */
export const ALONE = 'none'
export type Opened = { readonly [Name in (typeof OPENS)[number]]?: string | null }

/** What is posted at the end of the page's address. */
const ACTS = [...VERIFICATION_ACTION_NAMES, 'claim', 'undo', 'second', 'presence']
const AT_ITS_END = new RegExp(`/(${ACTS.join('|')})?/?$`)

/** The page of the application that a decision at its end, or one of its documents, belongs to. */
export const pageOf = (pathname: string): string =>
  pathname.replace(/\/documents\/[^/]+\/(verify|reject)\/?$/, '').replace(AT_ITS_END, '')

/** The same search params with something else opened; null closes it. */
export function searchWith(search: string, opened: Opened): string {
  const params = new URLSearchParams(search)
  for (const name of OPENS) {
    const value = opened[name]
    if (value === null) params.delete(name)
    else if (value !== undefined) params.set(name, value)
  }
  return params.size > 0 ? `?${params}` : ''
}

/** The page under a decision or a verdict: the same queue and document, with no form open. */
export const addressUnder = (url: URL): string =>
  pageOf(url.pathname) + searchWith(url.search, { decide: null, verdict: null })

/** The decision that the page itself is to draw; other actions have only their own address. */
export const decisionInPage = (url: URL): VerificationAction | null =>
  DECISIONS.find((name) => name === url.searchParams.get('decide')) ?? null
