/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of statements of a prompt, told by their form. */
#include "verify/prompt/prompt_int.h"

#include "base/str.h"

#define SIDES 8

/* ---- derivatives ---- */

static bool has_partial(struct span s)
{
    if (tex_has(s, "\\partial") || tex_has(s, "partial_"))
        return true;
    for (size_t i = 1; i < s.n; i++)
        if (derivative_index(s, i) &&
            (derivative_letter(s, i - 1) || s.s[i - 1] == ')') &&
            s.s[i - 1] != 'B' && s.s[i - 1] != 'X' && s.s[i - 1] != 'W')
            return true;
    return false;
}

static bool has_ordinary(struct span s)
{
    int order;

    for (size_t i = 0; i < s.n; i++)
        if ((derivative_letter(s, i) && derivative_primes(s, i + 1, &order)) ||
            derivative_at(s, i).n)
            return true;
    return false;
}

static bool has_differential(struct span s)
{
    for (size_t i = 0; i + 2 < s.n; i++)
        if (s.s[i] == 'd' && strchr("XSY", s.s[i + 1]) &&
            strchr("_(", s.s[i + 2]) && (i == 0 || !is_letter(s.s[i - 1])))
            return true;
    return false;
}

/* ---- values at points ---- */

struct span statement_application(struct arena *a, struct span s,
                                  struct span *head)
{
    struct tex t = tex_open(a, s);
    size_t last = s.n;

    for (size_t i = 0; i < s.n; i = tex_next(&t, i)) {
        if (strchr("+-*=/", s.s[i]))
            return span_cut(s, 0, 0);
        last = i;
    }
    if (last >= s.n || s.s[last] != '(' || !t.partner[last])
        return span_cut(s, 0, 0);
    *head = tex_trim(span_cut(s, 0, last));
    return span_cut(s, last + 1, t.partner[last]);
}

/* Is the head of an application a letter, perhaps with primes, an index or an
 * operator of derivation? */
static bool head_is_unknown(struct span head)
{
    size_t i = 0;
    int order;

    if (tex_has(head, "partial") || derivative_at(head, 0).n)
        return true;
    if (head.n == 0 || !is_letter(head.s[0]))
        return false;
    i = 1 + derivative_primes(head, 1, &order);
    i += derivative_index(head, i);
    return i == head.n;
}

static bool is_symbol(struct arena *a, struct span s)
{
    const char *text = tex_squeezed(a, s);

    if (is_letter(text[0]) && (text[1] == '\0' || text[1] == '_'))
        return true;
    return text[0] == '\\' &&
           span_letters(span_of(text), 1) + 1 == strlen(text) &&
           !str_among(text, "\\pi \\infty");
}

/* Has the list of arguments one that is no plain variable? */
static bool has_constant_argument(struct arena *a, struct span args)
{
    struct span one;

    while (span_split(&args, ',', &one))
        if (tex_trim(one).n && !is_symbol(a, tex_trim(one)))
            return true;
    return false;
}

static bool is_point_value(struct arena *a, struct span s)
{
    struct span head, args = statement_application(a, tex_trim(s), &head);

    return args.n > 0 && head_is_unknown(head) &&
           has_constant_argument(a, args);
}

/* ---- kinds ---- */

static enum statement_kind tends_kind(struct arena *a, struct span left)
{
    struct span head;

    if (tex_has(left, "\\lim") || statement_application(a, left, &head).n)
        return STATEMENT_CONDITION;
    if (left.n == 1 && strchr("uyUY", left.s[0]))
        return STATEMENT_CONDITION;
    return STATEMENT_APPROACH;
}

static enum statement_kind equals_kind(struct arena *a, struct span left)
{
    struct span head, args = statement_application(a, left, &head);

    if (args.n && head.n == 1)
        return STATEMENT_DEFINITION;
    return is_symbol(a, left) ? STATEMENT_VALUE : STATEMENT_EQUATION;
}

enum statement_kind statement_kind(struct arena *a, struct span s)
{
    struct tex_side sides[SIDES];
    size_t n = tex_sides(a, s, sides, SIDES);

    for (size_t i = 1; i < n; i++)
        if (sides[i].relation == TEX_SMALL)
            return STATEMENT_APPROACH;
    if (n > 1 && has_differential(s))
        return STATEMENT_SDE;
    if (n > 1 && (span_at(s, 0, "\\lim") || is_point_value(a, sides[0].s)))
        return STATEMENT_CONDITION;
    if (n > 1 && sides[1].relation == TEX_TENDS)
        return tends_kind(a, sides[0].s);
    if (has_partial(s))
        return STATEMENT_PDE;
    if (has_ordinary(s))
        return STATEMENT_ODE;
    if (tex_has(s, "\\int"))
        return STATEMENT_INTEGRAL;
    if (n > 1 &&
        (sides[1].relation == TEX_ORDERED || sides[1].relation == TEX_IN))
        return STATEMENT_RANGE;
    if (n > 1 && sides[1].relation == TEX_EQUALS)
        return equals_kind(a, sides[0].s);
    return STATEMENT_OTHER;
}
