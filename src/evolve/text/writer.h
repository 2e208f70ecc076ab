/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_TEXT_WRITER_H
#define EVOLVE_TEXT_WRITER_H

#include "base/map.h"
#include "evolve/individual/individual.h"
#include "run/question/question.h"

/*
 * Text by a language model. It is taken only if it passes checks: text that
 * fails, or that another problem has already, is asked for again with the
 * reason, twice, and then the built-in text is taken. Text of a model never changes a key: new text must say nothing that
 * can be read as a condition, and a polished problem must keep every number,
 * name, thing and relation, and read back as the same equations if it can be
 * read.
 */

enum job_kind { JOB_TEXT, JOB_BACKGROUND, JOB_TOPIC, JOB_POLISH };

#define WRITER_TRIES 3 /* questions for one job */

struct text_job {
    enum job_kind kind;
    const struct individual *individual;
    size_t part;
    /* Filled: */
    const char *text;   /* the accepted text; NULL: take the built-in one */
    const char **lines; /* JOB_POLISH: [sentence of the part's saying] its new
                           words; NULL: it stays */
    size_t n_lines;
    unsigned asked;     /* times */
    const char *reason; /* why the last text was refused */
};

struct writer_report {
    /* Every job counts as accepted, built in or failed (the server gave no
     * answer). A polish of which only some sentences were accepted also counts
     * in `partly`. */
    uint64_t jobs, accepted, partly, built_in, failed;
    uint64_t asked_again; /* questions beyond the first of a job */
    /* Whose text each is that was accepted; those of this work are looked at
     * if it is NULL. */
    struct map *texts;
    /* Refusals by reason, see text_refusal_name(). */
    uint64_t refused[16];
};

/* Works on n jobs; all questions of a round are asked at once. Adds to *report.
 * Fails as question_ask() does. */
MUST_USE bool writer_work(struct arena *a, struct questioner *c,
                          struct text_job *jobs, size_t n,
                          struct writer_report *report, struct err *e);

/* ---- the checks, also for text of other origin ---- */

enum text_refusal {
    TEXT_FINE,
    TEXT_EMPTY,
    TEXT_LENGTH,    /* too short or too long */
    TEXT_NUMBER,    /* a number that was not there, or one that is gone */
    TEXT_CONDITION, /* can be read as an equation or comparison */
    TEXT_THING,     /* a thing or name is gone, or a new one came in */
    TEXT_RELATION,  /* a relation is gone or changed */
    TEXT_QUESTION,  /* asks something */
    TEXT_FORM,      /* markup, headings, lists, several texts */
    TEXT_ORDER,     /* speaks to the reader, or of the answer */
    TEXT_HEDGE,     /* makes a statement uncertain that was certain */
    TEXT_REPEATED,  /* written for another problem already */
    TEXT_REFUSALS
};
const char *text_refusal_name(enum text_refusal r);

/* Checks the new text of a job. *why is the reason, in the arena, a sentence
 * without its full stop. */
enum text_refusal text_check_new(struct arena *a, const char *text,
                                 enum job_kind kind, const char **why);

/* Checks rewritten sentences of a part: said[i] is the new text of the i-th
 * line that its structure tells, without "Question 1:", or NULL if it stays.
 * They are compared with what the structure itself tells. */
enum text_refusal text_check_polished(struct arena *a,
                                      const struct individual *s, size_t part,
                                      const char *const *said, size_t n,
                                      const char **why);

#endif
