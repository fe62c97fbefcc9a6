import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { DocumentType, TemplateUse, VerificationType } from '../../vocabulary'
import { at, id } from './columns'
import { users } from './users'

/** Texts that staff send often, in every language, with slots such as `{document}`. */
export const templates = pgTable(
  'templates',
  {
    id: id(),
    use: text('use').$type<TemplateUse>().notNull(),
    /** What it is offered for; everything when empty. */
    types: text('types').array().$type<VerificationType[]>().notNull().default([]),
    documentTypes: text('document_types').array().$type<DocumentType[]>().notNull().default([]),
    /** What an item made from it asks to be changed: `field:basic.address` or `document:bank_statement`. */
    target: text('target'),
    en: text('en').notNull().default(''),
    zh: text('zh').notNull().default(''),
    ru: text('ru').notNull().default(''),
    kk: text('kk').notNull().default(''),
    isArchived: boolean('is_archived').notNull().default(false),
    usedCount: integer('used_count').notNull().default(0),
    lastUsedAt: at('last_used_at'),
    createdAt: at('created_at').notNull(),
    changedBy: uuid('changed_by').references(() => users.id),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('templates_use').on(t.use, t.isArchived)],
)
