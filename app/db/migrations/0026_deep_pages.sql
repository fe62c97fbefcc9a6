-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "invites_kept_list";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_kept_list" ON "invites" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"type","used_count","maximum_uses","expires_at") WHERE "invites"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "verifications_queue_due";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "verifications_queue_due" ON "verifications" USING btree ((case "status" when 'pending' then 0 when 'under_review' then 0 when 'need_more_info' then 1 when 'approved' then 2 when 'rejected' then 2 end),(coalesce("due_at", 'infinity'::timestamptz)),"submitted_at","id","status","type","due_at");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_kept_created";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "verifications_rank_due";
