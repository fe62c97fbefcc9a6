import { z } from 'zod'
import { DOCUMENT_STATUSES } from '../../vocabulary'
import { optionalReason, requiredReason, seenVersion } from '../form-fields'

const REASONS = { none: z.null().catch(null), optional: optionalReason, required: requiredReason }

/** A change of an organization's status, with its reason where it has one. */
export const statusInput = (reason: keyof typeof REASONS) => z.object({ version: seenVersion, reason: REASONS[reason] })

/** The status of a document that its form was drawn from; one that cannot be read is not what it is now. */
const seen = z.enum(DOCUMENT_STATUSES).nullable().catch(null)
export const verifyDocumentInput = z.object({ seen }).transform((input) => ({ ...input, status: 'verified' as const }))
export const rejectDocumentInput = z
  .object({ seen, reason: requiredReason })
  .transform((input) => ({ ...input, status: 'rejected' as const }))

export const accessInput = z.object({ version: seenVersion, access: z.enum(['trial', 'official']) })

export const removeBrandInput = z.object({ version: seenVersion })
