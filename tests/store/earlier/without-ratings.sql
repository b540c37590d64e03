-- The tables of the store. Everything in them comes from the records and can be made again from them.
-- `game` is a short key of this database alone; `games.id` is the record's own id. Only `games`,
-- `boards` and `loads` have indexes: the big tables are read in whole columns, in order of `game`.

CREATE TABLE meta (
    name  VARCHAR PRIMARY KEY,
    value VARCHAR NOT NULL
);
COMMENT ON TABLE meta IS 'What this database is';
COMMENT ON COLUMN meta.name IS 'schema: version of these tables; program: version that made them';
COMMENT ON COLUMN meta.value IS 'Its value';

CREATE TABLE loads (
    load     INTEGER PRIMARY KEY,
    started  TIMESTAMP NOT NULL,
    finished TIMESTAMP,
    program  VARCHAR NOT NULL,
    loaded   INTEGER NOT NULL,
    replaced INTEGER NOT NULL,
    already  INTEGER NOT NULL,
    refused  INTEGER NOT NULL
);
COMMENT ON TABLE loads IS 'One row per run of iquazu load that changed something';
COMMENT ON COLUMN loads.load IS 'Number of the load, from 1';
COMMENT ON COLUMN loads.started IS 'When it began (UTC)';
COMMENT ON COLUMN loads.finished IS 'When it was done (UTC); null if it was interrupted';
COMMENT ON COLUMN loads.program IS 'Version of the program';
COMMENT ON COLUMN loads.loaded IS 'Records it added, replacements not counted';
COMMENT ON COLUMN loads.replaced IS 'Records it put in the place of an earlier version (--replace)';
COMMENT ON COLUMN loads.already IS 'Records that were there already';
COMMENT ON COLUMN loads.refused IS 'Records it refused';

CREATE TABLE refusals (
    load     INTEGER NOT NULL,
    file     VARCHAR NOT NULL,
    record   INTEGER NOT NULL,
    line     INTEGER NOT NULL,
    id       VARCHAR,
    code     VARCHAR NOT NULL,
    at_line  INTEGER NOT NULL,
    at_column INTEGER NOT NULL,
    turn     INTEGER,
    message  VARCHAR NOT NULL
);
COMMENT ON TABLE refusals IS 'Records that are invalid, as of the last load of their file: one row each';
COMMENT ON COLUMN refusals.load IS 'The load that first refused it so (loads.load)';
COMMENT ON COLUMN refusals.file IS 'File, as seen from the folder of the database; - is standard input';
COMMENT ON COLUMN refusals.record IS 'Number of the record in its file, from 1';
COMMENT ON COLUMN refusals.line IS 'Line of the file on which the record begins';
COMMENT ON COLUMN refusals.id IS 'Id of the record; null if it can''t be read';
COMMENT ON COLUMN refusals.code IS 'Code of its first error, see iquazu explain';
COMMENT ON COLUMN refusals.at_line IS 'Line of that error';
COMMENT ON COLUMN refusals.at_column IS 'Column of that error';
COMMENT ON COLUMN refusals.turn IS 'Turn of that error; 0 the setup, null tags or the whole record';
COMMENT ON COLUMN refusals.message IS 'What is wrong, in a sentence';

CREATE TABLE boards (
    board_hash VARCHAR PRIMARY KEY,
    board      VARCHAR NOT NULL,
    facts      VARCHAR NOT NULL
);
COMMENT ON TABLE boards IS 'Boards that games were played on';
COMMENT ON COLUMN boards.board_hash IS 'Hash of all that matters for play on the board';
COMMENT ON COLUMN boards.board IS 'Id of the board, as records name it';
COMMENT ON COLUMN boards.facts IS 'The whole board as JSON, enough to replay the games';

CREATE TABLE games (
    game         INTEGER PRIMARY KEY,
    id           VARCHAR NOT NULL UNIQUE,
    rules        VARCHAR NOT NULL,
    board        VARCHAR NOT NULL,
    board_hash   VARCHAR NOT NULL,
    strips       VARCHAR NOT NULL,
    players      UTINYINT NOT NULL,
    seats        VARCHAR NOT NULL,
    verdict      VARCHAR NOT NULL,
    complete     BOOLEAN NOT NULL,
    from_position BOOLEAN NOT NULL,
    first_turn   INTEGER NOT NULL,
    turns        INTEGER NOT NULL,
    scorings     UTINYINT NOT NULL,
    winners      VARCHAR,
    best_total   INTEGER,
    margin       INTEGER,
    lead_changes INTEGER NOT NULL,
    date         VARCHAR,
    played_on    DATE,
    time         VARCHAR,
    event        VARCHAR,
    site         VARCHAR,
    round        VARCHAR,
    recorder     VARCHAR,
    source       VARCHAR,
    result       VARCHAR,
    termination  VARCHAR,
    continues    VARCHAR,
    load         INTEGER NOT NULL,
    file         VARCHAR NOT NULL,
    record       INTEGER NOT NULL,
    line         INTEGER NOT NULL
);
COMMENT ON TABLE games IS 'One row per record: valid or consistent, complete or not';
COMMENT ON COLUMN games.game IS 'Short key of the game in this database';
COMMENT ON COLUMN games.id IS 'The record''s id: SHA-256 of what was played, not of names or comments';
COMMENT ON COLUMN games.rules IS 'Tag Game: which game was played';
COMMENT ON COLUMN games.board IS 'Id of the board';
COMMENT ON COLUMN games.board_hash IS 'The board itself (boards.board_hash): ids can be reused';
COMMENT ON COLUMN games.strips IS 'The strips from left to right; empty for a board without';
COMMENT ON COLUMN games.players IS 'Number of players';
COMMENT ON COLUMN games.seats IS 'Seats in turn order, the starting player first: R G Y P';
COMMENT ON COLUMN games.verdict IS 'valid (nothing unseen) or consistent';
COMMENT ON COLUMN games.complete IS 'Whether the game was played to its end';
COMMENT ON COLUMN games.from_position IS 'Whether the record starts from a position instead of the setup';
COMMENT ON COLUMN games.first_turn IS 'Number of the first turn: 1 unless it starts from a position';
COMMENT ON COLUMN games.turns IS 'Length: number of turns recorded';
COMMENT ON COLUMN games.scorings IS 'Number of interim scorings recorded';
COMMENT ON COLUMN games.winners IS 'Winning seats in turn order, parted by blanks; null while on, or open';
COMMENT ON COLUMN games.best_total IS 'Points of the winners; null while on, or open';
COMMENT ON COLUMN games.margin IS 'Points between best and second-best seat, 0 in a tie; null while on, or open';
COMMENT ON COLUMN games.lead_changes IS 'How often another seat than the last sole leader took the sole lead';
COMMENT ON COLUMN games.date IS 'Tag Date as written, parts may be ?';
COMMENT ON COLUMN games.played_on IS 'Tag Date as a date; null if part of it is unknown';
COMMENT ON COLUMN games.time IS 'Tag Time';
COMMENT ON COLUMN games.event IS 'Tag Event';
COMMENT ON COLUMN games.site IS 'Tag Site';
COMMENT ON COLUMN games.round IS 'Tag Round';
COMMENT ON COLUMN games.recorder IS 'Tag Recorder';
COMMENT ON COLUMN games.source IS 'Tag Source: table, digital or simulated';
COMMENT ON COLUMN games.result IS 'Tag Result';
COMMENT ON COLUMN games.termination IS 'Tag Termination';
COMMENT ON COLUMN games.continues IS 'Tag Continues: id of the record this one goes on from';
COMMENT ON COLUMN games.load IS 'The load that brought it (loads.load)';
COMMENT ON COLUMN games.file IS 'File, as seen from the folder of the database; - is standard input';
COMMENT ON COLUMN games.record IS 'Number of the record in its file, from 1';
COMMENT ON COLUMN games.line IS 'Line of the file on which the record begins';

CREATE TABLE texts (
    game INTEGER NOT NULL,
    text VARCHAR NOT NULL
);
COMMENT ON TABLE texts IS 'Each record in full form, as iquazu fmt writes it';
COMMENT ON COLUMN texts.game IS 'The game (games.game)';
COMMENT ON COLUMN texts.text IS 'Its text, byte for byte';

CREATE TABLE tags (
    game   INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name   VARCHAR NOT NULL,
    value  VARCHAR NOT NULL
);
COMMENT ON TABLE tags IS 'Every tag of every record, known or not';
COMMENT ON COLUMN tags.game IS 'The game (games.game)';
COMMENT ON COLUMN tags.number IS 'Place among the record''s tags, from 1';
COMMENT ON COLUMN tags.name IS 'Name of the tag';
COMMENT ON COLUMN tags.value IS 'Its value';

CREATE TABLE seats (
    game         INTEGER NOT NULL,
    seat_order   UTINYINT NOT NULL,
    seat         VARCHAR NOT NULL,
    player       VARCHAR,
    total        INTEGER,
    total_low    INTEGER,
    total_high   INTEGER,
    rank         UTINYINT,
    won          BOOLEAN,
    points_start INTEGER NOT NULL,
    points_rocks INTEGER NOT NULL,
    points_tiles INTEGER,
    turns        INTEGER NOT NULL,
    placements   INTEGER NOT NULL,
    draws        INTEGER NOT NULL,
    cards_paid   INTEGER NOT NULL,
    tiles_won    INTEGER NOT NULL,
    tiles_used   INTEGER NOT NULL
);
COMMENT ON TABLE seats IS 'One row per seat of a game';
COMMENT ON COLUMN seats.game IS 'The game (games.game)';
COMMENT ON COLUMN seats.seat_order IS 'Place in the turn order, 1 is the starting player';
COMMENT ON COLUMN seats.seat IS 'Colour: R, G, Y or P';
COMMENT ON COLUMN seats.player IS 'Name of the player; null if it is not written';
COMMENT ON COLUMN seats.total IS 'Points at the end of the record; null if unseen tiles leave it open';
COMMENT ON COLUMN seats.total_low IS 'The least that total can be';
COMMENT ON COLUMN seats.total_high IS 'The most that total can be';
COMMENT ON COLUMN seats.rank IS '1 is best, equal totals share a rank (1, 1, 3); null while on, or open';
COMMENT ON COLUMN seats.won IS 'Whether it won, alone or sharing; null while on, or open';
COMMENT ON COLUMN seats.points_start IS 'Points it had in the position the record starts from, else 0';
COMMENT ON COLUMN seats.points_rocks IS 'Points from prizes of rocks, the final ones included';
COMMENT ON COLUMN seats.points_tiles IS 'Points on tiles kept to the end; null if unseen tiles leave it open';
COMMENT ON COLUMN seats.turns IS 'Turns it had in the record';
COMMENT ON COLUMN seats.placements IS 'Gems it placed';
COMMENT ON COLUMN seats.draws IS 'Draw actions it took';
COMMENT ON COLUMN seats.cards_paid IS 'Cards it paid for gems';
COMMENT ON COLUMN seats.tiles_won IS 'Tiles it took at scorings';
COMMENT ON COLUMN seats.tiles_used IS 'Tiles it used';

CREATE TABLE turns (
    game         INTEGER NOT NULL,
    turn         INTEGER NOT NULL,
    seat_order   UTINYINT NOT NULL,
    seat         VARCHAR NOT NULL,
    action       VARCHAR,
    draws        UTINYINT NOT NULL,
    placements   UTINYINT NOT NULL,
    tiles_used   UTINYINT NOT NULL,
    discarded    INTEGER NOT NULL,
    dropped      BOOLEAN NOT NULL,
    scorings     UTINYINT NOT NULL,
    hand_1       INTEGER NOT NULL,
    hand_2       INTEGER NOT NULL,
    hand_3       INTEGER,
    hand_4       INTEGER,
    total_1      INTEGER,
    total_2      INTEGER,
    total_3      INTEGER,
    total_4      INTEGER,
    leader       VARCHAR,
    lead         INTEGER,
    lead_changed BOOLEAN NOT NULL,
    seconds      DOUBLE,
    marks        VARCHAR
);
COMMENT ON TABLE turns IS 'One row per turn; hands and totals are those after it, by seat order';
COMMENT ON COLUMN turns.game IS 'The game (games.game)';
COMMENT ON COLUMN turns.turn IS 'Number of the turn, from 1 (or from that of the position it starts from)';
COMMENT ON COLUMN turns.seat_order IS 'Whose turn it was, by place in the turn order';
COMMENT ON COLUMN turns.seat IS 'Whose turn it was, by colour';
COMMENT ON COLUMN turns.action IS 'Its first action: draw or place; null if the record stops before it';
COMMENT ON COLUMN turns.draws IS 'Draw actions in the turn, 2 or more after double moves';
COMMENT ON COLUMN turns.placements IS 'Gems placed in the turn';
COMMENT ON COLUMN turns.tiles_used IS 'Tiles used in the turn';
COMMENT ON COLUMN turns.discarded IS 'Cards discarded at its end';
COMMENT ON COLUMN turns.dropped IS 'Whether a drop fell';
COMMENT ON COLUMN turns.scorings IS 'Interim scorings in the turn';
COMMENT ON COLUMN turns.hand_1 IS 'Cards in the hand of the first seat';
COMMENT ON COLUMN turns.hand_2 IS 'Cards in the hand of the second seat';
COMMENT ON COLUMN turns.hand_3 IS 'Cards in the hand of the third seat; null if there is none';
COMMENT ON COLUMN turns.hand_4 IS 'Cards in the hand of the fourth seat; null if there is none';
COMMENT ON COLUMN turns.total_1 IS 'Points of the first seat; null if unseen tiles leave them open';
COMMENT ON COLUMN turns.total_2 IS 'Points of the second seat; null likewise';
COMMENT ON COLUMN turns.total_3 IS 'Points of the third seat; null likewise, or if there is none';
COMMENT ON COLUMN turns.total_4 IS 'Points of the fourth seat; null likewise, or if there is none';
COMMENT ON COLUMN turns.leader IS 'The seat with most points; null if it is shared, or open';
COMMENT ON COLUMN turns.lead IS 'Points between best and second-best seat, 0 in a tie; null if open';
COMMENT ON COLUMN turns.lead_changed IS 'Whether another seat than the last sole leader took the sole lead';
COMMENT ON COLUMN turns.seconds IS 'Time taken, if the record has [%emt ...]';
COMMENT ON COLUMN turns.marks IS 'The recorder''s marks, parted by blanks; null if there are none';

CREATE TABLE placements (
    game         INTEGER NOT NULL,
    number       INTEGER NOT NULL,
    turn         INTEGER NOT NULL,
    seat_order   UTINYINT NOT NULL,
    seat         VARCHAR NOT NULL,
    rock         VARCHAR NOT NULL,
    gap          UTINYINT NOT NULL,
    row          UTINYINT NOT NULL,
    colour       VARCHAR NOT NULL,
    cost         UTINYINT NOT NULL,
    frame_column UTINYINT NOT NULL,
    paid         UTINYINT NOT NULL,
    paid_white   UTINYINT NOT NULL,
    paid_blue    UTINYINT NOT NULL,
    paid_orange  UTINYINT NOT NULL,
    paid_unseen  UTINYINT NOT NULL,
    pairs        UTINYINT NOT NULL,
    joker        BOOLEAN NOT NULL,
    won          BOOLEAN
);
COMMENT ON TABLE placements IS 'One row per gem placed';
COMMENT ON COLUMN placements.game IS 'The game (games.game)';
COMMENT ON COLUMN placements.number IS 'Place among the game''s placements, from 1';
COMMENT ON COLUMN placements.turn IS 'The turn (turns.turn)';
COMMENT ON COLUMN placements.seat_order IS 'Who placed it, by place in the turn order';
COMMENT ON COLUMN placements.seat IS 'Who placed it, by colour';
COMMENT ON COLUMN placements.rock IS 'The rock, a to k';
COMMENT ON COLUMN placements.gap IS 'The gap, from the top, from 1';
COMMENT ON COLUMN placements.row IS 'The row of that gap, from 1';
COMMENT ON COLUMN placements.colour IS 'Colour of the gap: W, B or O';
COMMENT ON COLUMN placements.cost IS 'What the gap cost, in cards of its colour';
COMMENT ON COLUMN placements.frame_column IS 'Column of the frame over the rock at that moment, from 1';
COMMENT ON COLUMN placements.paid IS 'Cards paid';
COMMENT ON COLUMN placements.paid_white IS 'White cards paid, as far as seen';
COMMENT ON COLUMN placements.paid_blue IS 'Blue cards paid, as far as seen';
COMMENT ON COLUMN placements.paid_orange IS 'Orange cards paid, as far as seen';
COMMENT ON COLUMN placements.paid_unseen IS 'Cards paid that nobody saw';
COMMENT ON COLUMN placements.pairs IS 'Pairs of another colour that stood for one card: cards wasted';
COMMENT ON COLUMN placements.joker IS 'Whether an any-colour tile was used for it';
COMMENT ON COLUMN placements.won IS 'Whether the seat won the game (seats.won)';

CREATE TABLE drops (
    game       INTEGER NOT NULL,
    number     INTEGER NOT NULL,
    turn       INTEGER NOT NULL,
    seat_order UTINYINT NOT NULL,
    seat       VARCHAR NOT NULL,
    rock       VARCHAR NOT NULL,
    gap        UTINYINT NOT NULL,
    row        UTINYINT NOT NULL
);
COMMENT ON TABLE drops IS 'One row per water drop laid';
COMMENT ON COLUMN drops.game IS 'The game (games.game)';
COMMENT ON COLUMN drops.number IS 'Place among the game''s drops, from 1';
COMMENT ON COLUMN drops.turn IS 'The turn (turns.turn)';
COMMENT ON COLUMN drops.seat_order IS 'Who had the water box, by place in the turn order';
COMMENT ON COLUMN drops.seat IS 'Who had the water box, by colour';
COMMENT ON COLUMN drops.rock IS 'The rock, a to k';
COMMENT ON COLUMN drops.gap IS 'The gap, from the top, from 1';
COMMENT ON COLUMN drops.row IS 'The row of that gap, from 1';

CREATE TABLE draws (
    game       INTEGER NOT NULL,
    number     INTEGER NOT NULL,
    turn       INTEGER NOT NULL,
    seat_order UTINYINT NOT NULL,
    seat       VARCHAR NOT NULL,
    kind       VARCHAR NOT NULL,
    cards      INTEGER NOT NULL,
    white      INTEGER NOT NULL,
    blue       INTEGER NOT NULL,
    orange     INTEGER NOT NULL,
    unseen     INTEGER NOT NULL,
    reshuffled BOOLEAN NOT NULL
);
COMMENT ON TABLE draws IS 'One row per time a seat took cards from the pile, or put surplus cards away';
COMMENT ON COLUMN draws.game IS 'The game (games.game)';
COMMENT ON COLUMN draws.number IS 'Place among these rows of the game, from 1';
COMMENT ON COLUMN draws.turn IS 'The turn (turns.turn); 0 for the starting hands';
COMMENT ON COLUMN draws.seat_order IS 'Who, by place in the turn order';
COMMENT ON COLUMN draws.seat IS 'Who, by colour';
COMMENT ON COLUMN draws.kind IS 'deal (starting hand), draw (the action), C2, C3 or C4 (a tile), discard (above the hand limit)';
COMMENT ON COLUMN draws.cards IS 'Number of cards';
COMMENT ON COLUMN draws.white IS 'White cards among them, as far as seen';
COMMENT ON COLUMN draws.blue IS 'Blue cards among them, as far as seen';
COMMENT ON COLUMN draws.orange IS 'Orange cards among them, as far as seen';
COMMENT ON COLUMN draws.unseen IS 'Cards among them that nobody saw';
COMMENT ON COLUMN draws.reshuffled IS 'Whether the discards were shuffled for it';

CREATE TABLE tiles (
    game         INTEGER NOT NULL,
    number       INTEGER NOT NULL,
    kind         VARCHAR NOT NULL,
    rock         VARCHAR,
    row          UTINYINT,
    opened_turn  INTEGER,
    scoring      UTINYINT,
    scored_turn  INTEGER,
    seat_order   UTINYINT,
    seat         VARCHAR,
    gems         UTINYINT,
    tied         BOOLEAN,
    used_turn    INTEGER,
    points       INTEGER
);
COMMENT ON TABLE tiles IS 'One row per bonus tile that was turned up, or held at the start';
COMMENT ON COLUMN tiles.game IS 'The game (games.game)';
COMMENT ON COLUMN tiles.number IS 'Place among the game''s tiles, from 1';
COMMENT ON COLUMN tiles.kind IS 'V1 ... points, C2 C3 C4 cards, J any colour, D double move, ? never seen';
COMMENT ON COLUMN tiles.rock IS 'The rock in the first column while it lay open; null if held at the start';
COMMENT ON COLUMN tiles.row IS 'Its row, from 1; null if held at the start';
COMMENT ON COLUMN tiles.opened_turn IS 'Turn in which it was turned up; 0 is the setup, null before the record';
COMMENT ON COLUMN tiles.scoring IS 'Scoring that gave it away (scorings.scoring); null if none has';
COMMENT ON COLUMN tiles.scored_turn IS 'Turn of that scoring';
COMMENT ON COLUMN tiles.seat_order IS 'Who took it, by place in the turn order; null: still open, or nobody';
COMMENT ON COLUMN tiles.seat IS 'Who took it, by colour';
COMMENT ON COLUMN tiles.gems IS 'Gems of the taker in that row of the frame at the scoring';
COMMENT ON COLUMN tiles.tied IS 'Whether another seat had as many there: the tie-break decided';
COMMENT ON COLUMN tiles.used_turn IS 'Turn in which it was used; null if it was not';
COMMENT ON COLUMN tiles.points IS 'Points it brought at the end of the game; null if it brought none';

CREATE TABLE scorings (
    game    INTEGER NOT NULL,
    scoring UTINYINT NOT NULL,
    turn    INTEGER NOT NULL,
    kind    VARCHAR NOT NULL,
    rock    VARCHAR NOT NULL,
    total_1 INTEGER,
    total_2 INTEGER,
    total_3 INTEGER,
    total_4 INTEGER,
    leader  VARCHAR,
    lead    INTEGER
);
COMMENT ON TABLE scorings IS 'One row per scoring of a rock; totals are those after it, by seat order';
COMMENT ON COLUMN scorings.game IS 'The game (games.game)';
COMMENT ON COLUMN scorings.scoring IS 'Number of the scoring in the record, from 1';
COMMENT ON COLUMN scorings.turn IS 'The turn (turns.turn)';
COMMENT ON COLUMN scorings.kind IS 'interim, or final for the last two rocks at the end';
COMMENT ON COLUMN scorings.rock IS 'The rock, a to k';
COMMENT ON COLUMN scorings.total_1 IS 'Points of the first seat';
COMMENT ON COLUMN scorings.total_2 IS 'Points of the second seat';
COMMENT ON COLUMN scorings.total_3 IS 'Points of the third seat; null if there is none';
COMMENT ON COLUMN scorings.total_4 IS 'Points of the fourth seat; null if there is none';
COMMENT ON COLUMN scorings.leader IS 'The seat with most points; null if it is shared';
COMMENT ON COLUMN scorings.lead IS 'Points between best and second-best seat, 0 in a tie';

CREATE TABLE prizes (
    game       INTEGER NOT NULL,
    scoring    UTINYINT NOT NULL,
    place      UTINYINT NOT NULL,
    seat_order UTINYINT NOT NULL,
    seat       VARCHAR NOT NULL,
    points     INTEGER NOT NULL,
    gems       UTINYINT NOT NULL,
    cards_paid INTEGER NOT NULL,
    tied       BOOLEAN NOT NULL
);
COMMENT ON TABLE prizes IS 'One row per prize given at a scoring';
COMMENT ON COLUMN prizes.game IS 'The game (games.game)';
COMMENT ON COLUMN prizes.scoring IS 'The scoring (scorings.scoring)';
COMMENT ON COLUMN prizes.place IS 'Rank on the rock, 1 is most gems';
COMMENT ON COLUMN prizes.seat_order IS 'Who got it, by place in the turn order';
COMMENT ON COLUMN prizes.seat IS 'Who got it, by colour';
COMMENT ON COLUMN prizes.points IS 'Points of the prize';
COMMENT ON COLUMN prizes.gems IS 'Gems of the seat on the rock';
COMMENT ON COLUMN prizes.cards_paid IS 'Cards it paid for them in this record';
COMMENT ON COLUMN prizes.tied IS 'Whether another seat had as many gems there: the lowest gem decided';
