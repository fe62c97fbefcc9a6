import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Days that a class of data is kept, where they are not the default. */
export const keepingPeriods = pgTable('keeping_periods', {
  kept: text('kept').primaryKey(),
  days: integer('days').notNull(),
  version: integer('version').notNull().default(1),
})
