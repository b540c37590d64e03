-- title: How often the lead changes
-- definition: Games by their number of lead changes: times another seat than the last sole
--   leader took the sole lead at the end of a turn. rate is of all n games with so many players,
--   with its 95 % interval.
-- needs: whole
-- bar: games

SELECT players, lead_changes, count(*) AS games,
       (sum(count(*)) OVER (PARTITION BY players))::BIGINT AS n,
       games / n AS rate, wilson_low(games, n) AS low, wilson_high(games, n) AS high
FROM chosen_games
GROUP BY players, lead_changes
ORDER BY players, lead_changes
