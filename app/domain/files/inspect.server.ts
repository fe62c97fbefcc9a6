import { withFileBytes, type FileBytes, type FilePart } from './file-bytes.server'
import { inspectJpeg } from './inspect-jpeg.server'
import { inspectPdf } from './inspect-pdf.server'
import { inspectPng } from './inspect-png.server'
import type { DocumentMediaType } from '../../vocabulary'

const INSPECTORS: [start: string, inspect: (bytes: FileBytes) => Promise<InspectedFile<FilePart>>][] = [
  ['%PDF-', inspectPdf],
  ['\x89PNG\r\n\x1a\n', inspectPng],
  ['\xff\xd8\xff', inspectJpeg],
]

/** Identifies a file by its content alone: its start, structure and end, and the dimensions of a picture. */
export const inspectFile = (file: string): Promise<InspectedFile<FilePart>> =>
  withFileBytes(file, async (bytes): Promise<InspectedFile<FilePart>> => {
    if (bytes.sizeBytes === 0) return { fault: 'empty' }
    const start = Buffer.from(await bytes.read(0, 8)).toString('latin1')
    const inspect = INSPECTORS.find(([expected]) => start.startsWith(expected))?.[1]
    return inspect ? inspect(bytes) : { fault: 'kind' }
  })

/** Why a file is refused. */
export type FileFault = 'empty' | 'too-large' | 'kind' | 'broken' | 'pixels' | 'locked' | 'ending'

/** What a file is by its content. `parts` is the file without what tells of places and devices; null when it stays as it is. */
export type InspectedFile<Part> = { mediaType: DocumentMediaType; parts: Part[] | null } | { fault: FileFault }
