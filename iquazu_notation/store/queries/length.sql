-- title: How long games are
-- definition: Games by their number of turns, those of all seats together, in steps of five
--   (turns 50 is 50 to 54), as a rate of n games with its 95 % interval.
-- needs: whole
-- bar: games

WITH steps AS (SELECT players, turns // 5 * 5 AS turns FROM chosen_games)
SELECT players, turns::INTEGER AS turns, count(*) AS games,
       (sum(count(*)) OVER (PARTITION BY players))::BIGINT AS n,
       games / n AS rate, wilson_low(games, n) AS low, wilson_high(games, n) AS high
FROM steps
GROUP BY players, turns
ORDER BY players, turns
