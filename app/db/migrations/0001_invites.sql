CREATE TABLE "redemptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"invite_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "channel" text;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "custom_message" text;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_invite_id_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."invites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "redemptions_once" ON "redemptions" USING btree ("invite_id","user_id");--> statement-breakpoint
CREATE INDEX "redemptions_invite" ON "redemptions" USING btree ("invite_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "redemptions_user" ON "redemptions" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_replaced_by_invites_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."invites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invites_open_created" ON "invites" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "invites"."deleted_at" is null and "invites"."used_count" < "invites"."maximum_uses";--> statement-breakpoint
CREATE INDEX "invites_used_created" ON "invites" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "invites"."deleted_at" is null and "invites"."used_count" >= "invites"."maximum_uses";--> statement-breakpoint
CREATE INDEX "invites_expires" ON "invites" USING btree ("expires_at","id") WHERE "invites"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "invites_recipient" ON "invites" USING btree ("recipient") WHERE "invites"."recipient" is not null;--> statement-breakpoint
CREATE INDEX "messages_invite" ON "messages" USING btree ("invite_id","created_at" DESC NULLS FIRST);