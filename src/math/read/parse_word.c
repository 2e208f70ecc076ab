/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "math/exact/unit.h"
#include "math/read/parse_int.h"
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

/* Is the token a word of the list, in any case? */
static bool word_is_one(const struct parser *p, const struct token *t,
                        const char *words)
{
    struct span s = { p->text + t->at, t->len };

    if (!token_in(t, KIND(WORD) | KIND(TEXT)))
        return false;
    while (s.n && (s.s[0] == ',' || is_space(s.s[0]))) /* \text{, where } */
        s = span_from(s, 1);
    return span_among(s, words);
}

/* Words that a condition follows. */
static bool parse_word_is_condition(const struct parser *p,
                                    const struct token *t)
{
    return word_is_one(p, t, "where with for");
}

bool parse_condition_next(struct parser *p)
{
    p->where |= word_is_one(p, peek(p), "where with");
    return p->opt->labels && p->depth == 0 &&
           (parse_word_is_condition(p, peek(p)) ||
            word_is_one(p, peek(p), "at"));
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

static void parse_word_add_sign(struct str *out, char c)
{
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (signs[i].sign == c)
            str_add(out, signs[i].name);
}

/* Words that name nothing by themselves. */
static bool parse_word_is_idle(const struct parser *p, const struct token *t)
{
    static const char words[] =
        "the an its final our answer value result it solution";

    return word_is_one(p, t, words);
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
        if (parse_word_is_idle(p, t) ||
            (t->kind == TOKEN_MINUS && t[1].kind == TOKEN_WORD))
            continue;
        for (size_t i = 0; i < s.n; i++)
            if (is_letter(s.s[i]))
                str_addc(&out, word ? (char)(s.s[i] | 0x20) : s.s[i]);
            else if (!word)
                parse_word_add_sign(&out, s.s[i]);
    }
    return from < end ? NULL : str_get(&out);
}

/* ---- where a label ends ---- */

enum label { LABEL_NONE, LABEL_EQUALS, LABEL_COLON, LABEL_IS, LABEL_NOUN };

static bool ends_statement(const struct token *t)
{
    return token_in(t, KIND(COMMA) | KIND(SEMICOLON) | KIND(AND) | KIND(OR) |
                           KIND(ROW) | KIND(END));
}

/* What a noun label may consist of: "vertical asymptote", "radius". */
static bool parse_word_is_noun(const struct parser *p, const struct token *t,
                               bool *noun)
{
    static const char nouns[] =
        "amplitude area asymptote asymptotes base center centre concave "
        "continuous convergence decreasing diameter directrix "
        "discontinuity discontinuous domain eigenvalues foci focus height "
        "increasing intercept intercepts interval length maximum mean "
        "median minimum mode nullity perimeter period quotient radius "
        "range rank remainder roots shift slope vertex vertices volume "
        "width zeros";
    static const char adjectives[] =
        "absolute at axis down horizontal local major minor of oblique on "
        "phase relative removable slant up vertical";

    *noun |= word_is_one(p, t, nouns);
    return word_is_one(p, t, nouns) || word_is_one(p, t, adjectives) ||
           parse_word_is_idle(p, t) ||
           (t->kind == TOKEN_NAME && t[1].kind == TOKEN_MINUS) ||
           (t->kind == TOKEN_MINUS && t[1].kind == TOKEN_WORD);
}

/* Signs that no formula of a label has. */
#define OPAQUE_KINDS \
 (KIND(STRAY) | KIND(BAR) | KIND(UNION) | KIND(INTERSECTION) | KIND(DEGREE))

/* Does the bracket that opens at token k hold words or signs of sets? */
static bool words_inside(const struct parser *p, unsigned k)
{
    for (unsigned i = k + 1; i < p->t[k].match; i++)
        if (token_in(&p->t[i], OPAQUE_KINDS | KIND(WORD)) ||
            (p->t[i].kind == TOKEN_TEXT && p->t[i].len != 1))
            return true;
    return false;
}

/* Find the token that ends the label at the position. With `words`, also behind
 * labels of words. *opaque: the label is no formula that could be read. */
static enum label label_end(const struct parser *p, bool words, unsigned *end,
                            bool *opaque)
{
    bool word = false, nouns = true, noun = false;

    for (unsigned k = p->i;
         !ends_statement(&p->t[k]) && !parse_word_is_condition(p, &p->t[k]);
         k++) {
        const struct token *t = &p->t[k];

        *end = k;
        if (t->kind == TOKEN_RELATION && k > p->i)
            return t->sub == RELATION_EQ || t->sub == RELATION_APPROX
                       ? LABEL_EQUALS
                       : LABEL_NONE;
        if (words && word && t->kind == TOKEN_COLON)
            return LABEL_COLON;
        if (words && k > p->i && word_is_one(p, t, "is are was equals were"))
            return LABEL_IS;
        word |= t->kind == TOKEN_WORD || t->kind == TOKEN_TEXT;
        *opaque |= word || parse_is_open(t, DELIMITER_NONE) ||
                   token_in(t, OPAQUE_KINDS);
        if (nouns && !parse_word_is_noun(p, t, &noun)) {
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
    static const char words[] =
        "about approximately around roughly exactly nearly";

    if (word_is_one(p, peek(p), words) ||
        (word_is_one(p, peek(p), "in during year") &&
         peek(p)[1].kind == TOKEN_NUMBER))
        p->i++;
}

/* Words alone up to the end of the statement: "none", "opens upward". NULL
 * without an error if something else is among them. */
static const struct expr *words_alone(struct parser *p)
{
    const struct token *at = peek(p), *t = at;

    while (t->kind == TOKEN_WORD || (t->kind == TOKEN_TEXT && t->len > 1))
        t++;
    if (t == at || !ends_statement(t) || t->kind == TOKEN_AND ||
        t->kind == TOKEN_OR)
        return NULL;
    p->i = (unsigned)(t - p->t);
    return parse_leaf(p, at, EXPR_TEXT,
                      arena_strndup(p->arena, p->text + at->at,
                                    t[-1].at + t[-1].len - at->at));
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
    static const char fill[] =
        "is are an any all every each some number numbers arbitrary";
    static const char sets[] = "integer integers real reals natural naturals";
    const struct token *at = peek(p), *name = NULL;
    unsigned k = p->i;
    const char *domain = NULL;
    struct expr *set;

    for (; !ends_statement(&p->t[k]); k++) {
        const struct token *t = &p->t[k];

        if (word_is_one(p, t, sets))
            domain = (p->text[t->at] | 0x20) == 'i'   ? "Z"
                     : (p->text[t->at] | 0x20) == 'r' ? "R"
                                                      : "N";
        else if (t->kind == TOKEN_NAME && t[1].kind == TOKEN_WORD &&
                 strcmp(t->name, "a") == 0)
            continue;
        else if (t->kind == TOKEN_NAME && !name)
            name = t;
        else if (!word_is_one(p, t, fill))
            return NULL;
    }
    if (!domain || !name)
        return NULL;
    p->i = k;
    set = parse_leaf(p, at, EXPR_DOMAIN, domain);
    return set ? expr_relation(p->arena, parse_symbol(p, name, name->name),
                               RELATION_IN, set)
               : NULL;
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
    const struct token *at = peek(p), *t = at + 1;
    bool ratio = word_is_one(p, t, "to");
    const struct expr *x;

    if (word_is_one(p, t, "out") && word_is_one(p, t + 1, "of"))
        t++;
    else if (!ratio && !word_is_one(p, t, "in"))
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

/*
 * Words: texts that are no formula, units and counted nouns behind values,
 * money.
 */

static const char *parse_word_inside(const struct parser *p,
                                     const struct token *t)
{
    return p->text + t->at;
}

/* Words that describe the value instead of counting it. */
static bool stop_word(const char *s, size_t n)
{
    const char *end = memchr(s, ' ', n);

    n = end ? (size_t)(end - s) : n;
    n -= n && s[n - 1] == '.';
    return lex_among(
        s, n,
        "is are was were the that this then so because therefore not if when "
        "where for with such which has have will be otherwise thus hence does "
        "it we but");
}

/* ---- units ---- */

/* Two letters glued to a number that are a unit more often than a product. */
static bool common_unit(const char *s, size_t n)
{
    return n > 2 || lex_among(s, n,
                              "cm mm km kg mg ft in yd oz lb ml mL Hz kW ms "
                              "mi");
}

/* May a unit end here? */
static bool unit_ends(const struct token *t)
{
    return token_in(t, KIND(END) | KIND(COMMA) | KIND(SEMICOLON) | KIND(COLON) |
                           KIND(AND) | KIND(OR) | KIND(CLOSE) | KIND(PLUS) |
                           KIND(MINUS) | KIND(PLUSMINUS) | KIND(RELATION) |
                           KIND(ROW) | KIND(AMP) | KIND(FINISH) | KIND(NUMBER) |
                           KIND(SLASH));
}

/* 5 \Omega: the unit, behind a number and a space; Ω also without. */
static bool is_ohm(const struct parser *p, const struct token *t)
{
    return strcmp(t->name, "Omega") == 0 && t[-1].kind == TOKEN_NUMBER &&
           (t->space || p->text[t->at] != '\\') && unit_ends(t + 1) &&
           !parse_is_symbol(p, "Omega");
}

/* The letters of a token that may name a unit; *n, how many. */
static const char *unit_letters(const struct parser *p, const struct token *t,
                                size_t *n)
{
    *n = t->kind == TOKEN_NAME ? (t->plain ? t->match : 0)
         : t->kind == TOKEN_WORD || t->kind == TOKEN_TEXT ||
                 t->kind == TOKEN_FUNCTION
             ? t->len
             : 0;
    return parse_word_inside(p, t);
}

/* 5 m 30 cm, 1h20min: behind the letter stands a number of a like unit. */
static bool like_unit_follows(const struct parser *p, const struct token *t)
{
    size_t n;
    const char *s = unit_letters(p, t + 2, &n);
    struct unit u, v;
    bool like;

    if (t[1].kind != TOKEN_NUMBER || n == 0 || !unit_known(s, n) ||
        !unit_known(parse_word_inside(p, t), 1))
        return false;
    unit_init(&u);
    unit_init(&v);
    unit_read(&u, t->name);
    unit_read(&v, arena_strndup(p->arena, s, n));
    like = unit_alike(&u, &v) && fmpq_cmp(v.factor, u.factor) < 0;
    unit_clear(&u);
    unit_clear(&v);
    return like;
}

/* "square" and its like, before the letter of a unit. */
static bool shapes_unit(const struct parser *p, const struct token *t)
{
    return t->kind == TOKEN_WORD && parse_says(p, t, "sq cu square cubic per");
}

/* A run of plain letters that is a unit: its length in letters, or 0. */
static unsigned letters_unit(const struct parser *p, const struct token *t)
{
    const char *s = parse_word_inside(p, t);
    unsigned n = t->match;
    const struct token *last = t - 1;

    if (is_ohm(p, t))
        return 1;
    if (!t->plain || (t->at > 0 && is_letter(s[-1])))
        return 0;
    if (n == 1)
        return (last->kind == TOKEN_NUMBER || shapes_unit(p, last)) &&
               strchr("msghLNJWVAK", *s) && !parse_is_symbol(p, t->name) &&
               ((t->space && t[1].kind == TOKEN_END) ||
                like_unit_follows(p, t));
    for (unsigned i = 0; i < n; i++)
        if (parse_is_symbol(p, t[i].name))
            return 0;
    if (!unit_known(s, n) || (!t->space && !common_unit(s, n)) ||
        (!unit_ends(t + n) && !token_in(t + n, KIND(CARET) | KIND(SUPER) |
                                                   KIND(WORD) | KIND(TIMES))))
        return 0;
    return n;
}

/* Text in \text{...} as canonical unit text: spaces single, no full stop. */
static void parse_word_add_words(struct str *out, const char *s, size_t n)
{
    bool space = false;

    while (n && (s[n - 1] == '.' || s[n - 1] == ',') && !memchr(s, '.', n - 1))
        n--;
    for (size_t i = 0; i < n; i++) {
        if (is_space(s[i])) {
            space = true;
            continue;
        }
        if (space && out->n && s[i] != '^')
            str_addc(out, ' ');
        space = false;
        if (s[i] == '^' && i + 1 < n && is_digit(s[i + 1])) {
            str_add(out, "^{");
            while (i + 1 < n && is_digit(s[i + 1]))
                str_addc(out, s[++i]);
            str_addc(out, '}');
            space = i + 1 < n &&
                    (is_letter(s[i + 1]) || (unsigned char)s[i + 1] >= 0x80);
        } else {
            str_addc(out, s[i]);
        }
    }
}

/* "P.M.", "pm" and "p.m." are one. */
static const char *parse_word_half_day(const char *s, size_t n)
{
    char letters[2] = { 0, 0 };
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        if (s[i] == '.' || is_space(s[i]))
            continue;
        if (k == 2 || !is_letter(s[i]))
            return NULL;
        letters[k++] = (char)(s[i] | 0x20);
    }
    if (k != 2 || letters[1] != 'm')
        return NULL;
    return letters[0] == 'a' ? "a.m." : letters[0] == 'p' ? "p.m." : NULL;
}

/* m/s^2: letters, quotients and digits behind carets alone. */
static bool plain_powers(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool power = i > 0 && (s[i - 1] == '^' || is_digit(s[i - 1]));

        if (s[i] == '^'      ? i == 0 || i + 1 == n || !is_digit(s[i + 1])
            : is_digit(s[i]) ? !power
                             : !is_letter(s[i]) && !is_space(s[i]) &&
                                   s[i] != '/' && (unsigned char)s[i] < 0x80)
            return false;
    }
    return true;
}

static bool text_unit(const struct parser *p, const struct token *t, bool first)
{
    const char *s = parse_word_inside(p, t);

    const char *caret = memchr(s, '^', t->len);

    if (t->sub == STYLE_OPERATOR || stop_word(s, t->len) ||
        (caret && !plain_powers(s, t->len)))
        return false;
    if (t->len == 1)
        return unit_known(s, 1) && !lex_declared(p->opt, s, 1) &&
               (!first || t[-1].kind != TOKEN_NAME);
    if (t->sub == STYLE_ROMAN && !memchr(s, '/', t->len) &&
        !memchr(s, ' ', t->len) && !memchr(s, '^', t->len))
        return unit_known(s, t->len);
    return !lex_declared(p->opt, s, t->len);
}

/* C, F, Celsius, fahrenheit */
static bool names_scale(const char *s, size_t n)
{
    return (n == 1 && (*s == 'C' || *s == 'F')) ||
           (n > 1 && lex_among(s + 1, n - 1, "elsius ahrenheit"));
}

unsigned parse_celsius(const struct parser *p)
{
    const struct token *t = peek(p);
    bool group = false;
    const char *s;

    if (t->kind == TOKEN_CARET) {
        t++;
        group = parse_is_open(t, DELIMITER_GROUP);
        t += group;
    }
    if (t->kind != TOKEN_DEGREE || (group && !is_close(t + 1, DELIMITER_GROUP)))
        return 0;
    t += group ? 2 : 1;
    s = parse_word_inside(p, t);
    if ((t->kind != TOKEN_NAME && t->kind != TOKEN_TEXT &&
         t->kind != TOKEN_WORD) ||
        !names_scale(s, t->len) || lex_declared(p->opt, s, 1) ||
        !unit_ends(t + 1))
        return 0;
    return (unsigned)(t - peek(p)) + 1;
}

/* min and sec are functions too. */
static bool function_unit(const struct parser *p, const struct token *t)
{
    return t->kind == TOKEN_FUNCTION &&
           unit_known(parse_word_inside(p, t), t->len) && unit_ends(t + 1);
}

/* t-shirts, foot-pounds: a hyphen between letters and a word. */
static unsigned hyphened(const struct token *t)
{
    unsigned n = t->kind == TOKEN_NAME && t->plain ? t->match
                 : t->kind == TOKEN_WORD           ? 1
                                                   : 0;

    return n && t[n].kind == TOKEN_MINUS && !t[n].space && !t[n + 1].space &&
                   t[n + 1].kind == TOKEN_WORD
               ? n + 2
               : 0;
}

/* Returns one word of a unit: its length in tokens, or 0 if none is next. */
static unsigned unit_word(struct parser *p, struct str *out, bool first)
{
    const struct token *t = peek(p);
    unsigned n = hyphened(t);
    size_t bytes = n ? t[n - 1].at + t[n - 1].len - t->at : t->len;

    switch (n ? TOKEN_END : t->kind) {
    case TOKEN_END: break;
    case TOKEN_TEXT: n = text_unit(p, t, first); break;
    case TOKEN_WORD: /* glued to a number, only a unit: 5km, not 2pix */
        n = !stop_word(parse_word_inside(p, t), t->len) &&
            (t->space || t[-1].kind == TOKEN_OPEN ||
             t[-1].kind == TOKEN_SLASH ||
             unit_known(parse_word_inside(p, t), t->len));
        break;
    case TOKEN_NAME:
        n = letters_unit(p, t);
        bytes = n;
        break;
    case TOKEN_FUNCTION: n = function_unit(p, t); break;
    case TOKEN_UNIT:
        if (out->n && out->s[out->n - 1] != '/')
            str_addc(out, ' ');
        str_add(out, t->name);
        p->i++;
        return 1;
    case TOKEN_CURRENCY:
        if (!first || t[-1].kind != TOKEN_NUMBER || t[1].kind == TOKEN_NUMBER)
            return 0;
        p->i++;
        str_add(out, t->name);
        return 1;
    case TOKEN_DEGREE:
    case TOKEN_CARET:
        n = first ? parse_celsius(p) : 0;
        p->i += n;
        if (n)
            str_addf(out, "\xC2\xB0%c",
                     *parse_word_inside(p, peek(p) - 1) & ~0x20);
        return n;
    default: return 0;
    }
    if (!n)
        return 0;
    if (out->n && out->s[out->n - 1] != '/')
        str_addc(out, ' ');
    if (t->kind == TOKEN_NAME && n == 1 && is_ohm(p, t))
        str_add(out, "\xCE\xA9");
    else if (t->kind == TOKEN_TEXT &&
             parse_word_half_day(parse_word_inside(p, t), bytes))
        str_add(out, parse_word_half_day(parse_word_inside(p, t), bytes));
    else
        parse_word_add_words(out, parse_word_inside(p, t), bytes);
    p->i += n;
    return n;
}

/* ^2, ², ^{2} behind a unit. */
static bool unit_power(struct parser *p, struct str *out)
{
    const struct token *t = peek(p);
    bool group = parse_is_open(t + 1, DELIMITER_GROUP);
    bool minus;

    if (t->kind == TOKEN_SUPER) {
        str_addf(out, "^{%s}", t->name);
        p->i++;
        return true;
    }
    if (t->kind != TOKEN_CARET)
        return true;
    t += group ? 2 : 1;
    minus = t->kind == TOKEN_MINUS;
    t += minus;
    if (t->kind != TOKEN_NUMBER || t->len > 2 ||
        (group && !is_close(t + 1, DELIMITER_GROUP)))
        return false;
    str_addf(out, "^{%s%.*s}", minus ? "-" : "", (int)t->len,
             parse_word_inside(p, t));
    p->i = (unsigned)(t - p->t) + (group ? 2 : 1);
    return true;
}

#define UNIT_WORDS 6

static bool unit_words(struct parser *p, struct str *out)
{
    for (unsigned n = 0; n < UNIT_WORDS; n++) {
        const struct token *t = peek(p);
        bool join = n && (t->kind == TOKEN_SLASH || t->kind == TOKEN_TIMES);

        if (join) {
            const struct token *next = t + 1;

            /* 5 cm / 2 is a quotient, 5 cm/s a unit. */
            if (!token_in(next, KIND(WORD) | KIND(TEXT) | KIND(UNIT) |
                                    KIND(NAME) | KIND(FUNCTION)))
                return true;
            if (t->kind == TOKEN_SLASH)
                str_addc(out, '/');
            p->i++;
            if (next->kind == TOKEN_NAME && next->match == 1 &&
                unit_known(next->name, strlen(next->name))) {
                if (t->kind == TOKEN_TIMES)
                    str_addc(out, ' ');
                str_add(out, next->name);
                p->i++;
                if (!unit_power(p, out))
                    return false;
                continue;
            }
        }
        if (!unit_word(p, out, n == 0))
            return n > 0 && !join;
        if (!unit_power(p, out))
            return false;
    }
    return true;
}

/* "m/s" with letters of one each: 3 m/s in plain text. */
static bool parse_word_plain_quotient(const struct parser *p)
{
    const struct token *t = peek(p);

    return t->kind == TOKEN_NAME && t->plain && t->match == 1 && t->space &&
           t[-1].kind == TOKEN_NUMBER && t[1].kind == TOKEN_SLASH &&
           !t[1].space && !t[2].space && t[2].kind == TOKEN_NAME &&
           t[2].match == 1 && unit_known(parse_word_inside(p, t), 1) &&
           unit_known(parse_word_inside(p, t + 2), 1) &&
           !parse_is_symbol(p, t->name) && !parse_is_symbol(p, t[2].name) &&
           strchr("mgLNJ", t->name[0]) && strchr("shLm", t[2].name[0]);
}

/* Could a unit begin with this token at all? */
static bool unit_begins(const struct token *t)
{
    switch (t->kind) {
    case TOKEN_NAME:
        return (t->plain &&
                (t->match > 1 || t->space || t[1].kind == TOKEN_NUMBER)) ||
               strcmp(t->name, "Omega") == 0;
    case TOKEN_FUNCTION: return t->len <= 4;
    case TOKEN_OPEN:
        return t->match && (t[1].kind == TOKEN_TEXT ||
                            (t->sub == DELIMITER_ROUND &&
                             (t[1].kind == TOKEN_WORD || hyphened(t + 1))));
    default:
        return token_in(t, KIND(TEXT) | KIND(WORD) | KIND(UNIT) |
                               KIND(CURRENCY) | KIND(CARET) | KIND(DEGREE));
    }
}

const char *parse_unit(struct parser *p)
{
    struct str out;
    unsigned from = p->i;
    const struct token *t = peek(p);
    bool bracket, good;

    if (!unit_begins(t) || parse_dx_next(p))
        return NULL;
    out = str_in(p->arena);
    if (parse_word_plain_quotient(p)) {
        str_addf(&out, "%s/%s", t->name, t[2].name);
        p->i += 3;
        good = unit_power(p, &out);
    } else {
        bracket = t->kind == TOKEN_OPEN;
        p->i += bracket;
        good = unit_words(p, &out);
        if (good && bracket) {
            good = peek(p)->kind == TOKEN_CLOSE && peek(p)->sub == t->sub;
            p->i++;
            good = good && unit_power(p, &out);
        }
    }
    if (good && unit_ends(peek(p)))
        return str_get(&out);
    p->i = from;
    return NULL;
}

/* ---- money ---- */

/* Work "million" into the sum of money before it, and skip it in the unit. */
static const struct expr *parse_word_scaled(struct parser *p,
                                            const struct token *at,
                                            const struct expr *x,
                                            const char **unit)
{
    size_t n = *unit ? strcspn(*unit, " ") : 0;
    const struct lexeme *scale = lexicon_find((struct span){ *unit, n });

    if (!n || !lexeme_is(scale, WORD_SCALE))
        return x;
    *unit = (*unit)[n] ? *unit + n + 1 : NULL;
    return parse_binary(p, at, EXPR_MUL, x,
                        parse_integer(p, at, (long)scale->value));
}

const struct expr *parse_money(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *x;
    const char *more;
    struct expr *q;

    p->i++;
    if (!token_in(peek(p),
                  KIND(NUMBER) | KIND(FRAC) | KIND(CONSTANT) | KIND(NAME)))
        return parse_unexpected(p, at);
    x = parse_power(p);
    if (!x)
        return NULL;
    more = parse_unit(p); /* \$5 per hour, \$5 million */
    x = parse_word_scaled(p, at, x, &more);
    q = parse_unary(p, at, EXPR_QUANTITY, x);
    if (!q)
        return NULL;
    q->name = at->name;
    if (more && (str_starts(more, "per ") || more[0] == '/'))
        q->name = arena_printf(p->arena, "%s %s", at->name, more);
    else if (more && !str_eq(more, "dollars") && !str_eq(more, at->name))
        return parse_fail(p, at, "an amount of money has another unit");
    return q;
}

/* ---- words as values ---- */

static bool all_letters(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_letter(s[i]))
            return false;
    return n > 0;
}

/* \text{FF}_{16} */
static bool hexadecimal(const struct parser *p, const struct token *t)
{
    const char *s = parse_word_inside(p, t);
    const struct token *base = t + 2;

    if (t[1].kind != TOKEN_UNDER || t->len < 2)
        return false;
    for (size_t i = 0; i < t->len; i++)
        if (!is_digit(s[i]) && !(s[i] >= 'A' && s[i] <= 'F'))
            return false;
    base += parse_is_open(base, DELIMITER_GROUP);
    return base->kind == TOKEN_NUMBER &&
           lex_among(parse_word_inside(p, base), base->len, "16");
}

const struct expr *parse_words(struct parser *p)
{
    const struct token *t = peek(p);
    const char *s = parse_word_inside(p, t);
    bool name = all_letters(s, t->len);

    if (hexadecimal(p, t)) {
        p->i++;
        return parse_based(p, t);
    }
    if (t->len == 1 && name) {
        p->i++;
        return parse_letter(p, t, lex_letter(*s));
    }
    if (name && (t->sub != STYLE_TEXT || lex_declared(p->opt, s, t->len) ||
                 t[1].kind == TOKEN_RELATION)) {
        p->i++;
        if (t->sub != STYLE_TEXT && parse_bracket_next(p) &&
            !lex_declared(p->opt, s, t->len))
            return parse_apply(p, t, arena_strndup(p->arena, s, t->len));
        return parse_letter(p, t, arena_strndup(p->arena, s, t->len));
    }
    return parse_unexpected(p, t);
}

/* ---- texts of words alone ---- */

/* Is the token a word? *sure: one that is nothing else. */
static bool wordy(const struct parser *p, const struct token *t, bool *sure)
{
    switch (t->kind) {
    case TOKEN_WORD: *sure = true; return true;
    case TOKEN_TEXT:
        if (t->len == 1 ||
            lex_declared(p->opt, parse_word_inside(p, t), t->len))
            return false;
        *sure = true;
        return true;
    case TOKEN_NAME: return t->plain && !parse_is_symbol(p, t->name);
    case TOKEN_FUNCTION: /* "binomial" is a word by itself */
        *sure |= t->plain && t->len > 5;
        return t->plain;
    case TOKEN_MINUS: return !t->space && !t[1].space; /* x-axis */
    default:
        return token_in(t, KIND(AND) | KIND(OR) | KIND(COMMA) | KIND(PRIME)) ||
               (t->plain && token_in(t, KIND(CONSTANT) | KIND(DEGREE) |
                                            KIND(PERCENT) | KIND(UNION)));
    }
}

static const struct expr *known_phrase(struct parser *p, const char *s)
{
    const struct token *at = &p->t[1];

    if (str_eq(s, "all real numbers") || str_eq(s, "All real numbers") ||
        str_eq(s, "all reals"))
        return parse_leaf(p, at, EXPR_DOMAIN, "R");
    if (str_eq(s, "does not exist") || str_eq(s, "Does not exist"))
        return parse_constant(p, at, CONSTANT_UNDEFINED);
    return str_eq(s, "empty set") ? parse_leaf(p, at, EXPR_DOMAIN, "empty")
                                  : NULL;
}

const struct expr *parse_all_words(struct parser *p)
{
    struct str s;
    bool sure = false, said = false;
    const struct expr *x;

    for (unsigned i = 1; i + 1 < p->count; i++)
        if (!wordy(p, &p->t[i], &sure))
            return NULL;
    if (!sure)
        return NULL;
    s = str_in(p->arena);
    for (unsigned i = 1; i + 1 < p->count; i++) {
        const struct token *t = &p->t[i];

        bool sign = (t->kind == TOKEN_AND || t->kind == TOKEN_OR) &&
                    !t->plain && !is_letter(*parse_word_inside(p, t));

        if ((t->space || sign || said) && s.n)
            str_addc(&s, ' ');
        if (sign) /* & would not read back */
            str_add(&s, t->kind == TOKEN_AND ? "and" : "or");
        else
            str_addn(&s, parse_word_inside(p, t), t->len);
        said = sign;
    }
    x = known_phrase(p, str_get(&s));
    if (x)
        return x;
    return parse_leaf(p, &p->t[1], EXPR_TEXT, str_get(&s));
}
