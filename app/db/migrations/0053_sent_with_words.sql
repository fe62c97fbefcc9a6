-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "messages_sent_with_words";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "messages_sent_with_words" ON "messages" USING btree ("sent_at") WHERE "messages"."status" = 'sent' and "messages"."organization_id" is null and "messages"."text" <> '';
