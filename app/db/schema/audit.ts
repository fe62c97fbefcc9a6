import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Role } from '../../vocabulary'
import { at, EVEN_WRITES, hanSigns, hasHan } from './columns'
import { users } from './users'

/**
 * One row per write, append-only: rights and triggers refuse changes, and removal within seven years. The database itself chains the rows: it
 * gives each its position, the hash of the row before and its own hash (migration 0007, decision 0010).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: at('at').notNull(),
    actorId: uuid('actor_id').references(() => users.id),
    role: text('role').$type<Role>(),
    action: text('act').notNull(),
    objectType: text('object_type').notNull(),
    objectId: text('object_id').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    reason: text('reason'),
    requestId: text('request_id').notNull(),
    /** Where the request came from; null when no request caused the act. */
    address: text('address'),
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    previousHash: text('previous_hash').notNull().default(''),
    hash: text('hash').notNull().default(''),
  },
  (t) => [
    uniqueIndex('audit_log_position').on(t.position),
    index('audit_log_at').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_log_actor').on(t.actorId, t.at.desc().nullsFirst()),
    index('audit_log_object').on(t.objectType, t.objectId, t.at.desc().nullsFirst()),
    index('audit_log_object_id').on(t.objectId, t.at.desc().nullsFirst()),
    index('audit_log_act').on(t.action, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_log_role').on(t.role, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_log_reasons_on_people')
      .on(t.id.desc().nullsFirst())
      .where(sql`${t.objectType} = 'user' and ${t.reason} is not null`),
    index('audit_log_words')
      .using('gin', t.reason.op('gin_trgm_ops'), t.requestId.op('gin_trgm_ops'))
      .with(EVEN_WRITES),
    index('audit_log_han').using('gin', hanSigns(t.reason)).with(EVEN_WRITES).where(hasHan(t.reason)),
  ],
)

/**
 * The spans of rows that were removed from the log, signed: the chain continues from the hash of a span's last row. Only `audit_remove`
 * adds rows here, together with the removal (migration 0042).
 */
export const auditRemovals = pgTable('audit_removals', {
  firstPosition: bigint('first_position', { mode: 'number' }).primaryKey(),
  lastPosition: bigint('last_position', { mode: 'number' }).notNull(),
  previousHash: text('previous_hash').notNull(),
  hash: text('hash').notNull(),
  /** Every row is older than this. */
  olderThan: at('older_than').notNull(),
  removedAt: at('removed_at').notNull(),
  key: text('key').notNull(),
  signature: text('signature').notNull(),
})

/** The end of the chain of audit rows, in its only row; whoever appends locks it until the transaction ends. */
export const auditHead = pgTable(
  'audit_head',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    hash: text('hash').notNull().default('0'.repeat(64)),
  },
  (t) => [check('audit_head_only', sql`${t.isOnly}`)],
)
