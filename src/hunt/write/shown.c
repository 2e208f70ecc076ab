/* SPDX-License-Identifier: Apache-2.0 */
/* Examples of the benchmark that a writer is shown. */
#include "base/hash.h"
#include "base/str.h"
#include "hunt/prompt.h"
#include "hunt/write/write.h"

#include <stdlib.h>

#define SHOWN_BYTES 2000 /* of one example */

struct drawn {
    size_t example;
    uint64_t by; /* the order of the draw */
};

static int by_draw(const void *x, const void *y)
{
    const struct drawn *a = x, *b = y;

    if (a->by != b->by)
        return a->by < b->by ? -1 : 1;
    return a->example < b->example ? -1 : a->example > b->example;
}

/* Those that have a text, in the order of the seed. */
static size_t draw(struct arena *a, const struct outcomes *s, const char *seed,
                   struct drawn **out)
{
    size_t n = 0;

    *out = arena_array(a, struct drawn, s->n + 1);
    for (size_t i = 0; i < s->n; i++) {
        struct hasher h;

        if (!s->examples[i].text || str_blank(s->examples[i].text))
            continue;
        hasher_open(&h);
        hasher_text(&h, seed ? seed : "");
        hasher_text(&h, s->examples[i].id);
        (*out)[n++] = (struct drawn){ i, hasher_close(&h).low };
    }
    if (n)
        qsort(*out, n, sizeof(**out), by_draw);
    return n;
}

static double level_of(const struct outcomes *s, size_t i)
{
    for (size_t k = 0; k < s->n_traits; k++)
        if (str_eq(s->traits[k].name, "level") && s->traits[k].value)
            return s->traits[k].value[i];
    return -1;
}

/* The first name of an example; UINT32_MAX: it has none. */
static uint32_t name_of(const struct outcomes *s, size_t i)
{
    return s->n_vocabularies && s->vocabularies[0].n
               ? s->vocabularies[0].of[i][0]
               : UINT32_MAX;
}

/* Is it unlike all taken so far? Demands fall from 2 (another level and another
 * name) to 0. */
static bool is_other(const struct outcomes *s, const size_t *taken, size_t n,
                     size_t i, int demand)
{
    for (size_t k = 0; k < n; k++)
        if (taken[k] == i ||
            (demand > 0 && name_of(s, taken[k]) != UINT32_MAX &&
             name_of(s, taken[k]) == name_of(s, i)) ||
            (demand > 1 && level_of(s, taken[k]) >= 0 &&
             level_of(s, taken[k]) == level_of(s, i)))
            return false;
    return true;
}

const char *write_shown(struct arena *a, const struct domain *d,
                        const struct outcomes *s, const char *seed)
{
    struct domain words = domain_words(a, d);
    struct str out = str_in(a);
    size_t taken[WRITE_SHOWN], n = 0, most;
    struct drawn *order;

    most = draw(a, s, seed, &order);
    for (int demand = 2; demand >= 0; demand--)
        for (size_t i = 0; i < most && n < WRITE_SHOWN; i++)
            if (is_other(s, taken, n, order[i].example, demand))
                taken[n++] = order[i].example;
    if (n)
        str_addf(&out, "These are %s that the model was given before:\n",
                 words.examples);
    for (size_t i = 0; i < n; i++)
        str_addf(&out, "\n%s %zu:\n%s", domain_capital(a, words.example), i + 1,
                 prompt_quote(a, s->examples[taken[i]].text, SHOWN_BYTES));
    if (n)
        str_addc(&out, '\n');
    return str_get(&out);
}
