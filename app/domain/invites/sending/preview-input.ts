import { z } from 'zod'
import { INVITE_CHANNELS } from '../../../vocabulary'

const typed = z.string().catch('')

/** What is filled in so far; anything not there yet is left out of the words. */
export const previewInput = z.object({
  type: typed,
  role: typed,
  organizationId: typed,
  language: typed,
  customMessage: typed,
  channel: z.enum(INVITE_CHANNELS).catch('email'),
})

export type PreviewInput = z.output<typeof previewInput>
