import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import { seenVersion } from '../form-fields'
import { boundsOf, SETTABLE_CLASSES, type Bounds, type SettableKept } from './periods'

const required: TextKey = 'common:error.required'

const daysWithin = (bounds: Bounds, outOfBounds: string) =>
  z
    .string({ error: required })
    .trim()
    .regex(/^\d{1,5}$/, outOfBounds)
    .transform(Number)
    .refine((days) => days >= bounds.min && days <= bounds.max, outOfBounds)

/** Whole days by class; `outOfBounds` says between which. */
export const keepingInput = (outOfBounds: (bounds: Bounds) => string) =>
  z.object({
    ...(Object.fromEntries(
      SETTABLE_CLASSES.map((kept) => [kept, daysWithin(boundsOf(kept), outOfBounds(boundsOf(kept)))]),
    ) as Record<SettableKept, ReturnType<typeof daysWithin>>),
    version: seenVersion,
  })
export type KeepingInput = z.output<ReturnType<typeof keepingInput>>
