import type { DocumentMediaType } from '../vocabulary'

type File = {
  fileName: string
  mediaType: DocumentMediaType
  sizeBytes: number
  content: ReadableStream<Uint8Array>
  isForView: boolean
}

/**
 * The file as it is taken, under headers that make a foreign one harmless: nothing in it runs, no other site may show it,
 * nothing keeps it. With `?download`, or when it is not for view, it is kept as a file.
 */
export function documentAnswer(file: File, url: URL): Response {
  const how = file.isForView && !url.searchParams.has('download') ? 'inline' : 'attachment'
  return new Response(file.content, { headers: headersOf(file, how) })
}

function headersOf({ fileName, mediaType, sizeBytes }: File, how: 'inline' | 'attachment'): HeadersInit {
  return {
    'Content-Type': mediaType,
    'Content-Length': String(sizeBytes),
    'Content-Disposition': `${how}; filename="${plainName(fileName)}"; filename*=UTF-8''${encodedName(fileName)}`,
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox`,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
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
