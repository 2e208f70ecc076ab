/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/extract.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "grade/extract/extract_int.h"
#include "math/read/read.h"

#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/*
 * The order of the rules. A box goes first because a model that writes one
 * means it; a reply without marks may be the answer as a whole; then comes
 * what the reply calls its answer, and guesses last.
 */

const char *extract_rule_name(enum extract_rule rule)
{
    static const char *const names[] = {
        [EXTRACT_NONE] = "none",     [EXTRACT_WHOLE] = "whole",
        [EXTRACT_BOXED] = "boxed",   [EXTRACT_BOXES] = "boxes",
        [EXTRACT_TAG] = "tag",       [EXTRACT_HASHES] = "hashes",
        [EXTRACT_FINAL] = "final",   [EXTRACT_LABEL] = "label",
        [EXTRACT_CHOICE] = "choice", [EXTRACT_FORMULA] = "formula",
        [EXTRACT_NUMBER] = "number"
    };

    return names[rule];
}

#define WHOLE_MOST  400 /* bytes of a reply that is its answer */
#define WHOLE_WORDS 3   /* that are no mathematics */

/* "(B) 12" and "12 (B)" without the letter. */
static struct span drop_choice(struct span t)
{
    static const char *const heads[] = { "\\text{answer: }", "\\text{answer:}",
                                         "\\text{the answer is }" };

    t = trim_span(label_rest(t));
    for (size_t i = 0; i < COUNT(heads); i++)
        if (span_at_fold(t, 0, heads[i]) && t.n > strlen(heads[i]))
            t = trim_span(span_cut(t, strlen(heads[i]), t.n));
    if (t.n > 4 && t.s[t.n - 1] == ')' && t.s[t.n - 3] == '(' &&
        t.s[t.n - 4] == ' ' && is_upper(t.s[t.n - 2]) && t.s[t.n - 2] <= 'J' &&
        is_digit(t.s[t.n - 5]))
        t = trim_span(span_cut(t, 0, t.n - 4));
    return t;
}

/* One quantity in two units: "2 hours and 30 minutes". */
static struct span join_units(const struct extract *x, struct span t)
{
    static const char *const units[] = {
        "day",   "days",   "hour",    "hours",  "minute", "minutes", "week",
        "weeks", "year",   "years",   "month",  "months", "foot",    "feet",
        "pound", "pounds", "dollars", "dollar", "meters", "meter",   "m",
        "km",    "kg",     "yards",   "miles",  "h",      "min",     "ft"
    };
    size_t at = 0, word, end;

    while (at < t.n && (is_digit(t.s[at]) || one_of(t.s[at], ".,")))
        at++;
    word = span_skip_space(t, at);
    for (end = word; end < t.n && is_letter(t.s[end]);)
        end++;
    if (at == 0 || !span_listed(span_cut(t, word, end), units, COUNT(units)) ||
        !span_at_fold(t, end, " and ") || end + 5 >= t.n ||
        !is_digit(t.s[end + 5]) || !is_letter(t.s[t.n - 1]) || t.n > 80)
        return t;
    return (struct span){ arena_printf(x->a, "%.*s %.*s", (int)end, t.s,
                                       (int)(t.n - end - 5), t.s + end + 5),
                          t.n - 4 };
}

bool extract_fill(const struct extract *x, struct extracted *out,
                  enum extract_rule rule, struct span answer)
{
    struct span t = trim_span(answer);
    bool marked = rule <= EXTRACT_HASHES; /* its end is known */
    char letter = !x->opt->choice ? '\0'
                  : marked        ? choice_sole(t)
                                  : choice_letter(t);

    if (t.n == 0)
        return false;
    if (!letter && x->opt->lower)
        letter = choice_letter_small(t);
    if (!x->opt->choice && !x->opt->gold)
        t = drop_choice(t);
    t = join_units(x, t);
    if (t.n <= WHOLE_MOST && parts_find(x, t, out)) {
        out->rule = rule;
        out->declared = rule < EXTRACT_CHOICE;
        return true;
    }
    out->rule = rule;
    out->text = letter ? arena_strndup(x->a, &letter, 1) : trim_text(x->a, t);
    out->declared = rule < EXTRACT_CHOICE;
    return out->text[0] != '\0';
}

/* Does t stand on one line, but for formulas, and in one sentence? */
static bool is_one_line(struct span t)
{
    size_t at = 0, after;
    enum token k;

    while ((k = token_read(t, at, &after)) != TOKEN_END) {
        if (k == TOKEN_NEWLINE ||
            (k == TOKEN_STOP && after < t.n && character_space(t, after)))
            return false;
        at = after;
    }
    return true;
}

/* Digits, signs and brackets alone, however many: no prose. */
static bool is_bare(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (is_letter(t.s[i]) || is_space(t.s[i]) ||
            (unsigned char)t.s[i] >= 0x80)
            return false;
    return true;
}

/* One line of mathematics without any word of prose. */
static bool is_long_formula(struct span t)
{
    bool telling = false;

    return t.n <= LIMIT_ANSWER_BYTES && is_one_line(t) &&
           prose_words(t, &telling) == 0 && !telling;
}

/* name(...) in ASCII without a space. */
static bool is_code(struct span t)
{
    if (!is_letter(t.s[0]) && t.s[0] != '_')
        return false;
    for (size_t i = 0; i < t.n; i++)
        if (is_space(t.s[i]) || (unsigned char)t.s[i] >= 0x80)
            return false;
    return memchr(t.s, '(', t.n) && t.s[t.n - 1] == ')';
}

static bool is_text(const struct expr *node)
{
    return node->op == EXPR_TEXT;
}

bool extract_reads(const struct extract *x, struct span t)
{
    const struct expr *tree;
    struct err e;
    const char *s = trim_text(x->a, t);

    if (!read_expr(x->a, s, strlen(s), NULL, &tree, &e))
        return false;
    /* Words alone may be an answer; words among mathematics are prose. */
    return is_text(tree) ? !span_has_digit(t) : !expr_any(tree, is_text);
}

/* A line of LaTeX is meant as one, even if nobody can read it. */
static bool has_command(struct span t)
{
    size_t at = 0, after;
    enum token k;

    while ((k = token_read(t, at, &after)) != TOKEN_END) {
        if (k == TOKEN_COMMAND)
            return true;
        at = after;
    }
    return false;
}

/* Is a key the worked solution, whose end gives the answer: several
 * sentences that do not read as one answer? */
static bool is_solution(const struct extract *x, struct span t)
{
    bool telling = false;

    return !is_one_line(t) && prose_words(t, &telling) && telling &&
           !extract_reads(x, t);
}

/* Does a lone capital letter stand in t? */
static bool has_capital(struct span t)
{
    size_t at = 0, after;
    enum token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after)
        if (k == TOKEN_LETTER && is_upper(t.s[at]) && t.s[at] <= 'J')
            return true;
    return false;
}

bool whole_find(const struct extract *x, struct extracted *out)
{
    struct span t = trim_span(x->text), inner;
    bool telling = false;
    size_t words, after;

    if (t.n == 0)
        return false;
    if (x->opt->gold)
        return !is_solution(x, t) && extract_fill(x, out, EXTRACT_WHOLE, t);
    if (t.n > WHOLE_MOST)
        return (is_bare(t) || is_long_formula(t)) &&
               extract_fill(x, out, EXTRACT_WHOLE, t);
    /* One formula and nothing else is the answer even when nobody can read
     * it: no number is lifted out of it. */
    if (formula_at(x->text, span_skip_space(x->text, 0), &inner, &after) &&
        trim_span(span_cut(x->text, after, x->text.n)).n == 0)
        return extract_fill(x, out, EXTRACT_WHOLE, x->text);
    /* Nor out of a line of some program: eval("2+3"). */
    if (is_code(t))
        return extract_fill(x, out, EXTRACT_WHOLE, t);
    if (!is_one_line(t))
        return false;
    if (x->opt->lower && t.n < 40 && choice_letter_small(t))
        return extract_fill(x, out, EXTRACT_WHOLE, t);
    words = prose_words(t, &telling);
    /* "To conclude, $x = 17$": the formula is the answer. */
    if (words && is_letter(t.s[0]) && memchr(t.s, '$', t.n))
        return false;
    /* "I would choose C" */
    if (words && x->opt->choice && choice_letter(t) == '\0' && has_capital(t))
        return false;
    if (telling || words > WHOLE_WORDS ||
        (words && !has_command(t) && !extract_reads(x, t)))
        return false;
    return extract_fill(x, out, EXTRACT_WHOLE, t);
}

static struct extracted none(const char *why)
{
    return (struct extracted){ .rule = EXTRACT_NONE, .why = why };
}

struct extracted extract_answer(struct arena *a, const char *text, size_t n,
                                const struct extract_options *opt)
{
    static const struct extract_options plain;
    struct extract x = { a, { text, n }, opt ? opt : &plain, 0 };
    struct extracted out = { 0 };
    bool cut = false;

    if (span_skip_space(x.text, 0) >= n)
        return none("the reply is empty");
    if (!think_skip(x.text, &x.text) && !x.opt->gold)
        return none("the thinking never ends");
    x.text = clean_text(a, x.text);
    if (parts_find(&x, x.text, &out) || box_find(&x, &out, &cut) ||
        tag_find(&x, &out) || hashes_find(&x, &out) || phrase_find(&x, &out) ||
        whole_find(&x, &out))
        return out;
    /* A reply cut off inside its box has not said its answer. */
    if (cut)
        return none("no answer was found");
    if ((x.opt->choice && choice_find(&x, &out)) || guess_find(&x, &out) ||
        (x.opt->gold && extract_fill(&x, &out, EXTRACT_WHOLE, x.text)))
        return out;
    return none("no answer was found");
}
