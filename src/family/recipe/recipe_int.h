/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_RECIPE_INT_H
#define FAMILY_RECIPE_RECIPE_INT_H

#include "family/recipe/recipe.h"

#define DRAWS_MOST 10000 /* for one problem */

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
    /* Wordings by their number among those of the values' kind. */
    size_t (*wordings)(const struct recipe *r, const void *values);
    bool (*fits)(const struct recipe *r, const void *values, size_t wording,
                 enum style *style);
    void (*say)(const struct recipe *r, struct speech *s, const void *values,
                size_t wording);
};

#endif
