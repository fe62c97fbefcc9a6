import { useLocation, useParams } from 'react-router'
import { replacedBy } from '../../../domain/verifications/papers/papers'
import { ALONE, searchWith, type Opened } from '../addresses'
import type { Desk } from './read-review.server'

/** Which paper is read, by the address of the page or else the one to be judged next, and the addresses of what else may be opened. */
export function useOpenPaper({ path, documents, firstDocumentId }: Desk) {
  const { search } = useLocation()
  const { documentId } = useParams()
  const params = new URLSearchParams(search)
  const asked = documentId ?? params.get('document')
  const index = documents?.findIndex(({ id }) => id === asked) ?? -1
  const paper = documents?.[index] ?? documents?.find(({ id }) => id === firstDocumentId) ?? null
  const place = paper ? (documents?.indexOf(paper) ?? -1) : -1
  const replaced = documents && paper && replacedBy(documents, paper)
  const beside = params.get('beside')
  const searchOf = (opened: Opened) =>
    searchWith(search, {
      verdict: null,
      ...(paper && { document: paper.id }),
      ...(opened.document && { beside: null }),
      ...opened,
    })
  return {
    paper,
    /** The paper that it came in the place of, which stands beside it unless it is read alone; or another that was asked for. */
    replaced,
    beside: beside === ALONE ? null : (documents?.find(({ id }) => id === beside && id !== paper?.id) ?? replaced),
    previous: documents?.[place - 1] ?? null,
    next: documents?.[place + 1] ?? null,
    /** The same page with something else opened; the paper that is read stays. */
    href: (opened: Opened) => path + searchOf(opened),
    searchOf,
  }
}

export type OpenPaper = ReturnType<typeof useOpenPaper>
