CREATE TABLE "data_requests" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"agreed_by" uuid,
	"agreed_at" timestamp (3) with time zone,
	CONSTRAINT "data_requests_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "data_requests_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "legal_holds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"set_by" uuid NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_agreed_by_users_id_fk" FOREIGN KEY ("agreed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_requests_agreed" ON "data_requests" USING btree ("agreed_at") WHERE "data_requests"."agreed_at" is not null;--> statement-breakpoint
CREATE INDEX "users_who_left" ON "users" USING btree ("id") WHERE "users"."status" in ('inactive', 'suspended') and "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_erased" ON "users" USING btree ("id") WHERE "users"."erased_at" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_pseudonym" CHECK (("users"."erased_at" is not null) = starts_with("users"."username", E'\u2063#'));