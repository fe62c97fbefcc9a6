-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "organizations_initials";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "organizations_initials" ON "organizations" USING btree ((left(regexp_replace(split_part("search_key", '|', 2), '([^ ])[^ ]* ?', '\1', 'g'), 9)));
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_initials";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_initials" ON "users" USING btree ((left(regexp_replace(split_part("search_key", '|', 2), '([^ ])[^ ]* ?', '\1', 'g'), 9)));
