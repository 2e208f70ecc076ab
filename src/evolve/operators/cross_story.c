/* SPDX-License-Identifier: Apache-2.0 */
/* No story is told twice in a chain, with other numbers and names. */
#include "base/ascii.h"
#include "base/hash.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/cross_int.h"
#include "evolve/structure/entities.h"
#include "text/lexicon.h"

#include <stdlib.h>

#define WORDS_MOST 400
#define WORD_MOST  32
#define ALIKE      0.4 /* words of both, of all words: more is the same story */

/* Content words, by their hashes in order, each once. */
struct story {
    uint64_t words[WORDS_MOST];
    size_t n;
};

/* One thing and many are the same word; names and function words are none. */
static void add_word(struct story *out, struct span word)
{
    char low[WORD_MOST];

    if (word.n < 2 || word.n >= sizeof(low) || out->n == WORDS_MOST ||
        word_is(word, WORD_STOP) || (is_upper(*word.s) && entities_given(word)))
        return;
    for (size_t i = 0; i < word.n; i++)
        low[i] = to_lower(word.s[i]);
    if (word.n > 3 && low[word.n - 1] == 's')
        word.n--;
    out->words[out->n++] = hash_bytes(low, word.n).low;
}

static int by_hash(const void *x, const void *y)
{
    uint64_t p = *(const uint64_t *)x, q = *(const uint64_t *)y;

    return (p > q) - (p < q);
}

static void read_story(const struct individual *s, size_t part,
                       struct story *out)
{
    size_t kept = 0;

    out->n = 0;
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];
        struct span t = span_of(individual_bare(l->text));

        if (l->part != part || !line_is_told(l))
            continue;
        for (size_t at = 0, n; at < t.n; at += n ? n : 1)
            if ((n = span_letters(t, at)))
                add_word(out, span_cut(t, at, at + n));
    }
    qsort(out->words, out->n, sizeof(*out->words), by_hash);
    for (size_t i = 0; i < out->n; i++)
        if (!kept || out->words[kept - 1] != out->words[i])
            out->words[kept++] = out->words[i];
    out->n = kept;
}

static bool are_alike(const struct story *x, const struct story *y)
{
    size_t i = 0, k = 0, both = 0;

    while (i < x->n && k < y->n) {
        int c = by_hash(&x->words[i], &y->words[k]);

        both += c == 0;
        i += c <= 0;
        k += c >= 0;
    }
    return (double)both > ALIKE * (double)(x->n + y->n - both);
}

bool cross_stories_apart(struct arena *a, const struct individual *s,
                         size_t part, const struct individual *in)
{
    struct story *own = arena_new(a, struct story);
    struct story *other = arena_new(a, struct story);

    if (s->parts[part].structure.kind != &structure_graph)
        return true;
    read_story(s, part, own);
    for (size_t k = 0; k < in->n_parts; k++) {
        if ((in == s && k == part) ||
            in->parts[k].structure.kind != &structure_graph)
            continue;
        read_story(in, k, other);
        if (are_alike(own, other))
            return false;
    }
    return true;
}
