-- title: Colours drawn, against expectation
-- definition: Cards dealt and drawn (by action and by tiles) of each colour, as a rate of n
--   cards with its 95 % interval. expected is the share of that colour in the deck of the board;
--   after a reshuffle the pile lacks the cards on hands, so small differences are no surprise.
--   Draws of which a card is unseen are not counted.
-- needs: any
-- bar: rate

WITH decks AS (
    SELECT board_hash, (facts ->> '$.cards.W')::INTEGER AS w, (facts ->> '$.cards.B')::INTEGER AS b,
           (facts ->> '$.cards.O')::INTEGER AS o
    FROM boards
), drawn AS (
    SELECT s.players, sum(d.cards) AS n,
           [sum(d.white), sum(d.blue), sum(d.orange)] AS seen,
           [sum(d.cards * k.w / (k.w + k.b + k.o)), sum(d.cards * k.b / (k.w + k.b + k.o)),
            sum(d.cards * k.o / (k.w + k.b + k.o))] AS due
    FROM draws AS d JOIN chosen_seats AS s USING (game, seat_order)
    JOIN chosen_games AS g USING (game) JOIN decks AS k USING (board_hash)
    WHERE d.kind <> 'discard' AND d.unseen = 0
    GROUP BY s.players
)
SELECT players, ['W', 'B', 'O'][i] AS colour, seen[i]::BIGINT AS cards, drawn.n::BIGINT AS n,
       cards / n AS rate, wilson_low(cards, n) AS low, wilson_high(cards, n) AS high,
       due[i] / n AS expected
FROM drawn, (SELECT unnest([1, 2, 3]) AS i)
WHERE n > 0
ORDER BY players, i
