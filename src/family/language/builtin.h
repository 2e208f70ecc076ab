/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_BUILTIN_H
#define FAMILY_LANGUAGE_BUILTIN_H

#include "family/language/tree.h"

/*
 * The functions that every family file may use: one table, from which the
 * reader, the machine, the reference and the editors' grammars are made.
 */

struct builtin {
    const char *name;
    const char *args; /* a letter for each: n number, z whole number, b truth, t
                         text, p polynomial or number, l list or set, L list of
                         numbers, M list of rows of numbers, I interval, a anything; the last
                         may repeat: "z*", once at least */
    char gives;       /* such a letter, or: i an item of the first argument, k
                         a list of its items, 0 the type of the first argument, o
                         rows of its items, S a set of them */
    const char *road; /* its mathematics: a key and its check may not both rest
                         on one road; NULL: plain arithmetic and lists */
    struct val (*run)(struct reckoning *r, const struct val *args, size_t n);
    const char *group, *doc;
};

extern const struct builtin builtins[];
extern const size_t n_builtins;

/* Returns the function of that name, or NULL. */
const struct builtin *builtin_find(const char *name);

/* Returns the least and the most number of arguments. */
size_t builtin_least(const struct builtin *b);
size_t builtin_most(const struct builtin *b);

/* Returns the type of an argument, or of the result. */
type builtin_arg(const struct builtin *b, size_t i);
type builtin_result(const struct builtin *b, const type *args, size_t n);

#endif
