import { z } from 'zod'
import { seenVersion, wholeNumber } from '../form-fields'
import { boundsOf, SETTABLE_CLASSES, type Bounds, type SettableClass } from './periods'

/** Whole days by class; `outOfBounds` returns the error that names the bounds. */
export const keepingInput = (outOfBounds: (bounds: Bounds) => string) =>
  z.object({
    ...(Object.fromEntries(
      SETTABLE_CLASSES.map((kept) => [kept, wholeNumber(boundsOf(kept), outOfBounds(boundsOf(kept)))]),
    ) as Record<SettableClass, ReturnType<typeof wholeNumber>>),
    version: seenVersion,
  })
export type KeepingInput = z.output<ReturnType<typeof keepingInput>>
