/* SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"
#include "base/utf8.h"
#include "problem/canonical/parts.h"
#include "text/character.h"
#include "text/lexicon.h"

#include <stdio.h>
#include <string.h>

/*
 * Unicode to the ASCII and LaTeX that say the same: full-width forms, digits
 * of other scripts, quotes, dashes, spaces, accents, mathematical signs. What
 * has no such spelling, and bytes that are not UTF-8, are copied.
 */

/* x², x₁₂: a run of them is one group. Returns the bytes read. */
static size_t fold_scripts(struct str *out, struct span t, size_t at)
{
    struct character c;
    size_t from = at, n = character_at(t, at, &c);
    unsigned level = c.is;

    str_add(out, level == CHAR_RAISED ? "^{" : "_{");
    for (; c.is == level; n = character_at(t, at, &c)) {
        str_add(out, c.plain);
        at += n;
    }
    str_addc(out, '}');
    return at - from;
}

/* √12 is the root of 12, while \sqrt12 is that of 1. Returns the digits
 * read. */
static size_t fold_root(struct str *out, struct span t, size_t at)
{
    size_t digits = span_digits(t, at);

    str_add(out, digits ? "\\sqrt{" : "\\sqrt ");
    str_addn(out, t.s + at, digits);
    if (digits)
        str_addc(out, '}');
    return digits;
}

/* ½ is \frac12, and ⅒ \frac1{10}. */
static void fold_fraction(struct str *out, const char *plain)
{
    const char *under = strchr(plain, '/') + 1;

    str_addf(out, "\\frac%.*s", (int)(under - 1 - plain), plain);
    str_addf(out, under[1] ? "{%s}" : "%s", under);
}

/* Append the command of LaTeX, or the plain ASCII, for a character. Returns
 * false if it has neither or is a sign of words, such as that of a paragraph.
 */
static bool fold_sign(struct str *out, const struct character *c)
{
    if (c->is == CHAR_SIGN && c->words && !c->plain[0])
        return false;
    if (c->is == CHAR_GREEK && c->tex && !c->tex[1])
        str_add(out, c->tex);
    else if ((c->is & (CHAR_GREEK | CHAR_SIGN)) && c->plain[0])
        str_addf(out, "\\%s ", c->plain);
    else if (!(c->is & (CHAR_QUOTES | CHAR_BULLET)) && c->tex &&
             c->tex[0] == '\\')
        str_addf(out, "%s ", c->tex);
    else
        str_add(out, c->plain);
    return c->tex || c->plain[0] || (c->is & (CHAR_UNSEEN | CHAR_ACCENT));
}

/* Fold one character. Returns false if it stays. */
static bool fold_char(struct str *out, const struct character *c)
{
    switch (c->is) {
    case 0:
    case CHAR_CURRENCY: return false;
    case CHAR_BLANK:
        /* a thin one may stand between thousands */
        str_add(out, c->tex && strcmp(c->tex, "\\,") == 0 ? c->tex : " ");
        return true;
    case CHAR_MINUS: str_add(out, " - "); return true;
    case CHAR_DASH:
        str_add(out, strlen(c->words) > 2 ? " - " : "-");
        return true;
    case CHAR_DEGREE: str_add(out, "^\\circ "); return true;
    case CHAR_PRIME:
        for (const char *p = c->plain; *p; p++)
            str_add(out, "\\prime ");
        return true;
    case CHAR_FRACTION: fold_fraction(out, c->plain); return true;
    default: return fold_sign(out, c);
    }
}

void canonical_fold(struct str *out, const char *s)
{
    struct span t = span_of(s);
    struct character c;
    size_t at = 0, n;

    while (at < t.n) {
        if ((s[at] & 0x80) == 0) {
            str_addc(out, s[at++]);
            continue;
        }
        n = character_at(t, at, &c);
        if (c.is & CHAR_SCRIPTS) {
            at += fold_scripts(out, t, at);
            continue;
        }
        at += n;
        if (c.is == CHAR_ROOT && c.tex)
            at += fold_root(out, t, at);
        else if (!fold_char(out, &c))
            str_addn(out, s + at - n, n);
        if (c.code == 0) /* lest two such bytes make a character */
            str_addc(out, ' ');
    }
}

/* The list of tokens that the passes share. */

bool form_is(const struct canonical_form *f, const struct form_token *t,
             const char *text)
{
    size_t n = strlen(text);

    return t->n == n && memcmp(form_text(f, t), text, n) == 0;
}

bool form_has(const struct canonical_form *f, size_t i,
              enum form_token_kind kind, const char *text)
{
    return i < f->tokens.n && form_token(f, i)->kind == kind &&
           form_is(f, form_token(f, i), text);
}

struct form_token *form_push(struct canonical_form *f,
                             enum form_token_kind kind, const char *text,
                             size_t n)
{
    struct form_token *t = vec_push(&f->tokens);

    t->kind = kind;
    form_spell(f, t, text, n);
    return t;
}

void form_spell(struct canonical_form *f, struct form_token *t,
                const char *text, size_t n)
{
    t->at = f->text.n;
    t->n = n;
    str_addn(&f->text, text, n);
}

/*
 * Which tokens are arguments of \frac, \binom and \sqrt, and the splitting of
 * bare ones: \frac12 is one half, \sqrt xy the root of x, x^na is x^{n}a. As
 * TeX has it, but for \sqrt12 and x^12, which hardly anybody means so.
 */

/* Returns how many arguments a token takes: 2 for \frac and \binom, 1 for
 * \sqrt, 0 for others. */
static int token_arguments(const struct canonical_form *f,
                           const struct form_token *t)
{
    if (t->kind != TOKEN_COMMAND)
        return 0;
    if (form_is(f, t, "\\frac") || form_is(f, t, "\\binom"))
        return 2;
    return form_is(f, t, "\\sqrt");
}

/* What is awaited at a place; one is kept for each open group. */
struct awaited {
    size_t args; /* arguments of \frac and \binom, nested ones summed up */
    bool root;   /* the argument of \sqrt, which comes first */
    bool script; /* what ^ or _ raises or lowers */
};

/* The bytes of a bare argument at the start of the token. */
static size_t first_part(const struct canonical_form *f,
                         const struct form_token *t, const struct awaited *w)
{
    const char *s = form_text(f, t);

    if (t->kind == TOKEN_SYMBOL && (w->root || w->args || w->script))
        return scan_letter(s);
    if (t->kind == TOKEN_NUMBER && !w->root && w->args && !memchr(s, '.', t->n))
        return 1;
    return t->n;
}

/* Leave the rest of a token that was split: no number begins with 0. */
static void problem_canonical_cut(const struct canonical_form *f,
                                  struct form_token *t, size_t n)
{
    t->at += n;
    t->n -= n;
    while (t->kind == TOKEN_NUMBER && t->n > 1 && *form_text(f, t) == '0') {
        t->at++;
        t->n--;
    }
}

/* Take one token or group: is it an argument? */
static bool problem_canonical_take(struct awaited *w)
{
    if (w->root) {
        w->root = false;
        return true;
    }
    if (w->args == 0)
        return false;
    w->args--;
    return true;
}

/* Push t, in parts where it holds several arguments. */
static void push_parts(struct canonical_form *out,
                       const struct canonical_form *f, struct form_token t,
                       struct awaited *w)
{
    for (;;) {
        struct form_token *part = vec_push(&out->tokens);
        size_t n = first_part(f, &t, w);

        *part = t;
        part->n = n;
        if (problem_canonical_take(w))
            part->flags |= TOKEN_ARG;
        w->script = false;
        if (n == t.n)
            break;
        problem_canonical_cut(f, &t, n);
    }
    if (token_arguments(f, &t) == 2)
        w->args += 2;
    else if (token_arguments(f, &t) == 1)
        w->root = true;
    w->script = t.kind == TOKEN_MARK && strchr("^_", *form_text(f, &t));
}

void form_args(struct canonical_form *f)
{
    struct canonical_form out = { .tokens =
                                      vec_in(NULL, sizeof(struct form_token)) };
    struct vec outer = vec_in(NULL, sizeof(struct awaited));
    struct awaited w = { 0 };

    for (size_t i = 0; i < f->tokens.n; i++) {
        const struct form_token *t = form_token(f, i);

        if (t->kind == TOKEN_MONEY) {
            *(struct form_token *)vec_push(&out.tokens) = *t;
            continue;
        }
        push_parts(&out, f, *t, &w);
        if (t->kind == TOKEN_OPEN) {
            *(struct awaited *)vec_push(&outer) = w;
            w = (struct awaited){ 0 };
        } else if (t->kind == TOKEN_CLOSE && outer.n > 0) {
            w = *vec_get(&outer, struct awaited, outer.n - 1);
            outer.n--;
        }
    }
    vec_clear(&outer);
    vec_clear(&f->tokens);
    f->tokens = out.tokens;
}

/*
 * Groups and fractions, and the writing of the form.
 *
 * form_groups() works on the list as a stack: what is settled lies below
 * `out`, and a closing brace looks back at the group it ends. One pass is
 * enough for any nesting.
 */

static bool mark_in(const struct canonical_form *f, const struct form_token *t,
                    const char *marks)
{
    return t->kind == TOKEN_MARK && strchr(marks, *form_text(f, t));
}

/* May this token, alone in a group, stand without its braces? */
static bool problem_canonical_is_single(const struct canonical_form *f,
                                        const struct form_token *open,
                                        const struct form_token *t,
                                        const struct form_token *before)
{
    switch (t->kind) {
    case TOKEN_COMMAND: return token_arguments(f, t) == 0;
    case TOKEN_NUMBER:
        return t->n == 1 || (before && mark_in(f, before, "^_") &&
                             !(open->flags & TOKEN_ARG));
    case TOKEN_MARK: return !mark_in(f, t, "^_");
    case TOKEN_WORD:
    case TOKEN_SYMBOL: return utf8_count(form_text(f, t), t->n) == 1;
    default: return false;
    }
}

/* The tokens that end before `end` and are one argument that is a number. */
static size_t number_argument(const struct canonical_form *f, size_t end)
{
    const struct form_token *t = form_token(f, 0) + end;

    if (end >= 1 && t[-1].kind == TOKEN_NUMBER && (t[-1].flags & TOKEN_ARG))
        return 1;
    if (end >= 3 && t[-1].kind == TOKEN_CLOSE && t[-2].kind == TOKEN_NUMBER &&
        t[-3].kind == TOKEN_OPEN && (t[-3].flags & TOKEN_ARG))
        return 3;
    return 0;
}

/* \frac of two numbers, just completed, becomes one token. */
static size_t settle_fraction(struct canonical_form *f, size_t out)
{
    size_t b = number_argument(f, out), a, at;
    const struct form_token *ta, *tb;
    struct form_token *t;

    a = b ? number_argument(f, out - b) : 0;
    if (a == 0 || out < a + b + 1 ||
        !form_has(f, out - a - b - 1, TOKEN_COMMAND, "\\frac"))
        return out;
    tb = form_token(f, out - (b == 1 ? 1 : 2));
    ta = form_token(f, out - b - (a == 1 ? 1 : 2));
    t = form_token(f, out - a - b - 1);
    str_reserve(&f->text, ta->n + tb->n + 1); /* the source does not move */
    at = f->text.n;
    str_addn(&f->text, f->text.s + ta->at, ta->n);
    str_addc(&f->text, '/');
    str_addn(&f->text, f->text.s + tb->at, tb->n);
    t->kind = TOKEN_FRACTION;
    t->at = at;
    t->n = f->text.n - at;
    return out - a - b;
}

/* A token has been put at out - 1: f^\prime is f', \not= is \neq. */
static size_t problem_canonical_settle(struct canonical_form *f, size_t out)
{
    struct form_token *t = form_token(f, out - 1);

    if (out >= 2 && mark_in(f, t, "=") && !(t->flags & TOKEN_ARG) &&
        form_has(f, out - 2, TOKEN_COMMAND, "\\not")) {
        form_spell(f, t - 1, "\\neq", 4);
        return out - 1;
    }
    if (!form_has(f, out - 1, TOKEN_COMMAND, "\\prime"))
        return settle_fraction(f, out);
    for (; out >= 2 && mark_in(f, t - 1, "^"); out--, t--) {
        if (t[-1].flags & TOKEN_ARG)
            break;
        t[-1] = t[0];
    }
    return out;
}

/* A closing brace comes: end the group at the top of the stack. */
static size_t end_group(struct canonical_form *f, size_t out,
                        const struct form_token *close)
{
    struct form_token *t = form_token(f, out);

    if (out >= 2 && t[-2].kind == TOKEN_OPEN &&
        problem_canonical_is_single(f, t - 2, t - 1, out >= 3 ? t - 3 : NULL)) {
        t[-1].flags |= t[-2].flags & TOKEN_ARG;
        t[-2] = t[-1];
        return problem_canonical_settle(f, out - 1);
    }
    *t = *close;
    return problem_canonical_settle(f, out + 1);
}

void form_groups(struct canonical_form *f)
{
    size_t out = 0;

    for (size_t i = 0; i < f->tokens.n; i++) {
        struct form_token t = *form_token(f, i);

        if (t.kind == TOKEN_CLOSE) {
            out = end_group(f, out, &t);
        } else {
            *form_token(f, out) = t;
            out = problem_canonical_settle(f, out + 1);
        }
    }
    f->tokens.n = out;
}

/* ---- fractions with a slash ---- */

/* Is "a / b" at i a fraction by itself: not a part of x^a/b or a/b! ? */
static bool problem_canonical_is_fraction(const struct canonical_form *f,
                                          size_t i, size_t out)
{
    const struct form_token *t = form_token(f, i);

    if (i + 2 >= f->tokens.n || t[0].kind != TOKEN_NUMBER ||
        t[2].kind != TOKEN_NUMBER || !mark_in(f, t + 1, "/"))
        return false;
    if ((t->flags & TOKEN_ARG) ||
        (out > 0 && mark_in(f, form_token(f, out - 1), "^_/")))
        return false;
    return i + 3 >= f->tokens.n || !mark_in(f, t + 3, "^_!");
}

void form_slashes(struct canonical_form *f)
{
    size_t out = 0;

    for (size_t i = 0; i < f->tokens.n; i++) {
        struct form_token t = *form_token(f, i);

        if (problem_canonical_is_fraction(f, i, out)) {
            const struct form_token *b = form_token(f, i + 2);
            size_t at;

            str_reserve(&f->text, t.n + b->n + 1);
            at = f->text.n;
            str_addn(&f->text, f->text.s + t.at, t.n);
            str_addc(&f->text, '/');
            str_addn(&f->text, f->text.s + b->at, b->n);
            t = (struct form_token){ TOKEN_FRACTION, 0, at, f->text.n - at };
            i += 2;
        }
        *form_token(f, out++) = t;
    }
    f->tokens.n = out;
}

/* ---- writing ---- */

static bool has_upper(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_upper(s[i]))
            return true;
    return false;
}

/* Letters whose case counts are distinguished from words by dollars. */
static void write_symbol(struct str *out, const char *s, size_t n)
{
    bool dollars = has_upper(s, n) || word_is_special((struct span){ s, n });

    if (dollars)
        str_addc(out, '$');
    str_addn(out, s, n);
    if (dollars)
        str_addc(out, '$');
}

/* A fraction beside an operator that binds more tightly. */
static bool problem_canonical_is_bound(const struct canonical_form *f, size_t i,
                                       size_t n)
{
    const struct form_token *t = form_token(f, i);

    return (i > 0 && mark_in(f, t - 1, "^_/")) ||
           (i + 1 < n && mark_in(f, t + 1, "^_!"));
}

/* A number or fraction, in braces where it would be read otherwise. */
static void canonical_write_value(struct str *out,
                                  const struct canonical_form *f, size_t i,
                                  size_t n)
{
    const struct form_token *t = form_token(f, i);
    bool braces =
        ((t->flags & TOKEN_ARG) && t->n > 1) ||
        (t->kind == TOKEN_FRACTION && problem_canonical_is_bound(f, i, n));

    if (braces)
        str_add(out, "{ ");
    str_addn(out, form_text(f, t), t->n);
    if (braces)
        str_add(out, " }");
}

void form_write(struct str *out, const struct canonical_form *f)
{
    size_t n = f->tokens.n;

    while (n > 0 && mark_in(f, form_token(f, n - 1), ".,;:?"))
        n--;
    for (size_t i = 0; i < n; i++) {
        const struct form_token *t = form_token(f, i);

        if (i > 0)
            str_addc(out, ' ');
        if (t->kind == TOKEN_SYMBOL)
            write_symbol(out, form_text(f, t), t->n);
        else if (t->kind == TOKEN_NUMBER || t->kind == TOKEN_FRACTION)
            canonical_write_value(out, f, i, n);
        else
            str_addn(out, form_text(f, t), t->n);
    }
}

/*
 * Numbers in digits: thousands are joined, needless zeros go. All is text, so
 * a number may have any length.
 */

/* How sure it is that what stands between two groups of digits belongs to one
 * number. */
enum between {
    BETWEEN_NONE,
    BETWEEN_SURE,  /* {,}  ,\!  \, */
    BETWEEN_COMMA, /* , */
    BETWEEN_SPACE, /* one space, \  or ~ */
};

static enum between problem_canonical_separator(const char *p, size_t *n)
{
    static const struct {
        const char *text;
        enum between means;
    } table[] = {
        { "{,}", BETWEEN_SURE },  { ",\\!", BETWEEN_SURE },
        { ",\\,", BETWEEN_SURE }, { "\\,", BETWEEN_SURE },
        { ",", BETWEEN_COMMA },   { "\\ ", BETWEEN_SPACE },
        { " ", BETWEEN_SPACE },   { "~", BETWEEN_SPACE },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        *n = strlen(table[i].text);
        if (strncmp(p, table[i].text, *n) == 0)
            return table[i].means;
    }
    return BETWEEN_NONE;
}

static bool three_digits(const char *p)
{
    return is_digit(p[0]) && is_digit(p[1]) && is_digit(p[2]) &&
           !is_digit(p[3]);
}

/* Does what is written 1,234 stand alone in brackets or in a list, so that it
 * may as well be the numbers 1 and 234? Braces count when they are \{ \}. */
static bool looks_like_list(const char *s, const char *p, const char *end)
{
    while (p > s && is_gap(p[-1]))
        p--;
    while (is_gap(*end))
        end++;
    if (p == s || !*end)
        return false;
    if (p[-1] == '{' ? p - 1 == s || p[-2] != '\\' : !strchr("([,;", p[-1]))
        return false;
    return strchr(")],;", *end) || (end[0] == '\\' && end[1] == '}');
}

/* The end of a number written in groups of three, or p when it is none. */
static const char *problem_canonical_grouped_end(struct form_lexer *l,
                                                 const char *p)
{
    size_t first = strspn(p, "0123456789"), n;
    const char *q = p + first;
    bool commas = false, spaces = false, zero = false;
    enum between b;

    if (first > 3 || *p == '0' || p < l->ungroup)
        return p;
    while ((b = problem_canonical_separator(q, &n)) && three_digits(q + n)) {
        commas = commas || b == BETWEEN_COMMA;
        spaces = spaces || b == BETWEEN_SPACE;
        zero = zero || q[n] == '0';
        q += n + 3;
    }
    if (q == p + first)
        return p;
    /* No number begins with 0: "5 000" is one, "5 100" may be two. */
    if (!zero && (spaces || (commas && looks_like_list(l->s, p, q)))) {
        l->ungroup = q; /* and is not looked at again */
        return p;
    }
    return q;
}

/* Push the number s[0..n), in which all but digits and points is left out. */
static void problem_canonical_push_number(struct form_lexer *l, const char *s,
                                          const char *end)
{
    struct str *text = &l->form->text;
    struct form_token *t = scan_push(l, TOKEN_NUMBER, "", 0);
    size_t point = (size_t)-1;

    for (; s < end; s++) {
        if (*s == '.') {
            point = text->n;
            if (point == t->at)
                str_addc(text, '0');
            point = text->n;
            str_addc(text, '.');
        } else if (is_digit(*s)) {
            if (text->n == t->at + 1 && text->s[t->at] == '0')
                text->n = t->at; /* a leading zero */
            str_addc(text, *s);
        }
    }
    if (point != (size_t)-1) {
        while (text->s[text->n - 1] == '0')
            text->n--;
        if (text->s[text->n - 1] == '.')
            text->n--;
    }
    t->n = text->n - t->at;
}

/* At a digit, or at the point of .5. */
void scan_number(struct form_lexer *l)
{
    const struct canonical_form *f = l->form;
    const char *p = l->p, *q;

    /* \frac12: the second digit is split off by form_args(). */
    if (*p != '.' && f->tokens.n > 0 &&
        token_arguments(f, form_token(f, f->tokens.n - 1)) == 2) {
        scan_push(l, TOKEN_NUMBER, p, 1);
        l->p++;
        return;
    }
    /* Digits of a number with letters for some of them, 5X053Y: none is a
     * needless zero. */
    if (p > l->s && is_letter(p[-1]))
        for (; *p == '0' && is_digit(p[1]); p++)
            scan_push(l, TOKEN_NUMBER, p, 1);
    q = *p == '.' ? p : problem_canonical_grouped_end(l, p);
    if (q == p)
        q += strspn(q, "0123456789");
    if (*q == '.' && is_digit(q[1]))
        q += 1 + strspn(q + 1, "0123456789");
    problem_canonical_push_number(l, p, q);
    l->p = q;
}

/*
 * Names of people become @p1, @p2 ... in the order in which they appear.
 *
 * A capitalised word is a name when the lexicon says so, or
 * when it stands where people stand: "how many does Zorba have". A word that
 * is a name in one place of a statement is one in all.
 */

static bool problem_canonical_listed(const struct canonical_form *f,
                                     const struct form_token *t,
                                     enum word_class c)
{
    return t->kind == TOKEN_WORD && word_is(form_span(f, t), c);
}

/* Does the i-th token stand where people stand? */
static bool among_people(const struct canonical_form *f, size_t i)
{
    const struct form_token *t = form_token(f, i);

    if (i > 0 && (problem_canonical_listed(f, t - 1, WORD_BEFORE_PERSON) ||
                  problem_canonical_listed(f, t - 1, WORD_TITLE)))
        return true;
    return i + 1 < f->tokens.n &&
           problem_canonical_listed(f, t + 1, WORD_AFTER_PERSON);
}

/* Can the token be a name at all? "the word Mississippi" is its letters. */
static bool problem_canonical_may_be_name(const struct canonical_form *f,
                                          size_t i)
{
    const struct form_token *t = form_token(f, i);

    return t->kind == TOKEN_WORD && (t->flags & TOKEN_CAPITAL) &&
           !(t->flags & TOKEN_QUOTED) &&
           !(i > 0 && form_has(f, i - 1, TOKEN_WORD, "word"));
}

/* Words that are no people wherever they stand. */
static bool never_named(const struct lexeme *x)
{
    return lexeme_is(x, WORD_NEVER_PERSON) || lexeme_is(x, WORD_TITLE) ||
           lexeme_is(x, WORD_MONTH) || lexeme_is(x, WORD_WEEKDAY);
}

static bool problem_canonical_is_name(const struct canonical_form *f, size_t i)
{
    const struct form_token *t = form_token(f, i);
    const struct lexeme *x = lexicon_find(form_span(f, t));
    bool start = t->flags & TOKEN_START;

    if (lexeme_is(x, WORD_NAME))
        return true;
    if (lexeme_is(x, WORD_NAME_AND_WORD))
        return !start || among_people(f, i) ||
               form_has(f, i + 1, TOKEN_WORD, "'s");
    if (lexeme_is(x, WORD_NAME_OR_PLACE))
        return among_people(f, i);
    return !start && among_people(f, i) && !never_named(x);
}

static void fill_names(const struct canonical_form *f, struct map *names)
{
    for (size_t i = 0; i < f->tokens.n; i++) {
        const struct form_token *t = form_token(f, i);

        if (t->kind == TOKEN_PERSON || (problem_canonical_may_be_name(f, i) &&
                                        problem_canonical_is_name(f, i)))
            map_put(names, form_text(f, t), t->n, NULL);
    }
}

/* May the token be one of the names that were found? Some write a name that
 * is nothing else in lower case the second time. */
static bool may_repeat(const struct canonical_form *f, size_t i)
{
    const struct form_token *t = form_token(f, i);

    return t->kind == TOKEN_PERSON || problem_canonical_may_be_name(f, i) ||
           (t->kind == TOKEN_WORD && !(t->flags & TOKEN_QUOTED) &&
            word_is(form_span(f, t), WORD_NAME));
}

/* Make the token a person if it names one; a new name gets a new number. */
static void name_person(struct canonical_form *f, struct form_token *t,
                        struct map *names, size_t *count)
{
    size_t *number = map_get(names, form_text(f, t), t->n);
    char text[32];

    if (!number)
        return;
    if (*number == 0)
        *number = ++*count;
    snprintf(text, sizeof(text), "@p%zu", *number);
    form_spell(f, t, text, strlen(text));
    t->kind = TOKEN_PERSON;
}

/* Mrs, Ms and Miss are Mr. */
static void fold_title(struct canonical_form *f, struct form_token *t)
{
    if ((t->flags & TOKEN_CAPITAL) &&
        (form_is(f, t, "miss") || form_is(f, t, "mrs") || form_is(f, t, "ms")))
        form_spell(f, t, "mr", 2);
}

void form_people(struct canonical_form *f)
{
    struct map names = { 0 };
    size_t out = 0, count = 0;

    fill_names(f, &names);
    for (size_t i = 0; i < f->tokens.n; i++) {
        struct form_token t = *form_token(f, i);

        if (may_repeat(f, i))
            name_person(f, &t, &names, &count);
        fold_title(f, &t);
        if ((t.flags & TOKEN_BARE) &&
            (out == 0 || form_token(f, out - 1)->kind != TOKEN_PERSON))
            continue;
        *form_token(f, out++) = t;
    }
    f->tokens.n = out;
    map_clear(&names);
}
