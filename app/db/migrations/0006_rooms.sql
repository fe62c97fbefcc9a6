CREATE TABLE "notification_choices" (
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"channel" text NOT NULL,
	CONSTRAINT "notification_choices_user_id_event_channel_pk" PRIMARY KEY("user_id","event","channel")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "reviewed_by" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "reviewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "search_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "status_reason" text;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD COLUMN "handled_by" uuid;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "page_size" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "density" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "start_page" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "has_shortcuts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "overdue_notice_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_choices_event" ON "notification_choices" USING btree ("event","channel");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD CONSTRAINT "recovery_requests_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organizations_search_trigrams" ON "organizations" USING gin ("search_key" gin_trgm_ops,"phone" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "organizations_phone" ON "organizations" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_search_trigrams" ON "users" USING gin ("search_key" gin_trgm_ops,"phone" gin_trgm_ops);