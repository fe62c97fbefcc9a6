-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "invites_end";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_end" ON "invites" USING btree ((coalesce("expires_at", 'infinity')),"id") WHERE "invites"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_deleted_terms";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_deleted_terms" ON "invites" USING btree ("deleted_at","created_at","expires_at","used_count","maximum_uses","id") WHERE "invites"."deleted_at" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "organizations_country_name";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "organizations_country_name" ON "organizations" USING btree ("country","name","id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_status_last_sign_in";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_status_last_sign_in" ON "users" USING btree ("status","last_sign_in_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "event_counts_unfolded";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "event_counts_unfolded" ON "event_counts" USING btree ("hour") WHERE not "event_counts"."is_folded";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_expires";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_deleted";
--> statement-breakpoint
-- Of an expression the planner knows nothing until then.
ANALYZE "invites";
