/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as replies write them: signs, thousands, fractions, percent. */
#include "base/ascii.h"
#include "base/limits.h"
#include "evolve/measure/told_int.h"
#include "math/exact/exact.h"
#include "math/read/read.h"

#include <flint/fmpq.h>
#include <string.h>

static char at(struct told_text t, size_t i)
{
    return i < t.n ? t.s[i] : '\0';
}

static size_t digits(struct told_text t, size_t i)
{
    while (is_digit(at(t, i)))
        i++;
    return i;
}

/* Digits with commas, blanks or apostrophes between thousands, and decimals;
 * i itself: none. A fraction behind a blank makes a mixed number. */
static size_t plain(struct told_text t, size_t i)
{
    size_t start = i, end = digits(t, i);
    char mark = at(t, end);

    if (end > i && end - i <= 3 && mark && strchr(", '", mark) &&
        (mark == ',' || t.s[i] != '0'))
        while (at(t, end) == mark && digits(t, end + 1) == end + 4 &&
               !(mark == ' ' && at(t, end + 4) == '/'))
            end += 4;
    if (at(t, end) == '.' && is_digit(at(t, end + 1)))
        end = digits(t, end + 1);
    return end == start ? start : end;
}

/* "{5}{12}" behind \frac. */
static size_t braced(struct told_text t, size_t i)
{
    size_t end;

    if (at(t, i) != '{')
        return 0;
    i = told_blanks(t, i + 1);
    i += at(t, i) == '-';
    end = plain(t, i);
    if (end == i)
        return 0;
    end = told_blanks(t, end);
    return at(t, end) == '}' ? end + 1 : 0;
}

static size_t fraction(struct told_text t, size_t i)
{
    size_t end;

    if (!told_starts(t, i, "\\frac"))
        return 0;
    i += 5;
    if (is_digit(at(t, i)) && is_digit(at(t, i + 1)))
        return i + 2; /* \frac12 */
    end = braced(t, i);
    return end ? braced(t, end) : 0;
}

/* "/12" behind a number, blanks allowed where both sides have them. */
static size_t over(struct told_text t, size_t i)
{
    size_t k = told_blanks(t, i), end;

    if (at(t, k) != '/')
        return 0;
    k = told_blanks(t, k + 1);
    end = digits(t, k);
    return end > k ? end : 0;
}

/* "1/2" behind the whole part of a mixed number. */
static size_t mixed(struct told_text t, size_t i)
{
    size_t k = told_blanks(t, i), end = digits(t, k);

    if (told_starts(t, k, "\\frac"))
        return fraction(t, k);
    if (k == i || end == k || at(t, end) != '/')
        return 0;
    i = digits(t, end + 1);
    return i > end + 1 ? i : 0;
}

/* Does something behind it make another thing of a number: 1st, 5x, 3D? */
static bool is_part_of_word(struct told_text t, size_t end)
{
    static const char *const ordinal[] = { "st", "nd", "rd", "th" };
    char word[TOLD_WORD];
    size_t n = told_word(t, end, word);

    if (n == 1)
        return strchr("xyzn", word[0]) != NULL;
    return (n == 2 && told_listed(word, ordinal, 4)) || at(t, end) == '_';
}

size_t told_number(struct told_text t, size_t i)
{
    size_t end, more;

    if (i > 0 && (is_letter(t.s[i - 1]) || is_digit(t.s[i - 1]) ||
                  t.s[i - 1] == '_' || t.s[i - 1] == '.'))
        return 0;
    if (at(t, i) == '-' || at(t, i) == '+')
        i = told_blanks(t, i + 1);
    end = fraction(t, i);
    if (!end) {
        end = plain(t, i);
        if (end == i)
            return 0;
        more = mixed(t, end);
        if (!more)
            more = over(t, end);
        end = more ? more : end;
    }
    if (at(t, end) == '%')
        return end + 1;
    return is_part_of_word(t, end) ? 0 : end;
}

/* Does more of it stand behind a number: "1 2 3", "12:30", "1.250,5"? Which
 * of them is meant is not certain. */
static bool runs_on(struct told_text t, size_t end)
{
    char c = at(t, end);

    if (c && strchr(",.:'", c))
        return is_digit(at(t, end + 1));
    return c == ' ' && is_digit(at(t, told_blanks(t, end)));
}

/* 2024-05-12, 12/05/2024 */
static bool is_date(struct told_text t, size_t i)
{
    size_t a = digits(t, i), b = digits(t, a + 1), c;
    char mark = at(t, a);

    if (a == i || !(mark == '-' || mark == '/') || at(t, b) != mark)
        return false;
    c = digits(t, b + 1);
    if (b - a < 2 || b - a > 3)
        return false;
    return (a - i == 4 && (c - b == 2 || c - b == 3)) ||
           (a - i <= 2 && c - b == 5);
}

bool told_is_certain(struct told_text t)
{
    for (size_t i = 0; i < t.n; i++) {
        size_t end = is_digit(t.s[i]) ? told_number(t, i) : 0;

        if (end && (runs_on(t, end) || is_date(t, i)))
            return false;
        i = end > i ? end - 1 : i;
    }
    return true;
}

bool told_has_group(const char *text)
{
    for (const char *p = text; (p = strchr(p, ' ')); p++)
        if (p > text && is_digit(p[-1]) && is_digit(p[1]))
            return true;
    return false;
}

/* ---- computations ---- */

static bool is_operator(struct told_text t, size_t i)
{
    char c = at(t, i);

    if (c == '-')
        return at(t, i + 1) == ' ' || is_digit(at(t, i + 1));
    return c && strchr("+*/^=<>", c) != NULL;
}

/* The end of what may belong to a computation. */
static size_t run_end(struct told_text t, size_t i)
{
    size_t start = i;

    while (i < t.n && i - start < TOLD_LOOK) {
        size_t end;

        if (told_starts(t, i, "\\frac"))
            i += 5;
        else if (t.s[i] == '.' && !is_digit(at(t, i + 1)))
            break;
        else if (t.s[i] == ',' &&
                 !(is_digit(at(t, i + 1)) && i > start && is_digit(t.s[i - 1])))
            break;
        else if (is_digit(t.s[i]) && (end = digits(t, i)) &&
                 is_part_of_word(t, end))
            break;
        else if (is_digit(t.s[i]) || strchr(" .,+-*/^=(){}", t.s[i]))
            i++;
        else
            break;
    }
    return i;
}

static size_t trim_end(struct told_text t, size_t from, size_t to)
{
    while (to > from && strchr(" =+-*/^(,.{", t.s[to - 1]))
        to--;
    return to;
}

bool told_value(struct told_text t, size_t i, size_t *from, size_t *to,
                size_t *end)
{
    size_t number = told_number(t, i), last = i, stop;
    int64_t scale;

    if (!number && is_letter(at(t, i))) {
        *from = i;
        return (*to = *end = told_words_value(t, i)) != 0;
    }
    if ((!number && at(t, i) != '(') || (number && runs_on(t, number)) ||
        is_date(t, i))
        return false;
    if (number && (stop = told_scale(t, number, &scale))) {
        *from = i;
        *to = *end = stop;
        return true;
    }
    if (number && at(t, number) != '(' &&
        !is_operator(t, told_blanks(t, number))) {
        *from = i;
        *to = *end = number;
        return true;
    }
    stop = run_end(t, i);
    *end = trim_end(t, i, stop);
    for (size_t k = i; k < *end; k++)
        if (t.s[k] == '=')
            last = k + 1;
    *from = told_blanks(t, last);
    *to = *end;
    /* "5 + x": what was read is not all of it. */
    if (*end == i || (last == i && trim_end(t, i, stop) + 1 < stop &&
                      is_letter(at(t, stop))))
        return false;
    return *from < *to;
}

/* ---- lists ---- */

/* Behind signs and "and"; *parted: one of them parts two numbers. */
static size_t skip_between(struct told_text t, size_t i, bool *parted)
{
    char word[TOLD_WORD];

    *parted = false;
    for (;;) {
        size_t n = told_word(t, i, word);

        if (n == 3 && strcmp(word, "and") == 0) {
            *parted = true;
            i += 3;
        } else if (n == 1 && at(t, told_blanks(t, i + 1)) == '=') {
            i = told_blanks(t, i + 1) + 1; /* "x = 12, y = 7" */
        } else if (i < t.n && strchr(" \t,;[]()\"", t.s[i])) {
            *parted = *parted || t.s[i] == ',' || t.s[i] == ';';
            i++;
        } else {
            return i;
        }
    }
}

bool told_list(struct told_text t, size_t i, size_t parts, size_t *from,
               size_t *to)
{
    size_t start = i;
    struct ratio word;
    bool parted;

    for (size_t k = 0; k < parts; k++) {
        size_t end;

        i = skip_between(t, i, &parted);
        end = k == 0 || parted ? told_number(t, i) : 0;
        if (!end && (k == 0 || parted))
            end = told_words(t, i, &word);
        if (!end || end - start > TOLD_LOOK)
            return false;
        from[k] = i;
        to[k] = i = end;
    }
    i = skip_between(t, i, &parted);
    if (at(t, i) == '.')
        i++;
    return i >= t.n || strchr("\n}|<", t.s[i]) != NULL;
}

/* "12 dollars": words behind a number that only say what it counts. */
const char *told_bare(struct arena *a, const char *text)
{
    static const char *const telling[] = { "percent", "hundred", "thousand",
                                           "million", "dozen",   "billion" };
    struct told_text t = { text, strlen(text) };
    size_t end = told_number(t, 0), i;
    char word[TOLD_WORD];

    if (!end || t.s[end - 1] == '%')
        return text;
    for (i = told_blanks(t, end); i < t.n; i++) {
        if (t.s[i] == ' ' || (t.s[i] == '.' && i + 1 == t.n))
            continue;
        if (!told_word(t, i, word) ||
            told_listed(word, telling, sizeof(telling) / sizeof *telling))
            return text;
        i += strlen(word) - 1;
    }
    return arena_strndup(a, text, end);
}

/* ---- plain numbers ---- */

static bool of_fmpq(const fmpq_t q, struct ratio *out)
{
    if (!fmpz_fits_si(fmpq_numref(q)) || !fmpz_fits_si(fmpq_denref(q)))
        return false;
    return ratio_make(out, fmpz_get_si(fmpq_numref(q)),
                      fmpz_get_si(fmpq_denref(q)));
}

/* Through the grader's reader. */
static bool by_reader(struct arena *a, const char *text, size_t n,
                      struct ratio *out)
{
    struct work w = { 0, LIMIT_WORK / 100, NULL };
    const struct expr *x;
    struct err e;
    fmpq_t q;
    bool ok;

    if (!read_expr(a, text, n, NULL, &x, &e))
        return false;
    fmpq_init(q);
    ok = exact_rational(q, x, &w) == EXACT_VALUE && of_fmpq(q, out);
    fmpq_clear(q);
    return ok;
}

bool told_ratio(struct arena *a, const char *text, struct ratio *out)
{
    struct told_text t = told_clean(a, text, strlen(text));
    size_t start = 0, end;

    if (t.n > TOLD_LOOK)
        return false;
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] == '=')
            start = i + 1;
    start = told_blanks(t, start);
    if (by_reader(a, t.s + start, t.n - start, out))
        return true;
    /* "12 dollars": the number, and words that are no mathematics. */
    end = told_number(t, start);
    return end && !is_operator(t, told_blanks(t, end)) && !runs_on(t, end) &&
           by_reader(a, t.s + start, end - start, out);
}
