/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_PROGRAM_H
#define FAMILY_LANGUAGE_PROGRAM_H

#include "base/json.h"
#include "base/truth.h"
#include "family/language/file.h"
#include "family/recipe/pick.h"
#include "family/words.h"

/*
 * A family file at work: draws, keys, checks and statements.
 *
 * The given values of a problem are all that its key, its check and its
 * statement see. They are whole numbers, lists of them and lists of rows.
 */

struct given {
    size_t kind;          /* of the file's kinds */
    const struct val *at; /* one for each given name of the kind */
    /* Where a number or a list of numbers stands, so that it can be hidden; of
     * each NULL, or all of it, if it cannot. */
    const int64_t **origins;
};

/* Why something could not be computed: where in the file, and why. */
struct program_fault {
    size_t at;
    const char *why;
    uint64_t work;       /* units that were used, also where all went well */
    const char *ceiling; /* the limit that was met (math/work.h); or NULL */
    const char *with;    /* of a draw that failed: "a = 3, b = 0" */
};

enum program_end {
    PROGRAM_DONE,
    PROGRAM_REFUSED, /* a condition was not met: draw again */
    PROGRAM_FAILED   /* the file is wrong: see the fault */
};

/* Draw the given values of a kind at a level. */
enum program_end program_draw(const struct family_file *f, size_t kind,
                              struct pick *k, struct arena *a,
                              struct given *out, struct program_fault *fault);

/* Several keys are one text with this between them. */
#define PROGRAM_KEY_END "\n"

/* Find the key; write the worked steps if they are wanted (else NULL). */
enum program_end program_solve(const struct family_file *f, struct arena *a,
                               const struct given *g, const char **key,
                               struct steps *steps,
                               struct program_fault *fault);

/* Returns the answer of somebody who makes slip i of the kind, or NULL if it
 * gives none with these values. It may be the key by chance. */
const char *program_slip(const struct family_file *f, struct arena *a,
                         const struct given *g, size_t i);

/* Test the text of a key by every check. `by` is the names of the checks. */
enum truth program_check(const struct family_file *f, struct arena *a,
                         const struct given *g, const char *key,
                         const char **by, struct program_fault *fault);

/* The same by the file's definition of the key, "means". TRUTH_UNKNOWN if it
 * has none. */
enum truth program_means(const struct family_file *f, struct arena *a,
                         const struct given *g, const char *key,
                         struct program_fault *fault);

/* Returns the given values for people: "a = 3, m = 4, 7". */
const char *given_say(const struct family_file *f, struct arena *a,
                      const struct given *g);

/* Append the statement in that wording of the kind. */
enum program_end program_say(const struct family_file *f, struct arena *a,
                             const struct given *g, size_t wording,
                             struct rng *words, struct str *out,
                             struct program_fault *fault);

/* The same without the ending, by a speech that may hide a value. */
enum program_end program_speak(const struct family_file *f,
                               const struct given *g, size_t wording,
                               struct speech *s, struct program_fault *fault);

/* Which wordings fit these values, and have the style if it is not below 0? */
void program_fitting(const struct family_file *f, struct arena *a,
                     const struct given *g, int style, bool *fit);

/* Does the wording fit these values? */
bool program_fits(const struct family_file *f, struct arena *a,
                  const struct given *g, size_t wording);

/* The given values as an object, and back. Fails if it has others. */
struct json *given_write(const struct family_file *f, struct arena *a,
                         const struct given *g);
MUST_USE bool given_read(const struct family_file *f, struct arena *a,
                         const struct json *params, struct given *out,
                         struct err *e);

#endif
