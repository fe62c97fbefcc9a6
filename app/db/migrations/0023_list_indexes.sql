-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "invites_kept_created";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_kept_created" ON "invites" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "invites"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_kept_type_created";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_kept_type_created" ON "invites" USING btree ("type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "invites"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_kept_creator";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_kept_creator" ON "invites" USING btree ("created_by","type","used_count","maximum_uses","expires_at") WHERE "invites"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_kept_organization_created";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_kept_organization_created" ON "invites" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "invites"."deleted_at" is null and "invites"."organization_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_deleted";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_deleted" ON "invites" USING btree ("deleted_at") WHERE "invites"."deleted_at" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_born_expired";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_born_expired" ON "invites" USING btree ("created_at") WHERE "invites"."deleted_at" is null and "invites"."expires_at" <= "invites"."created_at";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_replaced_by";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_replaced_by" ON "invites" USING btree ("replaced_by") WHERE "invites"."replaced_by" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "redemptions_at";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "redemptions_at" ON "redemptions" USING btree ("at","invite_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "verifications_review_time";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "verifications_review_time" ON "verifications" USING btree ("reviewed_at","status","type","submitted_at","waited_for_applicant_ms");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "verifications_open_due";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "verifications_open_due" ON "verifications" USING btree ("due_at","id","type","status") WHERE "verifications"."due_at" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "verifications_claimed";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "verifications_claimed" ON "verifications" USING btree ("reviewer_id","due_at") WHERE "verifications"."status" = 'under_review';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "verifications_reserved";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "verifications_reserved" ON "verifications" USING btree ("reserved_until") WHERE "verifications"."reserved_for" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "verifications_submitter";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "verifications_submitter" ON "verifications" USING btree ("submitted_by","status","due_at") WHERE "verifications"."submitted_by" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_created";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_type_created";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "verifications_reviewed";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "verifications_due";
