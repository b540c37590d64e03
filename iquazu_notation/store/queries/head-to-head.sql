-- title: Player against player
-- definition: For each two players who met, over their n meetings at one table: how often the
--   first ended above, level with and below the other, the rate of ending above with its 95 %
--   interval, and the mean difference in points. Seats without a name, and a name against itself,
--   are not counted.
-- needs: decided
-- bar: rate

SELECT s.players, s.player, o.player AS opponent, count(*) FILTER (s.rank < o.rank) AS above,
       count(*) FILTER (s.rank = o.rank) AS level, count(*) FILTER (s.rank > o.rank) AS below,
       count(*) AS n, above / n AS rate, wilson_low(above, n) AS low, wilson_high(above, n) AS high,
       avg(s.total - o.total) AS mean_difference
FROM chosen_seats AS s JOIN seats AS o ON o.game = s.game AND o.player <> s.player
GROUP BY s.players, s.player, o.player
ORDER BY s.players, s.player, o.player
