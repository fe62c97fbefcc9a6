import type { BucketRule } from '../limits/token-bucket'

const MEGABYTE = 1024 * 1024

export const DOCUMENT_MAX_BYTES = 10 * MEGABYTE
/** For an application, and for each answer: with their size the 200 MB that an organization may add until staff act. */
export const DOCUMENTS_AT_MOST = 20
export const PICTURE_SIDE_MAX_PX = 10_000
export const FILE_NAME_MAX_LENGTH = 200
/** Uploads under way for one organization. */
export const UPLOADS_AT_ONCE = 2
/** Longer than the edge lets one request take, and then a document its way to the store. */
export const UPLOAD_LIMIT_MS = 630_000
/** What one session may transfer: the documents of many applications at once, then as fast as anybody reads them. */
export const TRANSFER: BucketRule = { burst: 400 * MEGABYTE, perSecond: 4 * MEGABYTE }
/** Even the smallest file counts as so much. */
export const TRANSFER_LEAST_BYTES = MEGABYTE / 4
