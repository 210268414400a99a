BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
CREATE TABLE bans (
	address VARCHAR NOT NULL, 
	until FLOAT NOT NULL, 
	reason VARCHAR NOT NULL, 
	PRIMARY KEY (address)
);
CREATE TABLE chat (
	"match" VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	room VARCHAR NOT NULL, 
	player VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY ("match", number), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
CREATE TABLE events (
	"match" VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	seat INTEGER, 
	move VARCHAR, 
	data JSON NOT NULL, 
	PRIMARY KEY ("match", version), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('4x3vh5ovimp3inwt',1,'created',1.79503506394096493722e+09,NULL,NULL,'{"seats": [{"kind": "person", "name": "ada", "player": "ve9HSWflLHxRLF4jo", "username": "ada", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}, {"kind": "open", "name": "Anyone", "player": null, "username": null, "bot": false, "level": null, "seconds": null, "rating": null, "provisional": false}], "moves": []}');
INSERT INTO "events" VALUES('4x3vh5ovimp3inwt',2,'joined',1.79503506395116782185e+09,1,NULL,'{"as": {"kind": "person", "name": "ben", "player": "vzWGPZiNydi9rhKrk", "username": "ben", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}}');
INSERT INTO "events" VALUES('4x3vh5ovimp3inwt',3,'move',1.79503506395600390434e+09,0,'d3','{}');
INSERT INTO "events" VALUES('4x3vh5ovimp3inwt',4,'move',1.79503506396355772024e+09,1,'e3','{}');
INSERT INTO "events" VALUES('4x3vh5ovimp3inwt',5,'move',1.79503506396638917927e+09,0,'f6','{}');
INSERT INTO "events" VALUES('4x3vh5ovimp3inwt',6,'move',1.79503506397121119497e+09,1,'c5','{}');
INSERT INTO "events" VALUES('4x3vh5ovimp3inwt',7,'move',1.79503506397349214557e+09,0,'b5','{}');
INSERT INTO "events" VALUES('4x3vh5ovimp3inwt',8,'move',1.79503506398001766203e+09,1,'b6','{}');
INSERT INTO "events" VALUES('4x3vh5ovimp3inwt',9,'move',1.79503506398428130151e+09,0,'f3','{}');
INSERT INTO "events" VALUES('4x3vh5ovimp3inwt',10,'move',1.79503506399075412744e+09,1,'f2','{}');
INSERT INTO "events" VALUES('4x3vh5ovimp3inwt',11,'ended',1.79503506399377298356e+09,1,NULL,'{"winner": 0, "reason": "ben resigned", "kind": "resigned", "scores": null, "rating_change": [162, -162]}');
INSERT INTO "events" VALUES('kqtzw3w4oijwdr5n',1,'created',1.79503506400674080851e+09,NULL,NULL,'{"seats": [{"kind": "person", "name": "ada", "player": "ve9HSWflLHxRLF4jo", "username": "ada", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}, {"kind": "open", "name": "Anyone", "player": null, "username": null, "bot": false, "level": null, "seconds": null, "rating": null, "provisional": false}], "moves": []}');
INSERT INTO "events" VALUES('kqtzw3w4oijwdr5n',2,'joined',1.79503506401230096814e+09,1,NULL,'{"as": {"kind": "person", "name": "ben", "player": "vzWGPZiNydi9rhKrk", "username": "ben", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}}');
INSERT INTO "events" VALUES('kqtzw3w4oijwdr5n',3,'move',1.79503506402560019487e+09,0,'a0-1C','{}');
INSERT INTO "events" VALUES('kqtzw3w4oijwdr5n',4,'move',1.79503506404455566401e+09,1,'a0-4A','{}');
INSERT INTO "events" VALUES('kqtzw3w4oijwdr5n',5,'move',1.79503506405773138997e+09,0,'a3-4C','{}');
INSERT INTO "events" VALUES('kqtzw3w4oijwdr5n',6,'move',1.79503506406715655331e+09,1,'a5-3A','{}');
INSERT INTO "events" VALUES('kqtzw3w4oijwdr5n',7,'move',1.79503506408313536638e+09,0,'b1-3C','{}');
INSERT INTO "events" VALUES('kqtzw3w4oijwdr5n',8,'move',1.79503506409180784222e+09,1,'b3-2A','{}');
INSERT INTO "events" VALUES('kqtzw3w4oijwdr5n',9,'move',1.79503506409813308715e+09,0,'b3-2C','{}');
INSERT INTO "events" VALUES('kqtzw3w4oijwdr5n',10,'move',1.79503506411368727677e+09,1,'c1-1A','{}');
INSERT INTO "events" VALUES('kqtzw3w4oijwdr5n',11,'ended',1.79503506412592220308e+09,1,NULL,'{"winner": 0, "reason": "ben resigned", "kind": "resigned", "scores": null, "rating_change": [162, -162]}');
INSERT INTO "events" VALUES('xvzkiscx4g6lfhw6',1,'created',1.79503506415756154063e+09,NULL,NULL,'{"seats": [{"kind": "person", "name": "ada", "player": "ve9HSWflLHxRLF4jo", "username": "ada", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}, {"kind": "open", "name": "Anyone", "player": null, "username": null, "bot": false, "level": null, "seconds": null, "rating": null, "provisional": false}], "moves": []}');
INSERT INTO "events" VALUES('xvzkiscx4g6lfhw6',2,'joined',1.7950350641684777737e+09,1,NULL,'{"as": {"kind": "person", "name": "ben", "player": "vzWGPZiNydi9rhKrk", "username": "ben", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}}');
INSERT INTO "events" VALUES('xvzkiscx4g6lfhw6',3,'move',1.79503506417403721809e+09,0,'3','{}');
INSERT INTO "events" VALUES('xvzkiscx4g6lfhw6',4,'move',1.7950350641849932671e+09,1,'3','{}');
INSERT INTO "events" VALUES('xvzkiscx4g6lfhw6',5,'move',1.79503506418957805637e+09,0,'2','{}');
CREATE TABLE lessons (
	player VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	chapters INTEGER NOT NULL, 
	changed FLOAT NOT NULL, 
	PRIMARY KEY (player, game), 
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "lessons" VALUES('ve9HSWflLHxRLF4jo','othello',2,1.79503506466125154492e+09);
CREATE TABLE matches (
	id VARCHAR NOT NULL, 
	header JSON NOT NULL, 
	state JSON NOT NULL, 
	game VARCHAR NOT NULL, 
	spec VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	private BOOLEAN NOT NULL, 
	rated BOOLEAN NOT NULL, 
	first VARCHAR, 
	second VARCHAR, 
	names TEXT NOT NULL, 
	result VARCHAR, 
	version INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	deadline FLOAT, 
	engine_since FLOAT, 
	created FLOAT NOT NULL, 
	changed FLOAT NOT NULL, 
	explored BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('4x3vh5ovimp3inwt','{"id": "4x3vh5ovimp3inwt", "spec": "othello", "start": "......../......../......../...wb.../...bw.../......../......../........ b", "clock": {"kind": "fischer", "sides": [{"seconds": 600.0, "increment": 5.0}, {"seconds": 600.0, "increment": 5.0}]}, "rated": true, "private": true, "invite": "RbTgcH_aQTCbs8II", "created": 1795035063.940965, "turn_limit": 1000, "before": 0, "pause": 0.0}','{"position": "......../.....w../...bwb../...wb.../.bwbb.../.w...b../......../........ b", "to_move": 0, "seats": [{"kind": "person", "name": "ada", "player": "ve9HSWflLHxRLF4jo", "username": "ada", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}, {"kind": "person", "name": "ben", "player": "vzWGPZiNydi9rhKrk", "username": "ben", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}], "ending": {"winner": 0, "reason": "ben resigned", "kind": "resigned", "scores": null}, "finished": 1795035063.993773, "clock": {"left": [614.9876050949097, 619.974625825882], "running": null, "since": 1795035063.993773}}','othello','othello','over',1,1,'ve9HSWflLHxRLF4jo','vzWGPZiNydi9rhKrk','ada
ben','first',11,8,NULL,NULL,1.79503506394096493722e+09,1.79503506399377298356e+09,0);
INSERT INTO "matches" VALUES('kqtzw3w4oijwdr5n','{"id": "kqtzw3w4oijwdr5n", "spec": "pentago", "start": "....../....../....../....../....../...... b", "clock": {"kind": "fischer", "sides": [{"seconds": 600.0, "increment": 5.0}, {"seconds": 600.0, "increment": 5.0}]}, "rated": true, "private": true, "invite": "vIoJzBhLv-GsgDgu", "created": 1795035064.0067408, "turn_limit": 1000, "before": 0, "pause": 0.0}','{"position": "b..bbw/.bww../w...../....../....../...... b", "to_move": 0, "seats": [{"kind": "person", "name": "ada", "player": "ve9HSWflLHxRLF4jo", "username": "ada", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}, {"kind": "person", "name": "ben", "player": "vzWGPZiNydi9rhKrk", "username": "ben", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}], "ending": {"winner": 0, "reason": "ben resigned", "kind": "resigned", "scores": null}, "finished": 1795035064.1259222, "clock": {"left": [614.9522852897644, 619.9473927021027], "running": null, "since": 1795035064.1259222}}','pentago','pentago','over',1,1,'ve9HSWflLHxRLF4jo','vzWGPZiNydi9rhKrk','ada
ben','first',11,8,NULL,NULL,1.79503506400674080851e+09,1.79503506412592220308e+09,0);
INSERT INTO "matches" VALUES('xvzkiscx4g6lfhw6','{"id": "xvzkiscx4g6lfhw6", "spec": "bestgame", "start": "...../...../...../...../...../...../..... w 20 20 0 0", "clock": null, "rated": false, "private": true, "invite": "gKSxv4MlZhO5VLZw", "created": 1795035064.1575615, "turn_limit": 1000, "before": 0, "pause": 0.0}','{"position": "...../...../...../...../...../..b../.ww.. b 19 18 0 0", "to_move": 1, "seats": [{"kind": "person", "name": "ada", "player": "ve9HSWflLHxRLF4jo", "username": "ada", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}, {"kind": "person", "name": "ben", "player": "vzWGPZiNydi9rhKrk", "username": "ben", "bot": false, "level": null, "seconds": null, "rating": 1500, "provisional": true}], "ending": null, "finished": null, "clock": {"left": [0.0, 0.0], "running": null, "since": 0.0}}','bestgame','bestgame','live',1,0,'ve9HSWflLHxRLF4jo','vzWGPZiNydi9rhKrk','ada
ben',NULL,5,3,NULL,NULL,1.79503506415756154063e+09,1.79503506418957805637e+09,0);
CREATE TABLE openings (
	spec VARCHAR NOT NULL, 
	position VARCHAR NOT NULL, 
	first INTEGER NOT NULL, 
	second INTEGER NOT NULL, 
	draw INTEGER NOT NULL, 
	PRIMARY KEY (spec, position)
);
CREATE TABLE players (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	username VARCHAR, 
	folded VARCHAR, 
	password VARCHAR, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (folded)
);
INSERT INTO "players" VALUES('ve9HSWflLHxRLF4jo','ada','account','ada','ada','$argon2id$v=19$m=65536,t=3,p=4$zutRx0LQkwz1lGo1nogKZQ$Ibje5cRHshmUhYxbzKMb7l3Jdxh9JUYm6IU3UiO7X/k',1.79503506357297182086e+09);
INSERT INTO "players" VALUES('vzWGPZiNydi9rhKrk','ben','account','ben','ben','$argon2id$v=19$m=65536,t=3,p=4$ty09bpk6GGR0Tom97IWZFw$dvyD/781Zk9DYnTelLUswqQnuDztXtW3OPasjJr4psI',1.79503506392010807983e+09);
CREATE TABLE puzzle_grades (
	puzzle VARCHAR NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	tried INTEGER NOT NULL, 
	PRIMARY KEY (puzzle)
);
INSERT INTO "puzzle_grades" VALUES('bestgame-4c7a4d43',1.23339541168410232784e+03,1.15601531912026189274e+02,5.99998152432058631799e-02,1);
CREATE TABLE puzzle_players (
	player VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	tried INTEGER NOT NULL, 
	solved INTEGER NOT NULL, 
	streak INTEGER NOT NULL, 
	longest INTEGER NOT NULL, 
	PRIMARY KEY (player, game), 
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "puzzle_players" VALUES('ve9HSWflLHxRLF4jo','bestgame',1.11660626410774625587e+03,1.76316980059936810219e+02,5.9999476685532251996e-02,1,0,0,0);
CREATE TABLE puzzle_tries (
	player VARCHAR NOT NULL, 
	puzzle VARCHAR NOT NULL, 
	solved BOOLEAN NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (player, puzzle), 
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "puzzle_tries" VALUES('ve9HSWflLHxRLF4jo','bestgame-4c7a4d43',0,1.79503506479011774063e+09);
CREATE TABLE rating_history (
	player VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	games INTEGER NOT NULL, 
	rating FLOAT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (player, game, games), 
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "rating_history" VALUES('ve9HSWflLHxRLF4jo','othello',1,1.66231089390629767875e+03,1.79503506399377298356e+09);
INSERT INTO "rating_history" VALUES('vzWGPZiNydi9rhKrk','othello',1,1.33768910609370232124e+03,1.79503506399377298356e+09);
INSERT INTO "rating_history" VALUES('ve9HSWflLHxRLF4jo','pentago',1,1.66231089390629767875e+03,1.79503506412592220308e+09);
INSERT INTO "rating_history" VALUES('vzWGPZiNydi9rhKrk','pentago',1,1.33768910609370232124e+03,1.79503506412592220308e+09);
CREATE TABLE ratings (
	player VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	changed FLOAT NOT NULL, 
	PRIMARY KEY (player, game), 
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "ratings" VALUES('ve9HSWflLHxRLF4jo','othello',1.66231089390629767875e+03,2.90318963717980409455e+02,5.99996753723381417988e-02,1,1.79503506399377298356e+09);
INSERT INTO "ratings" VALUES('vzWGPZiNydi9rhKrk','othello',1.33768910609370232124e+03,2.90318963717980409455e+02,5.99996753723381417988e-02,1,1.79503506399377298356e+09);
INSERT INTO "ratings" VALUES('ve9HSWflLHxRLF4jo','pentago',1.66231089390629767875e+03,2.90318963717980409455e+02,5.99996753723381417988e-02,1,1.79503506412592220308e+09);
INSERT INTO "ratings" VALUES('vzWGPZiNydi9rhKrk','pentago',1.33768910609370232124e+03,2.90318963717980409455e+02,5.99996753723381417988e-02,1,1.79503506412592220308e+09);
CREATE TABLE reports (
	"match" VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	reporter VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY ("match", number, reporter)
);
CREATE TABLE seeks (
	player VARCHAR NOT NULL, 
	ticket VARCHAR NOT NULL, 
	wish VARCHAR NOT NULL, 
	since FLOAT NOT NULL, 
	seen FLOAT NOT NULL, 
	"match" VARCHAR, 
	PRIMARY KEY (player), 
	UNIQUE (ticket)
);
CREATE TABLE sessions (
	hash VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	player VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	label VARCHAR NOT NULL, 
	created FLOAT NOT NULL, 
	expires FLOAT, 
	scopes VARCHAR, 
	PRIMARY KEY (hash), 
	UNIQUE (id), 
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES('07174f36f0fe35bc3fb8d14ae01ac524b3fd66c0ee21c9dfea8ad7a95b3c8ff0','FuM5EdL0ZeRe','ve9HSWflLHxRLF4jo','browser','browser',1.79503506358127927784e+09,1.81058706358127927777e+09,NULL);
INSERT INTO "sessions" VALUES('171e9afb28ef0e5e6e4db21694d5592d2bd4c87afb5ab102ce84be8c1da37f66','FO9iXPxQDTwI','vzWGPZiNydi9rhKrk','browser','browser',1.79503506392604899408e+09,1.81058706392604899402e+09,NULL);
INSERT INTO "sessions" VALUES('b136ed395a5ae5ad6a183f779b39150d1c6a867bdd9d47839179bd62f51f910e','9Ny3L3Zof_Xw','ve9HSWflLHxRLF4jo','token','bot',1.79503506465106844902e+09,1.810587064651068449e+09,'play');
CREATE TABLE settings (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "settings" VALUES('secret','f101ab44c633db021bb6d0d45d592da32ab76e273126346da9258666d1881420');
INSERT INTO "settings" VALUES('alive','1795035062.9851017');
CREATE INDEX matches_by_second ON matches (second, status);
CREATE INDEX matches_by_first ON matches (first, status);
CREATE INDEX matches_by_engine ON matches (engine_since);
CREATE INDEX matches_to_explore ON matches (explored, status, private);
CREATE INDEX matches_by_status ON matches (status, private, changed);
CREATE INDEX matches_by_game ON matches (game, status, changed);
CREATE INDEX matches_by_deadline ON matches (deadline);
CREATE INDEX ix_sessions_player ON sessions (player);
CREATE INDEX ratings_by_game ON ratings (game, rating);
CREATE INDEX ix_chat_player ON chat (player);
COMMIT;
