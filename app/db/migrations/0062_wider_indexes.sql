-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "invites_kept_organization_list";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_kept_organization_list" ON "invites" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"type","used_count","maximum_uses","expires_at","created_by") WHERE "invites"."deleted_at" is null and "invites"."organization_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_organization_created";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_organization_created" ON "users" USING btree ("organization_id","created_at","id","status","role");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "inbox_entries_unread_kind";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inbox_entries_unread_kind" ON "inbox_entries" USING btree ("user_id","kind") WHERE "inbox_entries"."read_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_kept_organization_created";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_organization";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "inbox_entries_unread";
