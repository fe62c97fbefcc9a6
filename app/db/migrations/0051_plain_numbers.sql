-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "organizations_plain_number";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "organizations_plain_number" ON "organizations" USING btree ("country",(lower(translate("registration_number", ' ./-', ''))));
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "organizations_number_trigrams";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "organizations_number_trigrams" ON "organizations" USING gin ((lower(translate("registration_number", ' ./-', ''))) gin_trgm_ops);
--> statement-breakpoint
-- Of an expression the planner knows nothing until then.
ANALYZE "organizations";
