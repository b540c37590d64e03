-- title: How points grow from scoring to scoring
-- definition: Points of a seat after each scoring: the mean, the least and the most, and the
--   quartiles over n seats. The last line of each number of players, end, adds the points on kept
--   tiles and counts finished games alone. Seats whose points unseen tiles leave open are not
--   counted.
-- needs: setup
-- bar: mean

WITH points AS (
    SELECT s.players, c.scoring, c.rock,
           CASE s.seat_order WHEN 1 THEN c.total_1 WHEN 2 THEN c.total_2
                             WHEN 3 THEN c.total_3 ELSE c.total_4 END AS total
    FROM scorings AS c JOIN chosen_seats AS s USING (game)
    UNION ALL
    SELECT s.players, 12, 'end', s.total
    FROM chosen_seats AS s JOIN chosen_games AS g USING (game) WHERE g.complete
), summed AS (
    SELECT players, scoring, rock, avg(total) AS mean, min(total) AS least, max(total) AS most,
           quantile_cont(total, [0.25, 0.5, 0.75]) AS quartiles, count(*) AS n
    FROM points WHERE total IS NOT NULL
    GROUP BY players, scoring, rock
)
SELECT players, scoring::INTEGER AS scoring, rock,
       mean, least, quartiles[1] AS quarter, quartiles[2] AS median,
       quartiles[3] AS three_quarters, most, n
FROM summed
ORDER BY players, scoring
