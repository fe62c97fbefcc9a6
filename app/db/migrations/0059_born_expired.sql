-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "invites_born_expired";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_born_expired" ON "invites" USING btree ("created_at","expires_at","used_count","maximum_uses") WHERE "invites"."deleted_at" is null and "invites"."expires_at" <= "invites"."created_at";
