CREATE TABLE "keeping_periods" (
	"kept" text PRIMARY KEY NOT NULL,
	"days" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "documents_erased_at" timestamp (3) with time zone;