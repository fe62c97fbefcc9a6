-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_han";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_han" ON "audit_log" USING gin ((han_signs("reason"))) WITH (gin_pending_list_limit=256) WHERE "audit_log"."reason" ~ '[\u2e80-\u2fdf\u3005-\u303b\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invites_han";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_han" ON "invites" USING gin ((han_signs("notes"))) WITH (gin_pending_list_limit=256) WHERE "invites"."notes" ~ '[\u2e80-\u2fdf\u3005-\u303b\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]';
