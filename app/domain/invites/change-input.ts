import { z } from 'zod'
import { lastDay, maximumUses } from './new-invite'

const seenDate = z
  .literal('')
  .or(z.iso.datetime())
  .transform((at) => (at === '' ? null : new Date(at)))

/** New terms, and the ones that the form was drawn from. */
export const editInput = (today: string) =>
  z.object({
    maximumUses,
    lastDay: lastDay(today),
    seenMaximum: z.coerce.number().int().min(1),
    seenExpiry: seenDate,
  })

export type EditInput = z.output<ReturnType<typeof editInput>>
