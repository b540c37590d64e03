-- title: What a lead is worth
-- definition: Of n games in which one seat alone led after a scoring, those that it went on to
--   win (alone or sharing), as a rate with its 95 % interval, and its mean lead in points. tied:
--   games in which the lead was shared then, which are not counted.
-- needs: whole
-- bar: rate

SELECT g.players, c.scoring::INTEGER AS scoring, c.rock, count(*) FILTER (s.won) AS wins,
       count(s.game) AS n, wins / nullif(n, 0) AS rate,
       wilson_low(wins, n) AS low, wilson_high(wins, n) AS high,
       avg(c.lead) FILTER (s.game IS NOT NULL) AS mean_lead,
       count(*) FILTER (c.leader IS NULL) AS tied
FROM scorings AS c JOIN chosen_games AS g USING (game)
LEFT JOIN chosen_seats AS s ON s.game = c.game AND s.seat = c.leader
GROUP BY g.players, c.scoring, c.rock
ORDER BY g.players, c.scoring
