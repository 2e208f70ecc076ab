/* SPDX-License-Identifier: Apache-2.0 */
#include "run/count/reasons.h"
#include "base/json.h"
#include "base/map.h"
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
    if (mark == MARK_BAD_KEY)
        return mark_name(mark);
    if (r->more && json_read(a, r->more, strlen(r->more), 1, &more, &e))
        word = json_string(json_get(more, "reason"));
    if (word)
        return word;
    return mark == MARK_WRONG ? "wrong_value" : mark_name(mark);
}

static int reasons_by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The words that occur, each once and sorted. Returns the number of each word,
 * in that order. */
static struct map reasons_collect(struct arena *a, const char *const *words,
                                  size_t n, struct grouping *out)
{
    struct map seen = { 0 };

    for (size_t i = 0; i < n; i++)
        if (words[i])
            map_put(&seen, words[i], strlen(words[i]), NULL);
    out->n = seen.n;
    out->values = arena_array(a, const char *, seen.n + 1);
    for (size_t i = 0; i < seen.n; i++)
        out->values[i] = arena_strdup(a, seen.entries[i].key);
    qsort(out->values, out->n, sizeof(*out->values), reasons_by_text);
    for (size_t i = 0; i < out->n; i++)
        *map_get(&seen, out->values[i], strlen(out->values[i])) = i;
    return seen;
}

/* Trials by their word; those of one stand in their old order and end at
 * end[word]. */
static struct trial *reasons_sort_trials(struct arena *a, const struct count *c,
                                         const char *const *words,
                                         const struct map *numbers, size_t *end)
{
    struct trial *out = arena_array(a, struct trial, c->n_trials + 1);
    size_t sum = 0;

    for (size_t i = 0; i < c->n_trials; i++)
        if (words[i])
            end[*map_get(numbers, words[i], strlen(words[i]))]++;
    for (size_t v = 0; v < numbers->n; v++) {
        size_t here = end[v];

        end[v] = sum;
        sum += here;
    }
    for (size_t i = 0; i < c->n_trials; i++)
        if (words[i])
            out[end[*map_get(numbers, words[i], strlen(words[i]))]++] =
                c->trials[i];
    return out;
}

/* The problems of trials that are sorted by problem, each once. */
static size_t list_problems(const struct trial *t, size_t n, uint32_t *out)
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++)
        if (!found || out[found - 1] != t[i].problem)
            out[found++] = (uint32_t)t[i].problem;
    return found;
}

/* The groups of the problems: every word that one of its results has. */
static void group_problems(struct arena *a, const struct count *c,
                           const struct trial *sorted, const size_t *end,
                           struct grouping *out)
{
    size_t *room = arena_array(a, size_t, c->n_problems + 1);

    for (size_t i = 0; out->n && i < end[out->n - 1]; i++)
        room[sorted[i].problem]++;
    out->of = arena_array(a, uint32_t *, c->n_problems + 1);
    for (size_t i = 0; i < c->n_problems; i++) {
        out->of[i] = arena_array(a, uint32_t, room[i] + 1);
        out->of[i][0] = UINT32_MAX;
        room[i] = 0;
    }
    for (size_t v = 0, i = 0; v < out->n; v++)
        for (; i < end[v]; i++) {
            uint32_t *of = out->of[sorted[i].problem];
            size_t *k = &room[sorted[i].problem];

            if (*k && of[*k - 1] == v)
                continue;
            of[(*k)++] = (uint32_t)v;
            of[*k] = UINT32_MAX;
        }
}

void reasons_make(struct arena *a, const struct count *c,
                  const struct result *results, struct grouping *out,
                  struct tally **cells)
{
    const char **words = arena_array(a, const char *, c->n_trials + 1);
    uint32_t *list = arena_array(a, uint32_t, c->n_trials + 1);
    struct count one = *c;
    struct map numbers;
    struct trial *sorted;
    size_t *end;

    *out = (struct grouping){ .name = "reason" };
    for (size_t i = 0; i < c->n_trials; i++)
        words[i] = reasons_word(a, &results[i],
                                c->strict ? c->trials[i].strict
                                          : c->trials[i].lenient);
    numbers = reasons_collect(a, words, c->n_trials, out);
    end = arena_array(a, size_t, out->n + 1);
    sorted = reasons_sort_trials(a, c, words, &numbers, end);
    map_clear(&numbers);
    group_problems(a, c, sorted, end, out);
    *cells = arena_array(a, struct tally, c->n_models * out->n + 1);
    one.cost = one.majority = NULL;
    for (size_t v = 0; v < out->n; v++) {
        size_t start = v ? end[v - 1] : 0, n;

        one.trials = sorted + start;
        one.n_trials = end[v] - start;
        one.planned = 0;
        n = list_problems(one.trials, one.n_trials, list);
        for (size_t m = 0; m < c->n_models; m++)
            tally_cell(a, &one, m, list, n, &(*cells)[m * out->n + v]);
    }
}
