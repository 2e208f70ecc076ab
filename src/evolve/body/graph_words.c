/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/body/graph_int.h"

#include <string.h>

/*
 * Numbers in words: "twenty-five", "two hundred forty", and those that never
 * change: "half", "two-thirds", "twice", "a dozen". "second" is left out: it
 * is a time more often than a fraction.
 */

enum word_kind {
    WORD_UNIT,     /* 1 .. 19 */
    WORD_TEN,      /* 20 .. 90 */
    WORD_HUNDRED,  /* multiplies what stands before */
    WORD_THOUSAND, /* closes a group */
    WORD_FRACTION, /* 1 / value: half, third */
    WORD_TIMES,    /* twice, dozen */
};

static const struct {
    const char *word;
    enum word_kind kind;
    int64_t value;
} words[] = {
    { "one", WORD_UNIT, 1 },
    { "two", WORD_UNIT, 2 },
    { "three", WORD_UNIT, 3 },
    { "four", WORD_UNIT, 4 },
    { "five", WORD_UNIT, 5 },
    { "six", WORD_UNIT, 6 },
    { "seven", WORD_UNIT, 7 },
    { "eight", WORD_UNIT, 8 },
    { "nine", WORD_UNIT, 9 },
    { "ten", WORD_UNIT, 10 },
    { "eleven", WORD_UNIT, 11 },
    { "twelve", WORD_UNIT, 12 },
    { "thirteen", WORD_UNIT, 13 },
    { "fourteen", WORD_UNIT, 14 },
    { "fifteen", WORD_UNIT, 15 },
    { "sixteen", WORD_UNIT, 16 },
    { "seventeen", WORD_UNIT, 17 },
    { "eighteen", WORD_UNIT, 18 },
    { "nineteen", WORD_UNIT, 19 },
    { "twenty", WORD_TEN, 20 },
    { "thirty", WORD_TEN, 30 },
    { "forty", WORD_TEN, 40 },
    { "fifty", WORD_TEN, 50 },
    { "sixty", WORD_TEN, 60 },
    { "seventy", WORD_TEN, 70 },
    { "eighty", WORD_TEN, 80 },
    { "ninety", WORD_TEN, 90 },
    { "hundred", WORD_HUNDRED, 100 },
    { "thousand", WORD_THOUSAND, 1000 },
    { "million", WORD_THOUSAND, 1000000 },
    { "half", WORD_FRACTION, 2 },
    { "halves", WORD_FRACTION, 2 },
    { "halved", WORD_FRACTION, 2 },
    { "third", WORD_FRACTION, 3 },
    { "thirds", WORD_FRACTION, 3 },
    { "quarter", WORD_FRACTION, 4 },
    { "quarters", WORD_FRACTION, 4 },
    { "fourth", WORD_FRACTION, 4 },
    { "fourths", WORD_FRACTION, 4 },
    { "fifth", WORD_FRACTION, 5 },
    { "fifths", WORD_FRACTION, 5 },
    { "sixth", WORD_FRACTION, 6 },
    { "sixths", WORD_FRACTION, 6 },
    { "seventh", WORD_FRACTION, 7 },
    { "sevenths", WORD_FRACTION, 7 },
    { "eighth", WORD_FRACTION, 8 },
    { "eighths", WORD_FRACTION, 8 },
    { "ninth", WORD_FRACTION, 9 },
    { "ninths", WORD_FRACTION, 9 },
    { "tenth", WORD_FRACTION, 10 },
    { "tenths", WORD_FRACTION, 10 },
    { "twice", WORD_TIMES, 2 },
    { "double", WORD_TIMES, 2 },
    { "doubles", WORD_TIMES, 2 },
    { "doubled", WORD_TIMES, 2 },
    { "doubling", WORD_TIMES, 2 },
    { "thrice", WORD_TIMES, 3 },
    { "triple", WORD_TIMES, 3 },
    { "triples", WORD_TIMES, 3 },
    { "tripled", WORD_TIMES, 3 },
    { "tripling", WORD_TIMES, 3 },
    { "quadruple", WORD_TIMES, 4 },
    { "quadrupled", WORD_TIMES, 4 },
    { "pair", WORD_TIMES, 2 },
    { "pairs", WORD_TIMES, 2 },
    { "couple", WORD_TIMES, 2 },
    { "dozen", WORD_TIMES, 12 },
    { "dozens", WORD_TIMES, 12 },
    { "decade", WORD_TIMES, 10 },
    { "decades", WORD_TIMES, 10 },
    { "century", WORD_TIMES, 100 },
};

struct reading {
    const char *text;
    size_t n, at;
    int64_t total, group;
    bool any;
};

/* The word at text[at..n): its length, and its place in the table or -1. */
static size_t word_at(const char *text, size_t n, size_t at, int *found)
{
    char low[16];
    size_t len = 0;

    *found = -1;
    while (at + len < n && is_letter(text[at + len]))
        len++;
    if (len == 0 || len >= sizeof(low))
        return len;
    for (size_t i = 0; i < len; i++)
        low[i] = to_lower(text[at + i]);
    low[len] = 0;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (str_eq(low, words[i].word))
            *found = (int)i;
    return len;
}

/* Does the word fit behind what was read? Then it is added. */
static bool take(struct reading *r, int i)
{
    int64_t low = r->group % 100, v = words[i].value;

    switch (words[i].kind) {
    case WORD_UNIT:
        if (!(low == 0 || (low >= 20 && low % 10 == 0 && v < 10)))
            return false;
        r->group += v;
        return true;
    case WORD_TEN: r->group += low == 0 ? v : 0; return low == 0;
    case WORD_HUNDRED:
        if (r->group < 1 || r->group > 99)
            return false;
        r->group *= 100;
        return true;
    case WORD_THOUSAND:
        if (r->group < 1 || r->total)
            return false;
        r->total = r->group * v;
        r->group = 0;
        return true;
    default: return false;
    }
}

/* Where the next word begins: past one blank or hyphen, and past "and" after
 * a hundred; `at` itself where there is none. */
static size_t next_start(const struct reading *r, size_t at)
{
    size_t next = at + 1;

    if (at + 1 >= r->n || (r->text[at] != ' ' && r->text[at] != '-'))
        return at;
    if (r->group % 100 == 0 && r->any && r->n - next > 4 &&
        strncmp(r->text + next, "and ", 4) == 0)
        next += 4;
    return next;
}

static void read_cardinal(struct reading *r)
{
    size_t at = 0;
    int i;

    while (at < r->n) {
        size_t len = word_at(r->text, r->n, at, &i);

        if (i < 0 || !take(r, i))
            return;
        r->any = true;
        r->at = at + len;
        at = next_start(r, r->at);
        if (at == r->at)
            return;
    }
}

static bool starts_with(const char *text, size_t n, const char *what)
{
    return n >= strlen(what) && strncmp(text, what, strlen(what)) == 0;
}

/* "and a half" behind a number: its length, or 0. */
static size_t half_more(const char *text, size_t n)
{
    static const char phrase[] = " and a half";

    return starts_with(text, n, phrase) ? sizeof(phrase) - 1 : 0;
}

/* A cardinal was read: "two thirds" and "three and a half" are more. */
static size_t finish_cardinal(struct reading *r, struct number_words *out)
{
    int64_t value = r->total + r->group;
    size_t more = half_more(r->text + r->at, r->n - r->at), next, len;
    int i;

    *out = (struct number_words){ .value = RATIO(value) };
    if (more && ratio_make(&out->value, 2 * value + 1, 2)) {
        out->set = true;
        return r->at + more;
    }
    next = r->at + 1;
    if (next >= r->n || (r->text[r->at] != ' ' && r->text[r->at] != '-'))
        return r->at;
    len = word_at(r->text, r->n, next, &i);
    if (i < 0 || words[i].kind != WORD_FRACTION ||
        (value > 1 && r->text[next + len - 1] != 's') ||
        !ratio_make(&out->value, value, words[i].value))
        return r->at;
    out->set = true;
    return next + len;
}

size_t graph_read_words(const char *text, size_t n, struct number_words *out)
{
    struct reading r = { .text = text, .n = n };
    size_t len;
    int i;

    read_cardinal(&r);
    if (r.any)
        return finish_cardinal(&r, out);
    len = word_at(text, n, 0, &i);
    if (i < 0)
        return 0;
    *out = (struct number_words){ .set = true };
    if (words[i].kind == WORD_FRACTION) {
        if (starts_with(text, n, "half a dozen") ||
            starts_with(text, n, "half-dozen")) {
            out->value = RATIO(6);
            return text[4] == ' ' ? 12 : 10;
        }
        return ratio_make(&out->value, 1, words[i].value) ? len : 0;
    }
    out->value = RATIO(words[i].value); /* "a hundred" */
    out->times = words[i].kind == WORD_TIMES;
    return len;
}

/* ---- saying ---- */

static const char *name_of(int64_t value)
{
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (words[i].kind <= WORD_TEN && words[i].value == value)
            return words[i].word;
    return NULL;
}

static void say_below_hundred(struct str *out, int64_t v)
{
    if (name_of(v)) {
        str_add(out, name_of(v));
    } else {
        str_add(out, name_of(v / 10 * 10));
        str_addc(out, '-');
        str_add(out, name_of(v % 10));
    }
}

bool graph_print_words(struct str *out, int64_t v)
{
    if (v < 1 || v >= 1000000)
        return false;
    if (v >= 1000) {
        if (!graph_print_words(out, v / 1000))
            return false;
        str_add(out, " thousand");
        v %= 1000;
        str_add(out, v ? " " : "");
    }
    if (v >= 100) {
        say_below_hundred(out, v / 100);
        str_add(out, " hundred");
        v %= 100;
        str_add(out, v ? " " : "");
    }
    if (v)
        say_below_hundred(out, v);
    return true;
}
