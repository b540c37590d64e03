-- title: How games open
-- definition: The first one to four gems of a game, each as the place of its seat in the turn
--   order and the gap (1a4 2c1), whatever strips lie there: of n games, those won (alone or
--   sharing) by the seat that placed the first gem, as a rate with its 95 % interval, and by each
--   place in the turn order. The 20 most frequent of each length and number of players.
-- needs: whole

WITH gems AS (
    SELECT p.game, list(p.seat_order || p.rock || p.gap ORDER BY p.number) AS gems,
           min_by(p.seat_order, p.number) AS opener
    FROM placements AS p JOIN chosen_games AS g USING (game)
    WHERE p.number <= 4
    GROUP BY p.game
), lines AS (
    SELECT k.k, game, opener, array_to_string(gems[:k.k], ' ') AS opening
    FROM gems JOIN (SELECT unnest([1, 2, 3, 4]) AS k) AS k ON k.k <= len(gems)
), winners AS (
    SELECT game, list(seat_order) FILTER (won) AS won
    FROM seats JOIN chosen_games USING (game) GROUP BY game
)
SELECT g.players, l.k, l.opening, count(*) FILTER (list_contains(w.won, l.opener)) AS wins,
       count(*) AS n, wins / n AS rate,
       wilson_low(wins, n) AS low, wilson_high(wins, n) AS high,
       count(*) FILTER (list_contains(w.won, 1)) AS won_1,
       count(*) FILTER (list_contains(w.won, 2)) AS won_2,
       count(*) FILTER (list_contains(w.won, 3)) AS won_3,
       count(*) FILTER (list_contains(w.won, 4)) AS won_4
FROM lines AS l JOIN winners AS w USING (game) JOIN chosen_games AS g USING (game)
GROUP BY g.players, l.k, l.opening
QUALIFY row_number() OVER (PARTITION BY g.players, l.k ORDER BY count(*) DESC, l.opening) <= 20
ORDER BY g.players, l.k, n DESC, l.opening
