/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/numeral.h"

#include "base/ascii.h"

#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

struct text {
    const char *s;
    size_t n;
};

/* ---- words ---- */

static const char *const ones[] = {
    "zero",    "one",     "two",       "three",    "four",
    "five",    "six",     "seven",     "eight",    "nine",
    "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
};
static const char *const tens[] = { "twenty", "thirty",  "forty",  "fifty",
                                    "sixty",  "seventy", "eighty", "ninety" };

/* "second" is left out: "one second" is a time. */
static const struct {
    const char *one, *more;
    int64_t value;
} parts[] = { { "half", "halves", 2 },      { "third", "thirds", 3 },
              { "quarter", "quarters", 4 }, { "fourth", "fourths", 4 },
              { "fifth", "fifths", 5 },     { "sixth", "sixths", 6 },
              { "seventh", "sevenths", 7 }, { "eighth", "eighths", 8 },
              { "ninth", "ninths", 9 },     { "tenth", "tenths", 10 } };

/* Where the word at `at`, if it is that one, ends; 0: it is another. */
static size_t word(struct text t, size_t at, const char *lower)
{
    size_t k = 0;

    while (lower[k] && at + k < t.n && to_lower(t.s[at + k]) == lower[k])
        k++;
    if (lower[k] || (at + k < t.n && is_letter(t.s[at + k])))
        return 0;
    return at + k;
}

static size_t listed(struct text t, size_t at, const char *const *words,
                     size_t count, size_t *which)
{
    size_t end = 0;

    for (*which = 0; *which < count; ++*which)
        if ((end = word(t, at, words[*which])))
            break;
    return end;
}

/* Behind one blank or hyphen between words; 0: none stands there. */
static size_t gap(struct text t, size_t at)
{
    return at + 1 < t.n && (t.s[at] == ' ' || t.s[at] == '-') &&
                   is_letter(t.s[at + 1])
               ? at + 1
               : 0;
}

/* Where that word ends, if it is the next one; 0: another is, or none. */
static size_t next_word(struct text t, size_t at, const char *lower)
{
    size_t next = gap(t, at);

    return next ? word(t, next, lower) : 0;
}

/* ---- whole numbers ---- */

/* 0 .. 99 */
static size_t below_hundred(struct text t, size_t at, int64_t *out)
{
    size_t which, more, end = listed(t, at, ones, COUNT(ones), &which);

    *out = (int64_t)which;
    if (end)
        return end;
    end = listed(t, at, tens, COUNT(tens), &which);
    if (!end)
        return 0;
    *out = 10 * ((int64_t)which + 2);
    at = gap(t, end);
    more = at ? listed(t, at, ones, COUNT(ones), &which) : 0;
    if (!more || which < 1 || which > 9)
        return end;
    *out += (int64_t)which;
    return more;
}

/* "and five", "five" behind a hundred or a thousand. */
static size_t rest_below(struct text t, size_t at, int64_t *out)
{
    size_t after = next_word(t, at, "and"), end;

    at = gap(t, after ? after : at);
    end = at ? below_hundred(t, at, out) : 0;
    return end && *out > 0 ? end : 0;
}

/* 0 .. 999, and "twelve hundred"; "a hundred". */
static size_t below_thousand(struct text t, size_t at, int64_t *out)
{
    size_t end = word(t, at, "a"), hundred, more;
    int64_t rest;

    *out = 1;
    if (end)
        hundred = next_word(t, end, "hundred");
    else if ((end = below_hundred(t, at, out)))
        hundred = *out > 0 ? next_word(t, end, "hundred") : 0;
    else
        return 0;
    if (!hundred) /* "a" alone is none */
        return word(t, at, "a") ? 0 : end;
    *out *= 100;
    more = rest_below(t, hundred, &rest);
    if (!more)
        return hundred;
    *out += rest;
    return more;
}

/* The group at `at` and the scale behind it, below `limit`: 1 without one. */
static size_t group(struct text t, size_t at, int64_t limit, int64_t *value,
                    int64_t *scale)
{
    static const struct {
        const char *word;
        int64_t value;
    } scales[] = { { "million", 1000000 }, { "thousand", 1000 } };
    size_t end = below_thousand(t, at, value), more;

    if (!end && (end = word(t, at, "a"))) {
        *value = 1;
        *scale = 0; /* a scale must follow */
    } else if (end) {
        *scale = 1;
    } else {
        return 0;
    }
    for (size_t i = 0; i < COUNT(scales); i++)
        if ((more = next_word(t, end, scales[i].word))) {
            *scale = scales[i].value;
            if (*scale >= limit || *value < 1)
                return 0;
            return more;
        }
    return *scale && *scale < limit ? end : 0;
}

static size_t cardinal(struct text t, size_t at, int64_t *out)
{
    int64_t limit = 1000000000, value, scale;
    size_t end = group(t, at, limit, &value, &scale), next;

    if (!end)
        return 0;
    *out = value * scale;
    while (scale > 1) {
        limit = scale;
        next = rest_below(t, end, &value); /* "two thousand and five" */
        at = gap(t, end);
        if (next && next_word(t, end, "and")) {
            *out += value;
            return next;
        }
        next = at ? group(t, at, limit, &value, &scale) : 0;
        if (!next || value < 1 || value > 999)
            return end;
        *out += value * scale;
        end = next;
    }
    return end;
}

/* ---- parts ---- */

/* "quarters" behind a number, "quarter" behind 1. */
static size_t part(struct text t, size_t at, bool many, int64_t *under)
{
    for (size_t i = 0; i < COUNT(parts); i++) {
        size_t end = word(t, at, many ? parts[i].more : parts[i].one);

        *under = parts[i].value;
        if (end)
            return end;
    }
    return 0;
}

/* "half", "a quarter", "half a dozen", "a dozen". */
static size_t without_count(struct text t, size_t at, struct ratio *out)
{
    size_t end = word(t, at, "half"), a, more;
    int64_t under;

    if (end) {
        a = next_word(t, end, "a");
        more = next_word(t, a ? a : end, "dozen");
        *out = more ? RATIO(6) : (struct ratio){ 1, 2 };
        return more ? more : end;
    }
    end = word(t, at, "a");
    at = end ? gap(t, end) : 0;
    if (!at)
        return 0;
    if ((end = word(t, at, "dozen"))) {
        *out = RATIO(12);
        return end;
    }
    end = part(t, at, false, &under);
    return end && ratio_make(out, 1, under) ? end : 0;
}

/* "and a half", "and three quarters" behind a whole number. */
static size_t and_part(struct text t, size_t at, int64_t whole,
                       struct ratio *out)
{
    size_t after = next_word(t, at, "and"), k, end;
    int64_t over = 1, under;

    k = after ? gap(t, after) : 0;
    if (!k)
        return 0;
    end = word(t, k, "a");
    if (!end)
        end = below_hundred(t, k, &over);
    k = end ? gap(t, end) : 0;
    end = k ? part(t, k, over != 1, &under) : 0;
    if (!end || over < 1 || over >= under)
        return 0;
    return ratio_make(out, whole * under + over, under) ? end : 0;
}

static size_t with_count(struct text t, size_t at, struct ratio *out)
{
    int64_t value, under;
    size_t end = cardinal(t, at, &value), next, more;

    if (!end)
        return 0;
    *out = RATIO(value);
    if ((more = and_part(t, end, value, out)))
        return more;
    next = gap(t, end);
    if (!next || value < 1)
        return end;
    if (value < 100 && (more = word(t, next, "dozen"))) {
        *out = RATIO(12 * value);
        return more;
    }
    more = part(t, next, value != 1, &under);
    return more && ratio_make(out, value, under) ? more : end;
}

size_t numeral_read(const char *text, size_t n, struct ratio *out)
{
    struct text t = { text, n };
    size_t at = word(t, 0, "minus"), end;
    bool negative;

    if (!at)
        at = word(t, 0, "negative");
    negative = at != 0;
    if (negative) {
        at = gap(t, at);
        if (!at)
            return 0;
    }
    end = with_count(t, at, out);
    if (!end)
        end = without_count(t, at, out);
    if (end && negative)
        *out = ratio_neg(*out);
    return end;
}
