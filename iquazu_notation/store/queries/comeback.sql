-- title: How far behind the winner has been
-- definition: For each game the most points that its winner was behind the leader after any
--   scoring (of several winners, the one furthest behind). behind: games won by a seat that had
--   been behind, as a rate of n with its 95 % interval; mean, median and largest are in points
--   over all n games; game is the one with the largest comeback. With --player, games that the
--   player won.
-- needs: whole

WITH deficits AS (
    SELECT g.players, g.id, max(
               greatest(c.total_1, c.total_2, c.total_3, c.total_4)
               - CASE s.seat_order WHEN 1 THEN c.total_1 WHEN 2 THEN c.total_2
                                   WHEN 3 THEN c.total_3 ELSE c.total_4 END) AS deficit
    FROM chosen_seats AS s JOIN chosen_games AS g USING (game) JOIN scorings AS c USING (game)
    WHERE s.won
    GROUP BY g.players, g.id
)
SELECT players, count(*) FILTER (deficit > 0) AS behind, count(*) AS n, behind / n AS rate,
       wilson_low(behind, n) AS low, wilson_high(behind, n) AS high,
       avg(deficit) AS mean, median(deficit) AS median, max(deficit) AS largest,
       arg_max(id[:12], (deficit, id)) AS game
FROM deficits
GROUP BY players
ORDER BY players
