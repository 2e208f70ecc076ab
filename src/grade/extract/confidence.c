/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/confidence.h"

#include "grade/extract/reply_text.h"
#include "text/lexicon.h"

#include <math.h>
#include <stdlib.h>

#define DIGITS_MOST 12 /* of a number that is read */

/* Behind marks, brackets and commands that may stand around a value. */
static size_t skip_dress(struct span t, size_t at)
{
    static const char *const between[] = {
        "\\boxed", "\\text", "\\mathbf", "\\textbf", "\xef\xbc\x9a" /* : */,
        "is ",     "of ",    "about ",   "approx"
    };
    size_t n;

    for (;; at += n) {
        n = span_at_any(t, at, between, COUNT(between));
        if (n == 0 && at < t.n && one_of(t.s[at], " \t*_:={}()[]$~`"))
            n = 1;
        if (n == 0)
            return at;
    }
}

/* The number at `at`, with a decimal point or comma; returns its length. */
static size_t read_number(struct span t, size_t at, double *out, bool *whole)
{
    size_t n = span_digits(t, at), part = 0;
    char digits[DIGITS_MOST + 1];

    *whole = true;
    if (n && (span_byte(t, at + n) == '.' || span_byte(t, at + n) == ','))
        part = span_digits(t, at + n + 1);
    if (n == 0 || n + part + 1 > DIGITS_MOST)
        return 0;
    *whole = part == 0;
    n += part ? part + 1 : 0;
    for (size_t i = 0; i < n; i++)
        digits[i] = t.s[at + i] == ',' ? '.' : t.s[at + i];
    digits[n] = '\0';
    *out = strtod(digits, NULL);
    return n;
}

static size_t skip_blanks(struct span t, size_t at)
{
    while (span_byte(t, at) == ' ' || span_at(t, at, "\xc2\xa0") ||
           span_at(t, at, "\xe2\x80\xaf"))
        at += t.s[at] == ' ' ? 1 : t.s[at] == '\xc2' ? 2 : 3;
    return at;
}

/* The sign of percent at `at`; returns its length. */
static size_t percent_at(struct span t, size_t at)
{
    static const char *const signs[] = { "\\%",     "%",       "\xef\xbc\x85",
                                         "percent", "prozent", "pour cent" };

    return span_at_any(t, at, signs, COUNT(signs));
}

/* Does what follows make a range of it, or another number? */
static bool goes_on(struct span t, size_t at)
{
    at = skip_blanks(t, at);
    if (span_at(t, at, "\xe2\x80\x93"))
        return true;
    if (one_of(span_byte(t, at), "-~"))
        at = skip_blanks(t, at + 1);
    return is_digit(span_byte(t, at));
}

/* The confidence at `at`; returns where it ends, and NaN if it is none. */
static size_t read_value(struct span t, size_t at, double *out)
{
    double v, of = 100;
    bool whole, by;
    size_t n = read_number(t, at, &v, &whole), end, sign;

    *out = NAN;
    if (n == 0)
        return at;
    end = at + n;
    sign = percent_at(t, skip_blanks(t, end));
    if (sign)
        end = skip_blanks(t, end) + sign;
    n = skip_blanks(t, end);
    by = !sign && (span_byte(t, n) == '/' || span_at(t, n, "out of "));
    if (by) {
        n = skip_blanks(t, n + (t.s[n] == '/' ? 1 : 7));
        end = n + read_number(t, n, &of, &whole);
        whole = true;
    } else if (!sign && !whole && v <= 1) {
        of = 1;
    }
    if (goes_on(t, end) || of < 1 || v > of ||
        (!sign && !by && whole && v == 1)) /* 1 % or all? */
        return end;
    *out = v / of;
    return end;
}

/* ---- where it stands ---- */

/* May a statement begin here: at the head of a line, a sentence, a bracket? */
static bool is_head(struct span t, size_t at)
{
    while (at && (t.s[at - 1] == ' ' || t.s[at - 1] == '*' ||
                  t.s[at - 1] == '_' || t.s[at - 1] == '#'))
        at--;
    return at == 0 || one_of(t.s[at - 1], "\n.!?;,([{>-$|") ||
           (unsigned char)t.s[at - 1] >= 0x80;
}

/* Letters of commands that dress a value, and marks: nothing of a line is left
 * without them. */
static bool is_dress(struct span t)
{
    static const char *const commands[] = { "\\boxed", "\\textbf", "\\text",
                                            "\\mathbf" };

    for (size_t i = 0, n; i < t.n; i += n) {
        n = span_at_any(t, i, commands, COUNT(commands));
        if (n == 0 && !one_of(t.s[i], " \t\r*_#>-()[]{}$.,;:\\%`|"))
            return false;
        n = n ? n : 1;
    }
    return true;
}

/* A statement, and the stretch that goes with it. */
struct statement {
    size_t from, to;
    double value;
};

static bool statement_at(struct span t, size_t at, struct statement *out)
{
    const struct lexeme *x;
    size_t n = is_head(t, at) ? lexicon_phrase(t, at, WORD_CONFIDENCE, &x) : 0;
    size_t value = skip_dress(t, at + n);

    if (n == 0 || value == at + n)
        return false;
    out->from = at;
    out->to = read_value(t, value, &out->value);
    /* "confidence interval (1, 2)": no statement */
    return out->to > value || value >= t.n || t.s[value] == '\n' ||
           memchr(t.s + at + n, ':', value - at - n) ||
           span_at(t, at + n, "\xef\xbc\x9a");
}

/* The whole line if nothing else stands in it. */
static void widen(struct span t, struct statement *s)
{
    size_t from = s->from, to = s->to, end;

    while (from && t.s[from - 1] != '\n')
        from--;
    while (to < t.n && t.s[to] != '\n')
        to++;
    end = isnan(s->value) ? to : s->to; /* "high", "70 to 80 %" */
    if (is_dress(span_cut(t, from, s->from)) &&
        is_dress(span_cut(t, end, to))) {
        s->from = from;
        s->to = to;
        return;
    }
    while (s->from && one_of(t.s[s->from - 1], " ,;("))
        s->from--;
    s->to = end;
    if (span_byte(t, s->to) == ')')
        s->to++;
}

struct span confidence_take(struct arena *a, struct span reply, double *value)
{
    struct statement found = { .to = 0 }, next;
    struct span t;
    char *copy;

    *value = NAN;
    if (!think_skip(reply, &t))
        return reply;
    for (size_t at = 0; at < t.n; at++)
        if ((at == 0 || !is_letter(t.s[at - 1])) && statement_at(t, at, &next))
            found = next;
    if (!found.to)
        return reply;
    widen(t, &found);
    *value = found.value;
    copy = arena_strndup(a, reply.s, reply.n);
    memset(copy + (t.s - reply.s) + found.from, ' ', found.to - found.from);
    return (struct span){ copy, reply.n };
}
