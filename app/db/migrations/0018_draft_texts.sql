CREATE TABLE "draft_texts" (
	"user_id" uuid NOT NULL,
	"form" text NOT NULL,
	"drawing" text NOT NULL,
	"fields" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"chosen_at" timestamp (3) with time zone,
	CONSTRAINT "draft_texts_user_id_form_drawing_pk" PRIMARY KEY("user_id","form","drawing")
);
--> statement-breakpoint
ALTER TABLE "draft_texts" ADD CONSTRAINT "draft_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_texts_updated" ON "draft_texts" USING btree ("updated_at");--> statement-breakpoint
INSERT INTO "draft_texts" ("user_id", "form", "drawing", "fields", "updated_at") SELECT "user_id", "form", '', "fields", "updated_at" FROM "drafts" WHERE "fields" <> '[]'::jsonb;