import { z } from 'zod'

const version = z.coerce.number().int().min(1).max(2_147_483_647)

/** The version that a form was drawn from; one that cannot be read counts as long past. */
export const seenVersion = version.catch(0)

/** The version that a form was drawn from; one that cannot be read counts as long past. */
export const versionOf = (form: FormData): number => version.safeParse(form.get('version')).data ?? 0
