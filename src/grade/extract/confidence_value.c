/* SPDX-License-Identifier: Apache-2.0 */

/* The number of a statement of confidence. */
#include "grade/extract/confidence_int.h"

#include "grade/extract/reply_text.h"
#include "text/lexicon.h"

#include <math.h>
#include <stdlib.h>

#define DIGITS_MOST 12             /* of a number that is read */
#define LINE_MOST   ((size_t)2000) /* bytes of a line that are looked at */
#define RANGE_MOST  8              /* numbers of a range */

/* The number at `at`, "73", "73.5", "73,5" or ".73"; returns its length. */
static size_t read_number(struct span t, size_t at, double *out, bool *whole)
{
    size_t n = span_digits(t, at), part = 0;
    char point = span_byte(t, at + n), digits[DIGITS_MOST + 1];

    *whole = true;
    if (point == '.' || (n && point == ','))
        part = span_digits(t, at + n + 1);
    if (n + part == 0 || n + part + 1 > DIGITS_MOST)
        return 0;
    *whole = part == 0;
    n += part ? part + 1 : 0;
    for (size_t i = 0; i < n; i++)
        digits[i] = t.s[at + i] == ',' ? '.' : t.s[at + i];
    digits[n] = '\0';
    *out = strtod(digits, NULL);
    return n;
}

size_t confidence_blanks(struct span t, size_t at)
{
    size_t n;

    while ((n = character_is(t, at, CHAR_BLANK | CHAR_UNSEEN)) ||
           span_byte(t, at) == ' ' || span_at(t, at, "\\ ") ||
           span_at(t, at, "\\,"))
        at += n ? n : span_byte(t, at) == ' ' ? 1 : 2;
    return at;
}

size_t confidence_line_end(struct span t, size_t at)
{
    struct span near = span_cut(t, 0, at + LINE_MOST);
    const char *end = at < near.n ? memchr(t.s + at, '\n', near.n - at) : NULL;

    return end ? (size_t)(end - t.s) : near.n;
}

bool confidence_number_at(struct span t, size_t at)
{
    if (at && (is_digit(t.s[at - 1]) ||
               (t.s[at - 1] == '.' && at > 1 && is_digit(t.s[at - 2]))))
        return false;
    return is_digit(span_byte(t, at)) ||
           (span_byte(t, at) == '.' && is_digit(span_byte(t, at + 1)) &&
            (at == 0 || t.s[at - 1] != '.'));
}

/* The sign of percent at `at`, behind blanks; returns where it ends, or 0. */
static size_t percent_end(struct span t, size_t at)
{
    static const char *const signs[] = {
        "\\%",      "%",       "\xef\xbc\x85", "\xd9\xaa" /* ٪ */, "percent",
        "per cent", "prozent", "pour cent",    "por ciento"
    };
    size_t n;

    while (one_of(span_byte(t, at), "$*"))
        at++;
    at = confidence_blanks(t, at);
    n = span_at_any(t, at, signs, COUNT(signs));
    return n ? at + n : 0;
}

/* Does what follows make a range of it, or a choice: "70 - 80", "70 or 80"?
 * Returns where its other number begins, or 0. */
static size_t goes_on(struct span t, size_t at)
{
    static const char *const joints[] = {
        "or ", "to ",      "and ",       "of ", "bis ", "oder ",   "\\pm",
        "~",   "\xc2\xb1", "\\text{--}", "--",  "/",    "out of ", "a "
    };
    size_t n;

    while (one_of(span_byte(t, at), "$*"))
        at++;
    at = confidence_blanks(t, at);
    n = span_at_any(t, at, joints, COUNT(joints));
    if (n == 0)
        n = character_is(t, at, CHAR_DASHES);
    if (n == 0 && span_byte(t, at) == '-')
        n = 1;
    at = confidence_blanks(t, at + n);
    while (one_of(span_byte(t, at), "$~"))
        at++;
    return is_digit(span_byte(t, at)) ? at : 0;
}

/* "73/100", "7 out of 10": where the second number begins, or 0. */
static size_t divisor_at(struct span t, size_t at)
{
    size_t n = confidence_blanks(t, at);
    size_t k = span_byte(t, n) == '/' ? 1 : span_at_fold(t, n, "out of ");

    n = confidence_blanks(t, n + k);
    return k && is_digit(span_byte(t, n)) ? n : 0;
}

/* Behind the numbers of a range. */
static size_t range_end(struct span t, size_t at)
{
    double ignored;
    size_t next, end;
    bool whole;

    for (int i = 0; i < RANGE_MOST && (next = goes_on(t, at)); i++) {
        at = next + read_number(t, next, &ignored, &whole);
        if (at == next)
            at += span_digits(t, next);
        end = percent_end(t, at);
        at = end ? end : at;
    }
    return at;
}

struct confidence_number confidence_read(struct span t, size_t at, double scale)
{
    struct confidence_number out = { .value = NAN, .end = at };
    double v, of = scale > 0 ? scale : 100;
    bool whole;
    size_t n = read_number(t, at, &v, &whole), sign, by;

    if (n == 0) { /* too long a number */
        out.end = at + span_digits(t, at);
        return out;
    }
    out.end = at + n;
    sign = percent_end(t, out.end);
    by = sign ? 0 : divisor_at(t, out.end);
    out.clear = sign || by;
    if (sign) {
        out.end = sign;
        of = 100;
    } else if (by) {
        bool ignored;

        out.end = by + read_number(t, by, &of, &ignored);
    } else if (!whole && v <= 1) {
        of = 1;
    } else if (whole && v == 1 && scale <= 0) { /* 1 % or all? */
        of = 0;
    }
    if (goes_on(t, out.end))
        out.end = range_end(t, out.end);
    else if (of >= 1 && v <= of)
        out.value = v / of;
    return out;
}
