UPDATE verifications v SET country = o.country FROM organizations o WHERE o.id = v.organization_id AND v.country IS DISTINCT FROM o.country;
--> statement-breakpoint
INSERT INTO invite_counts (type, is_used_up, expires_at, n, is_folded)
SELECT type, is_used_up, expires_at, sum(n), true FROM (
  SELECT type AS type, used_count >= maximum_uses AS is_used_up, coalesce(expires_at, 'infinity') AS expires_at, 1 AS n FROM invites WHERE deleted_at IS NULL
  UNION ALL SELECT type, is_used_up, expires_at, -n FROM invite_counts
) AS missing GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
--> statement-breakpoint
INSERT INTO invite_day_counts (day, type, is_used_up, n, is_folded)
SELECT day, type, is_used_up, sum(n), true FROM (
  SELECT (created_at AT TIME ZONE 'UTC')::date AS day, type AS type, used_count >= maximum_uses AS is_used_up, 1 AS n FROM invites WHERE deleted_at IS NULL
  UNION ALL SELECT day, type, is_used_up, -n FROM invite_day_counts
) AS missing GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
--> statement-breakpoint
INSERT INTO verification_counts (type, status, country, has_due_date, n, is_folded)
SELECT type, status, country, has_due_date, sum(n), true FROM (
  SELECT type AS type, status AS status, coalesce(country, '') AS country, due_at IS NOT NULL AS has_due_date, 1 AS n FROM verifications
  UNION ALL SELECT type, status, country, has_due_date, -n FROM verification_counts
) AS missing GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
--> statement-breakpoint
INSERT INTO organization_counts (status, mode, country, n, is_folded)
SELECT status, mode, country, sum(n), true FROM (
  SELECT status AS status, operation_mode AS mode, country AS country, 1 AS n FROM organizations
  UNION ALL SELECT status, mode, country, -n FROM organization_counts
) AS missing GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
--> statement-breakpoint
INSERT INTO user_counts (status, role, n, is_folded)
SELECT status, role, sum(n), true FROM (
  SELECT status AS status, coalesce(role, '') AS role, 1 AS n FROM users
  UNION ALL SELECT status, role, -n FROM user_counts
) AS missing GROUP BY 1, 2 HAVING sum(n) <> 0;
--> statement-breakpoint
INSERT INTO event_counts (event, type, hour, n, is_folded)
SELECT event, type, hour, sum(n), true FROM (
  SELECT event AS event, v.type AS type, date_trunc('hour', at, 'UTC') AS hour, 1 AS n FROM timeline_events AS e JOIN verifications v ON v.id = e.verification_id
  UNION ALL SELECT event, type, hour, -n FROM event_counts
) AS missing GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
