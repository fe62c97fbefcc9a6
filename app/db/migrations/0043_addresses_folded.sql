-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "invites_recipient_folded";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_recipient_folded" ON "invites" USING btree (lower("recipient")) WHERE "invites"."recipient" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "messages_to_folded";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "messages_to_folded" ON "messages" USING btree (lower("to"));
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "organizations_without_key";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "organizations_without_key" ON "organizations" USING btree ("id") WHERE "organizations"."search_key" = '';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_without_key";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_without_key" ON "users" USING btree ("id") WHERE "users"."search_key" = '';
