/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The way from older versions of a store to this one. A step is never changed:
 * what schema.sql becomes later is the business of later steps.
 */
#include "base/map.h"
#include "store/reviews_int.h"
#include "store/sqlite/sqlite.h"

#include <string.h>

/* clang-format off */
static const char reviews_of_2[] =
    "CREATE TABLE reviews (\n"
    "    id         INTEGER PRIMARY KEY AUTOINCREMENT, -- 12 is `assay review 12`\n"
    "    hash       BLOB NOT NULL UNIQUE,         -- 16 bytes: hash of kind and statement\n"
    "    kind       TEXT NOT NULL CHECK (kind IN ('key', 'verdict')),\n"
    "    hunt       TEXT,                         -- hash of the hunt it came up in\n"
    "    problem    TEXT NOT NULL,                -- JSON line, without its newline\n"
    "    why        TEXT NOT NULL,                -- the doubt, one sentence\n"
    "    evidence   TEXT NOT NULL,                -- JSON object: answers, computed value ...\n"
    "    state      TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'rejected')),\n"
    "    key        TEXT,                         -- of an accepted one: LaTeX; NULL: the problem's own\n"
    "    note       TEXT,                         -- of who decided\n"
    "    made_ms    INTEGER NOT NULL,\n"
    "    decided_ms INTEGER NOT NULL              -- 0: not yet\n"
    ") STRICT";
static const char studies_of_3[] =
    "CREATE TABLE studies (\n"
    "    id       INTEGER PRIMARY KEY AUTOINCREMENT, -- 3 of a hunt is shown as 'h3'\n"
    "    kind     TEXT NOT NULL CHECK (kind IN ('hunt', 'evolution', 'climb')),\n"
    "    hash     TEXT NOT NULL,                  -- of its spec, as its files say it\n"
    "    title    TEXT NOT NULL,                  -- what was studied, one line\n"
    "    version  TEXT NOT NULL,                  -- of the program that made it\n"
    "    made_ms  INTEGER NOT NULL,               -- when it came to its end\n"
    "    document TEXT NOT NULL,                  -- JSON: what it found, to be shown\n"
    "    UNIQUE (kind, hash)\n"
    ") STRICT;\n"
    "CREATE TABLE study_runs (\n"
    "    study INTEGER NOT NULL REFERENCES studies (id),\n"
    "    place INTEGER NOT NULL,                  -- from 0, in the order of asking\n"
    "    run   INTEGER NOT NULL REFERENCES runs (id),\n"
    "    role  TEXT NOT NULL,                     -- 'benchmark', 'targeted' ...\n"
    "    PRIMARY KEY (study, run)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX study_runs_run ON study_runs (run);\n";
static const char workbench_of_4[] =
    "CREATE TABLE study_work (\n"
    "    study     INTEGER PRIMARY KEY REFERENCES studies (id),\n"
    "    stage     TEXT NOT NULL,                 -- 'benchmark', 'generation 3' ...\n"
    "    what      TEXT NOT NULL,                 -- what is done now, one line\n"
    "    done      INTEGER NOT NULL,              -- of this stage\n"
    "    total     INTEGER NOT NULL,              -- 0: not known\n"
    "    worked_ms INTEGER NOT NULL               -- when it last said so\n"
    ") STRICT;\n"
    "CREATE TABLE people (\n"
    "    id      INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "    name    TEXT NOT NULL,                   -- as shown: all that is known of them\n"
    "    role    TEXT NOT NULL CHECK (role IN ('author', 'reviewer', 'owner')),\n"
    "    made_ms INTEGER NOT NULL,\n"
    "    seen_ms INTEGER NOT NULL,                -- to the minute\n"
    "    gone_ms INTEGER NOT NULL                 -- when the door was closed to them; 0: it is open\n"
    ") STRICT;\n"
    "CREATE TABLE invitations (\n"
    "    id         INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "    sha        BLOB NOT NULL UNIQUE,         -- 32 bytes: SHA-256 of the token\n"
    "    role       TEXT NOT NULL CHECK (role IN ('author', 'reviewer', 'owner')),\n"
    "    person     INTEGER REFERENCES people (id), -- who is let in again; NULL: somebody new\n"
    "    note       TEXT NOT NULL,                -- for whom\n"
    "    by         INTEGER REFERENCES people (id), -- NULL: the program\n"
    "    made_ms    INTEGER NOT NULL,\n"
    "    expires_ms INTEGER NOT NULL,             -- 0: never\n"
    "    revoked_ms INTEGER NOT NULL,             -- 0: not\n"
    "    uses       INTEGER NOT NULL,\n"
    "    uses_most  INTEGER NOT NULL              -- 0: any number\n"
    ") STRICT;\n"
    "CREATE TABLE signins (\n"
    "    sha      BLOB PRIMARY KEY,               -- 32 bytes: SHA-256 of the token\n"
    "    person   INTEGER NOT NULL REFERENCES people (id),\n"
    "    made_ms  INTEGER NOT NULL,\n"
    "    until_ms INTEGER NOT NULL\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX signins_person ON signins (person);\n"
    "CREATE TABLE entries (\n"
    "    id         INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "    author     INTEGER NOT NULL REFERENCES people (id),\n"
    "    topic      TEXT NOT NULL,\n"
    "    state      TEXT NOT NULL CHECK (state IN ('draft', 'submitted', 'returned', 'accepted', 'withdrawn')),\n"
    "    version    INTEGER NOT NULL,             -- the newest, from 1\n"
    "    accepted   INTEGER NOT NULL,             -- the version that was accepted last; 0: none\n"
    "    made_ms    INTEGER NOT NULL,\n"
    "    changed_ms INTEGER NOT NULL              -- the time of its last deed\n"
    ") STRICT;\n"
    "CREATE TABLE entry_versions (\n"
    "    entry   INTEGER NOT NULL REFERENCES entries (id),\n"
    "    number  INTEGER NOT NULL,                -- from 1\n"
    "    by      INTEGER NOT NULL REFERENCES people (id),\n"
    "    made_ms INTEGER NOT NULL,\n"
    "    problem TEXT NOT NULL,                   -- JSON line, without its newline\n"
    "    how     TEXT NOT NULL,                   -- its key can be checked: 'family', 'claim' ...\n"
    "    claim   TEXT NOT NULL,                   -- YAML of 'claim'; '': none\n"
    "    origin  TEXT NOT NULL,                   -- JSON object: what it was made from\n"
    "    note    TEXT NOT NULL,                   -- what was changed\n"
    "    sha     BLOB NOT NULL,                   -- 32 bytes: SHA-256 of the columns before\n"
    "    PRIMARY KEY (entry, number)\n"
    ") STRICT;\n"
    "CREATE TABLE deeds (\n"
    "    id      INTEGER PRIMARY KEY,             -- from 1, without gaps\n"
    "    entry   INTEGER NOT NULL,\n"
    "    version INTEGER NOT NULL,\n"
    "    person  INTEGER REFERENCES people (id),  -- NULL: the program\n"
    "    deed    TEXT NOT NULL,                   -- 'made', 'submitted' ...\n"
    "    text    TEXT NOT NULL,\n"
    "    data    TEXT NOT NULL,                   -- JSON object\n"
    "    at_ms   INTEGER NOT NULL,\n"
    "    chain   BLOB NOT NULL,                   -- 32 bytes: SHA-256 of the chain of id - 1, of\n"
    "                                             --   this row and of its version's sha\n"
    "    FOREIGN KEY (entry, version) REFERENCES entry_versions (entry, number)\n"
    ") STRICT;\n"
    "CREATE INDEX deeds_entry ON deeds (entry, version);\n"
    "CREATE TABLE deed_chain (\n"
    "    id    INTEGER PRIMARY KEY CHECK (id = 1),\n"
    "    head  BLOB NOT NULL,                     -- chain of the last deed\n"
    "    count INTEGER NOT NULL                   -- deeds in the chain\n"
    ") STRICT;\n"
    "CREATE TABLE challenges (\n"
    "    id         INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "    entry      INTEGER NOT NULL,\n"
    "    version    INTEGER NOT NULL,\n"
    "    person     INTEGER REFERENCES people (id), -- who asked; NULL: the program\n"
    "    models     TEXT NOT NULL,                -- JSON array of their names\n"
    "    attempts   INTEGER NOT NULL,             -- of each model\n"
    "    after      INTEGER NOT NULL,             -- attempts at the entry before these\n"
    "    state      TEXT NOT NULL CHECK (state IN ('queued', 'asking', 'done', 'stopped', 'failed')),\n"
    "    why        TEXT NOT NULL,\n"
    "    run        INTEGER REFERENCES runs (id), -- NULL: not yet, or it was dropped\n"
    "    made_ms    INTEGER NOT NULL,\n"
    "    started_ms INTEGER NOT NULL,             -- 0: not yet\n"
    "    ended_ms   INTEGER NOT NULL,             -- 0: not yet\n"
    "    money      REAL NOT NULL,                -- spent\n"
    "    tokens     REAL NOT NULL,\n"
    "    FOREIGN KEY (entry, version) REFERENCES entry_versions (entry, number)\n"
    ") STRICT;\n"
    "CREATE INDEX challenges_entry ON challenges (entry, version);\n"
    "CREATE INDEX challenges_run ON challenges (run);\n"
    "CREATE TABLE seals (\n"
    "    id       INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "    hash     BLOB NOT NULL,                  -- 32 bytes: what was announced\n"
    "    problems INTEGER NOT NULL,               -- in the set at that moment\n"
    "    made_ms  INTEGER NOT NULL,\n"
    "    person   INTEGER NOT NULL REFERENCES people (id) -- who sealed it\n"
    ") STRICT;\n";
static const char of_5[] =
    "PRAGMA writable_schema = ON;\n"
    "UPDATE sqlite_schema SET sql = replace(sql, 'outcome IN (''ok'', ''truncated'', ''refused'')', "
    "'outcome = ''ok'' OR outcome = ''truncated'' OR outcome = ''refused'' OR outcome = ''overflow'' OR outcome = ''malformed''')\n"
    "WHERE type = 'table' AND name = 'calls';\n"
    "UPDATE sqlite_schema SET sql = replace(sql, 'outcome IN (''ok'', ''truncated'', ''refused'', ''error'', ''fatal'')', "
    "'outcome = ''ok'' OR outcome = ''truncated'' OR outcome = ''refused'' OR outcome = ''overflow'' OR outcome = ''malformed'' OR outcome = ''error'' OR outcome = ''fatal''')\n"
    "WHERE type = 'table' AND name = 'results';\n"
    "PRAGMA writable_schema = RESET;\n"
    "CREATE TABLE timings (\n"
    "    call     INTEGER PRIMARY KEY REFERENCES calls (id),\n"
    "    first_ms INTEGER NOT NULL,               -- from sending to the first piece of text\n"
    "    gap_ms   INTEGER NOT NULL,               -- the longest wait between two pieces\n"
    "    pieces   INTEGER NOT NULL                -- that had text\n"
    ") STRICT;\n"
    "CREATE TABLE batches (\n"
    "    id      INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "    url     TEXT NOT NULL,                   -- as in calls\n"
    "    model   TEXT NOT NULL,\n"
    "    state   TEXT NOT NULL CHECK (state IN ('made', 'sent', 'fetched', 'lost')),\n"
    "    token   TEXT NOT NULL,                   -- ours, by which it is found again at the server\n"
    "    file    TEXT,                            -- the server's id of the uploaded calls\n"
    "    remote  TEXT,                            -- the server's id of the batch; NULL: not known\n"
    "    said    TEXT NOT NULL,                   -- its state in the server's word\n"
    "    why     TEXT NOT NULL,                   -- of 'lost'\n"
    "    calls   INTEGER NOT NULL,                -- that it was made of\n"
    "    made_ms INTEGER NOT NULL,\n"
    "    sent_ms INTEGER NOT NULL,                -- 0: not yet\n"
    "    seen_ms INTEGER NOT NULL,                -- when the server was last asked; 0: never\n"
    "    done_ms INTEGER NOT NULL                 -- when it was fetched or given up; 0: not yet\n"
    ") STRICT;\n"
    "CREATE TABLE batch_calls (\n"
    "    batch INTEGER NOT NULL REFERENCES batches (id),\n"
    "    key   BLOB NOT NULL,                     -- as in calls\n"
    "    PRIMARY KEY (batch, key)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX batch_calls_key ON batch_calls (key);\n"
    "CREATE TABLE decisions (\n"
    "    id      INTEGER PRIMARY KEY,             -- from 1, without gaps\n"
    "    review  BLOB NOT NULL,                   -- its hash\n"
    "    state   TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'rejected')),\n"
    "    key     TEXT,\n"
    "    note    TEXT,\n"
    "    at_ms   INTEGER NOT NULL,\n"
    "    adopted INTEGER NOT NULL,                -- 1: older than this table, taken in with version 5\n"
    "    chain   BLOB NOT NULL                    -- 32 bytes: SHA-256 of the chain of id - 1, of\n"
    "                                             --   this row and of what was decided upon\n"
    ") STRICT;\n"
    "CREATE INDEX decisions_review ON decisions (review);\n"
    "CREATE TABLE decision_chain (\n"
    "    id    INTEGER PRIMARY KEY CHECK (id = 1),\n"
    "    head  BLOB NOT NULL,                     -- chain of the last decision\n"
    "    count INTEGER NOT NULL                   -- decisions in the chain\n"
    ") STRICT;\n";
/* clang-format on */
static const char of_6[] =
#include "store/step_6.inc"
    ;

const struct store_step store_steps[] = {
    { .from = 1, .sql = reviews_of_2 },
    { .from = 2, .sql = studies_of_3 },
    { .from = 3, .sql = workbench_of_4 },
    { .from = 4, .sql = of_5, .then = review_chain_adopt },
    { .from = 5, .sql = of_6 },
};

const size_t store_n_steps = sizeof(store_steps) / sizeof(store_steps[0]);

/* ---- the shape that a version has ---- */

#define CREATE     "CREATE TABLE "
#define MORE_MARKS 5 /* the version whose CHECKs know 'overflow' */

/* The tables there are, and whether some text is of the version above. */
static bool list_tables(struct store *s, struct arena *a, struct map *names,
                        bool *more_marks, struct err *e)
{
    struct query q = query_open(&s->db, SQL_CHECK_SHAPE);
    enum query_got got;

    *more_marks = false;
    while ((got = query_step(&q, e)) == QUERY_ROW) {
        const char *name = query_take_text(&q, a);

        if (name)
            map_put(names, name, strlen(name), NULL);
        *more_marks |= query_take_int(&q) != 0;
    }
    return got == QUERY_END;
}

/* Looks at the tables that one step makes. */
static const char *odd_table(struct arena *a, const struct store_step *step,
                             int version, const struct map *names, bool *lacks)
{
    bool wanted = step->from < version;

    for (const char *p = strstr(step->sql, CREATE); p; p = strstr(p, CREATE)) {
        size_t n;

        p += strlen(CREATE);
        n = strcspn(p, " ");
        if ((map_get(names, p, n) != NULL) == wanted)
            continue;
        *lacks = wanted;
        return arena_printf(
            a,
            "its version is %d, but it %s the table \"%.*s\" of version %d%s",
            version, wanted ? "lacks" : "has", (int)n, p, step->from + 1,
            wanted ? "" : ": its version was set back");
    }
    return NULL;
}

bool store_shape(struct store *s, struct arena *a, const char **what,
                 bool *lacks, struct err *e)
{
    struct map names = { 0 };
    bool more_marks, ok = list_tables(s, a, &names, &more_marks, e);

    *what = NULL;
    *lacks = false;
    for (size_t i = 0; ok && !*what && i < store_n_steps; i++)
        *what = odd_table(a, &store_steps[i], s->version, &names, lacks);
    if (ok && !*what && (s->version >= MORE_MARKS) != more_marks)
        *what = arena_printf(a,
                             "its version is %d, but the checks of its "
                             "tables are those of %s version",
                             s->version, more_marks ? "a later" : "an earlier");
    map_clear(&names);
    return ok;
}
