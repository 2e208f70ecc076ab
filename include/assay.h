/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_H
#define ASSAY_H

#include <stddef.h>
#include <stdint.h>

/*
 * libassay: assay's judge of mathematical answers as a library. Every name it
 * exports begins with assay_.
 *
 *     struct assay_verdict *v;
 *
 *     v = assay_grade("\\frac{1}{2}", "So it is \\boxed{0.5}.", NULL);
 *     if (v && v->verdict == ASSAY_CORRECT)
 *         ...
 *     assay_verdict_free(v);
 *
 * Functions are re-entrant: there is no state outside of what the caller
 * passes in, no signal, no locale, no output. Any number of threads may judge
 * at once; a thread that has judged calls assay_thread_end() before it ends,
 * to give back what the arithmetic libraries keep for it. Text is UTF-8, may
 * hold anything, and is never run as code. Every call ends: work is counted,
 * and what cannot be settled within it is ASSAY_UNDECIDED.
 *
 * The library never prints or exits on account of what it judges. Like every
 * program with invariants it stops, with a message, when one is broken, and
 * when the machine has no memory left. A pair of up to 1 MiB takes less than
 * 64 MiB. The structs below grow only with the number of the shared library.
 */

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
# define ASSAY_API __attribute__((visibility("default")))
#else
# define ASSAY_API
#endif

#define ASSAY_VERSION "0.1.0"

/* The version of the library in use, as opposed to ASSAY_VERSION, the one
 * the program was compiled for. */
ASSAY_API const char *assay_version(void);

enum assay_outcome {
    ASSAY_CORRECT,
    ASSAY_WRONG,
    ASSAY_UNDECIDED,  /* neither could be proved, or a ceiling was met */
    ASSAY_NO_ANSWER,  /* the reply gives none */
    ASSAY_UNREADABLE, /* the answer cannot be read */
    ASSAY_BAD_KEY     /* the key cannot be read */
};

/* All fields may be zero. Strings are borrowed for the call. */
struct assay_options {
    int strict;                /* judge by the strict reading of the rules */
    int extracted;             /* the reply is the answer itself */
    const char *kind;          /* "integer", "set", ...; NULL: from the key */
    const char *const *params; /* symbols that are variables */
    size_t params_n;
    const char *const *choices; /* texts of the choices A, B, ... */
    size_t choices_n;
    const char *tolerance; /* "0.01" absolute, "1%" relative; NULL: none */
    int digits;            /* significant digits of a rounded answer; 0: 6 */
    const char *profile;   /* the law of a benchmark, "gsm8k", "math",
                              "hardmath2", "mathador", or a file NAME.yaml;
                              NULL: ours. Its tolerance and digits give way to
                              those above */
    const char *limit;     /* in which a formula may agree with the key without
                          being it, as JSON: {"symbol": "x", "to": "inf",
                          "order": 1}; NULL: none */
};

/* One of several asked values. */
struct assay_part {
    const char *name; /* of its key */
    enum assay_outcome strict, lenient;
    const char *extracted; /* the answer as written; NULL: none */
    const char *value;     /* the exact number that was read, "5/12"; NULL: it
                              is no rational number */
};

struct assay_verdict {
    enum assay_outcome verdict; /* by the reading that was asked for */
    enum assay_outcome strict, lenient;
    const char *by;        /* the road or rule that settled it */
    const char *why;       /* one sentence for people */
    const char *rule;      /* how the answer was found: "boxed" */
    const char *extracted; /* the answer as written; NULL: none */
    const char *key;       /* the key as it was understood; NULL: unread */
    const char *answer;    /* the answer as it was understood; NULL: unread */
    const char *witness;   /* where the two differ; NULL: none */
    uint64_t work;         /* units of work spent */
    const struct assay_part *parts; /* of a key "name: value; name: value", in
                                       its order */
    size_t parts_n;                 /* 0: one value was asked */
    size_t from, to;     /* the bytes of the reply that hold the extract; both
                            0: no stretch of the reply does */
    const char *profile; /* by which it was judged; NULL: ours */
};

/* Judge a reply against a key, both NUL-terminated; a NULL reply is no answer.
 * options may be NULL. NULL only when gold is NULL or an option makes no sense
 * (an unknown kind or profile, a tolerance that is no number, digits beyond
 * 100, a malformed limit). The
 * verdict and its strings are one block of memory, the caller's until
 * assay_verdict_free(). */
ASSAY_API struct assay_verdict *assay_grade(
    const char *gold, const char *reply, const struct assay_options *options);
ASSAY_API void assay_verdict_free(struct assay_verdict *v);

/* "correct", "no_answer", ... */
ASSAY_API const char *assay_outcome_name(enum assay_outcome v);

/* One JSON line of `assay grade` in, one out, both without the newline: the
 * whole contract of the command for programs that speak JSON. The result is
 * the caller's until assay_line_free(). A line that cannot be judged gives
 * {"id": ..., "error": "..."}; a line without an id has the id 1. */
ASSAY_API char *assay_grade_line(const char *line, size_t n, int strict);
ASSAY_API void assay_line_free(char *line);

/* Judge n pairs on `threads` threads (0: one for each core); out[i] is that
 * of assay_grade(gold[i], reply[i], options), NULL where that is NULL. Returns
 * 0 when an option makes no sense (all out[i] are NULL then), else 1. Threads
 * are started for the call and have ended when it returns; with one thread the
 * pairs are judged on the caller's. */
ASSAY_API int assay_grade_many(const char *const *gold,
                               const char *const *reply, size_t n,
                               const struct assay_options *options, int threads,
                               struct assay_verdict **out);

/* The same with options for each pair: options[i], which may be NULL, are those
 * of pair i. Where they make no sense out[i] alone is NULL. `options` itself may
 * be NULL. Returns 0 when gold is NULL, else 1. */
ASSAY_API int assay_grade_each(const char *const *gold,
                               const char *const *reply, size_t n,
                               const struct assay_options *const *options,
                               int threads, struct assay_verdict **out);

/* A thread of the caller's that has judged gives back what the arithmetic
 * libraries keep for it (all of FLINT's caches of that thread); it may judge
 * again. */
ASSAY_API void assay_thread_end(void);

#ifdef __cplusplus
}
#endif

#endif
