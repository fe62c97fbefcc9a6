import type { RouterContextProvider } from 'react-router'
import type { OpenDocument, TransferLimited } from '../../domain/documents/open-document.server'
import { waitSeconds } from '../../i18n/wait-label'
import { failure } from './failures.server'
import { releaseOnDisconnect } from './release-on-disconnect.server'

/**
 * Returns the file under headers that make an untrusted one harmless: nothing in it runs, no other site may show it, nothing stores
 * it. It is sent as a download with `?download`, or when it is not for view. Throws 404 without a file, and 429 when the session has
 * downloaded too much.
 */
export function documentAnswer(
  context: Readonly<RouterContextProvider>,
  file: OpenDocument | TransferLimited | null,
  url: URL,
): Response {
  if (!file) throw failure(context, 404)
  if ('waitMs' in file) throw tooMuch(context, file)
  releaseOnDisconnect(context, () => void file.content.cancel().catch(() => {}))
  const how = file.isForView && !url.searchParams.has('download') ? 'inline' : 'attachment'
  return new Response(file.content, { headers: headersOf(file, how) })
}

/**
 * Returns pages of a document as one picture that we drew; with `isCount` only the headers. `X-Pages` is the document's page count,
 * `X-Drawn` the pages in the picture.
 */
export function pictureAnswer(
  context: Readonly<RouterContextProvider>,
  drawn: { picture: Uint8Array; count: number; drawn: number } | TransferLimited,
  isCount: boolean,
): Response {
  if ('waitMs' in drawn) throw tooMuch(context, drawn)
  const { picture } = drawn
  const counts = { 'X-Pages': String(drawn.count), 'X-Drawn': String(drawn.drawn) }
  if (isCount) return new Response(null, { status: 204, headers: counts })
  return new Response(picture as Uint8Array<ArrayBuffer>, {
    headers: {
      ...HARMLESS,
      'Content-Type': 'image/png',
      'Content-Length': String(picture.byteLength),
      ...counts,
    },
  })
}

function tooMuch(context: Readonly<RouterContextProvider>, { waitMs }: TransferLimited): Response {
  const refusal = failure(context, 429)
  refusal.headers.set('Retry-After', String(waitSeconds(waitMs)))
  return refusal
}

const POLICY = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'`

/** Nothing in the file runs, no other site may show it, nothing stores it. */
const HARMLESS = {
  'Content-Security-Policy': `${POLICY}; sandbox`,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

function headersOf({ fileName, mediaType, sizeBytes }: OpenDocument, how: 'inline' | 'attachment'): HeadersInit {
  return {
    'Content-Type': mediaType,
    'Content-Length': String(sizeBytes),
    'Content-Disposition': `${how}; filename="${plainName(fileName)}"; filename*=UTF-8''${encodedName(fileName)}`,
    ...HARMLESS,
    // Browsers show a PDF in a frame of their own, which WebKit leaves empty in a sandbox.
    ...(mediaType === 'application/pdf' && { 'Content-Security-Policy': POLICY }),
  }
}

/** For old clients: printable ASCII without quotes, slashes or escapes. */
const plainName = (name: string) => name.replaceAll(/[^\x20-\x7e]|["\\/%;]/g, '_')

/** RFC 5987: also escapes what `encodeURIComponent` leaves and the RFC does not allow. */
const encodedName = (name: string) =>
  encodeURIComponent(name.replaceAll(/[\x00-\x1f\x7f/\\\uD800-\uDFFF]/gu, '_')).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
