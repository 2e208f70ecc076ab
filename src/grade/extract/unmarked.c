/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "base/str.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/reply_text.h"
#include "grade/extract/words.h"
#include "math/read/read.h"
#include "text/date.h"
#include "text/lexicon.h"
#include "text/pattern.h"

#include <stdint.h>

/*
 * Values on lines of their own, as lists and displayed formulas have them:
 *
 *     The solutions are:
 *     - $x = 2$
 *     - $x = -5$
 */

#define ITEMS_MOST 16
#define ITEM_MOST  ((size_t)200)

/* Behind the mark of an item, "-", "*", "2.", "3)", a number alone, and the
 * blanks after it; `at` itself if there is none. */
static size_t behind_mark(struct span t, size_t at)
{
    return at + pattern_at(t, at,
                           "%d%d%?%[.)] %+|%d%+ %+|%[*+-] %+|"
                           "\xe2\x80\xa2 %+");
}

/* What an item is: all items of a list are the same. */
enum item { ITEM_NONE, ITEM_NAMED, ITEM_LABELLED, ITEM_VALUE };

/* Is t prose: a word of more than two letters that is no command? */
static bool unmarked_has_words(struct span t)
{
    for (size_t i = 0, n; i < t.n; i += n ? n : 1) {
        n = span_letters(t, i);
        if (n > 2)
            return true;
        if (t.s[i] == '\\')
            n = 1 + span_letters(t, i + 1);
    }
    return false;
}

/* Is the line a statement of what a name is? Words are none, nor are remarks. */
static bool unmarked_is_named(struct span t, struct span *name)
{
    size_t sign = span_index(t, 0, '=');

    *name = span_trim(span_cut(t, 0, sign));
    return sign < t.n && name->n && is_letter(name->s[0]) &&
           (name->n == 1 || name->s[1] == '_') && !unmarked_has_words(t);
}

/* Is it the head of a passage, "Check", "Solution", and no name of a value? */
static bool is_heading(struct span name)
{
    const struct lexeme *x;

    return lexicon_phrase(name, 0, WORD_RIDER, &x) ||
           lexicon_phrase(name, 0, WORD_ANSWER, &x) ||
           span_at_any(name, 0,
                       "step|solution|result|final|conclusion|calculation");
}

/* "**Center:** (2, -3)": a label of one to three words and a value. */
static bool unmarked_is_labelled(struct span t, struct span *name,
                                 struct span *value)
{
    size_t at = span_index(t, 0, ':');

    *name = trim_span(span_cut(t, 0, at));
    *value = trim_span(span_from(t, span_skip(t, at + 1, "* ")));
    return at < t.n && name->n > 1 &&
           pattern_is(*name, "%w%(%s%w%)%?%(%s%w%)%?") &&
           span_has_digit(*value) && !unmarked_has_words(*value) &&
           !is_heading(*name);
}

/* The statement on the line at `at`, without its mark and its dress. */
static enum item unmarked_read_item(struct span t, size_t at, size_t end,
                                    struct span *out, struct span *name)
{
    size_t from = behind_mark(t, at), after;
    struct span line = span_trim(span_cut(t, from, end)), inner;

    if (line.n == 0 || line.n > ITEM_MOST)
        return ITEM_NONE;
    if (unmarked_is_labelled(line, name, out))
        return ITEM_LABELLED;
    if (formula_at(line, 0, &inner, &after) &&
        trim_span(span_from(line, after)).n == 0)
        line = trim_span(inner);
    else if (from == at)
        return ITEM_NONE;
    *out = trim_span(line);
    if (unmarked_is_named(*out, name))
        return ITEM_NAMED;
    *name = *out;
    return from > at && span_has_digit(*out) && !unmarked_has_words(*out)
               ? ITEM_VALUE
               : ITEM_NONE;
}

/* Are the names all the same, or no two of them? */
static bool unmarked_agree(const struct span *name, size_t n)
{
    size_t same = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            same += span_equal(name[i], name[j]);
    return same == 0 || same == n * (n - 1) / 2;
}

static void unmarked_add_item(struct str *text, enum item kind,
                              struct span item, struct span name)
{
    str_add(text, text->n ? ", " : "");
    for (size_t i = 0; kind == ITEM_LABELLED && i < name.n; i++)
        str_addc(text,
                 is_upper(name.s[i]) ? (char)(name.s[i] + 32) : name.s[i]);
    str_addf(text, "%s%.*s", kind == ITEM_LABELLED ? ": " : "", (int)item.n,
             item.s);
}

/* Every line of t is one item of the same kind; *kind is that. */
static bool unmarked_read_items(struct arena *a, struct span t,
                                struct span *out, enum item *kind)
{
    struct span item, name[ITEMS_MOST];
    struct str text = str_in(a);
    size_t n = 0, at = 0, end;
    enum item next;

    *kind = ITEM_NONE;
    for (; at < t.n; at = end + 1) {
        end = span_index(t, at, '\n');
        item = span_trim(span_cut(t, at, end));
        if (item.n == 0 || span_is_fold(item, "and"))
            continue;
        at = span_skip(t, at, " ");
        next = n < ITEMS_MOST ? unmarked_read_item(t, at, end, &item, &name[n])
                              : ITEM_NONE;
        if (!next || (*kind && next != *kind))
            return false;
        *kind = next;
        unmarked_add_item(&text, next, item, name[n++]);
    }
    *out = (struct span){ str_get(&text), text.n };
    return n > 1 && unmarked_agree(name, n);
}

bool items_read(struct arena *a, struct span t, struct span *out)
{
    enum item kind;

    return unmarked_read_items(a, t, out, &kind);
}

/* t without a last line of words that tell no value, "These are all." */
static struct span without_remark(struct span t)
{
    size_t at = t.n;
    struct span line;

    at = span_back_to(t, at, '\n');
    line = span_from(t, at);
    if (at == 0 || !unmarked_has_words(line) ||
        pattern_in(line, "%[0-9$\\=]") || phrase_within(line, WORD_DENIAL))
        return t;
    return span_trim(span_cut(t, 0, at));
}

/* The same for the lines that the text ends with, behind a colon. */
static bool items_last(struct arena *a, struct span t, struct span *out)
{
    size_t from, at, lines = 0;
    struct span item, name;
    enum item kind;

    t = without_remark(t);
    from = at = t.n;
    /* The lines at the end that are items, from the last one on. */
    while (at > 0 && lines <= ITEMS_MOST) {
        size_t end = at, start;

        while (at > 0 && t.s[at - 1] != '\n')
            at--;
        start = span_skip(t, at, " ");
        if (start < end && !span_is_fold(span_cut(t, start, end), "and")) {
            if (!unmarked_read_item(t, start, end, &item, &name))
                break;
            from = at;
            lines++;
        }
        at -= at > 0;
    }
    /* Numbers may be those of steps. */
    return lines > 1 &&
           unmarked_read_items(a, span_from(t, from), out, &kind) &&
           (kind != ITEM_VALUE || one_of(span_byte(*out, 0), "(["));
}

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
static size_t unmarked_label_at(struct span t, size_t at, size_t n)
{
    at += pattern_at(t, at, "%[*_#]%*%(part %)%?(%?");
    if (span_byte(t, at) != (char)('a' + (int)n))
        return 0;
    n = pattern_at(t, at + 1, ")%[*_:]%*%=%(%$|%s|%[$\\]%)");
    return n ? at + 1 + n : 0;
}

struct parts {
    size_t from[PARTS_MOST], to[PARTS_MOST]; /* what the labels are before */
    size_t n;
};

/* The parts of t: at the beginning of lines, or, in a short text, behind a
 * blank. A second "(a)" begins anew. */
static void unmarked_find_parts(struct span t, struct parts *p)
{
    bool start = true, short_text = t.n <= SHORT_MOST;
    size_t end;

    p->n = 0;
    for (size_t i = 0; i < t.n; i++) {
        if (start && one_of(t.s[i], "(*_#PpaAbBcCdDeEfFgGhHiI")) {
            if (p->n && (end = unmarked_label_at(t, i, 0)))
                p->n = 0;
            end = p->n < PARTS_MOST ? unmarked_label_at(t, i, p->n) : 0;
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
        i = span_index(t, i + 1, '\n') - 1;
    }
}

/* A part without the "and" or comma that leads to the next. */
static struct span unmarked_tidy(struct span t)
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
        struct span part = unmarked_tidy(span_cut(t, p->from[i], p->to[i]));

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
    unmarked_find_parts(t, &p);
    /* A reply that begins with its first part has nothing else; another
     * one needs a key with as many parts. */
    if (p.n < 2 || !(p.n == x->opt->parts || unmarked_label_at(t, 0, 0) ||
                     are_boxed(t, &p)))
        return false;
    return join_parts(x, t, &p, out);
}

/* ---- the answer ---- */

/* "(B) 12" and "12 (B)" without the letter. */
static struct span drop_choice(struct span t)
{
    size_t n;

    t = trim_span(letter_rest(t));
    n = span_at_any(t, 0,
                    "\\text{answer: }|\\text{answer:}|"
                    "\\text{the answer is }");
    if (n && n < t.n)
        t = trim_span(span_from(t, n));
    if (pattern_before(t, t.n, "%d (%[A-J])"))
        t = trim_span(span_cut(t, 0, t.n - 4));
    return t;
}

/* "3/8 (37.5%)", "1/6 (about 0.17)" without what is in the brackets. */
static struct span drop_rounding(struct span t)
{
    size_t at = span_index(t, 0, '(');

    if (at < 2 || at == t.n || t.s[at - 1] != ' ' || t.s[t.n - 1] != ')' ||
        !is_digit(t.s[at - 2]) || span_index(t, 0, '%') < at)
        return t;
    if (t.s[t.n - 2] == '%' ||
        span_at_any(t, at + 1, "about |approximately |approx|or |roughly |~") ||
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
    end = word + span_letters(t, word);
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
    size_t commas = 0, english = 0;

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        const struct lexeme *w =
            k.kind == TOKEN_WORD ? lexicon_find(k.text) : NULL;

        commas += lexeme_is(w, WORD_COMMA);
        english += lexeme_is(w, WORD_STOP) && !lexeme_is(w, WORD_COMMA);
    }
    return commas >= 2 && commas > english;
}

#define GROUPED(blank) \
 "%d%d%?%d%?%(%(.%d%d%d%!%d%)%+|%(" blank "%d%d%d%!%d%)%+%)"

/* The number 1.234,50 or 1 234,5 at `at`, whose comma can only be decimal:
 * where the comma stands; 0: it is none. */
static size_t unmarked_grouped(struct span t, size_t at)
{
    size_t n = pattern_at(t, at, GROUPED("%b") "%=%(,%d%)");

    return n ? at + n : 0;
}

/* The number 1.500 or 1 500 at `at`, whose marks can only be those of thousands
 * in a language with decimal commas: where it ends; 0: it is none. */
static size_t pointed(struct span t, size_t at)
{
    size_t n = pattern_at(t, at, GROUPED(" ") "%!,"), end = at + n;

    return n && (span_index(t, at, ' ') < end || t.s[end - 1] == '0') ? end : 0;
}

/* Is there a comma between digits at `at`, and no other behind them? */
static bool is_sole(struct span t, size_t at)
{
    size_t n = span_digits(t, at + 1);

    return span_byte(t, at) == ',' && n && span_byte(t, at + 1 + n) != ',' &&
           !span_has(t, ';');
}

/* A copy of t with its decimal commas as points, where the form of a number or
 * the language of the reply says what they are; else t itself. */
static struct span plain_commas(const struct extract *x, struct span t)
{
    size_t comma, end, n = 0;
    char *out;

    if (t.n == 0 || t.n > WHOLE_MOST || one_of(t.s[0], "([{\\") ||
        !(span_has(t, ',') || span_has(t, '.') || span_has(t, ' ')))
        return t;
    out = arena_text(x->a, t.n);
    for (size_t i = 0; i < t.n;) {
        size_t digits = span_digits(t, i);
        bool inside = i && (is_digit(t.s[i - 1]) || one_of(t.s[i - 1], ".,"));

        comma = digits && !inside ? unmarked_grouped(t, i) : 0;
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
static struct span unmarked_with_unit(const struct extract *x, struct span t)
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
        t = plain_commas(x, unmarked_with_unit(x, t));
    t = join_units(x, t);
    if (t.n <= WHOLE_MOST && parts_find(x, t, out))
        return true;
    out->text = letter ? arena_strndup(x->a, &letter, 1) : trim_text(x->a, t);
    return out->text[0] != '\0';
}

static bool unmarked_is_text(const struct expr *node)
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
    return unmarked_is_text(tree) ? !span_has_digit(t)
                                  : !expr_any(tree, unmarked_is_text);
}

/*
 * The rules for a reply that marks nothing. "whole": it reads as one answer.
 * "formula" and "number" are guesses: the last formula or the last number. They
 * look at the end of the reply alone, for an answer is said last, and not at
 * all when the reply breaks off. What riders say (remarks, checks, common
 * mistakes, questions) is no answer.
 */

#define WHOLE_WORDS 3 /* of a reply that is its answer: no mathematics */

/* ---- the whole ---- */

/* Does t stand on one line, but for formulas, and in one sentence? */
static bool unmarked_is_one_line(struct span t)
{
    for (struct read_token k = { 0 }; token_next(t, &k);) {
        if (k.kind == TOKEN_NEWLINE ||
            (k.kind == TOKEN_STOP && k.end < t.n && character_space(t, k.end)))
            return false;
    }
    return true;
}

/* Digits, signs and brackets alone, however many: no prose. */
static bool unmarked_is_bare(struct span t)
{
    return !pattern_in(t, "%[ \t\n\v\f\ra-zA-Z\x80-\xff]");
}

/* One line of mathematics without any word of prose. */
static bool is_long_formula(struct span t)
{
    bool telling = false;

    return t.n <= LIMIT_ANSWER_BYTES && unmarked_is_one_line(t) &&
           prose_words(t, &telling) == 0 && !telling;
}

/* name(...) in ASCII without a space. */
static bool is_code(struct span t)
{
    return pattern_here(t, 0, "%a|_") && t.s[t.n - 1] == ')' &&
           span_has(t, '(') && !pattern_in(t, "%[ \t\n\v\f\r\x80-\xff]");
}

/* A line of LaTeX is meant as one, even if nobody can read it. */
static bool has_command(struct span t)
{
    for (struct read_token k = { 0 }; token_next(t, &k);) {
        if (k.kind == TOKEN_COMMAND)
            return true;
    }
    return false;
}

/* Is a key the worked solution, whose end gives the answer: several
 * sentences that do not read as one answer? */
static bool unmarked_is_solution(const struct extract *x, struct span t)
{
    bool telling = false;

    return !unmarked_is_one_line(t) && prose_words(t, &telling) && telling &&
           !extract_reads(x, t);
}

/* Does a lone capital letter stand in t? */
static bool unmarked_has_capital(struct span t)
{
    for (struct read_token k = { 0 }; token_next(t, &k);)
        if (k.kind == TOKEN_LETTER && is_upper(t.s[k.at]) && t.s[k.at] <= 'J')
            return true;
    return false;
}

/* "$a = 2$, $r = 3$: $S = 5$": what stands before the colon is known. */
static bool leads_on(struct span t)
{
    return pattern_in(t, "$: $|\\): \\(");
}

/* "7 * 11 = 77, and 77 * 13 = 1001": the second goes on with the first. */
static bool are_computations(struct span t)
{
    size_t comma = span_index(t, 0, ',');

    return span_index(t, 0, '=') < comma &&
           span_has(span_from(t, comma), '=') &&
           span_at_fold(t, comma, ", and ") && is_digit(t.s[0]);
}

/* One formula and a unit behind it, "$c = 3\times 10^8$ m/s". */
static bool with_its_unit(const struct extract *x, struct span *out)
{
    struct span t = x->text, inner, rest;
    size_t after;

    if (!formula_at(t, span_skip_space(t, 0), &inner, &after))
        return false;
    rest = trim_span(span_from(t, after));
    if (rest.n == 0 || unit_at(rest, 0) != rest.n)
        return false;
    *out = span_of(arena_printf(x->a, "%.*s\\text{ %.*s}", (int)inner.n,
                                inner.s, (int)rest.n, rest.s));
    return true;
}

bool rule_whole(struct extract *x, struct extracted *out)
{
    struct span t = trim_span(x->text), inner;
    bool telling = false;
    struct date date;
    size_t words, after;

    if (t.n == 0)
        return false;
    if (x->opt->gold)
        return !unmarked_is_solution(x, t) && extract_fill(x, out, t);
    if (t.n > WHOLE_MOST)
        return (unmarked_is_bare(t) || is_long_formula(t)) &&
               extract_fill(x, out, t);
    /* One formula and nothing else is the answer even when nobody can read
     * it: no number is lifted out of it. */
    if (formula_at(x->text, span_skip_space(x->text, 0), &inner, &after) &&
        trim_span(span_cut(x->text, after, x->text.n)).n == 0)
        return extract_fill(x, out, x->text);
    /* Nor out of a line of some program: eval("2+3"). */
    if (is_code(t) || date_read(t, &date))
        return extract_fill(x, out, t);
    if (!unmarked_is_one_line(t) || leads_on(t) ||
        (x->opt->formula && !x->opt->several && are_computations(t)))
        return false;
    if (with_its_unit(x, &inner))
        return extract_fill(x, out, inner);
    if (x->opt->lower && t.n < 40 && choice_letter_small(t))
        return extract_fill(x, out, t);
    words = prose_words(t, &telling);
    if (words && clock_find(x, t, &inner))
        return extract_fill(x, out, inner);
    if (x->opt->key && !telling && words <= WHOLE_WORDS &&
        words_find(x, t, false, &inner))
        return extract_fill(x, out, inner);
    /* "To conclude, $x = 17$": the formula is the answer. */
    if (words && is_letter(t.s[0]) && span_has(t, '$'))
        return false;
    if (words && x->opt->letters && !letters_listed(t))
        return false;
    /* "I would choose C" */
    if (words && x->opt->choice && choice_letter(t) == '\0' &&
        unmarked_has_capital(t))
        return false;
    if (telling || words > WHOLE_WORDS ||
        (words && !has_command(t) && !extract_reads(x, t)))
        return false;
    return extract_fill(x, out, t);
}

/* ---- guesses ---- */

bool ends_in_the_middle(struct span t)
{
    size_t from;

    while (t.n && (is_space(t.s[t.n - 1]) || t.s[t.n - 1] == '\0'))
        t.n--;
    if (t.n && one_of(t.s[t.n - 1], "-=+,<") &&
        !(t.n > 1 && t.s[t.n - 1] == '-' && t.s[t.n - 2] == '-'))
        return true;
    from = span_letters_back(t, t.n);
    return from < t.n && from && t.s[from - 1] == ' ' &&
           word_is(span_cut(t, from, t.n), WORD_UNFINISHED);
}

/* Where the words of a sentence begin, behind marks and brackets. */
static size_t unmarked_skip_marks(struct span t)
{
    return pattern_skip(t, 0, "%s|%[*_#(>[\",-]");
}

/* "if full, 56; if not, 49": two answers, each with its condition. */
static bool unmarked_is_twofold(struct span t)
{
    for (struct read_token k = { 0 }; token_next(t, &k);)
        if (k.kind == TOKEN_COMMA && (t.s[k.at] == ';' || k.end > k.at + 1) &&
            phrase_within(span_cut(t, 0, k.at), WORD_SUPPOSED) &&
            phrase_within(span_from(t, k.end), WORD_SUPPOSED))
            return true;
    return false;
}

/* "If each row had 8 seats, there would be 72." */
static bool is_subjunctive(struct span t)
{
    const struct lexeme *x;

    return lexicon_phrase(t, unmarked_skip_marks(t), WORD_SUPPOSED, &x) &&
           span_has_any(t, " would ");
}

/* Sentences that tell no result: remarks, checks, what would have been. `has`:
 * the classes of its phrases. */
static bool is_rider(struct span t, struct word_set has)
{
    const struct lexeme *x;

    return lexicon_phrase(t, unmarked_skip_marks(t), WORD_RIDER, &x) > 0 ||
           span_at_fold(t, unmarked_skip_marks(t), "expected:") ||
           (lexicon_phrase(t, unmarked_skip_marks(t), WORD_PLAN, &x) > 0 &&
            !span_has(t, '=')) ||
           word_set_has(has, WORD_OTHERWISE) ||
           word_set_has(has, WORD_REFUSAL) ||
           word_set_has(has, WORD_ABSTAINS) ||
           (word_set_has(has, WORD_SUPPOSED) &&
            (unmarked_is_twofold(t) || is_subjunctive(t)));
}

/* Sentences that later ones do not overrule unless they conclude too. */
static bool is_conclusion(struct span t)
{
    const struct lexeme *x;
    size_t at = unmarked_skip_marks(t),
           n = lexicon_phrase(t, at, WORD_CONCLUSION, &x);

    /* "So" is a filler as well. */
    return n > 0 && (n > 2 || span_byte(t, at + n) == ',');
}

/* What a sentence that tells what is wrong says behind "but" or "so"; nothing
 * is left of one that tells that alone. */
static struct span without_aside(struct span t)
{
    struct span rest = behind_turn(t);

    return rest.n < t.n && !phrase_within(rest, WORD_ASIDE) ? rest
                                                            : span_cut(t, 0, 0);
}

/* Is the doubt before "but" about something else than the answer, "I don't know
 * why, but", and does what follows end with a value: "it works out to 7"? */
static bool doubts_else(struct span doubt, struct span rest)
{
    const struct lexeme *x;
    size_t from = 0;

    for (size_t i = 0, n; i < doubt.n; i++)
        if ((i == 0 || !is_letter(doubt.s[i - 1])) &&
            (n = lexicon_phrase(doubt, i, WORD_ABSTAINS, &x)))
            from = i + n;
    doubt = trim_span(span_from(doubt, from));
    while (rest.n && strchr(" .!*$)\n", rest.s[rest.n - 1]))
        rest.n--;
    return doubt.n > 1 && !phrase_within(doubt, WORD_ANSWER) && rest.n &&
           (is_digit(rest.s[rest.n - 1]) || rest.s[rest.n - 1] == '}');
}

/* What a sentence tells behind "I don't know, but": a value alone, or one with a
 * word for a guess; anything if what is not known is something else; all of the
 * sentence if it tells nothing. */
static struct span without_abstention(struct span t)
{
    struct span rest = t, doubt = t;
    const struct lexeme *x;
    bool telling;

    for (size_t i = 0, n; i < t.n; i++)
        if ((i == 0 || !is_letter(t.s[i - 1])) &&
            (n = lexicon_phrase(t, i, WORD_BUT, &x))) {
            rest = span_from(t, i + n);
            doubt = span_cut(t, 0, i);
        }
    if (phrase_within(rest, WORD_ABSTAINS) || rest.n == t.n ||
        (prose_words(rest, &telling) > 0 && !phrase_within(rest, WORD_GUESS) &&
         !doubts_else(doubt, rest)))
        return t;
    return rest;
}

/* Is the value in bold: "**12 apples**"? */
static bool unmarked_is_bold(struct span sentence, size_t end)
{
    size_t from = end;

    while (from && sentence.s[from - 1] != '*' && end - from < 40)
        from--;
    if (from < 2 || sentence.s[from - 2] != '*')
        return false;
    for (size_t i = end; i + 1 < sentence.n && i < end + 40; i++)
        if (span_at(sentence, i, "**"))
            return true;
    return false;
}

static bool is_question(struct span t, size_t stop)
{
    struct character c;

    (void)character_at(t, stop, &c);
    return span_byte(t, stop) == '?' || c.plain[0] == '?';
}

/* "2. multiply": the mark of a list. */
static bool is_item_number(struct span t, struct span sentence, size_t stop)
{
    sentence = trim_span(sentence);
    return span_digits(sentence, 0) == sentence.n &&
           pattern_here(t, stop, ". %[^\n]");
}

/* Is the sentence a remark in brackets as a whole? */
static bool unmarked_is_remark(struct span t)
{
    size_t at = span_skip_space(t, 0), end = remark_end(t, at);

    return end && trim_span(span_cut(t, end, t.n)).n == 0;
}

/* The claim before a colon, "the statement is true: every ..."; else all. */
static struct span unmarked_claim(struct span sentence)
{
    struct span head = span_cut(sentence, 0, span_find(sentence, 0, ": "));

    return phrase_within(head, WORD_IS) ? head : sentence;
}

/* The last date of a sentence. */
static bool date_last(struct span t, struct span *out, size_t *end)
{
    size_t stop;
    struct date date;
    bool found = false;

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        if (k.kind != TOKEN_WORD && k.kind != TOKEN_NUMBER &&
            k.kind != TOKEN_MATHWORD)
            continue;
        for (stop = k.at + 40 < t.n ? k.at + 40 : t.n; stop > k.at + 4; stop--)
            if (date_read(span_cut(t, k.at, stop), &date)) {
                *end = k.end = stop;
                if (!stance_of(span_cut(t, 0, k.at)).denied) {
                    *out = span_cut(t, k.at, stop);
                    found = true;
                }
                break;
            }
    }
    return found;
}

/* Take what a sentence tells; "0.5, that is 60%" tells an equation, which is
 * none. */
static bool unmarked_take(const struct extract *x, const struct told *told,
                          struct guess *g, size_t *end)
{
    struct span form = trim_span(told->form);

    *end = told->end;
    g->value = told->value;
    g->formula = told->formula;
    if (form.n && !(x->sought.kinds & SOUGHT_REGION))
        g->value =
            span_of(arena_printf(x->a, "%s = %s", trim_text(x->a, form),
                                 trim_text(x->a, trim_span(told->value))));
    return true;
}

/* What the sentence tells of the kind that answers the key. */
static bool fitting_last(const struct extract *x, struct span sentence,
                         struct guess *g, size_t *end)
{
    const struct sought *s = &x->sought;
    struct told told = { span_of(""), span_of(""), 0, false };

    if (s->kinds == SOUGHT_DATE)
        g->fits = date_last(sentence, &told.value, &told.end);
    else if (s->kinds)
        g->fits = value_last(sentence, s, &told);
    return g->fits && unmarked_take(x, &told, g, end);
}

/* What it tells of any kind. */
static bool any_last(const struct extract *x, struct span sentence,
                     struct guess *g, size_t *end)
{
    struct told told, ignored;

    if (value_last(sentence, NULL, &told))
        return unmarked_take(x, &told, g, end);
    *end = told.end;
    if (value_last(with_signs(x, sentence), NULL, &told))
        return unmarked_take(x, &told, g, end);
    if (span_has_digit(sentence) ||
        !value_last(words_as_digits(x, sentence), NULL, &ignored))
        return false;
    g->value = ignored.value;
    return true;
}

/* The guess of one sentence. */
static struct guess unmarked_read_sentence(const struct extract *x,
                                           struct span sentence, bool later,
                                           size_t *end)
{
    struct guess g = { .found = false };

    if (!x->opt->text)
        g.found = clock_find(x, sentence, &g.value) ||
                  relation_find(x, sentence, &g.value);
    g.fits = g.found && (x->sought.kinds & SOUGHT_REGION);
    if (!x->opt->text && !g.found)
        g.found = fitting_last(x, sentence, &g, end) ||
                  (x->sought.kinds == SOUGHT_REGION &&
                   statement_find(sentence, &g.value)) ||
                  any_last(x, sentence, &g, end);
    /* "two days later it is: **Thursday**" */
    if (!g.found && x->opt->text && words_bold(sentence, &g.value))
        g.words = g.found = true;
    if (!g.found && *end == 0)
        g.words = g.found =
            words_find(x, unmarked_claim(sentence), later, &g.value);
    else if (!g.found)
        g.found = values_join(x, sentence, &g.value);
    return g;
}

static void unmarked_weigh(const struct extract *x, struct span sentence,
                           bool question, struct guess *g)
{
    struct word_set has = { { 0 } }, looked;
    const struct lexeme *said;
    struct guess next;
    size_t end = 0;

    /* "I got 12. But that is wrong." */
    if (lexicon_phrase(sentence, unmarked_skip_marks(sentence), WORD_DISOWNS,
                       &said))
        *g = (struct guess){ .found = false };
    word_set_add(&has, WORD_SUPPOSED, WORD_ASIDE);
    looked = has;
    has = phrases_within(sentence, looked);
    if (word_set_has(has, WORD_ABSTAINS)) {
        sentence = without_abstention(sentence);
        has = phrases_within(sentence, looked);
    }
    if (word_set_has(has, WORD_ASIDE))
        sentence = without_aside(sentence);
    /* "x if x > 0 and 0 otherwise" answers a key that has cases. */
    if ((is_rider(sentence, has) && !x->sought.cases) ||
        trim_span(sentence).n == 0)
        return;
    next = unmarked_read_sentence(x, sentence, g->found && !g->words, &end);
    /* A sentence with values of which none is the result says that there is
     * none yet; one without values says so of words alone. */
    if (!next.found && (x->opt->text || (end == 0 && !g->words)))
        return;
    if (question) /* that is repeated: it answers nothing */
        next.found = false;
    next.drawn = next.found && is_conclusion(sentence);
    next.bold = next.found && unmarked_is_bold(sentence, end);
    /* A value in bold outlasts plain sentences, a conclusion outlasts those
     * that say nothing clear. */
    if (g->fits && !next.fits && !next.bold && !next.drawn)
        return;
    if (next.bold || next.drawn || (!g->bold && (next.found || !g->drawn)))
        *g = next;
}

/* Weigh the sentences at the end of the reply. */
static void find_guess(struct extract *x)
{
    struct span end = reply_tail(span_from(x->text, x->from)), sentence;
    size_t at = 0, stop, after, brackets = 0;

    /* A key that is too long to be read is like no part of a reply. */
    if (x->opt->formula && strlen(x->opt->formula) <= LIMIT_ANSWER_BYTES)
        x->sought = sought_of(span_of(x->opt->formula));
    while (at < end.n) {
        stop = sentence_end(end, at);
        sentence = span_cut(end, at, stop);
        at = unmarked_skip_marks(sentence);
        /* A remark in brackets may have several sentences. */
        if (brackets == 0 && at && sentence.s[at - 1] == '(' &&
            !span_has(sentence, ')'))
            brackets = 1;
        if (!brackets && !unmarked_is_remark(sentence) &&
            !is_item_number(end, sentence, stop))
            unmarked_weigh(x, sentence, is_question(end, stop), &x->guess);
        if (brackets &&
            (span_has(sentence, ')') || span_at(end, stop, "\n\n") ||
             span_at(end, stop, ".)")))
            brackets = 0;
        (void)token_read(end, stop, &after);
        at = after > stop ? after : stop + 1;
    }
}

/* "k \in Z", "k = 1, 2, 3, \dots" */
static bool is_membership(struct span t)
{
    return is_letter(span_byte(t, 0)) &&
           (pattern_in(t, "%#\\in|\xe2\x88\x88") ||
            (span_has(t, '=') && pattern_in(t, "%#dots|...")));
}

/* A formula with what its parameter runs over, "$x=k\pi$ with $k\in N$", which
 * is another formula of the same sentence. */
static struct span with_domain(const struct extract *x, struct span value)
{
    uintptr_t at = (uintptr_t)value.s - (uintptr_t)x->text.s + value.n;
    const char *integers;
    struct span t, inner;
    size_t i = 0, after, n;

    if (at > x->text.n)
        return value;
    t = span_cut(x->text, at, at + 160);
    while (span_byte(t, i) == '$')
        i++;
    i = span_skip(t, i, "\\), ");
    while ((n = span_letters(t, i)) &&
           span_among(span_cut(t, i, i + n), "with where for all any every"))
        i += n + (span_byte(t, i + n) == ' ');
    if (!i || !formula_at(t, i, &inner, &after))
        return value;
    if (trim_span(inner).n == 1 && (integers = integers_said(t, after)))
        return span_of(arena_printf(x->a, "%.*s, %.*s \\in %s", (int)value.n,
                                    value.s, (int)inner.n, inner.s, integers));
    if (!is_membership(inner))
        return value;
    return span_of(arena_printf(x->a, "%.*s, %.*s", (int)value.n, value.s,
                                (int)inner.n, inner.s));
}

bool rule_formula(struct extract *x, struct extracted *out)
{
    struct span items;

    if (reply_breaks_off(x->text) || ends_in_the_middle(x->text))
        return false;
    if (x->opt->several && items_last(x->a, trim_span(x->text), &items))
        return extract_fill(x, out, items);
    find_guess(x);
    return x->guess.found && x->guess.formula &&
           extract_fill(x, out, with_domain(x, x->guess.value));
}

bool rule_number(struct extract *x, struct extracted *out)
{
    const struct guess *g = &x->guess;

    return g->found && !g->formula &&
           (g->words || !x->opt->text || !span_has_digit(g->value)) &&
           extract_fill(x, out, g->value);
}
