import fs from 'node:fs'
import path from 'node:path'
import type { RequestHandler } from 'express'
import { INERT_CONTENT_POLICY } from './headers'
import { forgetFile, sendError } from './send-error'

const PUBLIC_MAX_AGE_S = 3600
const IMMUTABLE_MAX_AGE_S = 365 * 24 * 3600
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Serves only the files that were in the folder at the start, compressed as the build left them. */
export function staticFiles(folder: string): RequestHandler {
  const names = new Set(listFiles(folder))
  return (request, response, next) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const name = request.path.slice(1)
    const isHashed = name.startsWith('assets/')
    if (!isReading || !isOffered(name, names)) return isHashed ? sendError(response, 404) : next()

    const compressed = CODINGS.filter(([, ending]) => names.has(name + ending))
    const coding = compressed.find(([accepted]) => request.acceptsEncodings(accepted))
    if (compressed.length > 0) response.vary('Accept-Encoding')
    if (coding) response.set('Content-Encoding', coding[0])
    response.type(path.extname(name))
    response.set('Content-Security-Policy', INERT_CONTENT_POLICY)
    response.set(
      'Cache-Control',
      isHashed ? `public, max-age=${IMMUTABLE_MAX_AGE_S}, immutable` : `public, max-age=${PUBLIC_MAX_AGE_S}`,
    )
    const file = name + (coding?.[1] ?? '')
    response.sendFile(file, { root: folder, cacheControl: false, acceptRanges: !coding, dotfiles: 'deny' }, (error) => {
      if (!error || response.headersSent || hasLeft(error)) return
      const unmet = unmetCondition(error)
      if (!unmet) return next(error)
      forgetFile(response)
      sendError(response, unmet.status, unmet.headers)
    })
  }
}

/** True when the reader went away before the first byte. */
const hasLeft = (error: NodeJS.ErrnoException): boolean => error.code === 'ECONNABORTED'

/** Statuses for a range past the end of the file, or a condition on another version of it. */
function unmetCondition(error: Error): { status: 412 | 416; headers?: Record<string, string> } | null {
  const { status, headers } = error as Error & { status?: number; headers?: Record<string, string> }
  return status === 412 || status === 416 ? { status, headers } : null
}

const isOffered = (name: string, names: Set<string>): boolean => names.has(name) && !/\.(br|gz|map)$/.test(name)

function listFiles(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
}
