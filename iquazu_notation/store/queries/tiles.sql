-- title: What becomes of each kind of tile
-- definition: Tiles given away at scorings, by kind (V points, C cards, J any colour, D double
--   move, ? never seen). won: taken by a seat, as a rate of those on offer; used: as a rate of
--   those won (tiles with points are kept); wait: mean number of turns, of all seats, from taking
--   to using; holders: seats that took at least one in a game, and the rate of those that won the
--   game. Rates with their 95 % intervals. With --player, tiles taken by that player.
-- needs: whole

WITH given AS (
    SELECT g.players, t.kind, t.first_of_kind, s.game IS NOT NULL AS taken, s.won,
           count(*) AS tiles, count(t.used_turn) AS uses, sum(t.used_turn - t.scored_turn) AS waits
    FROM tiles AS t JOIN chosen_games AS g USING (game)
    LEFT JOIN chosen_seats AS s ON s.game = t.game AND s.seat_order = t.seat_order
    WHERE t.scoring IS NOT NULL
    GROUP BY ALL
), counted AS (
    SELECT players, kind, sum(tiles)::BIGINT AS offered,
           coalesce(sum(tiles) FILTER (taken), 0)::BIGINT AS won,
           coalesce(sum(uses) FILTER (taken), 0)::BIGINT AS used,
           sum(waits) FILTER (taken) AS waits,
           coalesce(sum(tiles) FILTER (taken AND first_of_kind), 0)::BIGINT AS holders,
           coalesce(sum(tiles) FILTER (won AND first_of_kind), 0)::BIGINT AS holders_won
    FROM given GROUP BY players, kind
)
SELECT players, kind, offered, won, won / offered AS won_rate,
       wilson_low(won, offered) AS won_low, wilson_high(won, offered) AS won_high, used,
       CASE WHEN kind NOT LIKE 'V%' THEN used / nullif(won, 0) END AS used_rate,
       CASE WHEN kind NOT LIKE 'V%' THEN wilson_low(used, won) END AS used_low,
       CASE WHEN kind NOT LIKE 'V%' THEN wilson_high(used, won) END AS used_high,
       waits / nullif(used, 0) AS wait, holders, holders_won,
       holders_won / nullif(holders, 0) AS holder_rate,
       wilson_low(holders_won, holders) AS holder_low,
       wilson_high(holders_won, holders) AS holder_high
FROM counted
ORDER BY players, kind
