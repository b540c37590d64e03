-- title: What substitution wastes
-- definition: Gems by cost: those paid with at least one pair of another colour, as a rate of n
--   gems with its 95 % interval; wasted: cards paid beyond the cost, one for each pair; waste:
--   their share of all cards paid (of cards and not of cases, so it has no interval).
-- needs: any
-- bar: rate

SELECT s.players, p.cost, count(*) FILTER (p.pairs > 0) AS with_pairs, count(*) AS n,
       with_pairs / n AS rate, wilson_low(with_pairs, n) AS low, wilson_high(with_pairs, n) AS high,
       sum(p.pairs)::BIGINT AS wasted, sum(p.paid)::BIGINT AS cards,
       wasted / nullif(cards, 0) AS waste
FROM placements AS p JOIN chosen_seats AS s USING (game, seat_order)
GROUP BY s.players, p.cost
ORDER BY s.players, p.cost
