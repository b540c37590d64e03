-- title: How each game went, scoring by scoring
-- definition: Points of every seat after every scoring of every game, and at the end (with the
--   points on kept tiles) of finished ones. game is the beginning of the record's id; --game
--   shows one alone. Points that unseen tiles leave open are empty.
-- needs: any
-- spark: players game seat player | total

SELECT g.players, g.id[:12] AS game, s.seat_order, s.seat, s.player, c.scoring::INTEGER AS scoring,
       c.rock,
       CASE s.seat_order WHEN 1 THEN c.total_1 WHEN 2 THEN c.total_2
                         WHEN 3 THEN c.total_3 ELSE c.total_4 END AS total
FROM chosen_games AS g JOIN scorings AS c USING (game) JOIN seats AS s USING (game)
UNION ALL
SELECT g.players, g.id[:12], s.seat_order, s.seat, s.player, g.scorings + 3, 'end', s.total
FROM chosen_games AS g JOIN seats AS s USING (game)
WHERE g.complete
ORDER BY ALL
