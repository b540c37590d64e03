-- title: Where each seat places its gems
-- definition: Gems placed on each gap by place in the turn order (1 is the starting player).
--   share is of all n gems placed from that place in the turn order in games with so many
--   players, with its 95 % interval.
-- needs: any
-- grid: gap rock gems

SELECT s.players, s.seat_order, p.rock, p.gap, count(*) AS gems,
       (sum(count(*)) OVER (PARTITION BY s.players, s.seat_order))::BIGINT AS n,
       gems / n AS share, wilson_low(gems, n) AS low, wilson_high(gems, n) AS high
FROM placements AS p JOIN chosen_seats AS s USING (game, seat_order)
GROUP BY s.players, s.seat_order, p.rock, p.gap
ORDER BY s.players, s.seat_order, p.rock, p.gap
