-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "messages_due_of_channel";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "messages_due_of_channel" ON "messages" USING btree ("channel","next_attempt_at") WHERE "messages"."status" = 'queued';
