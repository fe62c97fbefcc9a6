-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "documents_unsent";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "documents_unsent" ON "documents" USING btree ("uploaded_at","organization_id") WHERE "documents"."verification_id" is null;
