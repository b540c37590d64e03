-- title: What becomes of each kind of tile
-- definition: Tiles given away at scorings, by kind (V points, C cards, J any colour, D double
--   move, ? never seen). won: taken by a seat, as a rate of those on offer; used: as a rate of
--   those won (tiles with points are kept); wait: mean number of turns, of all seats, from taking
--   to using; holders: seats that took at least one in a game, and the rate of those that won the
--   game. Rates with their 95 % intervals. With --player, tiles taken by that player.
-- needs: whole

WITH given AS (
    -- Holders as bits, one for each seat: counting distinct seats took half as long again.
    SELECT g.players, t.kind, count(*) AS tiles, count(s.game) AS taken,
           count(t.used_turn) FILTER (s.game IS NOT NULL) AS uses,
           sum(t.used_turn - t.scored_turn) FILTER (s.game IS NOT NULL) AS waits,
           bit_or(CASE WHEN s.game IS NULL THEN 0 ELSE 1 << s.seat_order::INTEGER END) AS who,
           bit_or(CASE WHEN s.won THEN 1 << s.seat_order::INTEGER ELSE 0 END) AS who_won
    FROM tiles AS t JOIN chosen_games AS g USING (game)
    LEFT JOIN chosen_seats AS s ON s.game = t.game AND s.seat_order = t.seat_order
    WHERE t.scoring IS NOT NULL
    GROUP BY g.players, t.game, t.kind
)
SELECT players, kind, sum(tiles)::BIGINT AS offered,
       sum(taken)::BIGINT AS won, won / offered AS won_rate,
       wilson_low(won, offered) AS won_low, wilson_high(won, offered) AS won_high,
       sum(uses)::BIGINT AS used,
       CASE WHEN kind NOT LIKE 'V%' THEN used / nullif(won, 0) END AS used_rate,
       CASE WHEN kind NOT LIKE 'V%' THEN wilson_low(used, won) END AS used_low,
       CASE WHEN kind NOT LIKE 'V%' THEN wilson_high(used, won) END AS used_high,
       sum(waits) / nullif(used, 0) AS wait,
       sum(bit_count(who))::BIGINT AS holders, sum(bit_count(who_won))::BIGINT AS holders_won,
       holders_won / nullif(holders, 0) AS holder_rate,
       wilson_low(holders_won, holders) AS holder_low,
       wilson_high(holders_won, holders) AS holder_high
FROM given
GROUP BY players, kind
ORDER BY players, kind
