import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Country, VerificationType } from '../../vocabulary'

/** Working hours until an application of a type is due, where they are not the default. */
export const dueHours = pgTable('due_hours', {
  type: text('type').$type<VerificationType>().primaryKey(),
  hours: integer('hours').notNull(),
  version: integer('version').notNull().default(1),
})

/** Days without working hours. */
export const holidays = pgTable(
  'holidays',
  {
    country: text('country').$type<Country>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.country, t.day] })],
)
