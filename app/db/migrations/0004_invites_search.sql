DROP INDEX "invites_words_trigrams";--> statement-breakpoint
CREATE INDEX "invites_words_trigrams" ON "invites" USING gin ("code" gin_trgm_ops,"notes" gin_trgm_ops,"recipient" gin_trgm_ops);