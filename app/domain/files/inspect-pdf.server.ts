import type { FileBytes, FilePart } from './file-bytes.server'
import type { InspectedFile } from './inspect.server'

const HEADER = /^%PDF-[12]\.\d/
const TAIL_BYTES = 2048
const END = /startxref\s+(\d{1,10})\s+%%EOF\s*$/
/** A cross-reference table, or an object that holds one. */
const TABLE = /^\s*(xref\s|\d+\s+\d+\s+obj\b)/

/** A PDF starts with its version, ends with the offset of its cross-reference table, and has one there. */
export async function inspectPdf(bytes: FileBytes): Promise<InspectedFile<FilePart>> {
  const head = (await bytes.read(0, 16)).toString('latin1')
  if (!HEADER.test(head)) return { fault: 'broken' }
  const tailAt = Math.max(0, bytes.sizeBytes - TAIL_BYTES)
  const tail = (await bytes.read(tailAt, TAIL_BYTES)).toString('latin1')
  const tableAt = Number(END.exec(tail.replace(/\0+$/, ''))?.[1] ?? Number.NaN)
  if (!(tableAt > 0 && tableAt < bytes.sizeBytes)) return { fault: 'broken' }
  const table = (await bytes.read(tableAt, 64)).toString('latin1')
  if (!TABLE.test(table)) return { fault: 'broken' }
  const isLocked = tail.includes('/Encrypt') || (await bytes.read(tableAt, TAIL_BYTES)).includes('/Encrypt')
  return isLocked ? { fault: 'locked' } : { mediaType: 'application/pdf', parts: null }
}
