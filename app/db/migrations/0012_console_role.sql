CREATE OR REPLACE FUNCTION audit_chain_open() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  head public.audit_head;
BEGIN
  SELECT * INTO STRICT head FROM public.audit_head FOR UPDATE;
  PERFORM set_config('gatehouse.audit_head', head.position || ' ' || head.hash, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_chain_advance() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  head public.audit_head;
BEGIN
  SELECT * INTO STRICT head FROM public.audit_head;
  IF EXISTS (
    SELECT FROM (
      SELECT position, previous_hash,
        lag(position, 1, head.position) OVER places AS position_before,
        lag(hash, 1, head.hash) OVER places AS hash_before
      FROM added WINDOW places AS (ORDER BY position)
    ) AS links
    WHERE position <> position_before + 1 OR previous_hash <> hash_before
  ) THEN
    RAISE EXCEPTION 'audit_log rows must follow the head of the chain';
  END IF;
  UPDATE public.audit_head SET position = last.position, hash = last.hash
  FROM (SELECT position, hash FROM added ORDER BY position DESC LIMIT 1) AS last;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER audit_log_chain_close ON "audit_log";
--> statement-breakpoint
DROP FUNCTION audit_chain_close();
--> statement-breakpoint
CREATE TRIGGER audit_log_chain_close AFTER INSERT ON "audit_log" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audit_chain_advance();
--> statement-breakpoint
REVOKE ALL ON FUNCTION audit_chain_open(), audit_chain_advance() FROM PUBLIC;
