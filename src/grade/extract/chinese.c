/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/reply_text.h"

#include <inttypes.h>
#include <stdio.h>

/*
 * Numbers in Chinese signs become digits: "答案是三十六" says 36. The signs are
 * also parts of words, so a number counts only behind a verb or a colon and
 * where nothing behind it makes another of it ("三十多", "三十六的一半").
 */

#define SIGN 3 /* bytes of a sign */

/* Is one of the signs of the list at `at`? */
static bool sign_among(struct span t, size_t at, const char *list)
{
    for (; at + SIGN <= t.n && *list; list += SIGN)
        if (memcmp(t.s + at, list, SIGN) == 0)
            return true;
    return false;
}

/* The value of the digit at `at`; -1: there is none. */
static int digit_at(struct span t, size_t at)
{
    static const char signs[] = "零一二三四五六七八九";

    for (int i = 0; i < 10 && at + SIGN <= t.n; i++)
        if (memcmp(t.s + at, signs + SIGN * i, SIGN) == 0)
            return i;
    return sign_among(t, at, "两") ? 2 : sign_among(t, at, "〇") ? 0 : -1;
}

/* 10, 100, 1000 or 10000; 0: no such sign is at `at`. */
static int64_t unit_at_sign(struct span t, size_t at)
{
    return sign_among(t, at, "十")   ? 10
           : sign_among(t, at, "百") ? 100
           : sign_among(t, at, "千") ? 1000
           : sign_among(t, at, "万") ? 10000
                                     : 0;
}

/* A number that is being read. */
struct reading {
    int64_t whole, part; /* before and behind 万 */
    int64_t unit;        /* the last one; 0: none yet */
    int digit;           /* that waits for its unit; -1: none */
    bool zero;           /* a zero has come since the last unit */
};

/* Add the sign at `at`; false: the number does not go on there. */
static bool add_sign(struct reading *r, struct span t, size_t at)
{
    int64_t unit = unit_at_sign(t, at);
    int digit = digit_at(t, at);

    if (digit >= 0 && r->digit < 0) {
        if (digit == 0 && r->unit)
            r->zero = true;
        else
            r->digit = digit;
        return true;
    }
    if (!unit || (r->digit < 0 && (unit != 10 || r->unit)) ||
        (r->unit && unit >= r->unit && unit < 10000) ||
        (unit == 10000 && r->whole))
        return false;
    r->part += (r->digit < 0 ? 1 : r->digit) * (unit < 10000 ? unit : 1);
    if (unit == 10000) {
        r->whole = r->part * unit;
        r->part = 0;
    }
    r->unit = unit;
    r->digit = -1;
    r->zero = false;
    return true;
}

/* Bytes of the number at `at`; 0: there is none that is clear. *units: it is
 * more than a digit. */
static size_t number_at(struct span t, size_t at, int64_t *value, bool *units)
{
    struct reading r = { .digit = -1 };
    size_t end = at;

    while (end < at + 12 * SIGN && add_sign(&r, t, end))
        end += SIGN;
    /* 一百五 is 150 in speech. */
    if (r.unit > 10 && r.digit > 0 && !r.zero)
        return 0;
    if (end == at || digit_at(t, end) >= 0 || unit_at_sign(t, end))
        return 0;
    *value = r.whole + r.part + (r.digit > 0 ? r.digit : 0);
    *units = r.unit > 0;
    return end - at;
}

/* Does the text before t[at] lead to a value? */
static bool is_led(struct span t, size_t at)
{
    static const char *const leads[] = { "是", "为", ":",  ":", "于",
                                         "有", "得", "共", "即" };

    while (at && t.s[at - 1] == ' ')
        at--;
    return span_before_any(t, at, leads, COUNT(leads)) > 0;
}

static bool is_sign(struct span t, size_t at)
{
    return at < t.n && (unsigned char)t.s[at] >= 0xe4 &&
           (unsigned char)t.s[at] <= 0xe9;
}

/* Is the number over at `at`: does no sign follow, or one that counts things?
 * A mere digit must end its sentence. */
static bool is_over(struct span t, size_t at, bool units)
{
    bool counts = sign_among(t, at, "个名人种元米天次条对") &&
                  !span_at(t, at, "次方") && !sign_among(t, at + SIGN, "半多");
    struct character c;

    if (units)
        return counts || !is_sign(t, at);
    at += counts ? SIGN : 0;
    (void)character_at(t, at, &c);
    return at >= t.n || one_of(t.s[at], ".\n*") || c.plain[0] == '.';
}

#define DIGITS_MOST 48 /* of a number with its sign, or a fraction */

/* The number at `at`, perhaps with its sign or a fraction, as digits. Returns
 * where it ends, or 0 if there is none. */
static size_t write_number(struct span t, size_t at, char out[DIGITS_MOST])
{
    static const char over[] = "分之";
    bool minus = sign_among(t, at, "负"), units, more = false;
    size_t from = minus ? at + SIGN : at, n;
    int64_t value, under = 1;

    if (!is_led(t, at) || !(n = number_at(t, from, &value, &units)))
        return 0;
    if (span_at(t, from + n, over)) {
        under = value;
        from += n + strlen(over);
        if (!(n = number_at(t, from, &value, &more)))
            return 0;
    }
    if (under == 0 || !is_over(t, from + n, units || more))
        return 0;
    if (under == 1)
        (void)snprintf(out, DIGITS_MOST, "%s%" PRId64, minus ? "-" : "", value);
    else
        (void)snprintf(out, DIGITS_MOST, "%s%" PRId64 "/%" PRId64,
                       minus ? "-" : "", value, under);
    return from + n;
}

struct span chinese_digits(struct arena *a, struct span t)
{
    char digits[DIGITS_MOST], *out = NULL;
    size_t n = 0, done = 0, end;

    for (size_t at = span_ascii(t); at < t.n; at++) {
        if (!is_sign(t, at) || !(end = write_number(t, at, digits)))
            continue;
        if (!out) /* digits are never more bytes than the signs */
            out = arena_text(a, t.n);
        memcpy(out + n, t.s + done, at - done);
        n += at - done;
        memcpy(out + n, digits, strlen(digits));
        n += strlen(digits);
        done = end;
        at = end - 1;
    }
    if (!out)
        return t;
    memcpy(out + n, t.s + done, t.n - done);
    n += t.n - done;
    out[n] = '\0';
    return (struct span){ out, n };
}
