ALTER TABLE "requested_items" ADD COLUMN "template_texts" jsonb;--> statement-breakpoint
ALTER TABLE "timeline_events" ADD COLUMN "template_texts" jsonb;--> statement-breakpoint
UPDATE "requested_items" "sent" SET "template_texts" = json_build_object('en', t."en", 'zh', t."zh", 'ru', t."ru", 'kk', t."kk") FROM "templates" t WHERE t."id" = "sent"."template_id";--> statement-breakpoint
UPDATE "timeline_events" "sent" SET "template_texts" = json_build_object('en', t."en", 'zh', t."zh", 'ru', t."ru", 'kk', t."kk") FROM "templates" t WHERE t."id" = "sent"."template_id";
