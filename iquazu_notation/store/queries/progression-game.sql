-- title: How each game went, scoring by scoring
-- definition: Points of every seat after every scoring of a game, and at the end (with the
--   points on kept tiles) if it is finished, for the 100 latest games (by date, then by loading).
--   game is the beginning of the record's id; --game shows one alone. Points that unseen tiles
--   leave open are empty.
-- needs: any
-- spark: players game seat player | total

WITH latest AS (
    SELECT game, id[:12] AS id, players, complete, scorings FROM chosen_games
    ORDER BY played_on DESC NULLS LAST, game DESC LIMIT 100
)
SELECT g.players, g.id AS game, s.seat_order, s.seat, s.player, c.scoring::INTEGER AS scoring,
       c.rock,
       CASE s.seat_order WHEN 1 THEN c.total_1 WHEN 2 THEN c.total_2
                         WHEN 3 THEN c.total_3 ELSE c.total_4 END AS total
FROM latest AS g JOIN scorings AS c USING (game) JOIN seats AS s USING (game)
UNION ALL
SELECT g.players, g.id, s.seat_order, s.seat, s.player, g.scorings + 3, 'end', s.total
FROM latest AS g JOIN seats AS s USING (game)
WHERE g.complete
ORDER BY ALL
