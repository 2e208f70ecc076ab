/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_LOCAL_PLANTED_INT_H
#define MODEL_LOCAL_PLANTED_INT_H

#include "model/local/planted.h"

/* Between planted_read.c (the file) and planted.c (the answers). */

/* What becomes of an attempt that fails. */
enum planted_how {
    PLANTED_WRONG,
    PLANTED_TRUNCATED,
    PLANTED_REFUSED,
    PLANTED_ABSTAINED, /* "I don't know." */
    PLANTED_SILENT,
    PLANTED_UNREADABLE,
    PLANTED_HOWS
};

/* What an entry says of a factor. */
struct planted_limit {
    const char *factor;
    double above, below;
    double half, slope; /* the factor where half of `fail` is reached, and how
                           fast; slope 0: at once */
    const char **words; /* any of these; NULL: it is a number */
    size_t n_words;
};

struct planted_entry {
    const char **concepts; /* all of these */
    size_t n_concepts;
    struct planted_limit *limits; /* all of these */
    size_t n_limits;
    const char **contains; /* all of these words */
    size_t n_contains;
    enum planted_how how;
    double fail;
};

struct planted {
    const char *seed;
    double base, truncated, refused, silent;
    double think; /* words before an answer, for each of the solution */
    struct planted_entry *weak;
    size_t n_weak;
};

#endif
