-- title: How far behind the winner has been
-- definition: Games by the most points that their winner was behind the leader after any scoring
--   (of several winners, the one furthest behind): 0 is never behind, then steps of five points
--   (behind 1 is 1 to 5), as a rate of n games with its 95 % interval; game is the one with the
--   most in its step. mean, median and largest are in points over all n games. With --player,
--   games that the player won.
-- needs: whole
-- bar: games

WITH deficits AS (
    SELECT g.players, g.id, max(
               greatest(c.total_1, c.total_2, c.total_3, c.total_4)
               - CASE s.seat_order WHEN 1 THEN c.total_1 WHEN 2 THEN c.total_2
                                   WHEN 3 THEN c.total_3 ELSE c.total_4 END) AS deficit
    FROM chosen_seats AS s JOIN chosen_games AS g USING (game) JOIN scorings AS c USING (game)
    WHERE s.won
    GROUP BY g.players, g.id
), summed AS (
    SELECT players, count(*) AS n, avg(deficit) AS mean, median(deficit) AS median,
           max(deficit) AS largest
    FROM deficits
    GROUP BY players
), steps AS (
    SELECT players, CASE WHEN deficit = 0 THEN 0 ELSE (deficit - 1) // 5 * 5 + 1 END AS behind,
           count(*) AS games, arg_max(id[:12], (deficit, id)) AS game
    FROM deficits
    GROUP BY ALL
)
SELECT players, behind::INTEGER AS behind, games, n, games / n AS rate,
       wilson_low(games, n) AS low, wilson_high(games, n) AS high, mean, median, largest, game
FROM steps JOIN summed USING (players)
ORDER BY players, behind
