ALTER TABLE "recovery_requests" ADD COLUMN "name_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD COLUMN "proposed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD COLUMN "proposed_by" uuid;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD COLUMN "agreed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD COLUMN "agreed_by" uuid;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD CONSTRAINT "recovery_requests_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD CONSTRAINT "recovery_requests_agreed_by_users_id_fk" FOREIGN KEY ("agreed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recovery_requests_open" ON "recovery_requests" USING btree ("created_at") WHERE "recovery_requests"."outcome" is null;--> statement-breakpoint
CREATE INDEX "recovery_requests_agreed" ON "recovery_requests" USING btree ("agreed_at") WHERE "recovery_requests"."outcome" is null and "recovery_requests"."agreed_at" is not null;