CREATE TABLE "sent_forms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"content_hash" text NOT NULL,
	"answer" jsonb,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sent_forms" ADD CONSTRAINT "sent_forms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_forms_sent" ON "sent_forms" USING btree ("sent_at");