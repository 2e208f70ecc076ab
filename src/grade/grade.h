/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_GRADE_H
#define GRADE_GRADE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "grade/profile.h"
#include "problem/answer.h"
#include "problem/limit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * The judge: a key and a reply give a verdict with its reason. grade_pair()
 * reads nothing but its arguments and writes nothing but its result: any number
 * of threads may judge at once. It always ends, within LIMIT_WORK units.
 *
 * Every pair is judged by two readings of the rules (docs/grading.md): strict
 * takes only a declared final answer and forgives no missing unit, percent sign
 * or rounding; lenient takes what a fair teacher would.
 */

enum verdict {
    VERDICT_CORRECT,
    VERDICT_WRONG,
    VERDICT_UNDECIDED,  /* neither could be proved, or a limit was reached */
    VERDICT_NO_ANSWER,  /* the reply gives no answer */
    VERDICT_UNREADABLE, /* the answer cannot be read as mathematics */
    VERDICT_BAD_KEY,    /* the key cannot be read */
    VERDICTS
};

/* The beginning of the reason if the key cannot be read, but the answer has the
 * same text and is therefore correct. */
#define GRADE_SAME_TEXT "the same text; "

/* One of several values that are asked for. */
struct grade_key {
    const char *name;  /* "question 1", "x" */
    const char *latex; /* its value */
    bool has_kind;
    enum answer_kind kind;            /* if has_kind */
    const struct answer_limit *limit; /* of this value; NULL: the request's */
};

struct grade_request {
    const char *gold NONSTRING; /* a key: $...$, a box, a worked solution, or
                                   plain; or "name: value; name: value" */
    size_t gold_n;
    const struct grade_key *keys; /* several asked values, each with a name;
                                     gold and kind are ignored then */
    size_t keys_n;                /* 0, or 2 to LIMIT_KEYS */
    const char *reply NONSTRING;  /* a whole reply, or an extracted answer */
    size_t reply_n;
    bool extracted;   /* reply is only the answer: it is not searched */
    bool gold_number; /* gold was a JSON number: exact */
    const char *const *symbols; /* symbols that are variables, as written */
    size_t symbols_n;
    bool has_kind;
    enum answer_kind kind;      /* if has_kind */
    const char *question;       /* the question, or NULL: it shows whether the
                                   key is an antiderivative */
    const char *const *choices; /* texts of the choices A, B, ... */
    size_t choices_n;
    const char *tolerance; /* NULL, or a decimal: "0.01", or "1%": the largest
                              absolute (relative) difference that counts as
                              equal, for numbers only */
    int digits;            /* significant digits a rounded answer needs; 0: 6 */
    uint64_t seed;         /* of the points; 0 is a good value */
    const struct answer_limit *limit; /* a limit in which a formula must agree
                                         with the key; NULL: none */
    const struct profile *profile;    /* the rules of a benchmark; NULL: ours.
                                      request_set_profile() sets it */
};

/* Set the key, or the reply, to a whole C string. */
static inline void grade_set_gold(struct grade_request *r, const char *gold)
{
    r->gold = gold;
    r->gold_n = strlen(gold);
}

static inline void grade_set_reply(struct grade_request *r, const char *reply)
{
    r->reply = reply;
    r->reply_n = strlen(reply);
}

struct grade_reading {
    enum verdict verdict;
    const char *by;  /* the method or rule that decided: "rational" */
    const char *why; /* the reason, in one sentence; not for programs */
};

/* The result for one of several asked values. */
struct grade_part {
    const char *name; /* of its key */
    struct grade_reading strict, lenient;
    const char *key;       /* the key as it was understood */
    const char *extracted; /* the answer as written; NULL: none */
    const char *answer;    /* its reading; NULL: unread */
    const char *value;     /* the exact number that was read, "5/12"; NULL: it
                              is not a rational number */
    const char *witness;   /* a point where they differ, NULL when none */
    const char *reason;    /* as in the result */
    const struct json *table; /* behind a verdict by a limit; NULL: none */
};

/*
 * If several values were asked, the readings of the whole follow from those of
 * its parts (docs/grading.md), and `extracted`, `key` and `answer` are "name:
 * text; name: text".
 */
struct grade_result {
    struct grade_reading strict, lenient;
    const char *rule;      /* how the answer was found: "boxed"; "given" */
    const char *extracted; /* the answer as written; NULL: none */
    size_t from, to;       /* the bytes of the reply that contain it; both 0:
                              no part of the reply does */
    const char *key;       /* the key's reading printed back; NULL: unread */
    const char *answer;    /* the answer's reading; NULL: unread */
    const char *witness;   /* a point where they differ, NULL when none */
    const char *profile;   /* that was used; NULL: ours */
    const char *reason;    /* a code for the kind of error, grade/grade.c, also
                              in `more`; NULL: no error, or no known kind */
    uint64_t work;         /* units spent */
    const struct grade_part *parts; /* in the order of the keys */
    size_t parts_n;                 /* 0: only one value is asked for */
    const struct json *more;        /* further fields: of a family's own judge,
                                "parts", or the "table" of a limit; NULL: there
                                are none */
};

struct grade_result grade_pair(struct arena *a,
                               const struct grade_request *request);

/* Returns the exact number that an answer means, "25/2" for "x = 12.5 kg", or
 * NULL if it is no rational number. */
const char *grade_value(struct arena *a, const char *answer);

/* The judge of a family whose answers are not compared by value. */
struct grade_own {
    const char *name; /* the family's */
    /* Judge a reply by the family's own rules. `row` has the problem's params
     * among its members, or is the params itself. Fails if they are malformed.
     */
    bool (*grade)(struct arena *a, const struct json *row,
                  const struct grade_request *request, struct grade_result *out,
                  struct err *e);
};

const char *verdict_name(enum verdict v); /* "correct", "no_answer" */

/* Find the verdict of that name. Returns false if there is none, or the name is
 * NULL. */
bool verdict_find(const char *name, enum verdict *out);

#endif
