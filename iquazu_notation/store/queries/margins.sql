-- title: How close games end
-- definition: Games by the points between the best and the second-best seat: 0 is a shared win,
--   then steps of five points (margin 1 is 1 to 5), as a rate of n games with its 95 % interval.
-- needs: decided
-- bar: games

WITH steps AS (
    SELECT players, CASE WHEN margin = 0 THEN 0 ELSE (margin - 1) // 5 * 5 + 1 END AS margin
    FROM chosen_games
)
SELECT players, margin::INTEGER AS margin, count(*) AS games,
       (sum(count(*)) OVER (PARTITION BY players))::BIGINT AS n,
       games / n AS rate, wilson_low(games, n) AS low, wilson_high(games, n) AS high
FROM steps
GROUP BY players, margin
ORDER BY players, margin
