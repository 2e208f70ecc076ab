/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/near_miss.h"
#include "base/ascii.h"
#include "base/str.h"

#include <string.h>

#define SLIPS_MOST 64   /* of one key */
#define SIGNS_MOST 6    /* signs of a key that are tried */
#define PARTS_MOST 64   /* elements of a list */
#define KEY_MOST   4000 /* bytes; a longer key has no near misses */

/* By its spelling alone an open interval is a pair of numbers. */
static enum answer_kind spelling_of(const char *text)
{
    enum answer_kind kind = answer_guess(text);

    return kind == ANSWER_INTERVAL ? ANSWER_TUPLE : kind;
}

struct near_misses near_misses_of(struct arena *a, const char *key)
{
    return (struct near_misses){ .arena = a,
                                 .texts = vec_in(a, sizeof(const char *)),
                                 .key = key,
                                 .spelt = spelling_of(key) };
}

const char *near_misses_at(const struct near_misses *s, size_t i)
{
    return *vec_get(&s->texts, const char *, i);
}

/* Adds the whole text, if it is new and looks like the key. */
static void near_misses_add(struct near_misses *s, const char *text)
{
    if (s->texts.n >= SLIPS_MOST || str_eq(text, s->key) ||
        (!s->words && spelling_of(text) != s->spelt))
        return;
    for (size_t i = 0; i < s->texts.n; i++)
        if (str_eq(near_misses_at(s, i), text))
            return;
    *(const char **)vec_push(&s->texts) = text;
}

void near_misses_put(struct near_misses *s, size_t from, size_t to,
                     const char *text)
{
    struct str out = str_in(s->arena);

    str_addn(&out, s->key, from);
    str_add(&out, text);
    str_add(&out, s->key + to);
    near_misses_add(s, str_get(&out));
}

/* ---- signs ---- */

static void slip_lead(struct near_misses *s)
{
    if (strchr(s->key, '='))
        return;
    if (s->key[0] == '-')
        near_misses_put(s, 0, 1, "");
    else if (!str_eq(s->key, "0"))
        near_misses_put(s, 0, 0, "-");
}

/* Does nothing stand before key[at] that it could be added to? */
static bool is_prefix(const char *key, size_t at)
{
    while (at > 0 && key[at - 1] == ' ')
        at--;
    return at == 0 || strchr("([{,&;=\\", key[at - 1]);
}

/* Each + and - inside the key, in turn. */
static void slip_signs(struct near_misses *s)
{
    size_t n = 0;

    for (size_t i = 1; s->key[i] && n < SIGNS_MOST; i++) {
        if ((s->key[i] != '+' && s->key[i] != '-') ||
            str_starts(s->key + i + 1, "\\infty"))
            continue;
        near_misses_put(s, i, i + 1,
                        s->key[i] == '+'       ? "-"
                        : is_prefix(s->key, i) ? ""
                                               : "+");
        n++;
    }
}

/* ---- fractions ---- */

/* The end of the group in braces at key[at], or 0. */
static size_t group_end(const char *key, size_t at)
{
    size_t depth = 0;

    if (key[at] != '{')
        return 0;
    for (; key[at]; at++) {
        depth += key[at] == '{';
        depth -= key[at] == '}';
        if (depth == 0)
            return at + 1;
    }
    return 0;
}

/* The first fraction upside down. */
static void slip_fraction(struct near_misses *s)
{
    const char *frac = strstr(s->key, "frac{"), *slash = strchr(s->key, '/');
    size_t a, b, c, n = 0;

    if (frac) {
        a = (size_t)(frac - s->key) + strlen("frac");
        b = group_end(s->key, a);
        c = b ? group_end(s->key, b) : 0;
        if (c)
            near_misses_put(s, a, c,
                            arena_printf(s->arena, "%.*s%.*s", (int)(c - b),
                                         s->key + b, (int)(b - a), s->key + a));
    } else if (slash) {
        a = b = (size_t)(slash - s->key);
        while (a > 0 && is_digit(s->key[a - 1]))
            a--;
        while (is_digit(slash[n + 1]))
            n++;
        if (b > a && n)
            near_misses_put(s, a, b + 1 + n,
                            arena_printf(s->arena, "%.*s/%.*s", (int)n,
                                         slash + 1, (int)(b - a), s->key + a));
    }
}

/* ---- lists, in brackets or not ---- */

struct parts {
    size_t n;
    size_t from[PARTS_MOST], to[PARTS_MOST];
};

/* How deep is the bracket that opens or closes here? */
static int nesting(const char *key, size_t i)
{
    if (strchr("([{", key[i]))
        return 1;
    return strchr(")]}", key[i]) ? -1 : 0;
}

/* The texts between commas at that depth of brackets; fewer than two when
 * there are no such commas. */
static struct parts split(const char *key, int at_depth)
{
    struct parts p = { 0 };
    int depth = 0;
    size_t from = 0;

    for (size_t i = 0; key[i] && p.n + 1 < PARTS_MOST; i++) {
        int step = nesting(key, i);

        depth += step;
        if (step > 0 && depth == at_depth && p.n == 0)
            from = i + 1;
        if (depth == at_depth && key[i] == ',' &&
            !(i > 0 && key[i - 1] == '{')) {
            p.from[p.n] = from;
            p.to[p.n++] = i;
            from = i + 1;
        }
        if (step < 0 && depth == at_depth - 1 && p.n > 0) {
            p.from[p.n] = from;
            p.to[p.n++] = i;
            return p;
        }
    }
    if (at_depth > 0 || p.n == 0)
        p.n = 0;
    else {
        p.from[p.n] = from;
        p.to[p.n++] = strlen(key);
    }
    return p;
}

/* The end of the last part, before the backslash or \right of a bracket. */
static size_t last_end(const char *key, const struct parts *p)
{
    size_t end = p->to[p->n - 1], from = p->from[p->n - 1];

    if (end > from && key[end - 1] == '\\')
        end--;
    if (end >= from + 6 && memcmp(key + end - 6, "\\right", 6) == 0)
        end -= 6;
    while (end > from && is_space(key[end - 1]))
        end--;
    return end;
}

/* "32,000", "32,\\!000": a comma that separates nothing. */
static bool has_thousands(const char *key)
{
    for (const char *c = strchr(key, ','); c; c = strchr(c + 1, ',')) {
        const char *d = str_starts(c + 1, "\\!") ? c + 3 : c + 1;

        if (is_digit(d[0]) && is_digit(d[1]) && is_digit(d[2]) &&
            !is_digit(d[3]))
            return true;
    }
    return false;
}

static void slip_parts(struct near_misses *s, bool ordered)
{
    struct parts p = split(s->key, 0);
    size_t end;

    if (p.n < 2)
        p = split(s->key, 1);
    if (p.n < 2 || has_thousands(s->key))
        return;
    end = last_end(s->key, &p);
    if (ordered) {
        near_misses_put(
            s, p.from[0], p.n == 2 ? end : p.to[1],
            arena_printf(s->arena, "%.*s,%.*s",
                         (int)((p.n == 2 ? end : p.to[1]) - p.from[1]),
                         s->key + p.from[1], (int)(p.to[0] - p.from[0]),
                         s->key + p.from[0]));
        return;
    }
    for (size_t i = 0; i + 1 < p.n && i < 4; i++)
        near_misses_put(s, p.from[i], p.from[i + 1], "");
    near_misses_put(s, p.to[p.n - 2], end, "");
    near_misses_put(s, end, end, ", 0");
    near_misses_put(s, end, end, ", 1");
}

/* ---- intervals ---- */

static void swap_bracket(struct near_misses *s, size_t at)
{
    static const char *const pairs[] = { "([", ")]" };

    for (size_t i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (s->key[at] == pairs[i][j])
                near_misses_put(s, at, at + 1,
                                arena_strndup(s->arena, &pairs[i][1 - j], 1));
}

static void slip_brackets(struct near_misses *s)
{
    size_t n = strlen(s->key);

    for (size_t i = 0; i < n && s->texts.n < SLIPS_MOST; i++)
        swap_bracket(s, i);
}

/* ---- all ---- */

/* What can be done to any formula. */
static void slip_whole(struct near_misses *s)
{
    near_misses_add(s, arena_printf(s->arena, "2%s%s",
                                    is_digit(s->key[0]) ? " \\cdot " : " ",
                                    s->key));
    near_misses_add(s, arena_printf(s->arena, "\\frac{%s}{2}", s->key));
    near_misses_add(s, arena_printf(s->arena, "%s + 1", s->key));
    near_misses_add(s, arena_printf(s->arena, "%s - 1", s->key));
    near_misses_add(s, arena_printf(s->arena, "-\\left(%s\\right)", s->key));
}

void near_misses_make(struct near_misses *s, enum answer_kind kind,
                      const char *statement, size_t choices)
{
    if (strlen(s->key) > KEY_MOST)
        return;
    switch (kind) {
    case ANSWER_INTEGER:
    case ANSWER_DECIMAL:
    case ANSWER_RATIONAL:
    case ANSWER_NUMBER:
    case ANSWER_EXPRESSION:
    case ANSWER_ANTIDERIVATIVE:
    case ANSWER_EQUATION:
        near_miss_numbers(s);
        if (kind != ANSWER_EQUATION)
            slip_lead(s);
        slip_fraction(s);
        slip_signs(s);
        if (s->texts.n < 3)
            slip_whole(s);
        break;
    case ANSWER_TUPLE:
    case ANSWER_SET:
    case ANSWER_LIST:
    case ANSWER_INTERVAL:
    case ANSWER_MATRIX:
        near_miss_numbers(s);
        if (kind == ANSWER_INTERVAL)
            slip_brackets(s);
        else if (kind != ANSWER_MATRIX)
            slip_parts(s, kind == ANSWER_TUPLE);
        slip_signs(s);
        break;
    case ANSWER_CHOICE: near_miss_letters(s, choices); break;
    case ANSWER_TEXT:
        s->words = true;
        near_miss_numbers(s);
        if (s->texts.n == 0)
            near_miss_words(s, statement);
        break;
    case ANSWER_KINDS: break;
    }
}
