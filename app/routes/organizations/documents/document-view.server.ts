import { rejectionIn } from '../../../domain/documents/rejection'
import type { FileState } from '../../../domain/files/file-state'
import { formatBytes } from '../../../i18n/format'
import { relativeMoment } from '../../../i18n/moment'
import type { Reader } from '../../../i18n/reader'
import type { DocumentStatus, DocumentType, Language } from '../../../vocabulary'
import { documentPath } from '../addresses'

type Row = {
  id: string
  type: DocumentType
  fileName: string
  sizeBytes: number
  status: DocumentStatus
  isReplaced: boolean
  rejectionReason: string | null
  rejectionTexts: Record<Language, string> | null
  fileState: FileState
  isReplaceable: boolean
  uploadedAt: Date
}

/** Returns a document in words and links for its partner. */
export const documentView = (organizationId: string, row: Row, { language, timeZone, now }: Reader) => ({
  id: row.id,
  type: row.type,
  fileName: row.fileName,
  status: row.status,
  isReplaced: row.isReplaced,
  rejectionReason: rejectionIn(language, row),
  fileState: row.fileState,
  isReplaceable: row.isReplaceable,
  size: formatBytes(row.sizeBytes, language),
  uploaded: relativeMoment(row.uploadedAt, now, language, timeZone),
  href: documentPath(organizationId, row.id),
})

export type DocumentView = ReturnType<typeof documentView>
