/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/near_miss.h"
#include "base/ascii.h"
#include "base/str.h"
#include "text/span.h"

#include <inttypes.h>
#include <string.h>

/*
 * Near misses of numbers. Short numbers are changed by arithmetic, long ones
 * digit by digit; zeros in front ("1{,}000") are kept, so that the number stays
 * as wide as it was.
 */

#define NUMBERS_MOST 6  /* of a key, from the first on */
#define DIGITS_MOST  15 /* that arithmetic is done with */

static void near_misses_put(struct near_misses *s, size_t from, size_t to,
                            const char *text);

/* Two different neighbours change places: 157 -> 175. */
static void swap_digits(struct near_misses *s, size_t from, size_t n)
{
    char *copy = arena_strndup(s->arena, s->key + from, n);

    for (size_t i = n; i-- > 1;) {
        char c = copy[i];

        if (!is_digit(c) || !is_digit(copy[i - 1]) || c == copy[i - 1] ||
            (i == 1 && c == '0'))
            continue;
        copy[i] = copy[i - 1];
        copy[i - 1] = c;
        near_misses_put(s, from, from + n, copy);
        return;
    }
}

static void change_last(struct near_misses *s, size_t from, size_t n, int by)
{
    char *copy = arena_strndup(s->arena, s->key + from, n);

    copy[n - 1] = (char)('0' + (copy[n - 1] - '0' + by) % 10);
    near_misses_put(s, from, from + n, copy);
}

static void near_miss_put_value(struct near_misses *s, size_t from, size_t n,
                                uint64_t value)
{
    near_misses_put(s, from, from + n,
                    arena_printf(s->arena, "%0*" PRIu64,
                                 s->key[from] == '0' && n > 1 ? (int)n : 1,
                                 value));
}

/* A whole number of few digits. */
static void slip_short(struct near_misses *s, size_t from, size_t n)
{
    uint64_t v = 0;

    for (size_t i = 0; i < n; i++)
        v = v * 10 + (uint64_t)(s->key[from + i] - '0');
    near_miss_put_value(s, from, n, v + 1);
    if (v > 1 || (v == 1 && !(from && s->key[from - 1] == '-')))
        near_miss_put_value(s, from, n, v - 1);
    swap_digits(s, from, n);
    near_miss_put_value(s, from, n, v + 2);
    near_miss_put_value(s, from, n, v * 2);
    if (v == 0) { /* nothing comes from doubling it */
        near_miss_put_value(s, from, n, 3);
        near_miss_put_value(s, from, n, 10);
    }
    if (v > 2)
        near_miss_put_value(s, from, n, v - 2);
    if (v > 2 && v % 2 == 0)
        near_miss_put_value(s, from, n, v / 2);
    if (v > 0 && n < DIGITS_MOST)
        near_miss_put_value(s, from, n, v * 10);
    if (v >= 10)
        near_miss_put_value(s, from, n, v / 10);
}

static void slip_long(struct near_misses *s, size_t from, size_t n)
{
    change_last(s, from, n, 1);
    change_last(s, from, n, 9);
    swap_digits(s, from, n);
    change_last(s, from, n, 2);
    near_misses_put(s, from + n, from + n, "0");
    near_misses_put(s, from + n - 1, from + n, "");
}

/* 3.25: its last digit, two of its digits, its point. */
static void slip_decimal(struct near_misses *s, size_t from, size_t n)
{
    size_t point = strcspn(s->key + from, ".");
    char *copy = arena_strndup(s->arena, s->key + from, n);

    change_last(s, from, n, 1);
    change_last(s, from, n, 9);
    swap_digits(s, from, n);
    if (point + 2 < n) { /* 32.5 */
        copy[point] = copy[point + 1];
        copy[point + 1] = '.';
        near_misses_put(s, from, from + n, copy);
    }
    change_last(s, from, n, 2);
}

static void near_miss_numbers(struct near_misses *s)
{
    const char *key = s->key;
    size_t found = 0;

    for (size_t i = 0; key[i] && found < NUMBERS_MOST;) {
        size_t n = 0;

        while (is_digit(key[i + n]))
            n++;
        if (n == 0) {
            i++;
            continue;
        }
        found++;
        if (key[i + n] == '.' && is_digit(key[i + n + 1])) {
            n++;
            while (is_digit(key[i + n]))
                n++;
            slip_decimal(s, i, n);
        } else if (n <= DIGITS_MOST) {
            slip_short(s, i, n);
        } else {
            slip_long(s, i, n);
        }
        i += n;
    }
}

/* Near misses of letters and words. */

#define LETTERS_LEAST 4 /* of a multiple choice whose choices are not known */

/* Other letters in the place of key[at]. */
static void slip_letter(struct near_misses *s, size_t at, size_t choices)
{
    char own = s->key[at], base = is_upper(own) ? 'A' : 'a';

    if (choices == 0) {
        choices = (size_t)(own - base) + 1;
        if (choices < LETTERS_LEAST)
            choices = LETTERS_LEAST;
    }
    for (size_t i = 0; i < choices && i < 26; i++) {
        char text[2] = { (char)(base + (char)i), '\0' };

        if (text[0] != own)
            near_misses_put(s, at, at + 1, text);
    }
}

/* The key's letter, whatever stands around it: "(B)", "\text{B}". */
static void near_miss_letters(struct near_misses *s, size_t choices)
{
    for (size_t at = 0; s->key[at]; at++) {
        if (s->key[at] == '\\') {
            while (is_letter(s->key[at + 1]))
                at++;
        } else if (is_letter(s->key[at])) {
            slip_letter(s, at, choices);
            return;
        }
    }
}

/* Words of which one is the answer to many questions. */
static const char *const sorts[][8] = {
    { "yes", "no", NULL },
    { "true", "false", NULL },
    { "even", "odd", NULL },
    { "positive", "negative", "zero", NULL },
    { "increasing", "decreasing", "constant", NULL },
    { "convergent", "divergent", NULL },
    { "converges", "diverges", NULL },
    { "circle", "ellipse", "parabola", "hyperbola", "line", "point", NULL },
    { "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
      "sunday", NULL },
    { "red", "blue", "green", "yellow", "white", "black", NULL },
    { "north", "east", "south", "west", NULL },
};

/* Put the word, with a capital where the key has one. */
static void put_word(struct near_misses *s, size_t at, size_t n,
                     const char *word)
{
    char *copy = arena_strdup(s->arena, word);

    if (is_upper(s->key[at]) && is_lower(copy[0]))
        copy[0] = (char)(copy[0] - 'a' + 'A');
    near_misses_put(s, at, at + n, copy);
}

static void slip_sorts(struct near_misses *s, size_t at, size_t n)
{
    for (size_t i = 0; i < sizeof(sorts) / sizeof(sorts[0]); i++)
        for (size_t j = 0; sorts[i][j]; j++)
            if (span_is_fold((struct span){ s->key + at, n }, sorts[i][j]))
                for (size_t k = 0; sorts[i][k]; k++)
                    if (k != j)
                        put_word(s, at, n, sorts[i][k]);
}

/* Does a word of the statement stand for a name: a capital inside a sentence?
 * A key without one takes long words instead. */
static bool lends(const char *statement, const char *word, size_t n,
                  bool capital)
{
    if (n < 3 || n > 20 || (word > statement && word[-1] == '\\'))
        return false;
    if (!capital)
        return is_lower(word[0]) && n > 4;
    return is_upper(word[0]) && is_lower(word[1]) && word - statement > 2 &&
           word[-1] == ' ' && (is_letter(word[-2]) || word[-2] == ',');
}

static void slip_lent(struct near_misses *s, size_t at, size_t n,
                      const char *statement)
{
    size_t most = 8;

    for (const char *p = statement; *p && most;) {
        size_t len = 0;

        while (is_letter(p[len]))
            len++;
        if (len && lends(statement, p, len, is_upper(s->key[at]))) {
            near_misses_put(s, at, at + n, arena_strndup(s->arena, p, len));
            most--;
        }
        p += len ? len : 1;
    }
}

/* The last word of the key becomes another. */
static void near_miss_words(struct near_misses *s, const char *statement)
{
    static const char *const names[] = { "Alice", "Bruno", "Carla", "David",
                                         "none",  "both",  NULL };
    const char *key = s->key;
    size_t end = strlen(key), n = 0;

    while (end && !is_letter(key[end - 1]))
        end--;
    while (n < end && is_letter(key[end - n - 1]))
        n++;
    if (n == 0)
        return;
    if (n == 1) {
        slip_letter(s, end - 1, 0);
        return;
    }
    slip_sorts(s, end - n, n);
    if (s->texts.n)
        return;
    slip_lent(s, end - n, n, statement);
    for (size_t i = 0; names[i] && s->texts.n < 3; i++)
        if (is_upper(names[i][0]) == is_upper(key[end - n]))
            near_misses_put(s, end - n, end, names[i]);
}

#define SLIPS_MOST 64   /* of one key */
#define SIGNS_MOST 6    /* signs of a key that are tried */
#define PARTS_MOST 64   /* elements of a list */
#define KEY_MOST   4000 /* bytes; a longer key has no near misses */

/* By its spelling alone an open interval is a pair of numbers. */
static enum answer_kind near_miss_spelling_of(const char *text)
{
    enum answer_kind kind = answer_guess(text);

    return kind == ANSWER_INTERVAL ? ANSWER_TUPLE : kind;
}

struct near_misses near_misses_of(struct arena *a, const char *key)
{
    return (struct near_misses){ .arena = a,
                                 .texts = vec_in(a, sizeof(const char *)),
                                 .key = key,
                                 .spelt = near_miss_spelling_of(key) };
}

const char *near_misses_at(const struct near_misses *s, size_t i)
{
    return *vec_get(&s->texts, const char *, i);
}

/* Adds the whole text, if it is new and looks like the key. */
static void near_misses_add(struct near_misses *s, const char *text)
{
    if (s->texts.n >= SLIPS_MOST || str_eq(text, s->key) ||
        (!s->words && near_miss_spelling_of(text) != s->spelt))
        return;
    vec_add_name(&s->texts, text);
}

/* Adds the key with `text` in the place of key[from..to). */
static void near_misses_put(struct near_misses *s, size_t from, size_t to,
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
static bool near_miss_is_prefix(const char *key, size_t at)
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
                        s->key[i] == '+'                 ? "-"
                        : near_miss_is_prefix(s->key, i) ? ""
                                                         : "+");
        n++;
    }
}

/* ---- fractions ---- */

/* The end of the group in braces at key[at], or 0. */
static size_t near_miss_group_end(const char *key, size_t at)
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
        b = near_miss_group_end(s->key, a);
        c = b ? near_miss_group_end(s->key, b) : 0;
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
static struct parts near_miss_split(const char *key, int at_depth)
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
    struct parts p = near_miss_split(s->key, 0);
    size_t end;

    if (p.n < 2)
        p = near_miss_split(s->key, 1);
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
