/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROPOSE_PROPOSE_INT_H
#define HUNT_PROPOSE_PROPOSE_INT_H

#include "base/rng.h"
#include "base/vec.h"
#include "hunt/propose/propose.h"

/* Between propose.c (rows, judging, the loop) and propose_new.c (asking for
 * hypotheses, reading replies). */

/* ---- judging ---- */

/* How predictions of hypotheses are made. */
struct proposal_judge {
    const struct propose_job *job;
    const struct task_data *data; /* rows */
    const size_t *order;          /* row -> row of the job's data; NULL: same */
    const char *const *labels;    /* those of the job's data */
    size_t n_labels;
    bool ours;    /* they are the task's, failing and solving */
    bool by_tags; /* for hypotheses with concepts or a bound */
};

/* Returns whether something was read from the hypothesis. */
bool judge_reads(const struct suspicion *c);

/* Returns whether it holds of a row of the job's data, by tags and traits. */
bool judge_holds(const struct propose_job *j, const struct suspicion *c,
                 size_t row);

struct judgement {
    const struct bank_entry *entry;
    size_t row;
    bool answered;     /* false: the server gave no answer */
    const char *label; /* of judge.labels, NULL: none could be read */
    const char *other; /* then what stood in its place, or NULL */
};

void judge_open(struct arena *a, const struct propose_job *j,
                const struct task_data *data, const size_t *order,
                struct proposal_judge *out);

/* Makes all judgements in one batch of questions. Fails as question_ask()
 * does. */
MUST_USE bool judge_all(struct arena *a, const struct proposal_judge *g,
                        struct judgement *all, size_t n, struct err *e);

/* A prompt of the task, filled by values and by a row. */
struct row_question {
    const char *prompt;
    size_t row;
    const struct slot_value *values;
    size_t n_values;
};

/* Asks n of these at once; said[i] is the text of the answer, or NULL. Fails as
 * question_ask() does, and if a prompt cannot be filled. */
MUST_USE bool judge_ask(struct arena *a, const struct propose_job *j,
                        const struct task_data *data,
                        const struct row_question *about, size_t n,
                        const char **said, struct err *e);

/* Returns the text of an answer, or NULL if there is none. */
const char *judge_text(const struct reply *r);

/* ---- rows ---- */

/* Random numbers of a purpose; `x` and `y` tell streams apart. */
struct rng propose_stream(const char *purpose, const char *seed, uint64_t x,
                          uint64_t y);

/* ---- traits ---- */

/* The traits as a list for prompts, and how a hypothesis names one; "" if there
 * are none. */
const char *propose_trait_names(struct arena *a, const struct outcomes *s);
const char *propose_trait_form(const struct outcomes *s);

/* The traits of one example, in words. */
const char *propose_traits(struct arena *a, const struct outcomes *s,
                           size_t example);

/* What stands behind "trait:" in a text, or NULL; *rest is the text without
 * it. */
const char *propose_trait(struct arena *a, const char *text, const char **rest);

/* Reads "words above 80". Returns false if the outcomes have no such trait, or
 * the trait no such word. */
bool propose_bound(const struct outcomes *s, const char *text,
                   struct bound *out);

/* ---- new hypotheses ---- */

/* Rows that a model makes hypotheses from. */
struct proposal_batch {
    const size_t *rows;
    size_t n_rows;
    uint64_t attempt;
    struct vec found; /* of struct bank_entry: text and suspicion; filled */
};

struct maker {
    struct arena *arena;
    const struct propose_job *job;
    const struct task_data *train;
    const char *names, *traits, *trait_form; /* in words */
    bool faithful; /* lists as the original cuts them, texts as they are */
    bool listed;   /* the prompt lists the names: a hypothesis must have some */
    size_t rejected, rare, unread;
};

/* Asks for `wanted` hypotheses from each batch, all batches at once. Fails as
 * question_ask() does. */
MUST_USE bool maker_ask(struct maker *m, struct proposal_batch *batches,
                        size_t n, size_t wanted, struct err *e);

/* The messages of such a question. */
MUST_USE bool maker_messages(struct arena *a, const struct maker *m,
                             const struct proposal_batch *b, size_t wanted,
                             const struct message **out, size_t *n,
                             struct err *e);

#endif
