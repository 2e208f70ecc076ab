/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/sought.h"

#include "base/ascii.h"
#include "grade/extract/reply_text.h"
#include "math/exact/unit.h"
#include "text/date.h"
#include "text/pattern.h"

/* ---- symbols ---- */

/* Bits 0..51 are letters; all Greek ones share one. */
#define SYMBOL_GREEK (UINT64_C(1) << 52)

static uint64_t letter_bit(char c)
{
    return UINT64_C(1) << (is_upper(c) ? c - 'A' + 26 : c - 'a');
}

/* Bytes of the command at `at`, its braces too if they hold no mathematics;
 * *symbols gets the letter that it is. */
static size_t command_at(struct span t, size_t at, uint64_t *symbols)
{
    size_t n = 1 + span_letters(t, at + 1), end;
    struct span word = span_cut(t, at + 1, at + n);

    if (span_among(word, "text mathrm operatorname textbf mbox begin end")) {
        end = span_braces(t, at + n);
        return end ? end - at : n;
    }
    if (span_among(word, "alpha beta gamma delta epsilon varepsilon theta "
                         "lambda mu nu rho sigma tau phi varphi psi omega "
                         "kappa xi zeta eta"))
        *symbols |= SYMBOL_GREEK;
    return n > 1 ? n : 2;
}

/* The symbols of t, a bit for each. Words of more than three letters, names of
 * functions and the constants e and i are none. */
static uint64_t symbols_of(struct span t)
{
    uint64_t symbols = 0;

    for (size_t i = 0, n; i < t.n; i += n ? n : 1) {
        n = span_letters(t, i);
        if (t.s[i] == '\\')
            n = command_at(t, i, &symbols);
        else if (n <= 3 && !span_among(span_cut(t, i, i + n),
                                       "sin cos tan log ln exp max min mod cm "
                                       "km mm kg ft in and or for if is a"))
            for (size_t k = i; k < i + n; k++)
                symbols |= one_of(t.s[k], "ei") ? 0 : letter_bit(t.s[k]);
    }
    return symbols;
}

/* ---- units ---- */

static bool is_unit_word(struct span w)
{
    return span_among(w, "per square cubic am pm a.m p.m") ||
           unit_known(w.s, w.n);
}

bool sought_quantity(struct span key)
{
    bool digits = false, unit = false;

    for (size_t i = 0, n; i < key.n; i += n ? n : 1) {
        n = span_letters(key, i);
        digits = digits || is_digit(key.s[i]);
        if (key.s[i] == '\\')
            n = 1 + span_letters(key, i + 1);
        else if (n && !is_unit_word(span_cut(key, i, i + n)))
            return false;
        else
            unit = unit || n;
    }
    return digits && unit;
}

size_t unit_at(struct span t, size_t at)
{
    size_t i = at, n, end = at;

    while ((n = span_letters(t, i)) && is_unit_word(span_cut(t, i, i + n))) {
        end = i += n;
        if (span_byte(t, i) == '^')
            end = i += 1 + span_digits(t, i + 1);
        else if (character_is(t, i, CHAR_RAISED))
            end = i += character_is(t, i, CHAR_RAISED);
        i += one_of(span_byte(t, i), "/* ");
    }
    /* "12 in total" */
    return end - at == 2 && span_at_fold(t, at, "in ") ? 0 : end - at;
}

/* ---- kinds ---- */

static bool has_relation(struct span t)
{
    return pattern_in(t, "%#%[<>]|≤|≥|≠|∪|∈|\\%(leqslant|leq|le|lt|geqslant|"
                         "geq|ge|gt|neq|ne|cup|in%)%>");
}

#define NESTED_MOST 64 /* brackets in brackets: what is deeper is none */

/* Where brackets with a comma in them begin; t.n: nowhere. */
static size_t bracketed(struct span t, const char *opens)
{
    size_t open[NESTED_MOST], depth = 0, first = t.n;

    for (size_t i = 0; i < t.n; i++) {
        if (one_of(t.s[i], "([{")) {
            if (depth < NESTED_MOST)
                open[depth] = i;
            depth++;
        } else if (one_of(t.s[i], ")]}")) {
            depth -= depth > 0;
        } else if (one_of(t.s[i], ",;") && depth && depth <= NESTED_MOST) {
            size_t from = open[depth - 1];

            if (from < first && one_of(t.s[from], opens))
                first = from;
        }
    }
    return first;
}

static bool sought_is_region(struct span t)
{
    if (t.n < 10 && span_before_fold(t, t.n, "\\infty"))
        return false; /* a limit */
    return has_relation(t) ||
           pattern_in(t, "%#\\mathbb{R}|ℝ|∞|∅|\\%(infty|emptyset|"
                         "varnothing%)%>") ||
           bracketed(t, "[]") < t.n;
}

/* Is the sign of equality behind more than a name, or before symbols? */
static bool sought_is_equation(struct span t)
{
    size_t at = span_index(t, 0, '=');

    return at < t.n && (symbols_of(span_from(t, at + 1)) ||
                        trim_span(span_cut(t, 0, at)).n > 4);
}

/* Does a comma or an "and" stand outside of all brackets? */
static bool has_items(struct span t)
{
    size_t depth = 0;

    for (size_t i = 0; i < t.n; i++) {
        depth += one_of(t.s[i], "([{");
        depth -= one_of(t.s[i], ")]}") && depth > 0;
        if (depth == 0 &&
            ((one_of(t.s[i], ",;") && span_digits(t, i + 1) != 3) ||
             span_at(t, i, " and ")))
            return true;
    }
    return false;
}

static bool sought_is_matrix(struct span t)
{
    return span_at(t, 0, "[[") || pattern_in(t, "%#matrix}|\\begin{array}");
}

static bool starts_point(struct span t)
{
    size_t at = span_at(t, 0, "\\left") ? 5 : 0;

    if (span_has(t, '=')) /* P = (0, 2) */
        at = span_skip_space(t, span_index(t, 0, '=') + 1);
    return bracketed(t, "(") == at;
}

struct sought sought_of(struct span key)
{
    struct sought s = { 0 };
    struct date date;

    key = trim_span(key);
    if (key.n == 0)
        return s;
    if (date_read(key, &date)) {
        s.kinds = SOUGHT_DATE;
        return s;
    }
    if (sought_quantity(key))
        return s;
    if (span_has(key, '&') && sought_is_matrix(key)) {
        s.kinds = SOUGHT_MATRIX;
        return s;
    }
    s.symbols = symbols_of(key);
    /* With cases, or such that it could be written so. */
    s.cases = pattern_in(key, "\\begin{cases}|%[|]");
    if (has_items(key))
        s.kinds = s.symbols || span_has(key, '=') ? 0 : SOUGHT_LIST;
    else if (sought_is_region(key))
        s.kinds = SOUGHT_REGION;
    else if (starts_point(key))
        /* (1, 3) may be an interval. */
        s.kinds = SOUGHT_POINT | (s.symbols ? 0 : SOUGHT_REGION);
    else if (sought_is_equation(key))
        s.kinds = SOUGHT_EQUATION | SOUGHT_FORMULA;
    else if (s.symbols && !span_has(key, '='))
        s.kinds = SOUGHT_FORMULA;
    for (char c = 'a'; c <= 'z'; c++)
        if (s.symbols == letter_bit(c))
            s.variable = c;
    return s;
}

/* t behind its last sign of equality. */
static struct span behind_equals(struct span t)
{
    size_t i = t.n;

    i = span_back_to(t, i, '=');
    return span_from(t, i);
}

bool sought_fits(const struct sought *s, struct span t)
{
    struct date date;

    t = trim_span(t);
    if (t.n < 2 || t.n > 400)
        return false;
    if (s->kinds & SOUGHT_DATE)
        return date_read(t, &date);
    if (s->kinds & SOUGHT_MATRIX)
        return sought_is_matrix(t);
    if (s->kinds & SOUGHT_LIST)
        return has_items(t);
    if ((s->kinds & SOUGHT_POINT) && bracketed(t, "(") < t.n)
        return true;
    if ((s->kinds & SOUGHT_REGION) &&
        (has_relation(t) || bracketed(t, "[]") < t.n ||
         (s->kinds == SOUGHT_REGION && sought_is_region(t))))
        return true;
    if ((s->kinds & SOUGHT_EQUATION) && sought_is_equation(t))
        return (symbols_of(t) & s->symbols) != 0;
    return (s->kinds & SOUGHT_FORMULA) &&
           (symbols_of(behind_equals(t)) & s->symbols);
}
