CREATE TABLE "audit_head" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '0000000000000000000000000000000000000000000000000000000000000000' NOT NULL,
	CONSTRAINT "audit_head_only" CHECK ("audit_head"."is_only")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address" text;
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "position" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "previous_hash" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "hash" text DEFAULT '' NOT NULL;
--> statement-breakpoint
INSERT INTO "audit_head" DEFAULT VALUES;
--> statement-breakpoint
CREATE FUNCTION audit_hash(entry "audit_log", previous text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(
    string_agg(coalesce(octet_length(part) || ':' || part, '-') || ',', '' ORDER BY place), 'UTF8')), 'hex')
  FROM unnest(ARRAY[
    entry.position::text, previous, entry.id::text, ((extract(epoch FROM entry.at) * 1000)::bigint)::text,
    entry.actor_id::text, entry.role, entry.act, entry.object_type, entry.object_id,
    entry.before::text, entry.after::text, entry.reason, entry.request_id, entry.address
  ]) WITH ORDINALITY AS parts(part, place)
$$;
--> statement-breakpoint
DROP TRIGGER audit_log_no_change ON "audit_log";
--> statement-breakpoint
DO $$
DECLARE
  entry audit_log;
  head audit_head;
BEGIN
  SELECT * INTO STRICT head FROM audit_head;
  FOR entry IN SELECT * FROM audit_log ORDER BY id LOOP
    head.position := head.position + 1;
    entry.position := head.position;
    entry.previous_hash := head.hash;
    head.hash := audit_hash(entry, head.hash);
    UPDATE audit_log SET position = head.position, previous_hash = entry.previous_hash, hash = head.hash
    WHERE id = entry.id;
  END LOOP;
  UPDATE audit_head SET position = head.position, hash = head.hash;
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_chain_open() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head audit_head;
BEGIN
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  PERFORM set_config('gatehouse.audit_head', head.position || ' ' || head.hash, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_chain_link() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head text := current_setting('gatehouse.audit_head');
BEGIN
  NEW.position := split_part(head, ' ', 1)::bigint + 1;
  NEW.previous_hash := split_part(head, ' ', 2);
  NEW.hash := audit_hash(NEW, NEW.previous_hash);
  PERFORM set_config('gatehouse.audit_head', NEW.position || ' ' || NEW.hash, true);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_chain_close() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head text := current_setting('gatehouse.audit_head');
BEGIN
  UPDATE audit_head SET position = split_part(head, ' ', 1)::bigint, hash = split_part(head, ' ', 2);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_chain_open BEFORE INSERT ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION audit_chain_open();
--> statement-breakpoint
CREATE TRIGGER audit_log_chain_link BEFORE INSERT ON "audit_log" FOR EACH ROW EXECUTE FUNCTION audit_chain_link();
--> statement-breakpoint
CREATE TRIGGER audit_log_chain_close AFTER INSERT ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION audit_chain_close();
--> statement-breakpoint
CREATE TRIGGER audit_log_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_head_no_removal BEFORE DELETE OR TRUNCATE ON "audit_head" FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_log" FROM PUBLIC, CURRENT_USER;
--> statement-breakpoint
REVOKE DELETE, TRUNCATE ON "audit_head" FROM PUBLIC, CURRENT_USER;
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_position" ON "audit_log" USING btree ("position");
--> statement-breakpoint
CREATE INDEX "audit_log_object_id" ON "audit_log" USING btree ("object_id","at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_log_act" ON "audit_log" USING btree ("act","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_log_role" ON "audit_log" USING btree ("role","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_log_words" ON "audit_log" USING gin ("reason" gin_trgm_ops,"request_id" gin_trgm_ops);
