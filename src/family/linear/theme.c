/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/theme.h"
#include "base/str.h"

#define LIST(...)   \
 {                  \
  __VA_ARGS__, NULL \
 }

const struct theme linear_themes[] = {
#include "family/linear/themes.inc"
};

const size_t n_linear_themes = sizeof linear_themes / sizeof linear_themes[0];

const struct theme *theme_find(const char *name)
{
    for (size_t i = 0; i < n_linear_themes; i++)
        if (str_eq(linear_themes[i].name, name))
            return &linear_themes[i];
    return NULL;
}

size_t theme_thing(const struct theme *t, const char *name)
{
    size_t i = 0;

    while (t->things[i] && !str_eq(t->things[i], name))
        i++;
    return t->things[i] ? i : THEME_THINGS;
}
