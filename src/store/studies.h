/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_STUDIES_H
#define STORE_STUDIES_H

#include "base/arena.h"
#include "base/err.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Studies: hunts, evolutions and climbs, each with the document of what it found
 * and the runs it rests on, so that it can be shown without asking or computing
 * again. A study is identified by its kind and the hash of its spec: the same
 * command replaces what it kept before. A store from before there were studies,
 * opened with STORE_READ, has none.
 *
 * One that is at work says how far it is, so that other processes see it; its
 * row and its name are those that it will have at its end. If it was at its end
 * before, its document stays what it was until it is there again. A process
 * that is killed leaves it at work: worked_ms says when it was last heard of.
 */

enum study_kind { STUDY_HUNT, STUDY_EVOLUTION, STUDY_CLIMB, STUDY_KINDS };

const char *study_kind_name(enum study_kind k); /* "hunt" */

/* A run of a study. */
struct study_run {
    int64_t run;
    const char *role; /* "benchmark", "targeted", "full-2gen" */
};

struct study {
    int64_t id;
    const char *name; /* "h3", "e4", "c5": a letter of its kind and its id */
    enum study_kind kind;
    const char *hash;    /* of its spec, as the command names it */
    const char *title;   /* what was studied, one line */
    const char *version; /* of the program that made it */
    int64_t made_ms;     /* when it came to its end; not ended: when it began */
    bool ended;          /* it came to an end once: there is a document */
    const char *document;         /* JSON: report/keep.h; NULL in lists */
    const struct study_run *runs; /* in the order of asking; of those that are
                                     still there */
    size_t n_runs;

    /* Of one at work; studies_put() does not look at these. */
    const char *stage; /* "benchmark"; "": it began; NULL: it is not at work */
    const char *what;  /* what is done now, one line; "" */
    uint64_t done, total; /* of the stage; total 0: not known */
    int64_t worked_ms;    /* when it last said so */
};

/* Says that a study is at work: makes it, or takes the one of that kind and
 * hash; *id is set. */
MUST_USE bool studies_begin(struct store *s, enum study_kind kind,
                            const char *hash, const char *title,
                            const char *version, int64_t now_ms, int64_t *id,
                            struct err *e);

/* Says how far it is. Fails with ERR_USAGE if it is not at work: it was dropped
 * meanwhile, or came to its end. */
MUST_USE bool studies_stage(struct store *s, int64_t id, const char *stage,
                            const char *what, uint64_t done, uint64_t total,
                            int64_t now_ms, struct err *e);

/* Adds a run to those it rests on, unless it is there. */
MUST_USE bool studies_run(struct store *s, int64_t id, int64_t run,
                          const char *role, struct err *e);

/* Keep a study at its end, or replace the one of that kind and hash, which is
 * not at work then; id and name are set. */
MUST_USE bool studies_put(struct store *s, struct arena *a, struct study *study,
                          struct err *e);

/* Find the study that a user names: "h3", or the hash as a folder's
 * summary.json has it. *found is set to whether there is one. */
MUST_USE bool studies_find(struct store *s, struct arena *a, const char *name,
                           struct study *out, bool *found, struct err *e);

/* List all, oldest first, without their documents. */
MUST_USE bool studies_list(struct store *s, struct arena *a, struct study **out,
                           size_t *n, struct err *e);

/* Drop a study; its runs stay. */
MUST_USE bool studies_drop(struct store *s, int64_t id, struct err *e);

#endif
