/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/linear_problem.h"

struct work {
    struct arena *a;
    const struct linear_problem *t;
    struct steps *out;
    struct equation eqs[LINEAR_EQUATIONS]; /* as they stand now */
    const char *formulas[LINEAR_EQUATIONS];
    bool used[LINEAR_EQUATIONS];
    bool known[LINEAR_VARIABLES];
    struct ratio value[LINEAR_VARIABLES];
};

/* ---- writing formulas ---- */

static char letter(size_t var)
{
    return (char)('a' + var);
}

/* Whole ones, which are most, without a copy. */
static void add_ratio(struct str *s, struct arena *a, struct ratio x)
{
    if (ratio_whole(x))
        str_add_int(s, x.p);
    else
        str_add(s, ratio_latex(a, x));
}

/* "- 3a", "b"; the sign of the first term stands close to it. */
static void add_term(struct str *s, struct arena *a, struct ratio c, size_t var,
                     bool first)
{
    bool minus = c.p < 0;

    if (minus)
        c = ratio_neg(c);
    str_add(s, first ? minus ? "-" : "" : minus ? " - " : " + ");
    if (!ratio_whole(c) || c.p != 1)
        add_ratio(s, a, c);
    str_addc(s, letter(var));
}

static const char *formula(struct arena *a, const struct equation *eq)
{
    struct str s = str_in(a);
    bool first = true;

    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        if (eq->c[i].p != 0) {
            add_term(&s, a, eq->c[i], i, first);
            first = false;
        }
    str_add(&s, first ? "0 = " : " = ");
    add_ratio(&s, a, eq->rhs);
    return s.s;
}

/* "a = 3 and b = 4": what of the equation is known. */
static const char *givens(const struct work *w, const struct equation *eq)
{
    struct str s = str_in(w->a);
    size_t n = 0, i = 0;

    for (size_t v = 0; v < LINEAR_VARIABLES; v++)
        n += eq->c[v].p != 0 && w->known[v];
    for (size_t v = 0; v < LINEAR_VARIABLES; v++)
        if (eq->c[v].p != 0 && w->known[v])
            str_addf(&s, "%s$%c = %s$", words_join(i++, n), letter(v),
                     ratio_latex(w->a, w->value[v]));
    return str_get(&s);
}

/* ---- single steps ---- */

/* The equation with what is known put in. */
static bool put_in(const struct work *w, struct equation *eq)
{
    struct ratio t;

    for (size_t v = 0; v < LINEAR_VARIABLES; v++)
        if (eq->c[v].p != 0 && w->known[v]) {
            if (!ratio_mul(&t, eq->c[v], w->value[v]) ||
                !ratio_sub(&eq->rhs, eq->rhs, t))
                return false;
            eq->c[v] = RATIO(0);
        }
    return true;
}

static size_t unknowns(const struct work *w, const struct equation *eq)
{
    size_t n = 0;

    for (size_t v = 0; v < w->t->system.n_vars; v++)
        n += eq->c[v].p != 0 && !w->known[v];
    return n;
}

/* Equation k has one unknown. */
static bool read_off(struct work *w, size_t k)
{
    const struct equation *whole = &w->eqs[k];
    struct equation eq = *whole;
    const char *given = givens(w, whole), *value, *now;
    size_t var = 0;

    w->used[k] = true;
    if (!put_in(w, &eq) || linear_terms(&eq, &var) != 1 ||
        !ratio_div(&w->value[var], eq.rhs, eq.c[var]))
        return false;
    w->known[var] = true;
    value = ratio_latex(w->a, w->value[var]);
    now = *given ? formula(w->a, &eq) : w->formulas[k];
    if (*given)
        steps_add(w->out, "Put %s into $%s$: $%s$.", given, w->formulas[k],
                  now);
    if (!ratio_equal(eq.c[var], RATIO(1)))
        steps_add(w->out, "From $%s$ follows $%c = %s$.", now, letter(var),
                  value);
    else if (!*given)
        steps_add(w->out, "At once, $%c = %s$.", letter(var), value);
    return true;
}

/* eq without var, by means of `by`, whose coefficient there is 1. */
static bool eliminate(struct equation *eq, const struct equation *by,
                      size_t var)
{
    struct ratio factor = eq->c[var], t;

    for (size_t v = 0; v < LINEAR_VARIABLES; v++)
        if (by->c[v].p != 0 && (!ratio_mul(&t, factor, by->c[v]) ||
                                !ratio_sub(&eq->c[v], eq->c[v], t)))
            return false;
    return ratio_mul(&t, factor, by->rhs) && ratio_sub(&eq->rhs, eq->rhs, t);
}

/* Dividing by 1, -1/2 and so on makes no new fractions. */
static bool divides_well(struct ratio c)
{
    return c.p == 1 || c.p == -1;
}

/* The unknown that is the least trouble to write by the others; never the
 * asked one. LINEAR_VARIABLES: there is none. */
static size_t choose(const struct work *w, const struct equation *eq)
{
    size_t best = LINEAR_VARIABLES;

    for (size_t v = 0; v < w->t->system.n_vars; v++) {
        if (eq->c[v].p == 0 || w->known[v] || v == w->t->system.asked)
            continue;
        if (best == LINEAR_VARIABLES ||
            (divides_well(eq->c[v]) && !divides_well(eq->c[best])))
            best = v;
    }
    return best;
}

/* "c = 3 - 2b" out of an equation whose coefficient of c is 1. */
static const char *expressed(struct arena *a, const struct equation *eq,
                             size_t var)
{
    struct str s = str_in(a);
    bool first = eq->rhs.p == 0;

    str_addf(&s, "%c = %s", letter(var), first ? "" : ratio_latex(a, eq->rhs));
    for (size_t v = 0; v < LINEAR_VARIABLES; v++)
        if (eq->c[v].p != 0 && v != var) {
            add_term(&s, a, ratio_neg(eq->c[v]), v, first);
            first = false;
        }
    return s.s;
}

/* Put "var = ..." into all equations that have it. */
static bool replace(struct work *w, const struct equation *by, size_t var)
{
    for (size_t k = 0; k < w->t->system.n_eqs; k++) {
        const char *old = w->formulas[k];

        if (w->used[k] || w->eqs[k].c[var].p == 0)
            continue;
        if (!eliminate(&w->eqs[k], by, var))
            return false;
        w->formulas[k] = formula(w->a, &w->eqs[k]);
        steps_add(w->out, "In $%s$ this gives $%s$.", old, w->formulas[k]);
    }
    return true;
}

/* eq divided by its coefficient of var. */
static bool divide(struct equation *eq, size_t var)
{
    struct ratio lead = eq->c[var];

    for (size_t v = 0; v < LINEAR_VARIABLES; v++)
        if (eq->c[v].p != 0 && !ratio_div(&eq->c[v], eq->c[v], lead))
            return false;
    return ratio_div(&eq->rhs, eq->rhs, lead);
}

/* No equation has a single unknown: write one by the others. */
static bool express(struct work *w, size_t k)
{
    const char *given = givens(w, &w->eqs[k]);
    struct equation eq = w->eqs[k];
    size_t var = choose(w, &eq);
    const char *now;

    w->used[k] = true;
    if (var == LINEAR_VARIABLES || !put_in(w, &eq))
        return false;
    now = *given ? formula(w->a, &eq) : w->formulas[k];
    if (*given)
        steps_add(w->out, "Put %s into $%s$: $%s$.", given, w->formulas[k],
                  now);
    if (!divide(&eq, var))
        return false;
    steps_add(w->out,
              "No equation has a single unknown left. From $%s$ follows "
              "$%s$.",
              now, expressed(w->a, &eq, var));
    return replace(w, &eq, var);
}

/* ---- all of it ---- */

/* The letters, and the equations in them. */
static void begin(struct work *w)
{
    const struct linear_problem *t = w->t;
    size_t n = t->system.n_vars;
    struct str s = str_in(w->a);

    for (size_t v = 0; v < n; v++) {
        str_add(&s, words_join(v, n));
        str_addc(&s, '$');
        str_addc(&s, letter(v));
        str_add(&s, v ? "$ " : "$ be ");
        str_add(&s, t->theme->things[t->thing[v]]);
    }
    steps_add(w->out, "Let %s, all in %s.", str_get(&s), t->theme->unit);
    s = str_in(w->a);
    for (size_t k = 0; k < t->system.n_eqs; k++) {
        str_add(&s, words_join(k, t->system.n_eqs));
        str_addc(&s, '$');
        w->formulas[k] = formula(w->a, &w->eqs[k]);
        str_add(&s, w->formulas[k]);
        str_addc(&s, '$');
    }
    steps_add(w->out, "Then %s.", str_get(&s));
}

/* How hard it is to go on with the equation. */
static size_t trouble(const struct work *w, const struct equation *eq)
{
    size_t var = choose(w, eq);

    return 2 * unknowns(w, eq) +
           (var < LINEAR_VARIABLES && !divides_well(eq->c[var]));
}

/* The equation to go on with, of those not used; n_eqs: there is none. */
static size_t easiest(const struct work *w)
{
    size_t n = w->t->system.n_eqs, best = n, least = SIZE_MAX;

    for (size_t k = 0; k < n; k++) {
        size_t now = w->used[k] ? SIZE_MAX : trouble(w, &w->eqs[k]);

        if (now < least) {
            least = now;
            best = k;
        }
    }
    return best;
}

/* Bring the equation to a right side that is not negative, as in the sentences.
 */
static struct equation turned(struct equation eq)
{
    if (eq.rhs.p >= 0)
        return eq;
    eq.rhs = ratio_neg(eq.rhs);
    for (size_t v = 0; v < LINEAR_VARIABLES; v++)
        eq.c[v] = ratio_neg(eq.c[v]);
    return eq;
}

bool linear_worked(struct arena *a, const struct linear_problem *t,
                   struct steps *out, struct ratio *answer)
{
    struct work w = { .a = a, .t = t, .out = out };
    size_t asked = t->system.asked, k;

    for (k = 0; k < t->system.n_eqs; k++)
        w.eqs[k] = turned(t->system.eqs[k]);
    begin(&w);
    while ((k = easiest(&w)) < t->system.n_eqs)
        if (!(unknowns(&w, &w.eqs[k]) == 1 ? read_off(&w, k) : express(&w, k)))
            return false;
    if (!w.known[asked])
        return false;
    *answer = w.value[asked];
    steps_add(out, "So %s is %s %s.", t->theme->things[t->thing[asked]],
              ratio_latex(a, *answer),
              ratio_equal(*answer, RATIO(1)) ? t->theme->one : t->theme->unit);
    return true;
}
