import { z } from 'zod'
import { DOCUMENT_TYPES, LANGUAGES, TEMPLATE_USES, VERIFICATION_TYPES, type Language } from '../../../vocabulary'
import { CHOICE_REQUIRED, key, REQUIRED, seenVersion, textUpTo } from '../../form-fields'
import { isTarget } from '../requested-items/items'
import { TEMPLATE_MAX_LENGTH } from './templates'

const templateText = textUpTo(TEMPLATE_MAX_LENGTH, 'templates:error.tooLong')

const someOf = <Member extends string>(members: readonly Member[]) =>
  z
    .preprocess((value) => [value ?? []].flat(), z.array(z.unknown()))
    .transform((chosen) => members.filter((member) => chosen.includes(member)))

/** The text in each language; while one is empty, the template is not offered. */
const texts = Object.fromEntries(LANGUAGES.map((language) => [language, templateText])) as Record<
  Language,
  typeof templateText
>

export const templateInput = z
  .object({
    version: seenVersion,
    use: z.enum(TEMPLATE_USES, { error: CHOICE_REQUIRED }),
    types: someOf(VERIFICATION_TYPES),
    documentTypes: someOf(DOCUMENT_TYPES),
    target: z
      .string()
      .nullish()
      .transform((value) => value || null)
      .refine((value) => value === null || isTarget(value), key('verifications:error.targetGone')),
    ...texts,
  })
  .refine((input) => LANGUAGES.some((language) => input[language] !== ''), {
    path: ['en'],
    error: REQUIRED,
  })
  .transform((input) => ({ ...input, target: input.use === 'item' ? input.target : null }))

export type TemplateInput = z.output<typeof templateInput>

/** Archives or restores: `seen` is the state that the form was drawn from. */
export const archiveInput = z.object({ version: seenVersion, seen: z.enum(['current', 'archived']).catch('current') })
