/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_H
#define ASSAY_H

#include <stddef.h>
#include <stdint.h>

/*
 * libassay: the judge of mathematical answers as a library. Every exported name
 * begins with assay_.
 *
 *     struct assay_verdict *v;
 *
 *     v = assay_grade("\\frac{1}{2}", "So it is \\boxed{0.5}.", NULL);
 *     if (v && v->verdict == ASSAY_CORRECT)
 *         ...
 *     assay_verdict_free(v);
 *
 * Functions are re-entrant: the only state is what the caller passes in; they
 * use no signals, no locale and no output. Any number of threads may judge at
 * the same time. A thread that has judged calls assay_thread_end() before it
 * ends, to free the caches of the arithmetic libraries. Text is UTF-8, may
 * contain anything, and is never run as code. Every call ends: work is counted,
 * and an answer that cannot be decided within the limit is ASSAY_UNDECIDED.
 *
 * No input makes the library print or exit. It stops the process, with a
 * message, only if one of its invariants is broken or there is no memory left.
 * A pair of up to 1 MiB takes less than 64 MiB. The structs below change only
 * with the version number of the shared library.
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

/* Returns the version of the library in use. ASSAY_VERSION is the version for
 * which the program was compiled. */
ASSAY_API const char *assay_version(void);

enum assay_outcome {
    ASSAY_CORRECT,
    ASSAY_WRONG,
    ASSAY_UNDECIDED,  /* neither could be proved, or a limit was reached */
    ASSAY_NO_ANSWER,  /* the reply contains no answer */
    ASSAY_UNREADABLE, /* the answer cannot be read */
    ASSAY_BAD_KEY     /* the key cannot be read */
};

/* All fields may be zero. Strings are borrowed for the call. */
struct assay_options {
    int strict;                /* judge by the strict reading of the rules */
    int extracted;             /* the reply is only the answer */
    const char *kind;          /* "integer", "set", ...; NULL: from the key */
    const char *const *params; /* symbols that are variables */
    size_t params_n;
    const char *const *choices; /* texts of the choices A, B, ... */
    size_t choices_n;
    const char *tolerance; /* "0.01" absolute, "1%" relative; NULL: none */
    int digits;            /* significant digits of a rounded answer; 0: 6 */
    const char *profile;   /* the rules of a benchmark, "gsm8k", "math",
                              "hardmath2", "mathador", or a file NAME.yaml;
                              NULL: the rules of assay. The tolerance and the
                              digits above override those of the profile */
    const char *limit;     /* a limit in which a formula must agree with the
                              key, as JSON: {"symbol": "x", "to": "inf",
                              "order": 1}; NULL: none */
};

/* One of several values that were asked for. */
struct assay_part {
    const char *name; /* of its key */
    enum assay_outcome strict, lenient;
    const char *extracted; /* the answer as written; NULL: none */
    const char *value;     /* the exact number that was read, "5/12"; NULL: it
                              is not a rational number */
};

struct assay_verdict {
    enum assay_outcome verdict; /* of the reading that was asked for */
    enum assay_outcome strict, lenient;
    const char *by;        /* the method or rule that decided */
    const char *why;       /* the reason, in one sentence */
    const char *rule;      /* how the answer was found: "boxed" */
    const char *extracted; /* the answer as written; NULL: none */
    const char *key;       /* the key as it was understood; NULL: unread */
    const char *answer;    /* the answer as it was understood; NULL: unread */
    const char *witness;   /* where the two differ; NULL: none */
    uint64_t work;         /* units of work spent */
    const struct assay_part *parts; /* of a key "name: value; name: value", in
                                       its order */
    size_t parts_n;                 /* 0: only one value was asked for */
    size_t from, to;     /* the bytes of the reply that contain the extract;
                            both 0: no part of the reply does */
    const char *profile; /* that was used; NULL: the rules of assay */
};

/* Judge a reply against a key, both NUL-terminated; a NULL reply is no answer.
 * options may be NULL. Returns NULL only if gold is NULL or an option is not
 * valid (an unknown kind or profile, a tolerance that is not a number, more than
 * 100 digits, a malformed limit). The verdict and its strings are one block of
 * memory, which the caller frees with assay_verdict_free(). */
ASSAY_API struct assay_verdict *assay_grade(
    const char *gold, const char *reply, const struct assay_options *options);
ASSAY_API void assay_verdict_free(struct assay_verdict *v);

/* "correct", "no_answer", ... */
ASSAY_API const char *assay_outcome_name(enum assay_outcome v);

/* Judge one JSON line as `assay grade` does, and return its JSON line, both
 * without the newline. The caller frees the result with assay_line_free(). A
 * line that cannot be judged gives {"id": ..., "error": "..."}; a line without
 * an id has the id 1. */
ASSAY_API char *assay_grade_line(const char *line, size_t n, int strict);
ASSAY_API void assay_line_free(char *line);

/* Judge n pairs on `threads` threads (0: one for each core); out[i] is the
 * result of assay_grade(gold[i], reply[i], options), which may be NULL. Returns
 * 0 if an option is not valid (then all out[i] are NULL), otherwise 1. The
 * threads start and end within the call; with one thread the pairs are judged on
 * the caller's thread. */
ASSAY_API int assay_grade_many(const char *const *gold,
                               const char *const *reply, size_t n,
                               const struct assay_options *options, int threads,
                               struct assay_verdict **out);

/* The same with options for each pair: options[i], which may be NULL, are those
 * of pair i. If they are not valid, only out[i] is NULL. `options` itself may be
 * NULL. Returns 0 if gold is NULL, otherwise 1. */
ASSAY_API int assay_grade_each(const char *const *gold,
                               const char *const *reply, size_t n,
                               const struct assay_options *const *options,
                               int threads, struct assay_verdict **out);

/* Frees what the arithmetic libraries keep for the calling thread (all caches of
 * FLINT for that thread). The thread may judge again afterwards. */
ASSAY_API void assay_thread_end(void);

#ifdef __cplusplus
}
#endif

#endif
