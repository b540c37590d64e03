-- title: The players
-- definition: For each player, by number of players at the table: of the n seats that the
--   player had, those that won (alone or sharing) as a rate with its 95 % interval, mean rank and
--   mean total. rating is that of Plackett and Luce by Weng and Lin (openskill): a new player has
--   25 with an uncertainty of 8.33 (one standard deviation); it is worked out from the ranks of
--   all games of the database with so many players, whatever is asked for, in order of date and
--   then of loading (games without a full date last), and equal totals are a tie. sure is rating
--   less three times its uncertainty. rated: games that count for it, those in which every seat
--   has a name of its own.
-- needs: decided

WITH counted AS (
    SELECT players, player, count(*) FILTER (won) AS wins, count(*) AS n,
           avg(rank) AS mean_rank, avg(total) AS mean_total
    FROM chosen_seats WHERE player IS NOT NULL
    GROUP BY players, player
)
SELECT players, player, wins, n, wins / n AS rate,
       wilson_low(wins, n) AS low, wilson_high(wins, n) AS high, mean_rank, mean_total,
       r.mu AS rating, r.sigma AS uncertainty, rating - 3 * uncertainty AS sure,
       coalesce(r.games, 0) AS rated
FROM counted LEFT JOIN ratings AS r USING (players, player)
ORDER BY players, sure DESC NULLS LAST, player
