-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "users_active_staff";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_active_staff" ON "users" USING btree ("username","id","role") WHERE "users"."status" = 'active' and "users"."role" is not null;
