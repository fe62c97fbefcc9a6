import { z } from 'zod'
import { requiredReason } from '../../form-fields'

/** What the form was drawn for: to set a hold or to lift it. */
export const legalHoldInput = z.object({ intent: z.enum(['set', 'lift']), reason: requiredReason })
export type HoldInput = z.output<typeof legalHoldInput>
