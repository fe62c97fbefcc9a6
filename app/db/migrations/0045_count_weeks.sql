INSERT INTO verification_week_counts (week, type, status, country, n, is_folded)
SELECT week, type, status, country, sum(n), true FROM (
  SELECT date_trunc('week', submitted_at, 'UTC') AS week, type AS type, status AS status, coalesce(country, '') AS country, 1 AS n FROM verifications
  UNION ALL SELECT week, type, status, country, -n FROM verification_week_counts
) AS missing GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
