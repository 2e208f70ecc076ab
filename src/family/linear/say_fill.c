/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/say_int.h"

#include <string.h>

/* How the parts of an equation are put into words. */

static struct ratio size_of(struct ratio x)
{
    return x.p < 0 ? ratio_neg(x) : x;
}

static bool is_plain(const struct equation *eq, size_t var)
{
    return ratio_equal(size_of(eq->c[var]), RATIO(1));
}

/* The terms of a sign. Those without a number come first: in "twice A and B"
 * the word could be meant of both. */
static void collect(const struct equation *eq, int sign, struct say_side *out)
{
    for (int number = 0; number < 2; number++)
        for (size_t i = 0; i < LINEAR_VARIABLES; i++)
            if (ratio_sign(eq->c[i]) == sign && is_plain(eq, i) == !number)
                out->var[out->n++] = i;
}

/* Fewer terms; of one term each, it is the thing itself. */
static bool simpler(const struct equation *eq, const struct say_side *x,
                    const struct say_side *y)
{
    if (x->n != 1 || y->n != 1)
        return x->n < y->n;
    return is_plain(eq, x->var[0]) && !is_plain(eq, y->var[0]);
}

/* The terms of either sign; the constant goes where it is positive. */
void linear_say_sort(struct telling *t, const struct equation *eq,
                     const struct say_options *o)
{
    int k = ratio_sign(eq->rhs);
    struct say_side plus = { 0 }, minus = { 0 };
    bool turn;

    t->eq = eq;
    t->o = o;
    t->constant = size_of(eq->rhs);
    collect(eq, 1, &plus);
    collect(eq, -1, &minus);
    /* Two sides: the larger one is on the left. Of two equal ones it is the
     * simpler one. One side: the one there is. */
    if (plus.n > 0 && minus.n > 0)
        turn = k < 0 || (k == 0 && simpler(eq, &minus, &plus));
    else
        turn = plus.n == 0;
    t->left = turn ? minus : plus;
    t->right = turn ? plus : minus;
    if (t->left.n == 0)
        t->shape = SAY_EMPTY;
    else if (t->right.n > 0)
        t->shape = k == 0 ? SAY_SAME : SAY_MORE;
    else if (k == 0)
        t->shape = SAY_ZERO;
    else if ((k > 0) == turn)
        t->shape = SAY_NEGATIVE;
    else
        t->shape = t->left.n == 1 ? SAY_ONE : SAY_MANY;
}

/* ---- numbers ---- */

static void add_fraction(struct telling *t, struct ratio value, bool decimal)
{
    struct arena a = { 0 };
    const char *text = decimal ? ratio_decimal(&a, value, 2) : NULL;

    str_add(t->out, text ? text : ratio_text(&a, value));
    arena_clear(&a);
}

/* A number, or the letter in its place; noted as a slot. */
static void add_number(struct telling *t, struct ratio number, size_t var,
                       bool decimal)
{
    struct ratio value = size_of(number);
    struct slots *s = t->slots;

    if (t->printed == t->hidden)
        str_add(t->out, t->o->letter);
    else if (ratio_whole(value))
        str_add_int(t->out, value.p);
    else
        add_fraction(t, value, decimal);
    if (s && s->n < SAY_SLOTS) {
        s->value[s->n] = value;
        s->var[s->n] = var;
        s->sign[s->n] = ratio_sign(number);
        s->n++;
    }
    t->printed++;
}

static void add_constant(struct telling *t)
{
    bool one = ratio_equal(t->constant, RATIO(1)) && t->printed != t->hidden;

    add_number(t, t->eq->rhs, LINEAR_VARIABLES, true);
    str_addc(t->out, ' ');
    str_add(t->out, one ? t->o->theme->one : t->o->theme->unit);
}

/* ---- terms ---- */

/* "twice", "half of": words that are no slots. */
static bool add_word(struct telling *t, struct ratio c)
{
    const char *const twice[] = { "twice ", "double " };
    const char *const half[] = { "half of ", "half " };
    unsigned w = t->wording;

    if (w % 2 == 1)
        return false;
    if (ratio_equal(c, RATIO(2)))
        str_add(t->out, twice[w / 2 % 2]);
    else if (c.p == 1 && c.q == 2)
        str_add(t->out, half[w / 2 % 2]);
    else
        return false;
    return true;
}

static void add_term(struct telling *t, size_t var)
{
    struct ratio c = size_of(t->eq->c[var]);
    bool hidden = t->printed == t->hidden;

    if (!is_plain(t->eq, var) && !add_word(t, c)) {
        bool part = c.p < c.q && !hidden; /* "2/3 of", but "5/3 times" */

        add_number(t, t->eq->c[var], var, !part && t->wording / 2 % 2);
        str_add(t->out, part ? " of " : " times ");
    }
    str_add(t->out, t->o->theme->things[t->o->thing[var]]);
}

/* Terms with commas and a word before the last one. */
static void add_list(struct telling *t, const struct say_side *s, size_t from,
                     const char *comma, const char *last)
{
    for (size_t i = from; i < s->n; i++) {
        if (i > from)
            str_add(t->out, i + 1 == s->n ? last : comma);
        add_term(t, s->var[i]);
    }
}

static void add_noun(struct telling *t, const struct say_side *s, size_t from)
{
    if (s->n - from > 1)
        str_add(t->out, "the sum of ");
    add_list(t, s, from, ", ", " and ");
}

static void add_plus(struct telling *t, const struct say_side *s)
{
    add_list(t, s, 0, " plus ", " plus ");
}

/* ---- what the left side is ---- */

static void add_nothing(struct telling *t)
{
    str_addf(t->out, "0 %s", t->o->theme->unit);
}

static void add_subject(struct telling *t)
{
    if (t->shape == SAY_EMPTY) {
        add_nothing(t);
    } else if (t->shape == SAY_NEGATIVE) {
        str_add(t->out, "the sum of ");
        add_list(t, &t->left, 0, ", ", ", ");
        str_add(t->out, " and ");
        add_constant(t);
    } else {
        add_noun(t, &t->left, 0);
    }
}

/* %I, %Q and %q. */
static void add_object(struct telling *t, char how)
{
    if (t->shape == SAY_ZERO || t->shape == SAY_NEGATIVE) {
        add_nothing(t);
    } else if (t->shape != SAY_MORE) {
        if (t->shape == SAY_SAME)
            add_noun(t, &t->right, 0);
        else
            add_constant(t);
    } else if (how == 'I') {
        add_constant(t);
        str_add(t->out, " more than ");
        add_noun(t, &t->right, 0);
    } else if (how == 'Q') {
        str_add(t->out, "the sum of ");
        add_list(t, &t->right, 0, ", ", ", ");
        str_add(t->out, " and ");
        add_constant(t);
    } else {
        add_constant(t);
        str_add(t->out, " plus ");
        add_plus(t, &t->right);
    }
}

/* ---- templates ---- */

static void add_part(struct telling *t, char c)
{
    switch (c) {
    case 'L': add_noun(t, &t->left, 0); break;
    case 'R': add_noun(t, &t->right, 0); break;
    case 'l': add_plus(t, &t->left); break;
    case 'r': add_plus(t, &t->right); break;
    case 'A': add_list(t, &t->left, 0, ", ", " and "); break;
    case '1': add_term(t, t->left.var[0]); break;
    case '2': add_noun(t, &t->left, 1); break;
    case 'K': add_constant(t); break;
    case 'U': str_add(t->out, t->o->theme->unit); break;
    case 'X': add_subject(t); break;
    case 'I':
    case 'Q':
    case 'q': add_object(t, c); break;
    default: BUG("no such part of an equation");
    }
}

void linear_say_fill(struct telling *t, const char *template)
{
    size_t start = t->out->n;

    t->printed = 0;
    if (t->slots)
        t->slots->n = 0;
    for (const char *c = template; *c && *c != '|'; c++) {
        if (*c == '%')
            add_part(t, *++c);
        else
            str_addc(t->out, *c);
    }
    str_addc(t->out, '.');
    if (t->out->s[start] >= 'a' && t->out->s[start] <= 'z')
        t->out->s[start] = (char)(t->out->s[start] - 'a' + 'A');
}
