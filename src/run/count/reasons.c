/* SPDX-License-Identifier: Apache-2.0 */
#include "run/count/reasons.h"
#include "base/json.h"
#include "base/map.h"
#include "base/sort.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

bool reasons_named(const char *name)
{
    return str_eq(name, "reason");
}

const char *reasons_word(struct arena *a, const struct result *r,
                         enum mark mark)
{
    struct json *more;
    const char *word = NULL;
    struct err e;

    if (mark == MARK_CORRECT)
        return NULL;
    if (r->more && json_read(a, r->more, strlen(r->more), 1, &more, &e))
        word = json_string(json_get(more, "reason"));
    if (word)
        return word;
    return mark == MARK_WRONG ? "wrong_value" : mark_name(mark);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The words that occur, each once and sorted. */
static void collect(struct arena *a, const char *const *words, size_t n,
                    struct grouping *out)
{
    struct map seen = { 0 };

    for (size_t i = 0; i < n; i++)
        if (words[i])
            map_put(&seen, words[i], strlen(words[i]), NULL);
    out->n = seen.n;
    out->values = arena_array(a, const char *, seen.n + 1);
    for (size_t i = 0; i < seen.n; i++)
        out->values[i] = arena_strdup(a, seen.entries[i].key);
    qsort(out->values, out->n, sizeof(*out->values), by_text);
    map_clear(&seen);
}

/* The groups of the problems: every word that one of its results has. */
static void group_problems(struct arena *a, const struct count *c,
                           const char *const *words, struct grouping *out)
{
    size_t *at = arena_array(a, size_t, c->n_problems + 1);

    out->of = arena_array(a, uint32_t *, c->n_problems + 1);
    for (size_t i = 0; i < c->n_problems; i++) {
        out->of[i] = arena_array(a, uint32_t, out->n + 1);
        out->of[i][0] = UINT32_MAX;
    }
    for (uint32_t v = 0; v < out->n; v++)
        for (size_t i = 0; i < c->n_trials; i++) {
            size_t p = c->trials[i].problem, k = at[p];

            if (!words[i] || strcmp(words[i], out->values[v]) != 0 ||
                (k && out->of[p][k - 1] == v))
                continue;
            out->of[p][k] = v;
            out->of[p][k + 1] = UINT32_MAX;
            at[p]++;
        }
}

void reasons_make(struct arena *a, const struct count *c,
                  const struct result *results, struct grouping *out,
                  struct tally **cells)
{
    const char **words = arena_array(a, const char *, c->n_trials + 1);
    struct trial *kept = arena_array(a, struct trial, c->n_trials + 1);

    *out = (struct grouping){ .name = "reason" };
    for (size_t i = 0; i < c->n_trials; i++)
        words[i] = reasons_word(a, &results[i],
                                c->strict ? c->trials[i].strict
                                          : c->trials[i].lenient);
    collect(a, words, c->n_trials, out);
    group_problems(a, c, words, out);
    *cells = arena_array(a, struct tally, c->n_models * out->n + 1);
    for (size_t v = 0; v < out->n; v++) {
        struct count one = *c;

        one.trials = kept;
        one.n_trials = 0;
        one.planned = 0;
        one.cost = one.majority = NULL;
        for (size_t i = 0; i < c->n_trials; i++)
            if (words[i] && strcmp(words[i], out->values[v]) == 0)
                kept[one.n_trials++] = c->trials[i];
        for (size_t m = 0; m < c->n_models; m++)
            tally_cell(a, &one, m, out->of, v, &(*cells)[m * out->n + v]);
    }
}
