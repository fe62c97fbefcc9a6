CREATE TABLE "event_counts" (
	"event" text NOT NULL,
	"type" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"n" bigint NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invite_counts" (
	"type" text NOT NULL,
	"is_used_up" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"n" bigint NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invite_day_counts" (
	"day" date NOT NULL,
	"type" text NOT NULL,
	"is_used_up" boolean NOT NULL,
	"n" bigint NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization_counts" (
	"status" text NOT NULL,
	"mode" text NOT NULL,
	"country" text NOT NULL,
	"n" bigint NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_counts" (
	"status" text NOT NULL,
	"role" text NOT NULL,
	"n" bigint NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_counts" (
	"type" text NOT NULL,
	"status" text NOT NULL,
	"country" text NOT NULL,
	"has_due_date" boolean NOT NULL,
	"n" bigint NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "country" text;
--> statement-breakpoint
CREATE INDEX "event_counts_hour" ON "event_counts" USING btree ("hour","event");
--> statement-breakpoint
CREATE FUNCTION verification_country() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT country INTO NEW.country FROM organizations WHERE id = NEW.organization_id FOR NO KEY UPDATE;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER verifications_country BEFORE INSERT ON "verifications" FOR EACH ROW EXECUTE FUNCTION verification_country();
--> statement-breakpoint
CREATE FUNCTION organization_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE verifications SET country = NEW.country WHERE organization_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER organizations_moved AFTER UPDATE OF country ON "organizations" FOR EACH ROW WHEN (OLD.country IS DISTINCT FROM NEW.country) EXECUTE FUNCTION organization_moved();
--> statement-breakpoint
CREATE FUNCTION count_invites() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO invite_counts (type, is_used_up, expires_at, n)
    SELECT type, used_count >= maximum_uses, coalesce(expires_at, 'infinity'), count(*) FROM came WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
    INSERT INTO invite_day_counts (day, type, is_used_up, n)
    SELECT (created_at AT TIME ZONE 'UTC')::date, type, used_count >= maximum_uses, count(*) FROM came WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO invite_counts (type, is_used_up, expires_at, n)
    SELECT type, used_count >= maximum_uses, coalesce(expires_at, 'infinity'), -count(*) FROM gone WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
    INSERT INTO invite_day_counts (day, type, is_used_up, n)
    SELECT (created_at AT TIME ZONE 'UTC')::date, type, used_count >= maximum_uses, -count(*) FROM gone WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO invite_counts (type, is_used_up, expires_at, n)
    SELECT type, is_used_up, expires_at, sum(n) FROM (
      SELECT type AS type, used_count >= maximum_uses AS is_used_up, coalesce(expires_at, 'infinity') AS expires_at, 1 AS n FROM came WHERE deleted_at IS NULL
      UNION ALL SELECT type, used_count >= maximum_uses, coalesce(expires_at, 'infinity'), -1 FROM gone WHERE deleted_at IS NULL
    ) AS changed GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
    INSERT INTO invite_day_counts (day, type, is_used_up, n)
    SELECT day, type, is_used_up, sum(n) FROM (
      SELECT (created_at AT TIME ZONE 'UTC')::date AS day, type AS type, used_count >= maximum_uses AS is_used_up, 1 AS n FROM came WHERE deleted_at IS NULL
      UNION ALL SELECT (created_at AT TIME ZONE 'UTC')::date, type, used_count >= maximum_uses, -1 FROM gone WHERE deleted_at IS NULL
    ) AS changed GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invites_count_insert AFTER INSERT ON "invites" REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_invites();
--> statement-breakpoint
CREATE TRIGGER invites_count_update AFTER UPDATE ON "invites" REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_invites();
--> statement-breakpoint
CREATE TRIGGER invites_count_delete AFTER DELETE ON "invites" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_invites();
--> statement-breakpoint
CREATE FUNCTION count_verifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO verification_counts (type, status, country, has_due_date, n)
    SELECT type, status, coalesce(country, ''), due_at IS NOT NULL, count(*) FROM came GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO verification_counts (type, status, country, has_due_date, n)
    SELECT type, status, coalesce(country, ''), due_at IS NOT NULL, -count(*) FROM gone GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO verification_counts (type, status, country, has_due_date, n)
    SELECT type, status, country, has_due_date, sum(n) FROM (
      SELECT type AS type, status AS status, coalesce(country, '') AS country, due_at IS NOT NULL AS has_due_date, 1 AS n FROM came
      UNION ALL SELECT type, status, coalesce(country, ''), due_at IS NOT NULL, -1 FROM gone
    ) AS changed GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER verifications_count_insert AFTER INSERT ON "verifications" REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_verifications();
--> statement-breakpoint
CREATE TRIGGER verifications_count_update AFTER UPDATE ON "verifications" REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_verifications();
--> statement-breakpoint
CREATE TRIGGER verifications_count_delete AFTER DELETE ON "verifications" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_verifications();
--> statement-breakpoint
CREATE FUNCTION count_organizations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO organization_counts (status, mode, country, n)
    SELECT status, operation_mode, country, count(*) FROM came GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO organization_counts (status, mode, country, n)
    SELECT status, operation_mode, country, -count(*) FROM gone GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO organization_counts (status, mode, country, n)
    SELECT status, mode, country, sum(n) FROM (
      SELECT status AS status, operation_mode AS mode, country AS country, 1 AS n FROM came
      UNION ALL SELECT status, operation_mode, country, -1 FROM gone
    ) AS changed GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER organizations_count_insert AFTER INSERT ON "organizations" REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_organizations();
--> statement-breakpoint
CREATE TRIGGER organizations_count_update AFTER UPDATE ON "organizations" REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_organizations();
--> statement-breakpoint
CREATE TRIGGER organizations_count_delete AFTER DELETE ON "organizations" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_organizations();
--> statement-breakpoint
CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_counts (status, role, n)
    SELECT status, coalesce(role, ''), count(*) FROM came GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO user_counts (status, role, n)
    SELECT status, coalesce(role, ''), -count(*) FROM gone GROUP BY 1, 2;
  ELSE
    INSERT INTO user_counts (status, role, n)
    SELECT status, role, sum(n) FROM (
      SELECT status AS status, coalesce(role, '') AS role, 1 AS n FROM came
      UNION ALL SELECT status, coalesce(role, ''), -1 FROM gone
    ) AS changed GROUP BY 1, 2 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_count_insert AFTER INSERT ON "users" REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_users();
--> statement-breakpoint
CREATE TRIGGER users_count_update AFTER UPDATE ON "users" REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_users();
--> statement-breakpoint
CREATE TRIGGER users_count_delete AFTER DELETE ON "users" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_users();
--> statement-breakpoint
CREATE FUNCTION count_timeline_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO event_counts (event, type, hour, n)
    SELECT event, v.type, date_trunc('hour', at, 'UTC'), count(*) FROM came AS e JOIN verifications v ON v.id = e.verification_id GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO event_counts (event, type, hour, n)
    SELECT event, v.type, date_trunc('hour', at, 'UTC'), -count(*) FROM gone AS e JOIN verifications v ON v.id = e.verification_id GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO event_counts (event, type, hour, n)
    SELECT event, type, hour, sum(n) FROM (
      SELECT event AS event, v.type AS type, date_trunc('hour', at, 'UTC') AS hour, 1 AS n FROM came AS e JOIN verifications v ON v.id = e.verification_id
      UNION ALL SELECT event, v.type, date_trunc('hour', at, 'UTC'), -1 FROM gone AS e JOIN verifications v ON v.id = e.verification_id
    ) AS changed GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER timeline_events_count_insert AFTER INSERT ON "timeline_events" REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_timeline_events();
--> statement-breakpoint
CREATE TRIGGER timeline_events_count_update AFTER UPDATE ON "timeline_events" REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_timeline_events();
--> statement-breakpoint
CREATE TRIGGER timeline_events_count_delete AFTER DELETE ON "timeline_events" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_timeline_events();
