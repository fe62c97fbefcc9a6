ALTER TABLE "documents" ADD COLUMN "rejection_template_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "rejection_words" jsonb;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_rejection_template_id_templates_id_fk" FOREIGN KEY ("rejection_template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;