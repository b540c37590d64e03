-- title: How often a tie-break decides
-- definition: Of n first prizes of each rock, those in which another seat had as many gems on
--   it, and of n tiles taken in each row, those in which another seat had as many gems there: the
--   tie-break decided. Rates with their 95 % intervals.
-- needs: any
-- bar: rate

WITH decided AS (
    SELECT g.players, 'rock ' || p.rock AS what, count(*) FILTER (p.tied) AS by_tie_break,
           count(*) AS n
    FROM prizes AS p JOIN chosen_games AS g USING (game)
    WHERE p.place = 1
    GROUP BY g.players, p.rock
    UNION ALL
    SELECT g.players, 'row ' || t.row, count(*) FILTER (t.tied), count(*)
    FROM tiles AS t JOIN chosen_games AS g USING (game)
    WHERE t.scoring IS NOT NULL AND t.seat IS NOT NULL
    GROUP BY g.players, t.row
)
SELECT players, what, by_tie_break, n, by_tie_break / n AS rate,
       wilson_low(by_tie_break, n) AS low, wilson_high(by_tie_break, n) AS high
FROM decided
ORDER BY players, what
