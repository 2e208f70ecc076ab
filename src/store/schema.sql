-- SPDX-License-Identifier: Apache-2.0
--
-- The store, version 6: the journal of calls, batches, rates, the runs and their work, the review queue,
-- studies, and the workbench: people, entries, challenges and seals.
-- docs/store.md tells how they are used. This file is part of the program,
-- which makes a new store with it; the version is in PRAGMA user_version, and a change here
-- needs a step in sqlite.c that brings older stores along, and for PostgreSQL in connect.c.
--
-- Times are milliseconds: of the day (since 1970, UTC) when they say when, and
-- spans when they say how long. Texts are UTF-8. No column holds a secret.

-- ---- the journal ----

-- Every call that was answered, once. Columns that are looked at often stand
-- before the long texts, so that reading them does not walk over those. (SQLite
-- makes a table for each IN of more than two that it checks: hence the ORs.)
CREATE TABLE calls (
    id                INTEGER PRIMARY KEY,
    key               BLOB NOT NULL UNIQUE,  -- 16 bytes: hash of URL, model, body, attempt
    url               TEXT NOT NULL,         -- 'replay:HASH', 'planted:HASH' for models of the process
    model             TEXT NOT NULL,         -- as the server was asked for it
    attempt           INTEGER NOT NULL,      -- from 1
    outcome           TEXT NOT NULL CHECK (outcome = 'ok' OR outcome = 'truncated' OR outcome = 'refused' OR outcome = 'overflow' OR outcome = 'malformed'),
    finish            TEXT,                  -- as the server said: 'stop', 'length'
    why               TEXT,                  -- of an outcome other than ok
    prompt_tokens     INTEGER,               -- the server's count; NULL: it did not say
    completion_tokens INTEGER,               -- all that was written, thoughts too
    reasoning_tokens  INTEGER,               -- of these, thoughts
    cached_tokens     INTEGER,               -- of the prompt's, read from a cache
    served            TEXT,                  -- the model that answered, as the server said
    provider_id       TEXT,                  -- the provider's id of the reply
    fingerprint       TEXT,                  -- system_fingerprint
    note              TEXT,                  -- something odd that does not change the outcome
    status            INTEGER NOT NULL,      -- of HTTP; 0: a model of the process
    http_version      INTEGER NOT NULL,      -- 11, 2; 0: a model of the process
    tries             INTEGER NOT NULL,      -- how often it was sent
    history           TEXT,                  -- JSON array of the tries before the last
    sent_ms           INTEGER NOT NULL,      -- when the last try was sent
    took_ms           INTEGER NOT NULL,      -- that try
    total_ms          INTEGER NOT NULL,      -- all tries and the waits between them
    committed_ms      INTEGER NOT NULL,      -- when this row was written
    sha               BLOB NOT NULL,         -- 32 bytes: SHA-256 of all columns but id and committed_ms
    text              TEXT NOT NULL,         -- what is judged; '': nothing came
    reasoning         TEXT,                  -- thoughts in a field of their own
    raw               TEXT,                  -- the server's answer as it came
    body              TEXT                   -- the request
) STRICT;

-- Of calls whose reply came as a stream: its course.
CREATE TABLE timings (
    call     INTEGER PRIMARY KEY REFERENCES calls (id),
    first_ms INTEGER NOT NULL,               -- from sending to the first piece of text
    gap_ms   INTEGER NOT NULL,               -- the longest wait between two pieces
    pieces   INTEGER NOT NULL                -- that had text
) STRICT;

-- Calls that ended without a reply. They are asked again by the next run of
-- the same command; a later success does not remove what is noted here.
CREATE TABLE trouble (
    id       INTEGER PRIMARY KEY,
    key      BLOB NOT NULL,                  -- as in calls
    url      TEXT NOT NULL,
    model    TEXT NOT NULL,
    attempt  INTEGER NOT NULL,
    outcome  TEXT NOT NULL CHECK (outcome IN ('error', 'fatal')),
    why      TEXT,
    status   INTEGER NOT NULL,               -- of the last try; 0: no answer came
    tries    INTEGER NOT NULL,
    history  TEXT,
    noted_ms INTEGER NOT NULL                -- when this row was written
) STRICT;

CREATE INDEX trouble_key ON trouble (key);

-- Calls that were handed to a server as one batch, and are fetched when it is done.
CREATE TABLE batches (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    url     TEXT NOT NULL,                   -- as in calls
    model   TEXT NOT NULL,
    state   TEXT NOT NULL CHECK (state IN ('made', 'sent', 'fetched', 'lost')),
    token   TEXT NOT NULL,                   -- ours, by which it is found again at the server
    file    TEXT,                            -- the server's id of the uploaded calls
    remote  TEXT,                            -- the server's id of the batch; NULL: not known
    said    TEXT NOT NULL,                   -- its state in the server's word
    why     TEXT NOT NULL,                   -- of 'lost'
    calls   INTEGER NOT NULL,                -- that it was made of
    made_ms INTEGER NOT NULL,
    sent_ms INTEGER NOT NULL,                -- 0: not yet
    seen_ms INTEGER NOT NULL,                -- when the server was last asked; 0: never
    done_ms INTEGER NOT NULL                 -- when it was fetched or given up; 0: not yet
) STRICT;

-- The calls of a batch that are still waited for: a row goes with the commit of
-- its reply, and the batch is fetched when none is left.
CREATE TABLE batch_calls (
    batch INTEGER NOT NULL REFERENCES batches (id),
    key   BLOB NOT NULL,                     -- as in calls
    PRIMARY KEY (batch, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX batch_calls_key ON batch_calls (key);

-- ---- rates and budgets ----

-- What processes share that ask servers: when calls of a model are due, and what
-- was spent. Beside a file this is a small file, and the table stays empty. Times
-- are microseconds of the database's clock.
CREATE TABLE rates (
    kind     TEXT NOT NULL CHECK (kind IN ('calls', 'spent', 'held')),
    name     TEXT NOT NULL,                  -- of calls: hash of URL and model; of held: of a process
    until_us INTEGER NOT NULL,               -- of calls: up to here time was drawn; of held: it lapses then
    span_us  INTEGER NOT NULL,               -- of calls: what was drawn last
    tokens   INTEGER NOT NULL,               -- of spent and held
    money    INTEGER NOT NULL,               -- the same, billionths
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- ---- runs ----

-- A run is known by the hash of its spec. Numbers are never used twice, so
-- that 'r12' stays what it was when older runs are dropped.
CREATE TABLE runs (
    id         INTEGER PRIMARY KEY AUTOINCREMENT, -- 12 is shown as 'r12'
    hash       BLOB NOT NULL UNIQUE,         -- 16 bytes: hash of spec
    spec       TEXT NOT NULL,                -- JSON: all that its calls depend on
    version    TEXT NOT NULL,                -- of the program that made it
    n_problems INTEGER NOT NULL,
    n_models   INTEGER NOT NULL,
    attempts   INTEGER NOT NULL,             -- of each problem and model
    made_ms    INTEGER NOT NULL,
    worked_ms  INTEGER NOT NULL,             -- when a result was last appended; 0: never
    done       INTEGER NOT NULL,             -- problems x models x attempts that have a result
    errors     INTEGER NOT NULL,             -- of these, the newest result is an error
    start      BLOB NOT NULL,                -- chain: SHA-256 of spec, models and problems
    head       BLOB NOT NULL,                -- chain of the last result; start: there is none
    count      INTEGER NOT NULL              -- results in the chain
) STRICT;

CREATE TABLE run_models (
    run   INTEGER NOT NULL REFERENCES runs (id),
    place INTEGER NOT NULL,                  -- from 0
    model TEXT NOT NULL,                     -- as the user named it
    PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;

-- Problems, each text once however many runs ask it.
CREATE TABLE problems (
    id   INTEGER PRIMARY KEY,
    sha  BLOB NOT NULL UNIQUE,               -- 32 bytes: SHA-256 of json
    json TEXT NOT NULL                       -- one line, without its newline
) STRICT;

CREATE TABLE run_problems (
    run     INTEGER NOT NULL REFERENCES runs (id),
    place   INTEGER NOT NULL,                -- from 0
    problem INTEGER NOT NULL REFERENCES problems (id),
    PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX run_problems_problem ON run_problems (problem);

-- What came of each call of a run. Rows are appended and never changed; the
-- one with the largest id of a problem, model and attempt counts.
CREATE TABLE results (
    id      INTEGER PRIMARY KEY,
    run     INTEGER NOT NULL,
    seq     INTEGER NOT NULL,                -- from 1, without gaps; of a strand: behind
                                             --   strand * 2^32
    problem INTEGER NOT NULL,                -- place in run_problems
    model   INTEGER NOT NULL,                -- place in run_models
    attempt INTEGER NOT NULL,                -- from 1
    call    INTEGER REFERENCES calls (id),   -- the reply; NULL: an error
    outcome TEXT NOT NULL CHECK (outcome = 'ok' OR outcome = 'truncated' OR outcome = 'refused' OR outcome = 'overflow' OR outcome = 'malformed' OR outcome = 'error' OR outcome = 'fatal'),
    strict  TEXT NOT NULL,                   -- verdicts: 'correct', 'wrong', 'undecided',
    lenient TEXT NOT NULL,                   --   'no_answer', 'unreadable', 'bad_key'
    answer  TEXT,                            -- as found in the reply
    why     TEXT,                            -- of the verdict, or of the error
    more    TEXT,                            -- JSON object of a family's own judge
    judge   TEXT,                            -- version of the program that judged
    at_ms   INTEGER NOT NULL,                -- when it was appended
    chain   BLOB NOT NULL,                   -- 32 bytes: SHA-256 of the chain of seq - 1, of
                                             --   this row and of its call's key and sha
    UNIQUE (run, seq),
    FOREIGN KEY (run, problem) REFERENCES run_problems (run, place),
    FOREIGN KEY (run, model) REFERENCES run_models (run, place)
) STRICT;

CREATE INDEX results_place ON results (run, problem, model, attempt, seq DESC);
CREATE INDEX results_call ON results (call);

-- ---- runs that many work on ----

-- What workers do of a run, in blocks of 64 calls of one model: call i is attempt
-- i % attempts + 1 of problem i / attempts. Which of its calls are still to be asked
-- only the results say. A run that one process asks has no such rows.
CREATE TABLE work (
    run      INTEGER NOT NULL REFERENCES runs (id),
    model    INTEGER NOT NULL,               -- place in run_models
    block    INTEGER NOT NULL,               -- from 0
    state    TEXT NOT NULL CHECK (state IN ('open', 'done')),
    owner    INTEGER,                        -- the strand that has the lease; NULL: none
    until_ms INTEGER NOT NULL,               -- its end, by the database's clock; 0: none
    PRIMARY KEY (run, model, block)
) STRICT, WITHOUT ROWID;

CREATE INDEX work_open ON work (run, model, block) WHERE state = 'open';
CREATE INDEX work_owner ON work (run, owner) WHERE owner IS NOT NULL;

-- Workers, each with a chain of its own, since no two of them wait for each other:
-- it starts with the run's start, the number and the name. When the worker ends, or is
-- seen no more, its head becomes a link of the run's chain: it is folded.
CREATE TABLE strands (
    run      INTEGER NOT NULL REFERENCES runs (id),
    strand   INTEGER NOT NULL,               -- from 1
    name     TEXT NOT NULL,                  -- 'host:process'
    begun_ms INTEGER NOT NULL,               -- by the database's clock, like:
    seen_ms  INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,               -- when it counts as gone unless it is seen
    ended_ms INTEGER NOT NULL,               -- 0: not yet
    head     BLOB NOT NULL,                  -- chain of its last result
    count    INTEGER NOT NULL,               -- results in its chain
    done     INTEGER NOT NULL,               -- what it adds to the run's done and errors,
    errors   INTEGER NOT NULL,               --   which have it once it is folded
    fold     INTEGER NOT NULL,               -- the how many-th of the run; 0: not folded
    after    INTEGER NOT NULL,               -- the run's count when it was folded
    PRIMARY KEY (run, strand)
) STRICT, WITHOUT ROWID;

-- ---- reviews ----

-- Doubtful keys and verdicts, which a person decides. The same doubt is here
-- once, and what was decided stays: no run that is dropped takes it along.
CREATE TABLE reviews (
    id         INTEGER PRIMARY KEY AUTOINCREMENT, -- 12 is `assay review 12`
    hash       BLOB NOT NULL UNIQUE,         -- 16 bytes: hash of kind and statement
    kind       TEXT NOT NULL CHECK (kind IN ('key', 'verdict')),
    hunt       TEXT,                         -- hash of the hunt it came up in
    problem    TEXT NOT NULL,                -- JSON line, without its newline
    why        TEXT NOT NULL,                -- the doubt, one sentence
    evidence   TEXT NOT NULL,                -- JSON object: answers, computed value ...
    state      TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'rejected')),
    key        TEXT,                         -- of an accepted one: LaTeX; NULL: the problem's own
    note       TEXT,                         -- of who decided
    made_ms    INTEGER NOT NULL,
    decided_ms INTEGER NOT NULL              -- 0: not yet
) STRICT;

-- What happened to reviews: 'open' when they came up, and each decision. Rows are
-- appended and never changed. The newest of a review is what its row says.
CREATE TABLE decisions (
    id      INTEGER PRIMARY KEY,             -- from 1, without gaps
    review  BLOB NOT NULL,                   -- its hash
    state   TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'rejected')),
    key     TEXT,
    note    TEXT,
    at_ms   INTEGER NOT NULL,
    adopted INTEGER NOT NULL,                -- 1: older than this table, taken in with version 5
    chain   BLOB NOT NULL                    -- 32 bytes: SHA-256 of the chain of id - 1, of
                                             --   this row and of what was decided upon
) STRICT;

CREATE INDEX decisions_review ON decisions (review);

-- The end of their chain, in one row; none: there is no decision.
CREATE TABLE decision_chain (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    head  BLOB NOT NULL,                     -- chain of the last decision
    count INTEGER NOT NULL                   -- decisions in the chain
) STRICT;

-- ---- studies ----

-- Hunts, evolutions and climbs that came to an end, and the runs they rest on.
CREATE TABLE studies (
    id       INTEGER PRIMARY KEY AUTOINCREMENT, -- 3 of a hunt is shown as 'h3'
    kind     TEXT NOT NULL CHECK (kind IN ('hunt', 'evolution', 'climb')),
    hash     TEXT NOT NULL,                  -- of its spec, as its files say it
    title    TEXT NOT NULL,                  -- what was studied, one line
    version  TEXT NOT NULL,                  -- of the program that made it
    made_ms  INTEGER NOT NULL,               -- when it came to its end
    document TEXT NOT NULL,                  -- JSON: what it found, to be shown
    UNIQUE (kind, hash)
) STRICT;

CREATE TABLE study_runs (
    study INTEGER NOT NULL REFERENCES studies (id),
    place INTEGER NOT NULL,                  -- from 0, in the order of asking
    run   INTEGER NOT NULL REFERENCES runs (id),
    role  TEXT NOT NULL,                     -- 'benchmark', 'targeted' ...
    PRIMARY KEY (study, run)
) STRICT, WITHOUT ROWID;

CREATE INDEX study_runs_run ON study_runs (run);

-- Studies that are at work, or were when their process ended. A study that never
-- came to an end has the document '' and in made_ms when it began.
CREATE TABLE study_work (
    study     INTEGER PRIMARY KEY REFERENCES studies (id),
    stage     TEXT NOT NULL,                 -- 'benchmark', 'generation 3' ...
    what      TEXT NOT NULL,                 -- what is done now, one line
    done      INTEGER NOT NULL,              -- of this stage
    total     INTEGER NOT NULL,              -- 0: not known
    worked_ms INTEGER NOT NULL               -- when it last said so
) STRICT;

-- ---- people of the workbench ----

CREATE TABLE people (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    name    TEXT NOT NULL,                   -- as shown: all that is known of them
    role    TEXT NOT NULL CHECK (role IN ('author', 'reviewer', 'owner')),
    made_ms INTEGER NOT NULL,
    seen_ms INTEGER NOT NULL,                -- to the minute
    gone_ms INTEGER NOT NULL                 -- when the door was closed to them; 0: it is open
) STRICT;

-- Links that let people in. The store has a hash of the secret in the link.
CREATE TABLE invitations (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    sha        BLOB NOT NULL UNIQUE,         -- 32 bytes: SHA-256 of the token
    role       TEXT NOT NULL CHECK (role IN ('author', 'reviewer', 'owner')),
    person     INTEGER REFERENCES people (id), -- who is let in again; NULL: somebody new
    note       TEXT NOT NULL,                -- for whom
    by         INTEGER REFERENCES people (id), -- NULL: the program
    made_ms    INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,             -- 0: never
    revoked_ms INTEGER NOT NULL,             -- 0: not
    uses       INTEGER NOT NULL,
    uses_most  INTEGER NOT NULL              -- 0: any number
) STRICT;

CREATE TABLE signins (
    sha      BLOB PRIMARY KEY,               -- 32 bytes: SHA-256 of the token
    person   INTEGER NOT NULL REFERENCES people (id),
    made_ms  INTEGER NOT NULL,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX signins_person ON signins (person);

-- ---- entries: problems that people write ----

CREATE TABLE entries (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    author     INTEGER NOT NULL REFERENCES people (id),
    topic      TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('draft', 'submitted', 'returned', 'accepted', 'withdrawn')),
    version    INTEGER NOT NULL,             -- the newest, from 1
    accepted   INTEGER NOT NULL,             -- the version that was accepted last; 0: none
    made_ms    INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL              -- the time of its last deed
) STRICT;

-- Versions are appended and never changed.
CREATE TABLE entry_versions (
    entry   INTEGER NOT NULL REFERENCES entries (id),
    number  INTEGER NOT NULL,                -- from 1
    by      INTEGER NOT NULL REFERENCES people (id),
    made_ms INTEGER NOT NULL,
    problem TEXT NOT NULL,                   -- JSON line, without its newline
    how     TEXT NOT NULL,                   -- its key can be checked: 'family', 'claim' ...
    claim   TEXT NOT NULL,                   -- YAML of 'claim'; '': none
    origin  TEXT NOT NULL,                   -- JSON object: what it was made from
    note    TEXT NOT NULL,                   -- what was changed
    sha     BLOB NOT NULL,                   -- 32 bytes: SHA-256 of the columns before
    PRIMARY KEY (entry, number)
) STRICT;

-- What happened to entries. Rows are appended and never changed.
CREATE TABLE deeds (
    id      INTEGER PRIMARY KEY,             -- from 1, without gaps
    entry   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    person  INTEGER REFERENCES people (id),  -- NULL: the program
    deed    TEXT NOT NULL,                   -- 'made', 'submitted' ...
    text    TEXT NOT NULL,
    data    TEXT NOT NULL,                   -- JSON object
    at_ms   INTEGER NOT NULL,
    chain   BLOB NOT NULL,                   -- 32 bytes: SHA-256 of the chain of id - 1, of
                                             --   this row and of its version's sha
    FOREIGN KEY (entry, version) REFERENCES entry_versions (entry, number)
) STRICT;

CREATE INDEX deeds_entry ON deeds (entry, version);

-- The end of their chain, in one row; none: there is no deed.
CREATE TABLE deed_chain (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    head  BLOB NOT NULL,                     -- chain of the last deed
    count INTEGER NOT NULL                   -- deeds in the chain
) STRICT;

-- ---- challenges: versions that are put to models ----

CREATE TABLE challenges (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    entry      INTEGER NOT NULL,
    version    INTEGER NOT NULL,
    person     INTEGER REFERENCES people (id), -- who asked; NULL: the program
    models     TEXT NOT NULL,                -- JSON array of their names
    attempts   INTEGER NOT NULL,             -- of each model
    after      INTEGER NOT NULL,             -- attempts at the entry before these
    state      TEXT NOT NULL CHECK (state IN ('queued', 'asking', 'done', 'stopped', 'failed')),
    why        TEXT NOT NULL,
    run        INTEGER REFERENCES runs (id), -- NULL: not yet, or it was dropped
    made_ms    INTEGER NOT NULL,
    started_ms INTEGER NOT NULL,             -- 0: not yet
    ended_ms   INTEGER NOT NULL,             -- 0: not yet
    money      REAL NOT NULL,                -- spent
    tokens     REAL NOT NULL,
    FOREIGN KEY (entry, version) REFERENCES entry_versions (entry, number)
) STRICT;

CREATE INDEX challenges_entry ON challenges (entry, version);
CREATE INDEX challenges_run ON challenges (run);

-- ---- seals of the set that were announced; their openings are not kept ----

CREATE TABLE seals (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    hash     BLOB NOT NULL,                  -- 32 bytes: what was announced
    problems INTEGER NOT NULL,               -- in the set at that moment
    made_ms  INTEGER NOT NULL,
    person   INTEGER NOT NULL REFERENCES people (id) -- who sealed it
) STRICT;
