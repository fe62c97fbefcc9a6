import { pgTable, text } from 'drizzle-orm/pg-core'

/** Facts about this database itself, such as when and with which seed demo data was written. */
export const facts = pgTable('facts', { key: text('key').primaryKey(), value: text('value').notNull() })
