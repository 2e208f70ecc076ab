-- SPDX-License-Identifier: Apache-2.0
--
-- From version 5 of the store to version 6, in both databases. A step is never
-- changed: what schema.sql becomes later is the business of later steps.

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

CREATE TABLE rates (
    kind     TEXT NOT NULL CHECK (kind IN ('calls', 'spent', 'held')),
    name     TEXT NOT NULL,                  -- of calls: hash of URL and model; of held: of a process
    until_us INTEGER NOT NULL,               -- of calls: up to here time was drawn; of held: it lapses then
    span_us  INTEGER NOT NULL,               -- of calls: what was drawn last
    tokens   INTEGER NOT NULL,               -- of spent and held
    money    INTEGER NOT NULL,               -- the same, billionths
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
