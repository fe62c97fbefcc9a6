import { z } from 'zod'
import { INVITE_CHANNELS } from '../../../vocabulary'

const typed = z.string().catch('')

/** The fields filled in so far; missing ones are left out of the text. */
export const previewInput = z.object({
  type: typed,
  role: typed,
  organizationId: typed,
  language: typed,
  customMessage: typed,
  channel: z.enum(INVITE_CHANNELS).catch('email'),
})

export type PreviewInput = z.output<typeof previewInput>
