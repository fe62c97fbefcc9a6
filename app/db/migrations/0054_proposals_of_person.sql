-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "inbox_entries_proposals";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inbox_entries_proposals" ON "inbox_entries" USING btree ("actor_id") WHERE "inbox_entries"."kind" in ('export_proposed', 'erase_proposed');
--> statement-breakpoint
-- Those of people who were erased already.
DELETE FROM "inbox_entries" WHERE "kind" in ('export_proposed', 'erase_proposed') AND "actor_id" IN (SELECT "id" FROM "users" WHERE "erased_at" IS NOT NULL);
