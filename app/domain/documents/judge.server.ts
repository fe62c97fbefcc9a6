import { withFileBytes, type FileBytes, type FilePart } from './file-bytes.server'
import { judgeJpeg } from './judge-jpeg.server'
import { judgePdf } from './judge-pdf.server'
import { judgePng } from './judge-png.server'
import type { JudgedFile } from './judged-file'

const JUDGES: [start: string, judge: (bytes: FileBytes) => Promise<JudgedFile<FilePart>>][] = [
  ['%PDF-', judgePdf],
  ['\x89PNG\r\n\x1a\n', judgePng],
  ['\xff\xd8\xff', judgeJpeg],
]

/** What a file is, by its content alone: how it starts, how it is built, how it ends, how large its picture is. */
export const judgeFile = (file: string): Promise<JudgedFile<FilePart>> =>
  withFileBytes(file, async (bytes): Promise<JudgedFile<FilePart>> => {
    if (bytes.sizeBytes === 0) return { fault: 'empty' }
    const start = Buffer.from(await bytes.read(0, 8)).toString('latin1')
    const judge = JUDGES.find(([expected]) => start.startsWith(expected))?.[1]
    return judge ? judge(bytes) : { fault: 'kind' }
  })
