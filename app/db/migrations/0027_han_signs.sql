-- outside a transaction
CREATE OR REPLACE FUNCTION han_signs(key text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(key) = char_length(key) THEN '{}'::text[] ELSE (
    SELECT coalesce(array_agg(DISTINCT substr(run[1], place, size)), '{}')
    FROM regexp_matches(key, '[^\u0001-\u007f]+', 'g') AS run,
      generate_series(1, 2) AS size, generate_series(1, char_length(run[1])) AS place
    WHERE place + size - 1 <= char_length(run[1])
  ) END
$$;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "organizations_han";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "organizations_han" ON "organizations" USING gin ((han_signs("search_key")));
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_han";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_han" ON "users" USING gin ((han_signs("search_key")));
