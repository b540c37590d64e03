-- title: Final scores
-- definition: Seats by their final total, in steps of five points (points 45 is 45 to 49), as a
--   rate of n seats with its 95 % interval; winners: those of them that won, alone or sharing.
-- needs: decided
-- bar: seats

SELECT players, (total // 5 * 5)::INTEGER AS points, count(*) AS seats,
       count(*) FILTER (won) AS winners,
       (sum(count(*)) OVER (PARTITION BY players))::BIGINT AS n,
       seats / n AS rate, wilson_low(seats, n) AS low, wilson_high(seats, n) AS high
FROM chosen_seats
GROUP BY players, total // 5 * 5
ORDER BY players, points
