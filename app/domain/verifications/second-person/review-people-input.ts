import { z } from 'zod'
import type { TextKey } from '../../../i18n/keys'
import { VERIFICATION_TYPES, type VerificationType } from '../../../vocabulary'
import { CHOICE_REQUIRED, seenVersion } from '../../form-fields'
import { PEOPLE_CHOICES } from './second-person'

const error: TextKey = 'settings:reviews.error'
const people = z.enum(PEOPLE_CHOICES, { error: ({ input }) => (input ? error : CHOICE_REQUIRED) }).transform(Number)

const mustOpen = z
  .union([
    z.enum(VERIFICATION_TYPES, { error }).transform((type) => [type]),
    z.array(z.enum(VERIFICATION_TYPES, { error })),
  ])
  .default([])

/** How many people decide, by type, and the types whose documents have to be opened before an approval. */
export const reviewPeopleInput = z.object({
  ...(Object.fromEntries(VERIFICATION_TYPES.map((type) => [type, people])) as Record<VerificationType, typeof people>),
  mustOpen,
  version: seenVersion,
})
export type ReviewPeopleInput = z.output<typeof reviewPeopleInput>
