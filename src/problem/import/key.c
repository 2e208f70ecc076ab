/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/limits.h"
#include "problem/import/boxed.h"
#include "problem/import/reader.h"

#include <stdlib.h>
#include <string.h>

/*
 * Keys from answers as public sets spell them. Numbers are changed as text
 * and never pass through a double: an answer of sixty digits keeps them all,
 * and 0.1 stays 0.1.
 */

/* ---- numerals ---- */

#define EXPONENT_MOST 40 /* larger ones are left as powers of ten */

struct numeral {
    bool minus;
    struct str digits; /* of both sides of the point */
    size_t point;      /* how many stand before it */
    long exponent;
    const char *mantissa; /* as written, with its length */
    size_t mantissa_n;
};

/* Does a comma at s separate thousands: three digits, then no fourth? */
static bool is_thousands(const char *s)
{
    return *s == ',' && is_digit(s[1]) && is_digit(s[2]) && is_digit(s[3]) &&
           !is_digit(s[4]);
}

static const char *problem_key_read_digits(const char *s, struct str *out)
{
    while (is_digit(*s))
        str_addc(out, *s++);
    return s;
}

static const char *problem_key_read_exponent(const char *s, long *out)
{
    const char *start = s + 1, *digit = start;

    if (*digit == '+' || *digit == '-')
        digit++;
    if (!is_digit(*digit) || strspn(digit, "0123456789") > 6)
        return s;
    *out = strtol(start, NULL, 10);
    return digit + strspn(digit, "0123456789");
}

/* [+-] digits [, ddd]... [. digits] [e [+-] digits], and nothing else. */
static bool read_numeral(const char *s, struct numeral *n)
{
    bool grouped = false;

    n->minus = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    n->mantissa = s;
    s = problem_key_read_digits(s, &n->digits);
    while (n->digits.n && (n->digits.n <= 3 || grouped) && is_thousands(s)) {
        s = problem_key_read_digits(s + 1, &n->digits);
        grouped = true;
    }
    n->point = n->digits.n;
    if (*s == '.')
        s = problem_key_read_digits(s + 1, &n->digits);
    n->mantissa_n = (size_t)(s - n->mantissa);
    if (n->digits.n && (*s == 'e' || *s == 'E'))
        s = problem_key_read_exponent(s, &n->exponent);
    return n->digits.n && !*s;
}

static void add_zeros(struct str *out, size_t n)
{
    while (n--)
        str_addc(out, '0');
}

/* Move the point by the exponent, so that digits and point are enough. */
static void apply_exponent(struct arena *a, struct numeral *n)
{
    long point = (long)n->point + n->exponent;
    struct str moved = str_in(a);

    if (point < 0) {
        add_zeros(&moved, (size_t)-point);
        point = 0;
    }
    str_addn(&moved, n->digits.s, n->digits.n);
    if ((size_t)point > moved.n)
        add_zeros(&moved, (size_t)point - moved.n);
    n->digits = moved;
    n->point = (size_t)point;
}

const char *clean_number(struct arena *a, const char *text)
{
    struct numeral n = { .digits = str_in(a) };
    struct str out = str_in(a);
    size_t zeros;
    const char *s;

    if (!read_numeral(str_trim(a, text), &n))
        return NULL;
    s = n.digits.s;
    if (n.minus && strspn(s, "0") < n.digits.n)
        str_addc(&out, '-');
    if (labs(n.exponent) > EXPONENT_MOST) {
        str_addn(&out, n.mantissa, n.mantissa_n);
        str_addf(&out, " \\times 10^{%ld}", n.exponent);
        return str_get(&out);
    }
    apply_exponent(a, &n);
    s = n.digits.s;
    zeros = strspn(s, "0");
    if (zeros >= n.point)
        str_addc(&out, '0');
    else
        str_addn(&out, s + zeros, n.point - zeros);
    if (strspn(s + n.point, "0") < n.digits.n - n.point) {
        str_addc(&out, '.');
        str_add(&out, s + n.point);
    }
    return str_get(&out);
}

/* ---- LaTeX ---- */

/* Returns the text between two marks that enclose all of s and do not stand in
 * between, or NULL if they do not enclose it. */
static char *problem_key_unwrap(struct arena *a, const char *s,
                                const char *open, const char *close)
{
    size_t n = strlen(s), k = strlen(open), m = strlen(close);
    char *inner;

    if (n < k + m || !str_starts(s, open) || !str_ends(s, close))
        return NULL;
    inner = arena_strndup(a, s + k, n - k - m);
    return strstr(inner, open) || strstr(inner, close) ? NULL : inner;
}

static char *unwrap_box(struct arena *a, const char *s)
{
    struct boxed *b;

    if (!str_starts(s, "\\boxed") && !str_starts(s, "\\fbox"))
        return NULL;
    if (boxed_find(a, s, &b) == 0 || b[0].at != 0 || s[b[0].after])
        return NULL;
    return arena_strndup(a, b[0].s, b[0].n);
}

const char *clean_latex(struct arena *a, const char *text)
{
    static const char *const marks[][2] = {
        { "$$", "$$" }, { "$", "$" }, { "\\(", "\\)" }, { "\\[", "\\]" }
    };
    char *s = str_trim(a, text), *inner;

    for (int pass = 0; pass < 4; pass++) {
        inner = unwrap_box(a, s);
        for (size_t i = 0; i < 4 && !inner; i++)
            inner = problem_key_unwrap(a, s, marks[i][0], marks[i][1]);
        if (!inner)
            break;
        s = str_trim(a, inner);
    }
    return s;
}

bool same_spelling(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " \t\r\n");
        b += strspn(b, " \t\r\n");
        if (*a != *b || !*a)
            return *a == *b;
    }
}

size_t split_top(struct arena *a, const char *text, char separator,
                 const char **parts, size_t most)
{
    const char *start = text, *p = text;
    size_t n = 0, depth = 0;

    for (; *p; p++) {
        if (strchr("{[(", *p))
            depth++;
        else if (strchr("}])", *p))
            depth -= depth > 0;
        else if (*p == separator && depth == 0 && n + 1 < most) {
            parts[n++] =
                str_trim(a, arena_strndup(a, start, (size_t)(p - start)));
            start = p + 1;
        }
    }
    parts[n++] = str_trim(a, start);
    return n;
}

/* ---- keys ---- */

const char *spelling(struct arena *a, const struct json *v)
{
    struct str out = str_in(a);

    if (v->type == JSON_STRING || v->type == JSON_NUMBER)
        return v->text;
    json_write(&out, v);
    return str_get(&out);
}

void set_key(struct arena *a, struct problem *p, enum answer_kind kind,
             const char *latex, const char *source)
{
    struct key *k = problem_set_key(a, p, kind, latex);

    if (!str_eq(latex, source))
        k->source = source;
}

/* Returns the clean text of one value, or NULL with an error when it is no
 * answer. */
static const char *problem_key_value_text(struct arena *a, const struct json *v,
                                          struct err *e)
{
    const char *s = NULL;

    switch (v->type) {
    case JSON_STRING: s = clean_latex(a, v->text); break;
    case JSON_NUMBER:
        s = clean_number(a, v->text);
        s = s ? s : v->text; /* an exponent too long to be written out */
        break;
    case JSON_BOOL: s = v->truth ? "true" : "false"; break;
    case JSON_NULL:
    case JSON_ARRAY:
    case JSON_OBJECT:
        row_fail(v, e, "an answer cannot be %s", json_type_name(v->type));
        return NULL;
    }
    if (*s)
        return s;
    row_fail(v, e, "the answer is empty");
    return NULL;
}

static bool problem_key_read_list(struct arena *a, const struct json *v,
                                  struct problem *p, struct err *e)
{
    struct str out = str_in(a);
    const char *s;

    for (const struct json *m = v->first; m; m = m->next) {
        s = problem_key_value_text(a, m, e);
        if (!s)
            return false;
        str_add(&out, m == v->first ? "" : ", ");
        str_add(&out, s);
    }
    set_key(a, p, ANSWER_LIST, str_get(&out), spelling(a, v));
    return true;
}

bool key_read_answer(struct arena *a, const struct json *v, struct problem *p,
                     struct err *e)
{
    const struct json *one = v;
    const char *s;

    if (v->type == JSON_ARRAY && v->count > 1)
        return problem_key_read_list(a, v, p, e);
    if (v->type == JSON_ARRAY && v->count == 1)
        one = v->first;
    s = problem_key_value_text(a, one, e);
    if (!s)
        return false;
    set_key(a, p, one->type == JSON_BOOL ? ANSWER_TEXT : answer_guess(s), s,
            spelling(a, one));
    return true;
}

bool read_number_answer(struct arena *a, const struct json *v,
                        struct problem *p, struct err *e)
{
    const char *s = NULL;

    if (v->type == JSON_STRING)
        s = clean_number(a, clean_latex(a, v->text));
    if (!s)
        return key_read_answer(a, v, p, e);
    set_key(a, p, answer_guess(s), s, v->text);
    return true;
}

bool set_boxed_key(struct arena *a, const char *text, struct problem *p)
{
    const char *box = boxed_answer(a, text);
    const char *latex = box ? clean_latex(a, box) : "";

    if (*latex)
        set_key(a, p, answer_guess(latex), latex, box);
    return *latex != '\0';
}

bool read_boxed_answer(struct arena *a, const struct json *row,
                       const char *field, struct problem *p, struct err *e)
{
    const struct json *v = row_need(row, field, e);

    if (!v)
        return false;
    if (v->type != JSON_STRING)
        return row_fail(v, e, "the field \"%s\" must be a string, not %s",
                        field, json_type_name(v->type));
    if (!set_boxed_key(a, v->text, p))
        return row_fail(v, e, "the field \"%s\" has no \\boxed{...} answer",
                        field);
    return true;
}
