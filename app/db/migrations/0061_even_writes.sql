-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "invites_recipient_ended";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invites_recipient_ended" ON "invites" USING btree ((least("deleted_at", "expires_at", case when "used_count" >= "maximum_uses" then "created_at" end))) WHERE "invites"."recipient" is not null;
--> statement-breakpoint
-- Words that are written are put off to a list, and whoever fills it brings all of them into the index: by default four megabytes, which may take
-- seconds, while others wait for the end of the audit log.
ALTER INDEX "audit_log_words" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX "invites_words_trigrams" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX "organizations_han" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX "organizations_name_trigrams" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX "organizations_number_trigrams" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX "organizations_register_trigrams" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX "organizations_search_trigrams" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX "users_han" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX "users_name_trigrams" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX "users_search_trigrams" SET (gin_pending_list_limit = 256);
