/* SPDX-License-Identifier: Apache-2.0 */
/* How derivatives are written: primes, fractions and indices. */
#include "verify/prompt/prompt_int.h"

#include "text/prose.h"

/* Does a single letter stand at `at`, no part of a word or control word? */
static bool letter_alone(struct span s, size_t at)
{
    size_t from = at;

    if (!is_letter(span_byte(s, at)) || is_letter(span_byte(s, at + 1)))
        return false;
    while (from > 0 && is_letter(s.s[from - 1]))
        from--;
    return from == at && (at == 0 || s.s[at - 1] != '\\');
}

/* The letter that an unknown has at `at`, even inside of "uu_x". */
bool derivative_letter(struct span s, size_t at)
{
    size_t from = at;

    if (!is_letter(span_byte(s, at)))
        return false;
    while (from > 0 && is_letter(s.s[from - 1]))
        from--;
    return from == 0 || s.s[from - 1] != '\\';
}

/* Returns the length of the index of partial derivatives at `at`: "_t",
 * "_{xx}"; or 0. *letter is its first variable. */
size_t derivative_index(struct span s, size_t at)
{
    size_t i = at + 1;

    if (span_byte(s, at) != '_')
        return 0;
    if (span_byte(s, i) != '{')
        return strchr("xty", span_byte(s, i)) && i < s.n ? 2 : 0;
    for (i++; i < s.n && strchr("xyt", s.s[i]); i++)
        ;
    return span_byte(s, i) == '}' && i > at + 2 ? i + 1 - at : 0;
}

static int power_in(struct span s, size_t at, size_t *end)
{
    int order = 1;

    if (span_byte(s, at) == '^') {
        at++;
        at += span_byte(s, at) == '{';
        order = span_byte(s, at) - '0';
        at++;
        at += span_byte(s, at) == '}';
    }
    while (is_space(span_byte(s, at)))
        at++;
    *end = at;
    return order;
}

static struct derivative plain_quotient(struct span s, size_t at)
{
    struct derivative q = { 0 };

    if (s.s[at] == 'd' && is_letter(span_byte(s, at + 1)) &&
        span_at(s, at + 2, "/d") && is_letter(span_byte(s, at + 4)) &&
        (at == 0 || !is_letter(s.s[at - 1])))
        q = (struct derivative){ s.s[at + 1], s.s[at + 4], 1, 5 };
    return q;
}

struct derivative derivative_at(struct span s, size_t at)
{
    struct derivative q = { 0 };
    size_t i = at + 6, end;

    if (span_byte(s, at) == 'd')
        return plain_quotient(s, at);
    if (!span_at(s, at, "\\frac{d") && !span_at(s, at, "\\dfrac{d") &&
        !span_at(s, at, "\\tfrac{d"))
        return q;
    i = tex_find(s, at, "{") + 2;
    q.order = power_in(s, i, &end);
    q.unknown = span_byte(s, end);
    if (!is_letter(q.unknown) || !span_at(s, end + 1, "}{d"))
        return (struct derivative){ 0 };
    i = end + 4;
    while (is_space(span_byte(s, i)))
        i++;
    q.variable = span_byte(s, i);
    end = tex_find(s, i, "}");
    if (span_byte(s, i + 1) == '^' && span_byte(s, i + 2) == '{')
        end = tex_find(s, end + 1, "}");
    q.n = end + 1 - at;
    return q;
}

/* Returns how many bytes of primes stand at `at`, with *order, blanks before
 * them included. */
size_t derivative_primes(struct span s, size_t at, int *order)
{
    size_t i = at;

    *order = 0;
    while (span_byte(s, i) == ' ')
        i++;
    for (; span_byte(s, i) == '\'' || span_byte(s, i) == '"'; i++)
        *order += s.s[i] == '"' ? 2 : 1;
    return *order ? i - at : 0;
}

/* ---- unknowns ---- */

struct prompt_unknown prompt_ode_unknown(struct span s)
{
    struct prompt_unknown u = { 0 };
    int order;

    for (size_t i = 0; i < s.n; i++) {
        struct derivative q = derivative_at(s, i);
        size_t n;

        if (q.n) {
            u.name = q.unknown;
            u.variables[0] = q.variable;
            return u;
        }
        if (!derivative_letter(s, i) ||
            !(n = derivative_primes(s, i + 1, &order)))
            continue;
        u.name = s.s[i];
        i += n + 1;
        if (span_byte(s, i) == '(' && letter_alone(s, i + 1) &&
            span_byte(s, i + 2) == ')') {
            u.variables[0] = s.s[i + 1];
            return u;
        }
    }
    return u;
}

/* The length of the group or token at `at`. */
static size_t group_length(struct span s, size_t at)
{
    size_t n = at < s.n ? prose_group(s.s + at, s.s + s.n) : 0;

    return n ? n : tex_token(s, at);
}

/* The unknown of \frac{\partial^2 u}{...} or \partial_{xx} u at `at`. */
static char partial_unknown(struct span s, size_t at)
{
    at += 8;
    while (span_byte(s, at) == '_' || span_byte(s, at) == '^')
        at += 1 + group_length(s, at + 1);
    while (is_space(span_byte(s, at)))
        at++;
    return letter_alone(s, at) ? span_byte(s, at) : '\0';
}

struct prompt_unknown prompt_pde_unknown(struct span s)
{
    struct prompt_unknown u = { '\0', "xt" };

    for (size_t i = 0; i < s.n && !u.name; i++) {
        if (tex_word_at(s, i, "partial"))
            u.name = partial_unknown(s, i);
        else if (i > 0 && derivative_index(s, i) && derivative_letter(s, i - 1))
            u.name = s.s[i - 1];
    }
    if (tex_has(s, "\\partial_y") || tex_has(s, "_{xy}"))
        u.variables[1] = 'y';
    if (!u.name)
        u.name = 'u';
    return u;
}
