-- title: Gaps lost to water, by seat
-- definition: Water drops laid by the seat with the water box, by place in the turn order:
--   their number, the mean for a game, and the rate of n turns of that place that ended with one,
--   with its 95 % interval.
-- needs: any
-- bar: per_game

SELECT s.players, s.seat_order, count(*) FILTER (t.dropped) AS drops, count(*) AS n,
       drops / count(DISTINCT s.game) AS per_game, drops / n AS rate,
       wilson_low(drops, n) AS low, wilson_high(drops, n) AS high
FROM turns AS t JOIN chosen_seats AS s USING (game, seat_order)
GROUP BY s.players, s.seat_order
ORDER BY s.players, s.seat_order
