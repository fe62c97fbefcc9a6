-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "organizations_key_start";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "organizations_key_start" ON "organizations" USING btree ((left("search_key", 60) collate "C"));
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_key_start";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_key_start" ON "users" USING btree ((left("search_key", 60) collate "C"));
