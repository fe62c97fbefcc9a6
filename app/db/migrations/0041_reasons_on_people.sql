-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_reasons_on_people";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_reasons_on_people" ON "audit_log" USING btree ("id" DESC NULLS FIRST) WHERE "audit_log"."object_type" = 'user' and "audit_log"."reason" is not null;
