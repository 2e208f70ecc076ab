/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/body/graph_int.h"

#include <string.h>

/*
 * What sentences can speak of: the numbers of the text with the noun that
 * follows them, "the 16 eggs", and the asked value.
 */

/* Words after a number that are no noun. */
static bool is_small_word(const char *w)
{
    static const char *const words[] = {
        "of",   "and",  "or",    "for",  "to",    "in",   "on",    "at",
        "per",  "each", "every", "more", "less",  "than", "fewer", "a",
        "an",   "the",  "is",    "are",  "was",   "were", "from",  "with",
        "as",   "by",   "times", "if",   "when",  "then", "but",   "so",
        "his",  "her",  "their", "its",  "this",  "that", "has",   "have",
        "left", "away", "years", "pass", "always"
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (str_eq(w, words[i]))
            return true;
    return strlen(w) < 3;
}

static bool is_plural(const char *w)
{
    size_t n = strlen(w);

    return n > 3 && w[n - 1] == 's' && w[n - 2] != 's';
}

/* The words of a noun after text[at]: "eggs", "salty cookies"; NULL: none. */
static const char *noun_after(struct arena *a, const char *text, size_t at)
{
    size_t n = strlen(text);
    char one[24], two[24];

    if (at >= n || text[at] != ' ')
        return NULL;
    graph_next_word(text, n, &at, one, sizeof(one));
    if (is_small_word(one))
        return NULL;
    if (is_plural(one))
        return arena_strdup(a, one);
    if (at >= n || text[at] != ' ')
        return NULL;
    graph_next_word(text, n, &at, two, sizeof(two));
    return is_plural(two) && !is_small_word(two)
               ? arena_printf(a, "%s %s", one, two)
               : NULL;
}

static const char *phrase_of(struct arena *a, const struct graph *g, size_t k)
{
    const struct graph_slot *s = &g->slots[k];
    const char *text = g->sentences[s->sentence];
    const char *printed = arena_strndup(a, text + s->number.at, s->number.n);
    const char *noun = noun_after(a, text, s->number.at + s->number.n);

    if (s->number.percent)
        return arena_printf(a, "the %s%% in the statement",
                            ratio_decimal(a, s->number.value, 6));
    if (s->number.dollar)
        return arena_printf(a, "the amount of $%s", printed);
    if (noun && s->number.part == PART_NONE && s->number.scale == 1) {
        char *low = arena_strdup(a, printed);

        low[0] = to_lower(low[0]);
        return arena_printf(a, "the %s %s", low, noun);
    }
    return arena_printf(a, "the number %s in the statement", printed);
}

static bool is_new(const struct quantity *q, size_t n, const char *phrase)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(q[i].phrase, phrase))
            return false;
    return true;
}

size_t graph_quantities(struct arena *a, const void *data, struct quantity *out)
{
    const struct graph *g = data;
    struct ratio slots[BODY_SLOTS], nodes[GRAPH_NODES];
    size_t n = 0;

    graph_slot_values(g, slots);
    INVARIANT(graph_values(g, slots, nodes)); /* import and read saw to it */
    out[n++] = (struct quantity){ .phrase = "the final answer",
                                  .value = nodes[g->n_nodes - 1],
                                  .asked = true };
    for (size_t k = 0; k < g->n_used && n < BODY_QUANTITIES; k++) {
        const char *phrase = phrase_of(a, g, k);

        /* Parts of a fraction are no quantities, and a phrase is one thing. */
        if (g->slots[k].number.part == PART_NONE && is_new(out, n, phrase))
            out[n++] = (struct quantity){ .phrase = phrase,
                                          .value = slots[k],
                                          .easy = true };
    }
    return n;
}
