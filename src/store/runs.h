/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_RUNS_H
#define STORE_RUNS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "grade/grade.h"
#include "model/reply.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Runs: problems x models x attempts, and the result of each. A run is
 * identified by the hash of its spec, a JSON text with everything that its
 * calls depend on: the same command finds the same run again and continues it.
 * It also has a short name, "r1", "r2" ..., in the order of making.
 *
 * Results are only ever appended. The newest of a problem, model and attempt
 * counts: an error is superseded when the call is answered later, a verdict
 * when the run is judged again. Each result has the SHA-256 of the one before
 * it, its own fields and the reply it rests on: a chain, which starts with the
 * spec and the problems, and which runs_verify() checks.
 */

struct run_info {
    int64_t id;
    const char *name;    /* "r12" */
    struct hash128 hash; /* of the spec */
    const char *spec;    /* JSON */
    const char *version; /* of the program that made it */
    int64_t made_ms;     /* time of day, ms since 1970 */
    int64_t worked_ms;   /* when a result was last appended; 0: never */
    uint64_t n_problems;
    uint64_t n_models;
    uint64_t attempts;
    uint64_t results; /* newest ones: at most problems*models*attempts */
    uint64_t errors;  /* of these, outcome error */
    const char *const *models; /* their specs, n_models */
};

struct result {
    uint64_t problem;    /* its place in the run, from 0 */
    uint64_t model;      /* likewise */
    uint64_t attempt;    /* from 1 */
    struct hash128 call; /* its key in the journal; zero: an error */
    enum outcome outcome;
    enum verdict strict, lenient; /* of outcome ok; else no_answer */
    const char *answer;           /* as found in the reply; NULL: none */
    const char *why;              /* of the verdict, or of the error */
    const char *more;  /* JSON object of a family's own judge, or NULL */
    const char *judge; /* version of the program that judged */

    /* Facts about the call, filled by runs_results() and not stored again. */
    struct usage usage;
    int64_t took_ms;
    unsigned tries;
    bool batched; /* the reply came by a batch, at half the price */
    bool bad_key; /* the problem's key cannot be read: set by whoever counts
                     (run/count/tally.h) */
    bool first; /* for runs_append(): of all that this store appended it is the
                     first of its place, and if that is all there is in the run
                     no other is looked for */
};

/* Returns the hash that identifies the run of a spec. */
struct hash128 runs_hash(const char *spec);

/* Find the run of that spec, or make it with its problems (JSON lines without
 * newline) and models; *found is set to whether it was there. */
MUST_USE bool runs_open(struct store *s, struct arena *a, const char *spec,
                        const char *version, const char *const *problems,
                        size_t n_problems, const char *const *models,
                        size_t n_models, uint64_t attempts, int64_t now_ms,
                        struct run_info *out, bool *found, struct err *e);

/* The same in two steps, for whoever has work meanwhile. A run that was not
 * there is made when runs_finish() returns true, and not at all when that is
 * never called or fails: until then nobody else sees it or can write, `problems`
 * must stay, and `s` is for that call alone, which may come from another thread.
 * runs_finish() does nothing for a run that was found. */
MUST_USE bool runs_begin(struct store *s, struct arena *a, const char *spec,
                         const char *version, const char *const *problems,
                         size_t n_problems, const char *const *models,
                         size_t n_models, uint64_t attempts, int64_t now_ms,
                         struct run_info *out, bool *found, struct err *e);
MUST_USE bool runs_finish(struct store *s, struct err *e);
bool runs_unfinished(const struct store *s); /* was one begun? */

/* Find the run that a user names: "r12", "12", the first digits of its hash, or
 * "last". Fails if there is none or several. */
MUST_USE bool runs_find(struct store *s, struct arena *a, const char *name,
                        struct run_info *out, struct err *e);

/* List all runs, oldest first. */
MUST_USE bool runs_list(struct store *s, struct arena *a, struct run_info **out,
                        size_t *n, struct err *e);

/* How far a run is: what can be asked often, of all runs at once. */
struct run_stamp {
    int64_t run;
    uint64_t count; /* results ever appended: another one, and it changed */
    uint64_t done, errors, total;
    int64_t worked_ms;
};

/* List the stamps of all runs, by rising id. */
MUST_USE bool runs_stamps(struct store *s, struct arena *a,
                          struct run_stamp **out, size_t *n, struct err *e);

/* List the run's problems in order, as JSON lines. */
MUST_USE bool runs_problems(struct store *s, struct arena *a, int64_t run,
                            const char ***out, size_t *n, struct err *e);

/* List the newest result of each problem, model and attempt, sorted by problem,
 * model and attempt. */
MUST_USE bool runs_results(struct store *s, struct arena *a, int64_t run,
                           struct result **out, size_t *n, struct err *e);

/* Append results in one transaction. */
MUST_USE bool runs_append(struct store *s, int64_t run,
                          const struct result *const *results, size_t n,
                          int64_t now_ms, struct err *e);

/*
 * Only one store works on a run at a time. runs_lock() fails with ERR_DOMAIN if
 * another has the lock, of this process or another; runs_unlock(), store_close() or the end of
 * the process drops it, however it ends. A reader needs no lock.
 */
MUST_USE bool runs_lock(struct store *s, int64_t run, struct err *e);
void runs_unlock(struct store *s, int64_t run);
bool runs_taken(struct store *s, int64_t run); /* has somebody the lock? */
/* The same for workers (work.h): any number have it at once, and nobody has
 * it alone meanwhile. */
MUST_USE bool runs_share(struct store *s, int64_t run, struct err *e);

/* ---- verifying and pruning ---- */

struct verify_report {
    uint64_t runs, results, calls;
    /* Of the workbench and of reviews; not looked at for one run. */
    uint64_t audit_events, decisions;
    uint64_t unchained; /* reviews decided before decisions were chained */
    uint64_t faults;
    const char **said; /* one line for each fault, at most 100 */
    size_t n_said;
};

/* Check the chain of one run (0: of all, and the history of all entries) and
 * the replies it rests on, and let SQLite check its pages. A fault is a finding, not a failure. */
MUST_USE bool runs_verify(struct store *s, struct arena *a, int64_t run,
                          struct verify_report *out, struct err *e);

/* Drop a run, its results, and the problems and calls that no other run's
 * results rest on. With `dry`, only count. */
MUST_USE bool runs_prune(struct store *s, int64_t run, bool dry,
                         uint64_t *calls, uint64_t *bytes, struct err *e);

/* Give the space of dropped runs back to the disk. */
MUST_USE bool store_vacuum(struct store *s, struct err *e);

#endif
