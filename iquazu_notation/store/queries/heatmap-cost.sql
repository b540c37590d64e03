-- title: Where gems are placed, by what they cost
-- definition: Gems placed on each gap at each cost in cards of its colour. share is of all n
--   gems placed at that cost in games with so many players, with its 95 % interval.
-- needs: any
-- grid: gap rock gems

SELECT s.players, p.cost, p.rock, p.gap, count(*) AS gems,
       (sum(count(*)) OVER (PARTITION BY s.players, p.cost))::BIGINT AS n,
       gems / n AS share, wilson_low(gems, n) AS low, wilson_high(gems, n) AS high
FROM placements AS p JOIN chosen_seats AS s USING (game, seat_order)
GROUP BY s.players, p.cost, p.rock, p.gap
ORDER BY s.players, p.cost, p.rock, p.gap
