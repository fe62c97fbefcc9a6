CREATE TABLE "open_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stray_files" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scan_state" text DEFAULT 'unscanned' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scan_finding" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scan_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "file_missing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "open_uploads" ADD CONSTRAINT "open_uploads_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_uploads_organization" ON "open_uploads" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "documents_to_scan" ON "documents" USING btree ("uploaded_at") WHERE scan_state in ('unscanned', 'pending');