-- title: What prizes cost in cards
-- definition: Cards that takers of a rock's prizes had paid for their gems on it, by rock and
--   rank on it (1 is most gems): the mean of both over n prizes, and cards spent per point, which
--   is all cards by all points.
-- needs: setup
-- bar: cards_per_point

SELECT s.players, p.rock, p.place, avg(p.points) AS points,
       avg(p.cards_paid) AS cards,
       sum(p.cards_paid) / nullif(sum(p.points), 0) AS cards_per_point, count(*) AS n
FROM prizes AS p JOIN chosen_seats AS s USING (game, seat_order)
GROUP BY s.players, p.rock, p.place
ORDER BY s.players, p.rock, p.place
