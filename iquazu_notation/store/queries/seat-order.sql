-- title: What the place in the turn order is worth
-- definition: Of n games, those won (alone or sharing) from each place in the turn order, 1
--   being the starting player: the rate with its 95 % interval, the mean rank (1 is best, equal
--   totals share a rank) and the mean total. Shared wins count for each winner, so the rates can
--   add up to more than one.
-- needs: decided
-- bar: rate

SELECT players, seat_order, count(*) FILTER (won) AS wins, count(*) AS n, wins / n AS rate,
       wilson_low(wins, n) AS low, wilson_high(wins, n) AS high,
       avg(rank) AS mean_rank, avg(total) AS mean_total
FROM chosen_seats
GROUP BY players, seat_order
ORDER BY players, seat_order
