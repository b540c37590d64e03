-- Views for the common questions. Each row carries players, board and source where games are summed
-- up, so that unlike games are not thrown together unawares.

CREATE VIEW results AS
SELECT s.*, g.id, g.players, g.board, g.board_hash, g.source, g.verdict, g.complete, g.played_on,
       g.turns AS game_turns, g.margin
FROM seats AS s JOIN games AS g USING (game);
COMMENT ON VIEW results IS 'Every seat with what matters of its game: the start of most questions';

CREATE VIEW standings AS
SELECT t.game, t.turn, s.seat_order, s.seat, s.player,
       CASE s.seat_order WHEN 1 THEN t.total_1 WHEN 2 THEN t.total_2
                         WHEN 3 THEN t.total_3 ELSE t.total_4 END AS total,
       CASE s.seat_order WHEN 1 THEN t.hand_1 WHEN 2 THEN t.hand_2
                         WHEN 3 THEN t.hand_3 ELSE t.hand_4 END AS hand
FROM turns AS t JOIN seats AS s USING (game);
COMMENT ON VIEW standings IS 'Points and hand size of every seat after every turn, one row each';

CREATE VIEW progress AS
SELECT c.game, c.scoring, c.kind, c.turn, c.rock, s.seat_order, s.seat, s.player, s.won,
       CASE s.seat_order WHEN 1 THEN c.total_1 WHEN 2 THEN c.total_2
                         WHEN 3 THEN c.total_3 ELSE c.total_4 END AS total
FROM scorings AS c JOIN seats AS s USING (game);
COMMENT ON VIEW progress IS 'Points of every seat after every scoring, one row each';

CREATE VIEW takers AS
SELECT game, scoring, scored_turn AS turn, rock, row, kind, seat_order, seat, gems, tied
FROM tiles WHERE scoring IS NOT NULL;
COMMENT ON VIEW takers IS 'Who took the tile of each row at each scoring; seat is null for nobody';

CREATE VIEW heatmap AS
SELECT g.players, g.board, g.board_hash, g.strips, g.source, p.rock, p.gap, p.seat_order, p.won,
       count(*) AS placements
FROM placements AS p JOIN games AS g USING (game)
GROUP BY ALL;
COMMENT ON VIEW heatmap IS 'Gems placed by rock and gap, apart by players, board, strips, source, seat order and result';

CREATE VIEW openings AS
SELECT p.game, g.players, g.board, g.board_hash, g.strips, g.source, g.winners,
       string_agg(p.seat || ' ' || p.rock || p.gap, ', ' ORDER BY p.number) AS opening
FROM placements AS p JOIN games AS g USING (game)
WHERE p.number <= 4 AND NOT g.from_position
GROUP BY ALL;
COMMENT ON VIEW openings IS 'The first four placements of every game in a line';

CREATE VIEW players AS
SELECT player, players, board, board_hash, source, count(*) AS games,
       count(*) FILTER (won) AS wins, avg(rank) AS mean_rank, avg(total) AS mean_total
FROM results WHERE complete AND player IS NOT NULL
GROUP BY ALL;
COMMENT ON VIEW players IS 'Complete games of every player, apart by number of players, board and source';
