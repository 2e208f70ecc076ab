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
    const struct field *(*room)(const struct recipe *r, const void *values);
    struct json *(*write)(const struct recipe *r, struct arena *a,
                          const void *values);
    bool (*read)(const struct recipe *r, struct arena *a,
                 const struct json *params, void *values, struct err *e);
    /* The name of key i of the values' kind; NULL: there is none such. */
    const char *(*key_name)(const struct recipe *r, const void *values,
                            size_t i);
    /* The wordings of the values' kind, or of all kinds (values NULL), and how
     * many. Others name one of a kind by its place here. */
    const struct template *(*templates)(const struct recipe *r,
                                        const void *values, size_t *n);
    /* Does the level ask kinds of this part, and has each of them wordings of
     * that part? Fails if not. */
    bool (*has_part)(const struct family *f, int level, enum holdout kinds,
                     enum holdout templates, struct err *e);
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
