/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/parse_int.h"

#include "base/ascii.h"
#include "base/str.h"
#include "text/lexicon.h"

#include <string.h>

/*
 * Mathematics inside of words, the second reading of a text that is none by
 * itself: labels before values ("slope: 3", "the mean is 5", P(A | B) = 1/3),
 * memberships ("k is an integer"), ratios ("2 to 3", "4 out of 5").
 *
 * A label becomes a symbol whose name is made of its letters, so that "slope"
 * and "y-intercept" are two things, as x and y are. A label that denies or
 * limits what follows ("neither root is 5") is none.
 */

static bool word_is_one(const struct parser *p, const struct token *t,
                        const char *const *words, size_t n)
{
    struct span s = { p->text + t->at, t->len };

    if (t->kind != TOKEN_WORD && t->kind != TOKEN_TEXT)
        return false;
    while (s.n && (s.s[0] == ',' || is_space(s.s[0]))) /* \text{, where } */
        s = span_from(s, 1);
    return span_listed(s, words, n);
}

#define IS_ONE(p, t, words) \
 word_is_one(p, t, words, sizeof(words) / sizeof((words)[0]))

/* Words that a condition follows. */
static bool is_condition(const struct parser *p, const struct token *t)
{
    static const char *const words[] = { "where", "with", "for" };

    return IS_ONE(p, t, words);
}

bool parse_condition_next(struct parser *p)
{
    static const char *const at[] = { "at" }; /* a minimum of 3 at x = 2 */
    static const char *const where[] = { "where", "with" };

    p->where |= IS_ONE(p, peek(p), where);
    return p->opt->labels && p->depth == 0 &&
           (is_condition(p, peek(p)) || IS_ONE(p, peek(p), at));
}

/* ---- names of labels ---- */

static const struct {
    char sign;
    const char *name;
} signs[] = {
    { '0', "zero" },   { '1', "one" },   { '2', "two" },   { '3', "three" },
    { '4', "four" },   { '5', "five" },  { '6', "six" },   { '7', "seven" },
    { '8', "eight" },  { '9', "nine" },  { '+', "plus" },  { '-', "minus" },
    { '=', "is" },     { '<', "below" }, { '>', "above" }, { '|', "given" },
    { '\'', "prime" }, { '^', "to" },    { '/', "by" },
};

static void add_sign(struct str *out, char c)
{
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (signs[i].sign == c)
            str_add(out, signs[i].name);
}

/* Words that name nothing by themselves. */
static bool is_idle(const struct parser *p, const struct token *t)
{
    static const char *const words[] = { "the", "an",      "its",   "final",
                                         "our", "answer",  "value", "result",
                                         "it",  "solution" };

    return IS_ONE(p, t, words);
}

/* Returns the letters of tokens from..end as one name, or NULL if they deny
 * what follows or are too many; "" is a label that says nothing. */
static const char *label_name(const struct parser *p, unsigned from,
                              unsigned end)
{
    struct str out = str_in(p->arena);

    for (; from < end && out.n < 120; from++) {
        const struct token *t = &p->t[from];
        bool word = t->kind == TOKEN_WORD || t->kind == TOKEN_TEXT;
        struct span s = { p->text + t->at, t->len };

        if (word && (word_is(s, WORD_NEGATION) || word_is(s, WORD_DOUBT) ||
                     word_is(s, WORD_SUBORDINATOR)))
            return NULL;
        if (is_idle(p, t) ||
            (t->kind == TOKEN_MINUS && t[1].kind == TOKEN_WORD))
            continue;
        for (size_t i = 0; i < s.n; i++)
            if (is_letter(s.s[i]))
                str_addc(&out, word ? (char)(s.s[i] | 0x20) : s.s[i]);
            else if (!word)
                add_sign(&out, s.s[i]);
    }
    return from < end ? NULL : str_get(&out);
}

/* ---- where a label ends ---- */

enum label { LABEL_NONE, LABEL_EQUALS, LABEL_COLON, LABEL_IS, LABEL_NOUN };

static bool ends_statement(const struct token *t)
{
    return t->kind == TOKEN_COMMA || t->kind == TOKEN_SEMICOLON ||
           t->kind == TOKEN_AND || t->kind == TOKEN_OR ||
           t->kind == TOKEN_ROW || t->kind == TOKEN_END;
}

/* What a noun label may consist of: "vertical asymptote", "radius". */
static bool is_noun(const struct parser *p, const struct token *t, bool *noun)
{
    static const char *const nouns[] = {
        "amplitude",   "area",          "asymptote",     "asymptotes",
        "base",        "center",        "centre",        "concave",
        "continuous",  "convergence",   "decreasing",    "diameter",
        "directrix",   "discontinuity", "discontinuous", "domain",
        "eigenvalues", "foci",          "focus",         "height",
        "increasing",  "intercept",     "intercepts",    "interval",
        "length",      "maximum",       "mean",          "median",
        "minimum",     "mode",          "nullity",       "perimeter",
        "period",      "quotient",      "radius",        "range",
        "rank",        "remainder",     "roots",         "shift",
        "slope",       "vertex",        "vertices",      "volume",
        "width",       "zeros",
    };
    static const char *const adjectives[] = {
        "absolute", "at",        "axis",  "down",    "horizontal", "local",
        "major",    "minor",     "of",    "oblique", "on",         "phase",
        "relative", "removable", "slant", "up",      "vertical",
    };

    *noun |= IS_ONE(p, t, nouns);
    return IS_ONE(p, t, nouns) || IS_ONE(p, t, adjectives) || is_idle(p, t) ||
           (t->kind == TOKEN_NAME && t[1].kind == TOKEN_MINUS) ||
           (t->kind == TOKEN_MINUS && t[1].kind == TOKEN_WORD);
}

/* Does the bracket that opens at token k hold words or signs of sets? */
static bool words_inside(const struct parser *p, unsigned k)
{
    for (unsigned i = k + 1; i < p->t[k].match; i++)
        switch (p->t[i].kind) {
        case TOKEN_TEXT:
            if (p->t[i].len == 1)
                break;
            return true;
        case TOKEN_WORD:
        case TOKEN_STRAY:
        case TOKEN_BAR:
        case TOKEN_UNION:
        case TOKEN_INTERSECTION:
        case TOKEN_DEGREE: return true;
        default: break;
        }
    return false;
}

/* Find the token that ends the label at the position. With `words`, also behind
 * labels of words. *opaque: the label is no formula that could be read. */
static enum label label_end(const struct parser *p, bool words, unsigned *end,
                            bool *opaque)
{
    static const char *const be[] = { "is", "are", "was", "equals", "were" };
    bool word = false, nouns = true, noun = false;

    for (unsigned k = p->i;
         !ends_statement(&p->t[k]) && !is_condition(p, &p->t[k]); k++) {
        const struct token *t = &p->t[k];

        *end = k;
        if (t->kind == TOKEN_RELATION && k > p->i)
            return t->sub == RELATION_EQ || t->sub == RELATION_APPROX
                       ? LABEL_EQUALS
                       : LABEL_NONE;
        if (words && word && t->kind == TOKEN_COLON)
            return LABEL_COLON;
        if (words && k > p->i && IS_ONE(p, t, be))
            return LABEL_IS;
        word |= t->kind == TOKEN_WORD || t->kind == TOKEN_TEXT;
        *opaque |= word || is_open(t, DELIMITER_NONE) ||
                   t->kind == TOKEN_STRAY || t->kind == TOKEN_BAR ||
                   t->kind == TOKEN_UNION || t->kind == TOKEN_INTERSECTION ||
                   t->kind == TOKEN_DEGREE;
        if (nouns && !is_noun(p, t, &noun)) {
            nouns = false;
            if (words && noun && t->kind != TOKEN_WORD &&
                t->kind != TOKEN_COLON)
                return LABEL_NOUN;
        }
        if (t->kind == TOKEN_UNDER && parse_script_end(p, k + 1))
            k = parse_script_end(p, k + 1) - 1;
        else if (t->kind == TOKEN_OPEN && t->match > k)
            *opaque |= words_inside(p, k);
        if (t->kind == TOKEN_OPEN && t->match > k)
            k = t->match;
    }
    return LABEL_NONE;
}

/* ---- labelled values ---- */

/* about 2.35, exactly 5, in 1998 */
static void skip_measure(struct parser *p)
{
    static const char *const before[] = { "in", "during", "year" };
    static const char *const words[] = { "about",   "approximately", "around",
                                         "roughly", "exactly",       "nearly" };

    if (IS_ONE(p, peek(p), words) ||
        (IS_ONE(p, peek(p), before) && peek(p)[1].kind == TOKEN_NUMBER))
        p->i++;
}

/* Words alone up to the end of the statement: "none", "opens upward". NULL
 * without an error if something else is among them. */
static const struct expr *words_alone(struct parser *p)
{
    const struct token *at = peek(p), *t = at;
    struct expr *x;

    while (t->kind == TOKEN_WORD || (t->kind == TOKEN_TEXT && t->len > 1))
        t++;
    if (t == at || !ends_statement(t) || t->kind == TOKEN_AND ||
        t->kind == TOKEN_OR)
        return NULL;
    x = parse_node(p, at, EXPR_TEXT, NULL, 0);
    if (x)
        x->name = arena_strndup(p->arena, p->text + at->at,
                                t[-1].at + t[-1].len - at->at);
    p->i = (unsigned)(t - p->t);
    return x;
}

const struct expr *parse_labelled(struct parser *p)
{
    const struct token *at = peek(p);
    bool words = p->opt->labels == READ_WORDS, opaque = false;
    unsigned end = p->i;
    enum label kind = label_end(p, words, &end, &opaque);
    const struct expr *x, *label;
    const char *name;

    if (kind == LABEL_NONE || (kind == LABEL_EQUALS && !opaque)) {
        if (words)
            skip_measure(p);
        return words ? words_alone(p) : NULL;
    }
    name = label_name(p, p->i, end);
    if (!name)
        return parse_unexpected(p, at);
    label = at->kind == TOKEN_NAME && end == p->i + 1
                ? parse_symbol(p, at, at->name)
                : parse_symbol(p, at, name);
    p->i = end + (kind == LABEL_COLON || kind == LABEL_IS);
    if (kind == LABEL_EQUALS && *name)
        return label ? parse_chain(p, at, label) : NULL;
    p->i += kind == LABEL_EQUALS;
    skip_measure(p);
    x = parse_statement(p);
    return !x || !*name || !label || x->op == EXPR_RELATION
               ? x
               : expr_relation(p->arena, label, RELATION_EQ, x);
}

/* ---- memberships ---- */

/* k is an integer, for all integers k: k in Z. NULL without an error if it is no
 * such phrase. */
const struct expr *parse_membership(struct parser *p)
{
    static const char *const fill[] = { "is",     "are",     "an",       "any",
                                        "all",    "every",   "each",     "some",
                                        "number", "numbers", "arbitrary" };
    static const char *const sets[] = { "integer", "integers", "real",
                                        "reals",   "natural",  "naturals" };
    const struct token *at = peek(p), *name = NULL;
    unsigned k = p->i;
    const char *domain = NULL;
    struct expr *set;

    for (; !ends_statement(&p->t[k]); k++) {
        const struct token *t = &p->t[k];

        if (IS_ONE(p, t, sets))
            domain = (p->text[t->at] | 0x20) == 'i'   ? "Z"
                     : (p->text[t->at] | 0x20) == 'r' ? "R"
                                                      : "N";
        else if (t->kind == TOKEN_NAME && t[1].kind == TOKEN_WORD &&
                 strcmp(t->name, "a") == 0)
            continue;
        else if (t->kind == TOKEN_NAME && !name)
            name = t;
        else if (!IS_ONE(p, t, fill))
            return NULL;
    }
    if (!domain || !name)
        return NULL;
    p->i = k;
    set = parse_node(p, at, EXPR_DOMAIN, NULL, 0);
    if (!set)
        return NULL;
    set->name = domain;
    return expr_relation(p->arena, parse_symbol(p, name, name->name),
                         RELATION_IN, set);
}

/* ---- conditions ---- */

/* x^2 + c, where c = 2: the values of symbols are put in their places. */
const struct expr *parse_where(struct parser *p, const struct expr *x)
{
    const struct expr *kept;
    unsigned n = x->op == EXPR_LIST ? x->count : 0;

    if (!p->where || n < 2 || n > 8)
        return x;
    kept = x->args[0];
    for (unsigned i = 1; i < n; i++) {
        const struct expr *r = x->args[i];
        const struct expr *was = kept;

        if (r->op != EXPR_RELATION || r->count != 2 ||
            r->relations[0] != RELATION_EQ || r->args[0]->op != EXPR_SYMBOL ||
            !expr_is_value(r->args[1]))
            return x;
        kept = expr_replace(p->arena, was, r->args[0]->name, r->args[1]);
        if (expr_same(kept, was))
            return x;
    }
    return kept;
}

/* ---- ratios ---- */

/* 2 to 3; 4 out of 5, 1 in 10: the whole text. NULL without an error if it is no
 * such phrase. */
const struct expr *parse_proportion(struct parser *p)
{
    static const char *const to[] = { "to" }, *const out[] = { "out" };
    static const char *const of[] = { "of" }, *const in[] = { "in" };
    const struct token *at = peek(p), *t = at + 1;
    bool ratio = IS_ONE(p, t, to);
    const struct expr *x;

    if (IS_ONE(p, t, out) && IS_ONE(p, t + 1, of))
        t++;
    else if (!ratio && !IS_ONE(p, t, in))
        return NULL;
    t++;
    if (at->kind != TOKEN_NUMBER || t->kind != TOKEN_NUMBER ||
        t[1].kind != TOKEN_END)
        return NULL;
    x = parse_bare_number(p);
    p->i = (unsigned)(t - p->t);
    return parse_binary(p, at, ratio ? EXPR_RATIO : EXPR_DIV, x,
                        parse_bare_number(p));
}
