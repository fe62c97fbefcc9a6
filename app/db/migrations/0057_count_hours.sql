INSERT INTO open_hour_counts (status, hour, n, is_folded)
SELECT status, hour, sum(n), true FROM (
  SELECT status AS status, date_trunc('hour', submitted_at, 'UTC') AS hour, 1 AS n FROM verifications WHERE status IN ('pending', 'under_review', 'need_more_info')
  UNION ALL SELECT status, hour, -n FROM open_hour_counts
) AS missing GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2;
--> statement-breakpoint
INSERT INTO review_day_counts (day, type, measure, n, is_folded)
SELECT day, type, measure, sum(n), true FROM (
  SELECT (reviewed_at AT TIME ZONE 'UTC')::date AS day, type AS type, measure AS measure, measured AS n FROM verifications,
  LATERAL (VALUES ('reviews', 1), ('ms', (extract(epoch FROM reviewed_at - submitted_at) * 1000)::bigint - waited_for_applicant_ms)) AS measures (measure, measured)
  WHERE reviewed_at IS NOT NULL AND status IN ('approved', 'rejected')
  UNION ALL SELECT day, type, measure, -n FROM review_day_counts
) AS missing GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 1, 2, 3;
