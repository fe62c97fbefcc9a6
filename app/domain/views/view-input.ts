import { z } from 'zod'
import { ROLES } from '../../vocabulary'
import { hasNul, trimmed, VIEW_NAME_MAX_LENGTH } from '../written-text'
import { key } from '../form-fields'

const name = z
  .string({ error: key('common:error.required') })
  .refine((value) => !hasNul(value), key('views:error.name'))
  .transform(trimmed)
  .refine((value) => value !== '', key('common:error.required'))
  .refine((value) => value.length <= VIEW_NAME_MAX_LENGTH, key('views:error.name'))
const sharedWith = z
  .enum(ROLES)
  .optional()
  .catch(undefined)
  .transform((role) => role ?? null)

export const viewInput = z.object({ name, sharedWith })
export const newViewInput = z.object({ name, sharedWith, address: z.string().max(4000).catch('') })
export type ViewInput = z.output<typeof viewInput>
