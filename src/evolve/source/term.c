/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/import_int.h"
#include "math/read/read.h"
#include "text/fold.h"

#include <stdlib.h>

/*
 * Expressions as people note them: "2*(3+4)", "$5 x 3", "25% of 80". They are
 * made plain, which is to say that units and other words are passed over, and
 * read as the grader reads: whether that was right is seen from the value.
 */

#define POWER_MOST 8

/* ---- plain formulas ---- */

/* "N_03" and "number3" at `at`: its length. */
static size_t slot_at(struct span t, size_t at, struct str *out)
{
    size_t n = span_at(t, at, "number") ? 6 : span_at(t, at, "N") ? 1 : 0;
    size_t digits;

    if (n == 0 || span_letters(t, at) != n)
        return 0;
    n += span_byte(t, at + n) == '_';
    digits = span_digits(t, at + n);
    if (digits)
        str_addf(out, " N_{%.*s} ", (int)digits, t.s + at + n);
    return digits ? n + digits : 0;
}

/* A word: "x" and "of" multiply, others are units. Blanks are doubled, since
 * "5 300" would be one number. */
static size_t word_at(struct span t, size_t at, struct str *out)
{
    size_t n = slot_at(t, at, out);

    if (n)
        return n;
    n = span_letters(t, at);
    str_add(out, (n == 1 && to_lower(t.s[at]) == 'x') ||
                         span_is(span_cut(t, at, at + n), "of")
                     ? "*"
                     : "  ");
    return n;
}

/* Digits without the commas between them; 0 for what is no number. */
static size_t number_at(struct span t, size_t at, struct str *out)
{
    struct ratio v;
    size_t n = 0, last;

    while (is_digit(span_byte(t, at + n)) || span_byte(t, at + n) == '.' ||
           (span_byte(t, at + n) == ',' && is_digit(span_byte(t, at + n + 1))))
        n++;
    last = n - (t.s[at + n - 1] == '.'); /* "5." */
    if (!ratio_read(&v, t.s + at, last))
        return 0;
    for (size_t i = at; i < at + last; i++)
        if (t.s[i] != ',')
            str_addc(out, t.s[i]);
    return n;
}

static size_t sign_at(struct span t, size_t at, struct str *out)
{
    char c = t.s[at];

    if (is_space(c) || c == '$' || c == ',')
        str_add(out, "  ");
    else if (strchr("([{", c))
        str_addc(out, '(');
    else if (strchr(")]}", c))
        str_addc(out, ')');
    else if (span_at(t, at, "**"))
        str_addc(out, '^');
    else if (strchr("+-*/^%", c))
        str_addc(out, c);
    else if (character_is(t, at, CHAR_CURRENCY))
        return character_is(t, at, CHAR_CURRENCY);
    else
        return 0;
    return span_at(t, at, "**") ? 2 : 1;
}

/* Returns NULL if a character is part of no formula. */
static const char *plain(struct arena *a, struct span text)
{
    struct span t = fold_span(a, text,
                              CHAR_TIMES | CHAR_DIVIDE | CHAR_MINUS |
                                  CHAR_DASH | CHAR_BLANK);
    struct str out = str_in(a);
    size_t n;

    for (size_t i = 0; i < t.n; i += n) {
        n = is_letter(t.s[i])                   ? word_at(t, i, &out)
            : is_digit(t.s[i]) || t.s[i] == '.' ? number_at(t, i, &out)
                                                : sign_at(t, i, &out);
        if (n == 0)
            return NULL;
    }
    return str_get(&out);
}

/* Operators that stand first are put between what they join. */
static bool infix(struct span t, size_t *at, int depth, struct str *out)
{
    size_t n = 0;

    while (span_byte(t, *at) == ' ')
        ++*at;
    if (*at >= t.n || depth > IMPORT_DEPTH)
        return false;
    if (strchr("+-*/", t.s[*at])) {
        char sign = t.s[(*at)++];

        str_addc(out, '(');
        if (!infix(t, at, depth + 1, out))
            return false;
        str_addc(out, sign);
        if (!infix(t, at, depth + 1, out))
            return false;
        str_addc(out, ')');
        return true;
    }
    while (*at + n < t.n && !strchr(" +-*/", t.s[*at + n]))
        n++;
    str_addn(out, t.s + *at, n);
    *at += n;
    return true;
}

/* ---- terms of a tree ---- */

struct term_walk {
    struct import_terms *t;
    bool bad; /* more terms than there is room for, or no arithmetic */
};

static size_t add(struct term_walk *w, struct graph_node x)
{
    w->bad = w->bad || w->t->n == TERMS;
    if (w->bad)
        return 0;
    w->t->term[w->t->n] = x;
    return w->t->n++;
}

static size_t add_number(struct term_walk *w, struct ratio v)
{
    return add(w, (struct graph_node){ .op = GRAPH_CONST, .value = v });
}

static size_t add_step(struct term_walk *w, enum graph_op op, size_t a,
                       size_t b)
{
    return add(w, (struct graph_node){ .op = op, .a = a, .b = b });
}

static size_t walk(struct term_walk *w, const struct expr *x);

/* Two or more addends or factors, from left to right. */
static size_t walk_many(struct term_walk *w, const struct expr *x)
{
    enum graph_op op = x->op == EXPR_MUL ? GRAPH_MUL : GRAPH_ADD;
    size_t sum = walk(w, x->args[0]);

    for (unsigned i = 1; i < x->count; i++) {
        const struct expr *y = x->args[i];
        bool minus = op == GRAPH_ADD && y->op == EXPR_NEG;

        sum = add_step(w, minus ? GRAPH_SUB : op, sum,
                       walk(w, minus ? y->args[0] : y));
    }
    return sum;
}

static bool number_of(const struct expr *x, struct ratio *out)
{
    const fmpz *p, *q;

    if (x->op != EXPR_NUMBER)
        return false;
    p = fmpq_numref(x->number->value);
    q = fmpq_denref(x->number->value);
    return fmpz_fits_si(p) && fmpz_fits_si(q) &&
           ratio_make(out, fmpz_get_si(p), fmpz_get_si(q));
}

static size_t walk_power(struct term_walk *w, const struct expr *x)
{
    size_t base = walk(w, x->args[0]), y = base;
    struct ratio n;

    if (!number_of(x->args[1], &n) || n.q != 1 || n.p < 1 || n.p > POWER_MOST) {
        w->bad = true;
        return 0;
    }
    for (int64_t i = 1; i < n.p; i++)
        y = add_step(w, GRAPH_MUL, y, base);
    return y;
}

static size_t walk(struct term_walk *w, const struct expr *x)
{
    struct ratio v;
    size_t a;

    switch (w->bad ? EXPR_TEXT : x->op) {
    case EXPR_ADD:
    case EXPR_MUL: return walk_many(w, x);
    case EXPR_POW: return walk_power(w, x);
    case EXPR_NEG:
        a = add_number(w, RATIO(0));
        return add_step(w, GRAPH_SUB, a, walk(w, x->args[0]));
    case EXPR_DIV:
        a = walk(w, x->args[0]);
        return add_step(w, GRAPH_DIV, a, walk(w, x->args[1]));
    case EXPR_PERCENT:
        a = walk(w, x->args[0]);
        return add_step(w, GRAPH_DIV, a, add_number(w, RATIO(100)));
    case EXPR_SYMBOL: /* N_{03} */
        return add_step(w, GRAPH_SLOT, strtoul(x->name + 3, NULL, 10), 0);
    default:
        if (!w->bad && number_of(x, &v))
            return add_number(w, v);
        w->bad = true;
        return 0;
    }
}

static bool read_plain(struct arena *a, struct import_terms *t,
                       const char *formula, size_t *root)
{
    struct term_walk w = { .t = t };
    size_t kept = t->n;
    const struct expr *x;
    struct err e;

    if (!formula || !read_expr(a, formula, strlen(formula), NULL, &x, &e))
        return false;
    *root = walk(&w, x);
    if (w.bad)
        t->n = kept;
    return !w.bad;
}

bool import_term_read(struct arena *a, struct import_terms *t, struct span text,
                      size_t *root)
{
    return read_plain(a, t, plain(a, text), root);
}

bool import_term_prefix(struct arena *a, struct import_terms *t,
                        struct span text, size_t *root)
{
    const char *formula = plain(a, text);
    struct str out = str_in(a);
    size_t at = 0;

    return formula && infix(span_of(formula), &at, 0, &out) &&
           str_blank(formula + at) && read_plain(a, t, str_get(&out), root);
}

/* Terms before `root` that do not belong to it may have no value. */
bool import_term_value(const struct import_terms *t, size_t root,
                       struct ratio *out)
{
    struct ratio v[TERMS];
    bool has[TERMS];

    for (size_t i = 0; i <= root; i++) {
        const struct graph_node *x = &t->term[i];

        v[i] = x->value;
        has[i] = x->op == GRAPH_CONST ||
                 (x->op >= GRAPH_ADD && has[x->a] && has[x->b] &&
                  graph_apply(x->op, v[x->a], v[x->b], &v[i]));
    }
    *out = v[root];
    return has[root];
}
