-- title: Where gems are placed
-- definition: Gems placed on each gap, named by its place on the board whatever strip lies
--   there (rocks have different numbers of gaps). share is of all n gems placed in games with so
--   many players, with its 95 % interval.
-- needs: any
-- grid: gap rock gems

SELECT s.players, p.rock, p.gap, count(*) AS gems,
       (sum(count(*)) OVER (PARTITION BY s.players))::BIGINT AS n,
       gems / n AS share, wilson_low(gems, n) AS low, wilson_high(gems, n) AS high
FROM placements AS p JOIN chosen_seats AS s USING (game, seat_order)
GROUP BY s.players, p.rock, p.gap
ORDER BY s.players, p.rock, p.gap
