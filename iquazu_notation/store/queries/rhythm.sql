-- title: When players draw and when they place
-- definition: Turns by round (a seat's first turn is round 1): those whose first action was to
--   place a gem, as a rate of n turns with its 95 % interval; gems and cards drawn by the draw
--   action are means for a turn, extra actions by double moves included. Turns that stop before
--   their action are not counted.
-- needs: setup
-- bar: rate

WITH acted AS (
    SELECT s.players, 1 + (t.turn - 1) // s.players AS round, count(*) AS n,
           count(*) FILTER (t.action = 'place') AS places, sum(t.placements) AS gems
    FROM turns AS t JOIN chosen_seats AS s USING (game, seat_order)
    WHERE t.action IS NOT NULL
    GROUP BY s.players, round
), drawn AS (
    SELECT s.players, 1 + (d.turn - 1) // s.players AS round, sum(d.cards) AS cards
    FROM draws AS d JOIN chosen_seats AS s USING (game, seat_order)
    WHERE d.kind = 'draw'
    GROUP BY s.players, round
)
SELECT players, round::INTEGER AS round, places, n, places / n AS rate,
       wilson_low(places, n) AS low, wilson_high(places, n) AS high,
       acted.gems / n AS gems, coalesce(drawn.cards, 0) / n AS cards
FROM acted LEFT JOIN drawn USING (players, round)
ORDER BY players, round
