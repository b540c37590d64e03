-- title: Where points come from
-- definition: Points from the prizes of each rock and from kept tiles: their sum, their share
--   of all points in games with so many players (a share of points and not of cases, so it has no
--   interval), and the mean for a seat, over n seats, for one that won and for one that lost.
-- needs: whole
-- bar: share

WITH points AS (
    SELECT s.players, s.won, 'rock ' || p.rock AS source, sum(p.points) AS prize
    FROM prizes AS p JOIN chosen_seats AS s USING (game, seat_order)
    GROUP BY s.players, s.won, p.rock
    UNION ALL
    SELECT players, won, 'tiles', points_tiles FROM chosen_seats
), counted AS (
    SELECT players, count(*) AS n, count(*) FILTER (won) AS won
    FROM chosen_seats GROUP BY players
)
SELECT c.players, p.source, sum(p.prize)::BIGINT AS points,
       points / nullif(sum(sum(p.prize)) OVER (PARTITION BY c.players), 0) AS share,
       points / c.n AS mean,
       coalesce(sum(p.prize) FILTER (p.won), 0) / nullif(c.won, 0) AS mean_won,
       coalesce(sum(p.prize) FILTER (NOT p.won), 0) / nullif(c.n - c.won, 0) AS mean_lost, c.n
FROM points AS p JOIN counted AS c USING (players)
GROUP BY c.players, p.source, c.n, c.won
ORDER BY c.players, p.source
