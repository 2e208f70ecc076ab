/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_WRITE_FILTER_H
#define HUNT_WRITE_FILTER_H

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Problems that a model wrote, and what is wrong with them. The text is
 * hostile: nothing in it is run, and every look at it takes linear time.
 */

/* As read from a writer's reply. */
struct draft {
    const char *statement;
    const char *answer;  /* the writer's own; or NULL */
    const char *compute; /* its compute: line; or NULL */
};

/*
 * Reads the drafts in a reply and returns how many. They begin with "Problem
 * 1:", "1." or "### Problem 1" and have lines "Answer:" and "Compute:", or are
 * a JSON array of texts or of objects {problem|statement|question, answer,
 * compute}.
 */
size_t draft_read(struct arena *a, const char *reply, const struct draft **out);

enum flaw {
    FLAW_NONE,
    FLAW_UNREADABLE, /* empty, no words, broken LaTeX, bytes that are no text */
    FLAW_INCOMPLETE, /* asks nothing, breaks off, blanks, undefined symbols */
    FLAW_OUTSIDE,    /* a figure, a table, another problem, "as above" */
    FLAW_PROOF,      /* prove, show, explain, draw, or a yes/no question */
    FLAW_DUPLICATE,  /* the same problem as one of the benchmark or the set */
    FLAW_NEAR,       /* nearly: all but a few words or numbers */
    FLAW_OFF,        /* off topic: its hypothesis does not apply to it */
    FLAW_AMBIGUOUS,  /* key models disagree */
    FLAW_INVALID,    /* key models say it makes no sense, or has no answer */
    FLAWS
};

const char *flaw_name(enum flaw f); /* "unreadable", "near-duplicate" ... */

/* The problems that drafts are compared with: canonical forms and word
 * triples. */
struct filter {
    struct arena *arena;
    struct map forms;    /* canonical statement -> place */
    struct map shingles; /* of three tokens, numbers masked -> their list */
    struct vec texts, lists, posts; /* which texts have a triple: lists, each
                                       a chain of posts */
    double near; /* Jaccard index of triples from which on two are near; 0.8 */
    bool any;    /* texts of any kind, which need not ask for anything: readable
                    and new is all that they must be */
};

void filter_open(struct arena *a, struct filter *f);
void filter_know(struct filter *f, const char *id, const char *statement);
void filter_close(struct filter *f);

/* Returns the first flaw that the text of a draft shows, or FLAW_NONE. *why is
 * a short reason in the arena that names what was seen. */
enum flaw filter_draft(struct arena *a, const struct filter *f,
                       const struct draft *d, const char **why);

#endif
