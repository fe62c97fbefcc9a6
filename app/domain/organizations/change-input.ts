import { z } from 'zod'
import { ORGANIZATION_STATUSES } from '../../vocabulary'
import { optionalReason, requiredReason, seenVersion } from '../form-fields'

const REASONS = { none: z.null().catch(null), optional: optionalReason, required: requiredReason }

/** A change of an organization's status, with its reason where it has one. */
export const statusInput = (reason: keyof typeof REASONS) =>
  z.object({
    version: seenVersion,
    status: z.enum(ORGANIZATION_STATUSES).nullable().catch(null),
    reason: REASONS[reason],
  })

export const accessInput = z.object({ access: z.enum(['trial', 'official']) })

export const removeBrandInput = z.object({ version: seenVersion })
