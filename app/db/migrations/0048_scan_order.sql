-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "documents_scan_due";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "documents_scan_due" ON "documents" USING btree ("scan_due_at" NULLS FIRST,"uploaded_at") WHERE scan_state in ('unscanned', 'pending') and file_missing_since is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "documents_to_scan";
