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
    const char *args; /* a letter for each: n number, z whole number ...,
                         builtin_word() knows them; the last may repeat: "z*",
                         once at least */
    char gives;       /* such a letter */
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

/* Returns what a letter of arguments and results means: "whole number". */
const char *builtin_word(char letter);

/* Returns the type of an argument, or of the result. */
type builtin_arg(const struct builtin *b, size_t i);
type builtin_result(const struct builtin *b, const type *args, size_t n);

#endif
