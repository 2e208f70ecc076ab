/* SPDX-License-Identifier: Apache-2.0 */
/* Equations and conditions of prompts in the form that claims have. */
#include "verify/prompt/prompt_int.h"

#include "base/str.h"

#define SIDES 8

static void add_primes(struct str *out, char unknown, int order)
{
    str_addc(out, unknown);
    for (int i = 0; i < order; i++)
        str_addc(out, '\'');
}

/* Is the bracket at `at` the argument of the unknown, "(x)"? */
static bool own_argument(struct span s, size_t at, struct prompt_unknown u)
{
    return span_byte(s, at) == '(' && span_byte(s, at + 2) == ')' &&
           span_byte(s, at + 1) == u.variables[0];
}

const char *prompt_ode_plain(struct arena *a, struct span s,
                             struct prompt_unknown u)
{
    struct str out = str_in(a);
    int order = 0;

    for (size_t i = 0; i < s.n;) {
        struct derivative d = derivative_at(s, i);
        size_t n;

        if (d.n) {
            add_primes(&out, d.unknown, d.order);
            i += d.n;
        } else if (s.s[i] == u.name && derivative_letter(s, i)) {
            n = derivative_primes(s, i + 1, &order);
            add_primes(&out, u.name, order);
            i += n + 1;
            for (n = i; is_space(span_byte(s, n)); n++)
                ;
            i = own_argument(s, n, u) ? n + 3 : i;
        } else if (s.s[i] == '\\' && is_digit(span_byte(s, i + 1))) {
            i++; /* \2x */
        } else {
            n = tex_token(s, i);
            str_addn(&out, s.s + i, n);
            i += n;
        }
    }
    return str_get(&out);
}

int prompt_ode_order(const char *plain, char unknown)
{
    struct span s = span_of(plain);
    int most = 0, order;

    for (size_t i = 0; i < s.n; i++)
        if (s.s[i] == unknown && derivative_primes(s, i + 1, &order) &&
            order > most)
            most = order;
    return most;
}

/* Does "\partial_t =" stand at `at`, which lost its unknown? */
static bool missing_unknown(struct span s, size_t at)
{
    size_t i = at + 10;

    if (!span_at(s, at, "\\partial_") || span_byte(s, at + 9) == '{')
        return false;
    while (is_space(span_byte(s, i)))
        i++;
    return span_byte(s, i) == '=';
}

const char *prompt_pde_plain(struct arena *a, struct span s)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < s.n;) {
        bool fresh = i == 0 || (!is_letter(s.s[i - 1]) && s.s[i - 1] != '\\');

        if (fresh && span_at(s, i, "partial_")) {
            str_add(&out, "\\partial_");
            i += 8;
        } else if (fresh && s.s[i] == 'd' && derivative_index(s, i + 1)) {
            str_add(&out, "\\partial");
            i += 1;
        } else if (s.s[i] == '\\' && derivative_index(s, i + 2)) {
            i += 1; /* \u_t */
        } else if (missing_unknown(s, i)) {
            str_addf(&out, "\\partial_%c u ", s.s[i + 9]);
            i += 10;
        } else {
            size_t n = tex_token(s, i);

            str_addn(&out, s.s + i, n);
            i += n;
        }
    }
    return str_get(&out);
}

/* ---- conditions ---- */

static void add_condition(struct str *out, const char *left, struct span right)
{
    if (out->n)
        str_add(out, ",\\ ");
    str_add(out, left);
    str_addc(out, '=');
    str_addn(out, right.s, right.n);
}

/* left with its \pm (and the infty that lost its backslash) made plain. */
static const char *with_sign(struct arena *a, const char *left,
                             const char *sign)
{
    struct span s = span_of(left);
    struct str out = str_in(a);

    for (size_t i = 0; i < s.n;) {
        if (tex_word_at(s, i, "pm")) {
            str_add(&out, sign);
            i += 3;
            while (is_space(span_byte(s, i)))
                i++;
        } else if (span_at(s, i, "infty") && (i == 0 || s.s[i - 1] != '\\')) {
            str_add(&out, "\\infty");
            i += 5;
        } else if (is_letter(s.s[i]) && tex_word_at(s, i + 1, "to")) {
            i += 4; /* u(x\to\infty, t) */
        } else {
            str_addc(&out, s.s[i] == ';' ? ',' : s.s[i]);
            i++;
        }
    }
    return str_get(&out);
}

static void add_both(struct arena *a, struct str *out, const char *left,
                     struct span right)
{
    add_condition(out, with_sign(a, left, ""), right);
    if (tex_has(span_of(left), "\\pm"))
        add_condition(out, with_sign(a, left, "-"), right);
}

/* The unknown at a place: u(C,t) for x -> C. */
static const char *value_at(struct arena *a, struct prompt_unknown u, char var,
                            struct span place)
{
    struct str out = str_in(a);

    str_addc(&out, u.name);
    str_addc(&out, '(');
    for (size_t i = 0; u.variables[i]; i++) {
        if (i)
            str_addc(&out, ',');
        if (u.variables[i] == var)
            str_addn(&out, place.s, place.n);
        else
            str_addc(&out, u.variables[i]);
    }
    str_addc(&out, ')');
    return str_get(&out);
}

const char *condition_in_limit(struct arena *a, struct span approach,
                               struct span value, struct prompt_unknown u)
{
    struct tex_side sides[SIDES];
    size_t n = tex_sides(a, approach, sides, SIDES);
    struct span var = sides[0].s, place;
    struct str out = str_in(a);
    bool both;

    if (n != 2 || sides[1].relation != TEX_TENDS)
        return NULL;
    both = span_byte(var, 0) == '|';
    if (both)
        var = span_trim(span_cut(var, 1, var.n - 1));
    if (var.n != 1 || !strchr(u.variables, var.s[0]))
        return NULL;
    place = both ? span_of("\\pm\\infty") : sides[1].s;
    add_both(a, &out, value_at(a, u, var.s[0], place), value);
    return str_get(&out);
}

/* \lim_{x \to C} u(x,t) = V */
static const char *limit_condition(struct arena *a, struct span s,
                                   struct prompt_unknown u)
{
    struct tex t = tex_open(a, s);
    struct tex_side sides[SIDES];
    size_t open = tex_find(s, 0, "{"), n;

    if (open >= s.n || !t.partner[open])
        return NULL;
    n = tex_sides(a, s, sides, SIDES);
    if (n != 2)
        return NULL;
    return condition_in_limit(a, span_cut(s, open + 1, t.partner[open]),
                              sides[1].s, u);
}

const char *condition_plain(struct arena *a, struct span s,
                            struct prompt_unknown u)
{
    struct tex_side sides[SIDES];
    size_t n = tex_sides(a, s, sides, SIDES);
    struct str out = str_in(a);
    struct span head;

    if (span_at(s, 0, "\\lim"))
        return limit_condition(a, s, u);
    for (size_t i = 0; i + 1 < n; i++) {
        struct span args = statement_application(a, sides[i].s, &head);
        const char *left = prompt_ode_plain(a, sides[i].s, u);

        if (!args.n || sides[i + 1].relation == TEX_ORDERED)
            return NULL;
        /* U(-\infty) of a wave u(x,t) = U(x - ct) */
        if (head.n == 1 && head.s[0] != u.name && to_lower(head.s[0]) == u.name)
            left = value_at(a, u, u.variables[0], args);
        add_both(a, &out, left, sides[n - 1].s);
    }
    return out.n ? str_get(&out) : NULL;
}
