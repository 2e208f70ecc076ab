/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_RECIPE_INT_H
#define FAMILY_RECIPE_RECIPE_INT_H

#include "family/recipe/recipe.h"

#define DRAWS_MOST 10000    /* for one problem */
#define DRAWS_WORK 30000000 /* units of work, of all draws for one problem */

/* The functions of a family that is a file (family/language): as those of
 * struct recipe, with the recipe itself. `fields` depend on the kind of the
 * values, and params are written and read by it. */
struct recipe_engine {
    bool (*draw)(const struct recipe *r, struct pick *k, void *values);
    bool (*solve)(const struct recipe *r, struct solving *s,
                  const void *values);
    enum truth (*check)(const struct recipe *r, struct arena *a,
                        const void *values, const char *key,
                        struct check_finding *f);
    const struct field *(*fields)(const struct recipe *r, const void *values);
    struct json *(*write)(const struct recipe *r, struct arena *a,
                          const void *values);
    bool (*read)(const struct recipe *r, struct arena *a,
                 const struct json *params, void *values, struct err *e);
    /* The name of key i of the values' kind; NULL: there is none such. */
    const char *(*key_name)(const struct recipe *r, const void *values,
                            size_t i);
    /* Wordings by their number among those of the values' kind. */
    size_t (*wordings)(const struct recipe *r, const void *values);
    /* Find which of them fit the values, and have the style if it is not below
     * 0. */
    void (*fits)(const struct recipe *r, struct arena *a, const void *values,
                 int style, bool *fit);
    /* Returns false if the text has no value with these numbers: the file is
     * wrong. */
    bool (*say)(const struct recipe *r, struct speech *s, const void *values,
                size_t wording);
};

/* Several keys are one text, with a line break between them: set the keys of a
 * problem from it, and join them again. Joining fails, with NULL, unless the
 * problem has as many keys as these values ask for. */
void recipe_set_keys(const struct family *f, struct arena *a,
                     const void *values, const char *key, struct problem *p);
const char *recipe_join_keys(const struct family *f, struct arena *a,
                             const void *values, const struct problem *p);

#endif
