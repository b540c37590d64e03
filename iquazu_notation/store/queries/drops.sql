-- title: Gaps lost to water, by seat
-- definition: Water drops laid by the seat with the water box, by place in the turn order:
--   their number, the mean for a game, and the rate of n turns of that place that ended with one,
--   with its 95 % interval.
-- needs: any
-- bar: per_game

WITH counted AS (
    SELECT s.players, s.seat_order, count(*) FILTER (t.dropped) AS drops, count(*) AS n
    FROM turns AS t JOIN chosen_seats AS s USING (game, seat_order)
    GROUP BY s.players, s.seat_order
), played AS (
    SELECT players, seat_order, count(*) AS games
    FROM chosen_seats WHERE turns > 0
    GROUP BY players, seat_order
)
SELECT players, seat_order, drops, n, drops / games AS per_game, drops / n AS rate,
       wilson_low(drops, n) AS low, wilson_high(drops, n) AS high
FROM counted JOIN played USING (players, seat_order)
ORDER BY players, seat_order
