import type { BucketRule } from '../limits/token-bucket'

const MEGABYTE = 1024 * 1024

export const DOCUMENT_MAX_BYTES = 10 * MEGABYTE
/** Per application, and per answer: times the size limit, this is the 200 MB that an organization may add until staff act. */
export const DOCUMENTS_AT_MOST = 20
export const PICTURE_SIDE_MAX_PX = 10_000
export const FILE_NAME_MAX_LENGTH = 200
/** Concurrent uploads of one organization. */
export const UPLOADS_AT_ONCE = 2
/** Longer than the edge allows for a request plus the transfer of a document to the store. */
export const UPLOAD_LIMIT_MS = 630_000
/** What one session may transfer: the documents of many applications at once, then as fast as anybody reads them. */
export const TRANSFER: BucketRule = { burst: 400 * MEGABYTE, perSecond: 4 * MEGABYTE }
/** The smallest size that a file is counted as. */
export const TRANSFER_LEAST_BYTES = MEGABYTE / 4
