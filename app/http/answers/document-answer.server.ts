import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '../../context'
import type { Actor } from '../../domain/access'
import type { OpenDocument } from '../../domain/documents/open-document.server'
import { takeTransfer } from '../../domain/documents/transfer.server'
import { waitSeconds } from '../../i18n/wait-label'
import { failure } from './failures.server'
import { letGoWhenGone } from './let-go.server'

/**
 * The file as it is taken, under headers that make a foreign one harmless: nothing in it runs, no other site may show it,
 * nothing keeps it. With `?download`, or when it is not for view, it is kept as a file. Without a file 404, and 429 when the
 * session has taken too much.
 */
export async function documentAnswer(
  context: Readonly<RouterContextProvider>,
  actor: Actor,
  file: OpenDocument | null,
  url: URL,
): Promise<Response> {
  if (!file) throw failure(context, 404)
  const refusal = beyondTransfer(context, actor, file.sizeBytes)
  if (refusal) {
    await file.content.cancel()
    throw refusal
  }
  letGoWhenGone(context, () => void file.content.cancel().catch(() => {}))
  const how = file.isForView && !url.searchParams.has('download') ? 'inline' : 'attachment'
  return new Response(file.content, { headers: headersOf(file, how) })
}

/** Pages of a document, drawn by us: `X-Pages` says how many it has. */
export function pictureAnswer(
  context: Readonly<RouterContextProvider>,
  actor: Actor,
  { picture, count }: { picture: Uint8Array; count: number },
): Response {
  const refusal = beyondTransfer(context, actor, picture.byteLength)
  if (refusal) throw refusal
  return new Response(picture as Uint8Array<ArrayBuffer>, {
    headers: {
      ...HARMLESS,
      'Content-Type': 'image/png',
      'Content-Length': String(picture.byteLength),
      'X-Pages': String(count),
    },
  })
}

/** Counts so much against the session; the refusal when that is too much. */
function beyondTransfer(context: Readonly<RouterContextProvider>, actor: Actor, sizeBytes: number): Response | null {
  const waitMs = takeTransfer(context.get(servicesContext), actor, sizeBytes)
  if (waitMs === 0) return null
  const refusal = failure(context, 429)
  refusal.headers.set('Retry-After', String(waitSeconds(waitMs)))
  return refusal
}

/** Nothing in it runs, no other site may show it, nothing keeps it. */
const HARMLESS = {
  'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox`,
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
  }
}

/** For old readers: printable ASCII without quotes, slashes or escapes. */
const plainName = (name: string) => name.replaceAll(/[^\x20-\x7e]|["\\/%;]/g, '_')

/** RFC 5987: what `encodeURIComponent` leaves and the RFC does not allow is escaped too. */
const encodedName = (name: string) =>
  encodeURIComponent(name.replaceAll(/[\x00-\x1f\x7f/\\\uD800-\uDFFF]/gu, '_')).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
