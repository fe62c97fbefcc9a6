import { z } from 'zod'
import { requiredReason } from '../../form-fields'

const FIRST = z.object({ intent: z.literal('propose'), reason: requiredReason })
const NEXT = z.object({
  intent: z.enum(['agree', 'return', 'withdraw']),
  /** The proposal that was read. */
  proposal: z.uuid(),
})

/** What the buttons send: a reason with a proposal, else the id of the proposal that was read. */
export const dataRequestInput = (posted: FormData) => (posted.get('intent') === 'propose' ? FIRST : NEXT)
export type DataRequestInput = z.output<typeof FIRST> | z.output<typeof NEXT>
