CREATE TABLE "audit_removals" (
	"first_position" bigint PRIMARY KEY NOT NULL,
	"last_position" bigint NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"older_than" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	"key" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER audit_removals_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_removals" FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_removals" FROM PUBLIC, CURRENT_USER;
--> statement-breakpoint
CREATE FUNCTION audit_removal_is_due() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM removed AS r
    LEFT JOIN LATERAL (
      SELECT * FROM public.audit_removals WHERE first_position <= r.position ORDER BY first_position DESC LIMIT 1
    ) AS a ON r.position <= a.last_position
    GROUP BY a.first_position, a.last_position, a.previous_hash, a.hash, a.older_than
    HAVING a.first_position IS NULL
      OR max(r.at) >= a.older_than
      -- The hours are for clocks that differ, and for summer time.
      OR a.older_than > now() - interval '7 years' + interval '2 hours'
      OR count(*) <> a.last_position - a.first_position + 1
      OR NOT bool_or(r.position = a.first_position AND r.previous_hash = a.previous_hash)
      OR NOT bool_or(r.position = a.last_position AND r.hash = a.hash)
  ) OR EXISTS (
    SELECT FROM removed AS r
    JOIN public.legal_holds AS h
      ON r.actor_id = h.user_id OR (r.object_type = 'user' AND r.object_id = h.user_id::text)
  ) THEN
    RAISE EXCEPTION 'audit_log is append-only';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER audit_log_no_change ON "audit_log";
--> statement-breakpoint
CREATE TRIGGER audit_log_no_change BEFORE UPDATE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_log_removal AFTER DELETE ON "audit_log" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION audit_removal_is_due();
--> statement-breakpoint
CREATE FUNCTION audit_remove(
  first_position bigint, last_position bigint, previous_hash text, hash text,
  older_than timestamptz, removed_at timestamptz, key text, signature text
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  removed bigint;
BEGIN
  IF $1 < 1 OR $2 < $1 THEN
    RAISE EXCEPTION 'audit_log has no such rows';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('audit_log rights'));
  LOCK TABLE public.legal_holds IN SHARE MODE;
  INSERT INTO public.audit_removals VALUES ($1, $2, $3, $4, $5, $6, $7, $8);
  EXECUTE format('GRANT DELETE ON public.audit_log TO %I', current_user);
  DELETE FROM public.audit_log WHERE position BETWEEN $1 AND $2;
  GET DIAGNOSTICS removed = ROW_COUNT;
  EXECUTE format('REVOKE DELETE ON public.audit_log FROM %I', current_user);
  IF removed <> $2 - $1 + 1 THEN
    RAISE EXCEPTION 'audit_log has no such rows';
  END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION audit_removal_is_due(), audit_remove(bigint, bigint, text, text, timestamptz, timestamptz, text, text) FROM PUBLIC;
