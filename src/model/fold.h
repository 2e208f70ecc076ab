/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_FOLD_H
#define MODEL_FOLD_H

#include "base/ascii.h"

#include <stddef.h>

/* Texts of servers and users, whose case does not count. The other text is in
 * small letters. */

/* Does s begin with the prefix? */
static inline bool fold_begins(const char *s, const char *prefix)
{
    while (*prefix && to_lower(*s) == *prefix)
        s++, prefix++;
    return *prefix == '\0';
}

/* Returns the first place of s[0..n) where the word begins, or NULL. The word
 * may end behind the place n, and s with a NUL. */
static inline const char *fold_find(const char *s, size_t n, const char *word)
{
    for (; n > 0; s++, n--)
        if (fold_begins(s, word))
            return s;
    return NULL;
}

#endif
