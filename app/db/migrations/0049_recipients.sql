-- outside a transaction
ALTER TABLE "messages" ADD COLUMN IF NOT EXISTS "recipient_id" uuid;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "messages_recipient";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "messages_recipient" ON "messages" USING btree ("recipient_id") WHERE "messages"."recipient_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "inbox_entries_at";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inbox_entries_at" ON "inbox_entries" USING btree ("at");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "inbox_entries_verification";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inbox_entries_verification" ON "inbox_entries" USING btree ("verification_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_email_folded";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_email_folded" ON "users" USING btree (lower("email"));
--> statement-breakpoint
-- Of an expression the planner knows nothing until then.
ANALYZE "users";
