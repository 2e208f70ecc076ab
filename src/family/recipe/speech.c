/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/speech.h"
#include "base/ascii.h"
#include "family/words.h"

#include <inttypes.h>
#include <string.h>

/* ---- numbers ---- */

static bool is_hidden(const struct speech *s, const int64_t *place)
{
    return s->hidden && place == s->hidden;
}

static void add_number(struct speech *s, const int64_t *place)
{
    if (is_hidden(s, place))
        str_add(&s->out, s->letter);
    else
        str_add_int(&s->out, *place);
}

/* ---- words ---- */

static bool is_drawn(const struct speech *s, const void *pool, size_t index)
{
    for (size_t i = 0; i < s->n_drawn; i++)
        if (s->drawn[i].pool == pool && s->drawn[i].index == index)
            return true;
    return false;
}

/* The k-th different word of a pool of `size`, k from 1: its index. */
static size_t draw_word(struct speech *s, const void *pool, size_t size,
                        size_t k)
{
    size_t index;

    for (size_t i = 0; i < s->n_drawn; i++)
        if (s->drawn[i].pool == pool && s->drawn[i].n == k)
            return s->drawn[i].index;
    INVARIANT(s->n_drawn < SPEECH_WORDS && k <= size);
    do
        index = (size_t)rng_below(s->words, size);
    while (is_drawn(s, pool, index));
    s->drawn[s->n_drawn++] = (struct speech_word){ pool, index, k };
    return index;
}

/* Append the word of "saw|drill|hammer" with that index. */
static void add_word(struct str *out, const char *words, size_t index)
{
    for (; index; index--)
        words += strcspn(words, "|") + 1;
    str_addn(out, words, strcspn(words, "|"));
}

static size_t count_words(const char *words)
{
    size_t n = 1;

    for (; *words; words++)
        n += *words == '|';
    return n;
}

static const char *find_pool(const struct word_pool *pools, const char *name,
                             size_t n)
{
    for (const struct word_pool *p = pools; p && p->name; p++)
        if (strncmp(p->name, name, n) == 0 && !p->name[n])
            return p->words;
    return words_pool(name, n);
}

/* The number behind a word: 2 in "city2", else 1. */
static size_t take_number(const char *name, size_t *n)
{
    if (*n < 2 || !is_digit(name[*n - 1]))
        return 1;
    --*n;
    return (size_t)(name[*n] - '0');
}

static bool is_name(const char *name, size_t n)
{
    return n == 4 && memcmp(name, "name", 4) == 0;
}

static bool is_thing(const char *name, size_t n)
{
    return n >= 5 && n <= 6 && memcmp(name, "things", n) == 0;
}

bool speech_has_word(const struct word_pool *pools, const char *name, size_t n)
{
    take_number(name, &n);
    return is_name(name, n) || is_thing(name, n) || find_pool(pools, name, n);
}

static const char person, object; /* pools that are no text */

bool speech_drew(const struct speech *s, const char *pool)
{
    size_t n = strlen(pool);
    const void *at = is_name(pool, n) ? &person
                     : is_thing(pool, n)
                         ? &object
                         : (const void *)find_pool(s->pools, pool, n);

    for (size_t i = 0; i < s->n_drawn; i++)
        if (s->drawn[i].pool == at && s->drawn[i].n == 1)
            return true;
    return false;
}

bool speech_add_word(struct speech *s, const char *name, size_t n)
{
    size_t k = take_number(name, &n);
    const char *words;

    if (is_name(name, n)) {
        size_t i = draw_word(s, &person, words_names(), k);

        str_add(&s->out, words_name_at(i));
    } else if (is_thing(name, n)) {
        size_t i = draw_word(s, &object, words_things(), k);
        struct thing t = words_thing_at(i);

        str_add(&s->out, n == 6 ? t.many : t.one);
    } else if ((words = find_pool(s->pools, name, n))) {
        size_t i = draw_word(s, words, count_words(words), k);

        add_word(&s->out, words, i);
    } else {
        return false;
    }
    return true;
}

/* ---- templates ---- */

void speech_add_value(struct speech *s, const int64_t *x, const char *shape,
                      size_t n)
{
    bool negative = *x < 0 && !is_hidden(s, x);

    if (n == 0) {
        add_number(s, x);
    } else if (*shape == '+') {
        str_add(&s->out, negative ? " - " : " + ");
        if (negative)
            str_addf(&s->out, "%" PRIu64, -(uint64_t)*x);
        else
            add_number(s, x);
    } else if (*shape == '(') {
        str_add(&s->out, negative ? "(" : "");
        add_number(s, x);
        str_add(&s->out, negative ? ")" : "");
    } else {
        const char *bar = memchr(shape, '|', n);

        INVARIANT(*shape == '?' && bar);
        if (*x == 1 && !is_hidden(s, x))
            str_addn(&s->out, shape + 1, (size_t)(bar - shape) - 1);
        else
            str_addn(&s->out, bar + 1, (size_t)(shape + n - bar) - 1);
    }
}

static void fill(struct speech *s, const char *place, size_t n)
{
    size_t name = 0;
    const int64_t *x;

    while (name < n && !strchr("+(?", place[name]))
        name++;
    if ((x = values_find(s->fields, s->values, place, name)))
        speech_add_value(s, x, place + name, n - name);
    else if (name != n || !speech_add_word(s, place, n))
        bug(__FILE__, __LINE__,
            arena_printf(s->arena, "nothing fills <%.*s>", (int)n, place));
}

void speech_say(struct speech *s, const char *template)
{
    const char *p = template;

    for (;;) {
        size_t n = strcspn(p, "<");
        const char *end;

        str_addn(&s->out, p, n);
        p += n;
        if (!*p)
            return;
        end = strchr(p, '>');
        if (end && is_letter(p[1])) {
            fill(s, p + 1, (size_t)(end - p) - 1);
            p = end + 1;
        } else {
            str_addc(&s->out, *p++);
        }
    }
}
