import { useLocation, useParams } from 'react-router'
import { searchWith, type Opened } from '../addresses'
import type { Desk } from './read-review.server'

/** Which paper is read, by the address of the page or else the one to be judged next, and the addresses of what else may be opened. */
export function useOpenPaper({ path, documents, firstDocumentId }: Desk) {
  const { search } = useLocation()
  const { documentId } = useParams()
  const asked = documentId ?? new URLSearchParams(search).get('document')
  const index = documents?.findIndex(({ id }) => id === asked) ?? -1
  const paper = documents?.[index] ?? documents?.find(({ id }) => id === firstDocumentId) ?? null
  const place = paper ? (documents?.indexOf(paper) ?? -1) : -1
  const searchOf = (opened: Opened) =>
    searchWith(search, { verdict: null, ...(paper && { document: paper.id }), ...opened })
  return {
    paper,
    previous: documents?.[place - 1] ?? null,
    next: documents?.[place + 1] ?? null,
    /** The same page with something else opened; the paper that is read stays. */
    href: (opened: Opened) => path + searchOf(opened),
    searchOf,
  }
}

export type OpenPaper = ReturnType<typeof useOpenPaper>
