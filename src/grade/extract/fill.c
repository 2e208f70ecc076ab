/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "grade/extract/extract_int.h"
#include "math/read/read.h"
#include "text/lexicon.h"

#include <stdint.h>

/*
 * From what a rule found to the answer: the letter of a choice alone, the
 * value without it, one quantity of two units, and the parts of an answer,
 * "(a) 5 (b) 7", each read as a reply of its own and joined with semicolons.
 */

/* ---- parts ---- */

#define PARTS_MOST ((size_t)12)
#define SHORT_MOST 400 /* bytes of parts on one line */

/* The label of part number n at `at`, "(a)", "a)", "Part (a):": where it
 * ends; 0: there is none. */
static size_t label_at(struct span t, size_t at, size_t n)
{
    size_t i = at;
    bool bracket;

    while (i < t.n && i < at + 8 && one_of(t.s[i], "*_#"))
        i++;
    if (span_at_fold(t, i, "part "))
        i += 5;
    bracket = i < t.n && t.s[i] == '(';
    i += bracket;
    if (i + 1 >= t.n || t.s[i] != (char)('a' + (int)n) || t.s[i + 1] != ')')
        return 0;
    i += 2;
    while (i < t.n && one_of(t.s[i], "*_:"))
        i++;
    return i >= t.n || character_space(t, i) || one_of(t.s[i], "$\\") ? i : 0;
}

struct parts {
    size_t from[PARTS_MOST], to[PARTS_MOST]; /* what the labels are before */
    size_t n;
};

/* The parts of t: at the beginning of lines, or, in a short text, behind a
 * blank. A second "(a)" begins anew. */
static void find_parts(struct span t, struct parts *p)
{
    bool start = true, short_text = t.n <= SHORT_MOST;
    const char *line;
    size_t end;

    p->n = 0;
    for (size_t i = 0; i < t.n; i++) {
        if (start && one_of(t.s[i], "(*_#PpaAbBcCdDeEfFgGhHiI")) {
            if (p->n && (end = label_at(t, i, 0)))
                p->n = 0;
            end = p->n < PARTS_MOST ? label_at(t, i, p->n) : 0;
            if (end) {
                if (p->n)
                    p->to[p->n - 1] = i;
                p->from[p->n] = end;
                p->to[p->n++] = t.n;
                i = end - 1;
                start = false;
                continue;
            }
        }
        start = t.s[i] == '\n' || (start && t.s[i] == ' ') ||
                (short_text && t.s[i] == ' ');
        if (start || short_text)
            continue;
        line = memchr(t.s + i + 1, '\n', t.n - i - 1);
        i = line ? (size_t)(line - t.s) - 1 : t.n - 1;
    }
}

/* A part without the "and" or comma that leads to the next. */
static struct span tidy(struct span t)
{
    t = trim_span(t);
    if (t.n > 4 && span_before_fold(t, t.n, " and"))
        t = trim_span(span_cut(t, 0, t.n - 4));
    return t;
}

static bool join_parts(const struct extract *x, struct span t,
                       const struct parts *p, struct extracted *out)
{
    struct extract_options opt = *x->opt;
    struct str text = str_in(x->a);
    struct extracted one = { 0 };

    opt.parts = 0;
    opt.inside = true;
    out->declared = true;
    for (size_t i = 0; i < p->n; i++) {
        struct span part = tidy(span_cut(t, p->from[i], p->to[i]));

        one = x->read(x->a, part.s, part.n, &opt);
        if (one.rule == EXTRACT_NONE)
            return false;
        if (text.n)
            str_add(&text, "; ");
        str_add(&text, one.text);
        out->declared = out->declared && one.declared;
    }
    extract_place(x, span_cut(t, p->from[0], p->to[p->n - 1]), out);
    out->rule = one.rule == EXTRACT_BOXED ? EXTRACT_BOXES : one.rule;
    out->text = str_get(&text);
    out->why = NULL;
    return true;
}

/* Has every part a box of its own? */
static bool are_boxed(struct span t, const struct parts *p)
{
    for (size_t i = 0; i < p->n; i++) {
        struct span part = span_cut(t, p->from[i], p->to[i]);
        size_t at = 0;

        while (at < part.n && !span_at(part, at, "\\boxed"))
            at++;
        if (at == part.n)
            return false;
    }
    return true;
}

bool parts_find(const struct extract *x, struct span t, struct extracted *out)
{
    struct parts p;

    if (x->opt->inside || x->opt->choice)
        return false;
    find_parts(t, &p);
    /* A reply that begins with its first part has nothing else; another
     * one needs a key with as many parts. */
    if (p.n < 2 ||
        !(p.n == x->opt->parts || label_at(t, 0, 0) || are_boxed(t, &p)))
        return false;
    return join_parts(x, t, &p, out);
}

/* ---- the answer ---- */

/* "(B) 12" and "12 (B)" without the letter. */
static struct span drop_choice(struct span t)
{
    static const char *const heads[] = { "\\text{answer: }", "\\text{answer:}",
                                         "\\text{the answer is }" };

    t = trim_span(letter_rest(t));
    for (size_t i = 0; i < COUNT(heads); i++)
        if (span_at_fold(t, 0, heads[i]) && t.n > strlen(heads[i]))
            t = trim_span(span_cut(t, strlen(heads[i]), t.n));
    if (t.n > 4 && t.s[t.n - 1] == ')' && t.s[t.n - 3] == '(' &&
        t.s[t.n - 4] == ' ' && is_upper(t.s[t.n - 2]) && t.s[t.n - 2] <= 'J' &&
        is_digit(t.s[t.n - 5]))
        t = trim_span(span_cut(t, 0, t.n - 4));
    return t;
}

/* "3/8 (37.5%)", "1/6 (about 0.17)" without what is in the brackets. */
static struct span drop_rounding(struct span t)
{
    static const char *const heads[] = { "about ", "approximately ", "approx",
                                         "or ",    "roughly ",       "~" };
    const char *open = t.n ? memchr(t.s, '(', t.n) : NULL;
    size_t at = open ? (size_t)(open - t.s) : 0;

    if (at < 2 || t.s[at - 1] != ' ' || t.s[t.n - 1] != ')' ||
        !is_digit(t.s[at - 2]) || memchr(t.s, '%', at))
        return t;
    if (t.s[t.n - 2] == '%' || span_at_any(t, at + 1, heads, COUNT(heads)) ||
        character_is(t, at + 1, CHAR_RELATION))
        return span_cut(t, 0, at - 1);
    return t;
}

/* One quantity in two units: "2 hours and 30 minutes". */
static struct span join_units(const struct extract *x, struct span t)
{
    size_t at = 0, word, end;

    while (at < t.n && (is_digit(t.s[at]) || one_of(t.s[at], ".,")))
        at++;
    word = span_skip_space(t, at);
    for (end = word; end < t.n && is_letter(t.s[end]);)
        end++;
    if (at == 0 || !word_is(span_cut(t, word, end), WORD_FIRST_UNIT) ||
        !span_at_fold(t, end, " and ") || end + 5 >= t.n ||
        !is_digit(t.s[end + 5]) || !is_letter(t.s[t.n - 1]) || t.n > 80)
        return t;
    return (struct span){ arena_printf(x->a, "%.*s %.*s", (int)end, t.s,
                                       (int)(t.n - end - 5), t.s + end + 5),
                          t.n - 4 };
}

/* ---- decimal commas ---- */

#define LANGUAGE_MOST ((size_t)2000) /* bytes that tell the language */

/* Is the reply in a language that writes a decimal comma? */
static bool writes_commas(const struct extract *x)
{
    struct span t = span_cut(x->text, 0, LANGUAGE_MOST);
    size_t at = 0, after, commas = 0, english = 0;
    enum reply_token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        const struct lexeme *w =
            k == TOKEN_WORD ? lexicon_find(span_cut(t, at, after)) : NULL;

        commas += lexeme_is(w, WORD_COMMA);
        english += lexeme_is(w, WORD_STOP) && !lexeme_is(w, WORD_COMMA);
    }
    return commas >= 2 && commas > english;
}

/* The number 1.234,50 or 1 234,5 at `at`, whose comma can only be decimal:
 * where the comma stands; 0: it is none. */
static size_t grouped(struct span t, size_t at)
{
    size_t i = at + span_digits(t, at), n;
    char mark = span_byte(t, i);

    if (i - at > 3 || (mark != '.' && mark != ' ' && mark != '\xc2'))
        return 0;
    while ((n = mark == '.' ? span_byte(t, i) == '.' : character_space(t, i)) &&
           span_digits(t, i + n) == 3)
        i += n + 3;
    return i > at + 3 && span_byte(t, i) == ',' && is_digit(span_byte(t, i + 1))
               ? i
               : 0;
}

/* The number 1.500 or 1 500 at `at`, whose marks can only be those of thousands
 * in a language with decimal commas: where it ends; 0: it is none. */
static size_t pointed(struct span t, size_t at)
{
    size_t i = at + span_digits(t, at), start = i;
    char mark = span_byte(t, i);

    while (i - at <= 24 && one_of(mark, ". ") && span_byte(t, i) == mark &&
           span_digits(t, i + 1) == 3)
        i += 4;
    return start - at <= 3 && i > start && (mark == ' ' || t.s[i - 1] == '0') &&
                   span_byte(t, i) != ','
               ? i
               : 0;
}

/* Is there a comma between digits at `at`, and no other behind them? */
static bool is_sole(struct span t, size_t at)
{
    size_t n = span_digits(t, at + 1);

    return span_byte(t, at) == ',' && n && span_byte(t, at + 1 + n) != ',' &&
           !memchr(t.s, ';', t.n);
}

/* A copy of t with its decimal commas as points, where the form of a number or
 * the language of the reply says what they are; else t itself. */
static struct span plain_commas(const struct extract *x, struct span t)
{
    size_t comma, end, n = 0;
    char *out;

    if (t.n == 0 || t.n > WHOLE_MOST || one_of(t.s[0], "([{\\") ||
        !(memchr(t.s, ',', t.n) || memchr(t.s, '.', t.n) ||
          memchr(t.s, ' ', t.n)))
        return t;
    out = arena_text(x->a, t.n);
    for (size_t i = 0; i < t.n;) {
        size_t digits = span_digits(t, i);
        bool inside = i && (is_digit(t.s[i - 1]) || one_of(t.s[i - 1], ".,"));

        comma = digits && !inside ? grouped(t, i) : 0;
        if (!comma && digits && !inside && is_sole(t, i + digits) &&
            writes_commas(x))
            comma = i + digits;
        end = comma ? comma : digits && !inside ? pointed(t, i) : 0;
        if (end && !comma && !writes_commas(x))
            end = 0;
        for (; end && i < end; i++)
            if (is_digit(t.s[i]))
                out[n++] = t.s[i];
        if (i < t.n)
            out[n++] = comma ? '.' : t.s[i];
        i++;
    }
    out[n] = '\0';
    return (struct span){ out, n };
}

void extract_place(const struct extract *x, struct span t,
                   struct extracted *out)
{
    uintptr_t at = (uintptr_t)t.s, text = (uintptr_t)x->text.s;

    out->from = out->to = 0;
    if (at < text || at - text > x->text.n || t.n > x->text.n - (at - text))
        return;
    out->from = at - text;
    out->to = out->from + t.n;
}

/* A formula with the unit that stands behind its signs, "$12$ cm", for a key
 * that has one. */
static struct span with_unit(const struct extract *x, struct span t)
{
    uintptr_t at = (uintptr_t)t.s - (uintptr_t)x->text.s + t.n;
    size_t i, n, signs = 0;

    if (!x->opt->formula || at >= x->text.n || t.n > WHOLE_MOST)
        return t;
    for (i = at;
         i < x->text.n && i < at + 6 && one_of(x->text.s[i], "$*\\)},~ "); i++)
        signs += one_of(x->text.s[i], "$)}");
    n = signs ? unit_at(x->text, i) : 0;
    if (n == 0 || !sought_quantity(span_of(x->opt->formula)))
        return t;
    return span_of(arena_printf(x->a, "%.*s\\text{ %.*s}", (int)t.n, t.s,
                                (int)n, x->text.s + i));
}

bool extract_fill(const struct extract *x, struct extracted *out,
                  struct span answer)
{
    struct span t = trim_span(answer);
    /* The end of what is marked is known. */
    bool marked = x->rule <= EXTRACT_HASHES || x->rule == EXTRACT_WHOLE;
    char letter = !x->opt->choice ? '\0'
                  : marked        ? choice_sole(t)
                                  : choice_letter(t);

    if (t.n == 0)
        return false;
    if (x->opt->letters && letters_listed(t))
        t = span_of(letters_text(x->a, letters_listed(t)));
    if (!letter && (x->opt->lower || (x->opt->choice && t.n == 3)))
        letter = choice_letter_small(t); /* "(b)" */
    if (!x->opt->choice && !x->opt->gold)
        t = formula_conclusion(x->a, drop_rounding(drop_choice(t)));
    extract_place(x, t, out);
    if (!x->opt->choice && !x->opt->gold)
        t = plain_commas(x, with_unit(x, t));
    t = join_units(x, t);
    if (t.n <= WHOLE_MOST && parts_find(x, t, out))
        return true;
    out->text = letter ? arena_strndup(x->a, &letter, 1) : trim_text(x->a, t);
    return out->text[0] != '\0';
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
