CREATE TABLE "due_hours" (
	"type" text PRIMARY KEY NOT NULL,
	"hours" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"country" text NOT NULL,
	"day" date NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "holidays_country_day_pk" PRIMARY KEY("country","day")
);
--> statement-breakpoint
CREATE TABLE "inbox_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"note_id" uuid,
	"organization_id" uuid,
	"verification_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "note_mentions" (
	"note_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "note_mentions_note_id_user_id_pk" PRIMARY KEY("note_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"verification_id" uuid,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"pinned_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "prepared_decisions" (
	"verification_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"input" jsonb NOT NULL,
	"actor_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"verification_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "presence_verification_id_user_id_pk" PRIMARY KEY("verification_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "requested_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"verification_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	"target" text,
	"document_id" uuid,
	"template_id" uuid,
	"slots" jsonb,
	"answer" jsonb,
	"answered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "review_people" (
	"type" text PRIMARY KEY NOT NULL,
	"people" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"verification_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"fields" jsonb NOT NULL,
	"documents" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "undoable_decisions" (
	"verification_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"input" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"use" text NOT NULL,
	"types" text[] DEFAULT '{}' NOT NULL,
	"document_types" text[] DEFAULT '{}' NOT NULL,
	"target" text,
	"en" text DEFAULT '' NOT NULL,
	"zh" text DEFAULT '' NOT NULL,
	"ru" text DEFAULT '' NOT NULL,
	"kk" text DEFAULT '' NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"used_count" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"path" text NOT NULL,
	"search" text NOT NULL,
	"shared_with" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "opened_by" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "digest_sent_on" date;--> statement-breakpoint
ALTER TABLE "timeline_events" ADD COLUMN "template_id" uuid;--> statement-breakpoint
ALTER TABLE "timeline_events" ADD COLUMN "slots" jsonb;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "reserved_for" uuid;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "reserved_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "due_left_minutes" integer;--> statement-breakpoint
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_note_id_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mentions" ADD CONSTRAINT "note_mentions_note_id_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mentions" ADD CONSTRAINT "note_mentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepared_decisions" ADD CONSTRAINT "prepared_decisions_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepared_decisions" ADD CONSTRAINT "prepared_decisions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requested_items" ADD CONSTRAINT "requested_items_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undoable_decisions" ADD CONSTRAINT "undoable_decisions_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undoable_decisions" ADD CONSTRAINT "undoable_decisions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_entries_user" ON "inbox_entries" USING btree ("user_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_entries_unread" ON "inbox_entries" USING btree ("user_id") WHERE "inbox_entries"."read_at" is null;--> statement-breakpoint
CREATE INDEX "note_mentions_user" ON "note_mentions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notes_organization" ON "notes" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notes_one_pinned" ON "notes" USING btree ("organization_id") WHERE "notes"."pinned_at" is not null;--> statement-breakpoint
CREATE INDEX "presence_seen" ON "presence" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "requested_items_verification" ON "requested_items" USING btree ("verification_id","version","position");--> statement-breakpoint
CREATE INDEX "submissions_verification" ON "submissions" USING btree ("verification_id","version");--> statement-breakpoint
CREATE INDEX "undoable_decisions_until" ON "undoable_decisions" USING btree ("until");--> statement-breakpoint
CREATE INDEX "templates_use" ON "templates" USING btree ("use","is_archived");--> statement-breakpoint
CREATE INDEX "saved_views_owner" ON "saved_views" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("shared_with");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline_events" ADD CONSTRAINT "timeline_events_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_reserved_for_users_id_fk" FOREIGN KEY ("reserved_for") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_organization" ON "messages" USING btree ("organization_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "verifications_due" ON "verifications" USING btree ("due_at","id") WHERE "verifications"."due_at" is not null;--> statement-breakpoint
UPDATE "verifications" v SET "claimed_at" = coalesce((SELECT max(e."at") FROM "timeline_events" e WHERE e."verification_id" = v."id" AND e."event" = 'review_started'), v."submitted_at") WHERE v."status" = 'under_review';
