/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/extract_int.h"

/*
 * One value of a sentence: a formula, a run of plain mathematics, or several
 * that are named together: of "x = 1 and x = 2" the second alone would answer
 * another question.
 */

#define BRACKETED_MOST 300 /* bytes of a remark in brackets */

/* "$x$", "$f(x)$" in "the largest value of $x$" name something. */
static bool is_mention(struct span t)
{
    size_t i = 0;

    t = trim_span(t);
    if (t.n && t.s[0] == '\\') {
        for (i = 1; i < t.n && is_letter(t.s[i]);)
            i++;
        if (span_is_fold(span_cut(t, 0, i), "\\pi") ||
            span_is_fold(span_cut(t, 0, i), "\\infty"))
            return false;
    } else if (t.n && is_letter(t.s[0])) {
        i = 1;
    }
    if (i && i == t.n)
        return true;
    return i && t.n <= i + 4 && (t.s[i] == '_' || t.s[i] == '(') &&
           !is_digit(t.s[i + 1 < t.n ? i + 1 : i]);
}

/* "$\\blacksquare$" */
static bool is_end_of_proof(struct span t)
{
    t = trim_span(t);
    return span_is(t, "\\blacksquare") || span_is(t, "\\square") ||
           span_is(t, "\\Box") || span_is(t, "\\qed");
}

/* The bracket that goes with c; 0: c is none. */
static char partner(char c)
{
    static const char brackets[] = "()[]{}";
    const char *p = c ? strchr(brackets, c) : NULL;

    if (!p)
        return '\0';
    return (p - brackets) % 2 ? p[-1] : p[1];
}

/* "[3, 4)": of an interval either will do. */
static bool has_partner(struct span t, char c)
{
    const char *other = one_of(c, "([") ? ")]" : one_of(c, ")]") ? "([" : NULL;

    if (!other)
        return memchr(t.s, partner(c), t.n) != NULL;
    return memchr(t.s, other[0], t.n) || memchr(t.s, other[1], t.n);
}

struct span drop_lone_brackets(struct span t)
{
    while (t.n) {
        char first = t.s[0], last = t.s[t.n - 1];

        if (one_of(first, "([{") && !has_partner(t, first))
            t = span_cut(t, 1, t.n);
        else if (one_of(last, ")]}") && !span_escaped(t, t.n - 1) &&
                 !has_partner(t, last))
            t.n--;
        else
            return t;
        t = trim_span(t);
    }
    return t;
}

/* A digit, or a fraction that is one character. */
static bool has_number(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (is_digit(t.s[i]) ||
            ((t.s[i] & 0x80) && character_is(t, i, CHAR_FRACTION)))
            return true;
    return false;
}

/* Of plain mathematics "66 + 126 = 192" what stands behind the last sign of
 * equality. */
static struct span last_side(struct span t)
{
    size_t from = 0;

    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] == '=' && !(i && one_of(t.s[i - 1], "<>!")))
            from = i + 1;
    if (has_number(span_cut(t, from, t.n)))
        t = span_cut(t, from, t.n);
    t = drop_lone_brackets(trim_span(t));
    /* the bar of a table */
    if (t.n && t.s[t.n - 1] == '|' && !memchr(t.s, '|', t.n - 1))
        t = trim_span(span_cut(t, 0, t.n - 1));
    while (t.n && one_of(t.s[t.n - 1], "-=+([{/&") &&
           !span_escaped(t, t.n - 1)) {
        t.n--;
        t = trim_span(t);
    }
    return t;
}

/* Is the number at `at` the mark of a list, "3. ", or of a step; or is it
 * named to be ruled out? */
static bool is_counter(struct span t, size_t at, size_t end)
{
    static const char *const words[] = {
        "step ",    "case ",     "example ",    "figure ",     "section ",
        "part ",    "equation ", "problem ",    "method ",     "not ",
        "n't ",     "than ",     "instead of ", "other than ", "question ",
        "theorem ", "chapter ",  "page ",       "eq. ",        "steps ",
        "year ",    "lemma ",    "exercise ",   "line ",       "pas ",
        "nicht "
    };
    size_t i = at;

    while (i && (t.s[i - 1] == ' ' || t.s[i - 1] == '#' || t.s[i - 1] == '*'))
        i--;
    if ((i == 0 || t.s[i - 1] == '\n') && end < t.n &&
        (t.s[end] == '.' || t.s[end] == ')') &&
        (end + 1 == t.n || is_space(t.s[end + 1])))
        return i > 0 || end + 1 < t.n;
    for (size_t k = 0; k < COUNT(words) && is_digit(t.s[at]); k++)
        if (span_before_fold(t, at, words[k]))
            return true;
    return false;
}

/* Does something follow a word that makes it a function, "ln 2"? */
static bool calls(struct span t, size_t at)
{
    if (at < t.n && t.s[at] == ' ')
        at++;
    return at < t.n && (is_digit(t.s[at]) || one_of(t.s[at], "(^/*|"));
}

/* Is it a computation: a digit that is no subscript left of the sign? */
static bool is_computation(struct span t)
{
    for (size_t i = 0; i < t.n && t.s[i] != '='; i++)
        if (is_digit(t.s[i]) && !(i && one_of(t.s[i - 1], "_{")))
            return memchr(t.s, '=', t.n) != NULL;
    return false;
}

/* Is an item of a list no value: a computation, or a mere name? */
static bool is_odd_item(struct span t)
{
    struct span inner;
    size_t after;

    t = trim_span(t);
    if (t.n == 0 || is_computation(t))
        return true;
    if (formula_at(t, 0, &inner, &after))
        return is_mention(inner);
    return !span_has_digit(t);
}

/* Is it "x = 1 and x = 2", "3, 4 or 5": values that are named together? */
static bool is_list(struct span t)
{
    size_t at = 0, after, item = 0, depth = 0;
    enum reply_token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        bool join =
            k == TOKEN_WORD && token_word(span_cut(t, at, after)) == TOKEN_JOIN;

        if (k == TOKEN_OPEN)
            depth++;
        else if (k == TOKEN_CLOSE)
            depth -= depth > 0;
        if (depth || (k != TOKEN_COMMA && !join))
            continue;
        /* ", and" ends one item. */
        if (!(join && trim_span(span_cut(t, item, at)).n == 0) &&
            is_odd_item(span_cut(t, item, at)))
            return false;
        item = after;
    }
    return item && !is_odd_item(span_cut(t, item, t.n));
}

/* Of a list that ends with the mention of its parameter, "$x = 2n$ or $x = 5n$,
 * $n$ an integer", the end of what stands before it; 0: it ends otherwise. */
static size_t before_parameter(struct span t, size_t at, size_t end)
{
    size_t i = end, after;
    struct span inner;

    while (i > at && t.s[i - 1] != ',')
        i--;
    after = span_skip_space(t, i);
    return i > at && formula_at(t, after, &inner, &after) && after == end &&
                   is_mention(inner) && integers_said(t, end)
               ? i - 1
               : 0;
}

/* The end of the list that begins at `at` with a value that ends at `end`;
 * 0: there is none. *tried: up to where lists have been looked for. */
static size_t list_end(struct span t, size_t at, size_t end, size_t *tried)
{
    size_t next = span_skip_space(t, end), after;
    enum reply_token k = token_read(t, next, &after);

    if (at < *tried)
        return 0;
    if (k == TOKEN_WORD)
        k = token_word(span_cut(t, next, after));
    if (k != TOKEN_COMMA && k != TOKEN_JOIN)
        return 0;
    *tried = run_end(t, at, true);
    if ((end = before_parameter(t, at, *tried)))
        *tried = end;
    return is_list(span_cut(t, at, *tried)) ? *tried : 0;
}

static bool starts_run(struct span t, enum reply_token k, size_t after)
{
    return k == TOKEN_NUMBER || k == TOKEN_LETTER || k == TOKEN_OPEN ||
           k == TOKEN_COMMAND || k == TOKEN_MATHWORD || k == TOKEN_SIGN ||
           (k == TOKEN_WORD && calls(t, after));
}

static void fill_run(struct span t, size_t at, struct value *v)
{
    struct span run = span_cut(t, at, v->end);

    /* "- 5 apples" in a list. */
    if (run.n > 1 && run.s[0] == '-' && run.s[1] == ' ')
        run = span_cut(run, 1, run.n);
    v->whole = drop_lone_brackets(trim_span(run));
    v->open = v->whole.n && v->whole.s[v->whole.n - 1] == '=';
    if (v->open || !has_number(run) || is_counter(t, at, v->end))
        return;
    v->text = last_side(run);
    v->equals = memchr(run.s, '=', run.n) != NULL;
    /* "3 + 4 = 7", "apples = 7", but "y = 2". */
    v->computed = v->equals && !(run.n > 2 && is_letter(run.s[0]) &&
                                 (run.s[1] == '=' || run.s[2] == '='));
}

/* "$180*7=$1260": the second $ is money, not the end of a formula. */
static bool is_sum_of_money(struct span t, struct span inner, size_t after)
{
    return inner.n && one_of(inner.s[inner.n - 1], "=+-*/") && after < t.n &&
           is_digit(t.s[after]);
}

size_t value_at(struct span t, size_t at, size_t *tried, struct value *v)
{
    struct span inner;
    size_t after;
    enum reply_token k = token_read(t, at, &after);

    *v = (struct value){ .at = at };
    v->formula = k == TOKEN_FORMULA && formula_at(t, at, &inner, &after);
    if (v->formula && is_sum_of_money(t, trim_span(inner), after)) {
        v->formula = false;
        v->end = run_end(t, after, false);
        v->text = last_side(span_cut(t, after - 1, v->end));
        v->equals = v->computed = true;
        return v->end;
    }
    if (!v->formula && !starts_run(t, k, after))
        return after;
    v->end = v->formula ? after : run_end(t, at, false);
    if (v->end < after)
        v->end = after;
    if ((after = list_end(t, at, v->end, tried))) {
        v->text = v->whole = span_cut(t, at, after);
        v->list = true;
        v->end = after;
    } else if (v->formula) {
        v->text = v->whole = formula_answer(inner);
        v->mention = is_mention(v->text);
        if (is_end_of_proof(v->text))
            v->text = span_cut(v->text, 0, 0);
        v->equals = memchr(v->text.s, '=', v->text.n) != NULL;
    } else {
        fill_run(t, at, v);
    }
    return v->end;
}
