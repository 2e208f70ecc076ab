/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/domain.h"

struct domain domain_words(struct arena *a, const struct domain *d)
{
    struct domain out = *d;

    if (!out.example)
        out.example = "problem";
    if (!out.examples)
        out.examples = arena_printf(a, "%ss", out.example);
    if (!out.task)
        out.task = "solve";
    return out;
}

const char *domain_capital(struct arena *a, const char *text)
{
    char *s = arena_strdup(a, text);

    if (*s >= 'a' && *s <= 'z')
        *s = (char)(*s - 'a' + 'A');
    return s;
}
