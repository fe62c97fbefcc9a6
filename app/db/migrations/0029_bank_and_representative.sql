ALTER TABLE "organizations" ADD COLUMN "bank_name" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "bank_account" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "representative_name" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "representative_document" text;