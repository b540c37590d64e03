-- title: Where winners place their gems, and where the others do
-- definition: Gems placed on each gap by seats that won (alone or sharing) and by seats that
--   lost. Each share is of all n gems placed by winners, or by losers, in games with so many
--   players, with its 95 % interval; difference is the winners' share less the losers'.
-- needs: decided
-- grid: gap rock difference

WITH counted AS (
    SELECT s.players, p.rock, p.gap,
           count(*) FILTER (s.won) AS winners, count(*) FILTER (NOT s.won) AS losers,
           (sum(winners) OVER (PARTITION BY s.players))::BIGINT AS winners_n,
           (sum(losers) OVER (PARTITION BY s.players))::BIGINT AS losers_n
    FROM placements AS p JOIN chosen_seats AS s USING (game, seat_order)
    GROUP BY s.players, p.rock, p.gap
)
SELECT players, rock, gap,
       winners, winners / nullif(winners_n, 0) AS winners_share,
       wilson_low(winners, winners_n) AS winners_low,
       wilson_high(winners, winners_n) AS winners_high, winners_n,
       losers, losers / nullif(losers_n, 0) AS losers_share,
       wilson_low(losers, losers_n) AS losers_low,
       wilson_high(losers, losers_n) AS losers_high, losers_n,
       winners_share - losers_share AS difference
FROM counted
ORDER BY players, rock, gap
