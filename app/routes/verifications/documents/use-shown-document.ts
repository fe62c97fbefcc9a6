import { useLocation, useParams } from 'react-router'
import { predecessorOf } from '../../../domain/verifications/documents/application-documents'
import { ALONE, searchWith, type Opened } from '../addresses'
import type { Desk } from '../review/read-review.server'

export type DeskDocument = NonNullable<Desk['documents']>[number]

/** Returns the document being read, named by the page's address or else the next to judge, and the addresses of what else can be opened. */
export function useShownDocument({ path, documents, firstDocumentId }: Desk) {
  const { search } = useLocation()
  const { documentId } = useParams()
  const params = new URLSearchParams(search)
  const asked = documentId ?? params.get('document')
  const index = documents?.findIndex(({ id }) => id === asked) ?? -1
  const shown = documents?.[index] ?? documents?.find(({ id }) => id === firstDocumentId) ?? null
  const at = shown ? (documents?.indexOf(shown) ?? -1) : -1
  const predecessor = documents && shown && predecessorOf(documents, shown)
  const beside = params.get('beside')
  const searchOf = (opened: Opened) =>
    searchWith(search, {
      verdict: null,
      ...(shown && { document: shown.id }),
      ...(opened.document && { beside: null }),
      ...opened,
    })
  return {
    document: shown,
    /** The document that this one replaced. `beside` is it, unless this one is shown alone, or another document that was asked for. */
    predecessor,
    beside: beside === ALONE ? null : (documents?.find(({ id }) => id === beside && id !== shown?.id) ?? predecessor),
    previous: documents?.[at - 1] ?? null,
    next: documents?.[at + 1] ?? null,
    /** The address of the page with something else opened; the document being read stays. */
    href: (opened: Opened) => path + searchOf(opened),
    searchOf,
  }
}

export type ShownDocument = ReturnType<typeof useShownDocument>
