-- SPDX-License-Identifier: Apache-2.0
--
-- The store, version 3: the journal of calls, the runs, the review queue, and
-- studies.
-- docs/store.md tells how they are used. This file is part of the program,
-- which makes a new store with it; the version is in PRAGMA user_version, and a change here
-- needs a step in store.c that brings older stores along.
--
-- Times are milliseconds: of the day (since 1970, UTC) when they say when, and
-- spans when they say how long. Texts are UTF-8. No column holds a secret.

-- ---- the journal ----

-- Every call that was answered, once. Columns that are looked at often stand
-- before the long texts, so that reading them does not walk over those.
CREATE TABLE calls (
    id                INTEGER PRIMARY KEY,
    key               BLOB NOT NULL UNIQUE,  -- 16 bytes: hash of URL, model, body, attempt
    url               TEXT NOT NULL,         -- 'replay:HASH', 'planted:HASH' for models of the process
    model             TEXT NOT NULL,         -- as the server was asked for it
    attempt           INTEGER NOT NULL,      -- from 1
    outcome           TEXT NOT NULL CHECK (outcome IN ('ok', 'truncated', 'refused')),
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
-- one with the largest seq of a problem, model and attempt counts.
CREATE TABLE results (
    id      INTEGER PRIMARY KEY,
    run     INTEGER NOT NULL,
    seq     INTEGER NOT NULL,                -- from 1, without gaps
    problem INTEGER NOT NULL,                -- place in run_problems
    model   INTEGER NOT NULL,                -- place in run_models
    attempt INTEGER NOT NULL,                -- from 1
    call    INTEGER REFERENCES calls (id),   -- the reply; NULL: an error
    outcome TEXT NOT NULL CHECK (outcome IN ('ok', 'truncated', 'refused', 'error', 'fatal')),
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
