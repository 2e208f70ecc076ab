/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_MAKING_H
#define CLI_MAKING_H

#include "base/progress.h"
#include "base/vec.h"
#include "cli/args.h"
#include "family/generate.h"

/*
 * The making of problems that a command line asks for: `assay new` prints them,
 * `assay seal` and `assay reveal` hash them. Every problem is made from its
 * coordinates alone, so that threads share nothing and the order is the same
 * whatever their number.
 */

struct making_options {
    const char *seed, *level, *split, *holdout, *depth, *lang;
    uint64_t count, from;
    struct vec set; /* "knob=value" */
};

/* One family and level, of which `count` problems are made. */
struct series {
    const struct family *family;
    int level;
    bool among; /* asked for as one of all, and not by its name */
    bool again; /* the series before it with other values of the knobs, since
                   --holdout tests with both */
    const struct json *knobs; /* of the making, and those of --holdout */
};

struct making {
    const struct command *self;
    struct making_options o;
    struct arena *arena;
    struct vec series;        /* struct series, made one after the other */
    const struct json *knobs; /* object, or NULL */
    char fresh_seed[17];      /* where the user gave none */
    int threads;

    void *ctx; /* handed to both functions */
    /* Is the problem to be left out? Called on many threads. NULL: none is. */
    bool (*leaves_out)(void *ctx, const struct problem *p);
    /* Take a problem and its line, in order and on one thread. Returns false to
     * stop, after it reported why. */
    bool (*take)(void *ctx, const struct problem *p, const struct str *line);

    uint64_t done, left_out; /* problems taken, problems left out */

    /* While it runs. */
    struct progress progress;
    size_t at, end;             /* the series of this pass */
    uint64_t index, given, n;   /* its first index, those begun, all of them */
    uint64_t found, series_out; /* taken, and left out, of this series */
    bool filters, failed;
    bool secret; /* the caller's wish: no message shows the seed */
};

/* Begins a making, whose options were read or are set later. */
void making_begin(struct making *m, const struct cli *c);

/* The rows of an option table, of a job whose making is called so. `seed_is`
 * says where a random seed is found. */
/* clang-format off */
#define MAKING_OPTIONS(job, seed_is)                                       \
 { "count", 'n', OPTION_COUNT, offsetof(job, making.o.count), "N",                         \
   "number of problems of each family and level (default: 1)" }, \
 { "seed", 's', OPTION_TEXT, offsetof(job, making.o.seed), "S",                            \
   "seed of the problems, a word or number (default: a new random seed, "  \
   seed_is ")" },                                                          \
 { "level", 'l', OPTION_TEXT, offsetof(job, making.o.level), "L",                          \
   "level, by number or name, or all (default: 1)" },                               \
 { "split", 0, OPTION_TEXT, offsetof(job, making.o.split), "P",                            \
   "make only problems of this part: train, test or k/n; parts share no " \
   "problem, whatever the seed and knobs" },                           \
 { "holdout", 0, OPTION_TEXT, offsetof(job, making.o.holdout), "LIST",                     \
   "hold out wordings, kinds (of questions), or both: with --split train " \
   "a fixed part of them is never used; with --split test every problem "  \
   "is made in a wording of either part, and problems of both parts of "   \
   "the kinds are made" },                                                 \
 { "from", 0, OPTION_COUNT, offsetof(job, making.o.from), "I",                             \
   "index of the first problem (default: 0)" },                                     \
 { "set", 0, OPTION_MANY, offsetof(job, making.o.set), "K=V",                              \
   "set a knob of the family; may be repeated" },                          \
 { "depth", 0, OPTION_TEXT, offsetof(job, making.o.depth), "N",                            \
   "same as --set depth=N" },                                            \
 { "lang", 0, OPTION_TEXT, offsetof(job, making.o.lang), "CODE",                          \
   "language of the problems, of families that have it: en (default), de, " \
   "fr, zh; numbers and keys stay the same" },                            \
 THREADS_OPTION(offsetof(job, making.threads))
/* clang-format on */

/* Check the options and find the families (family/choose.h). Returns -1, or the status to exit with after a report. */
int making_prepare(struct making *m, const char *families);

/* Check options, knobs and space of a making whose series, seed and knobs were
 * set by hand. Returns -1, or the status to exit with after a report. */
int making_check(struct making *m);

/* Draw bytes from the system. Returns false, after a report, if it has none. */
bool making_random(unsigned char *out, size_t n);

/* Make the problems, with a new random seed if none was given, which is printed
 * before unless it is secret. Returns the status to exit with, after it reported what
 * went wrong. */
int making_run(struct making *m);

#endif
