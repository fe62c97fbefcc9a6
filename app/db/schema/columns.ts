import { timestamp, uuid } from 'drizzle-orm/pg-core'

export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
export const id = () => uuid('id').primaryKey().defaultRandom()
