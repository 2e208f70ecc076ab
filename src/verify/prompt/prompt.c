/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "math/read/lex.h"
#include "math/read/read.h"
#include "text/prose.h"
#include "verify/prompt/prompt_int.h"

/* How derivatives are written: primes, fractions and indices. */

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
static bool derivative_letter(struct span s, size_t at)
{
    size_t from = at;

    if (!is_letter(span_byte(s, at)))
        return false;
    while (from > 0 && is_letter(s.s[from - 1]))
        from--;
    return from == 0 || s.s[from - 1] != '\\';
}

/* Returns the length of the index of variables at `at`, "_t" or "_{xx}"; or 0.
 */
static size_t derivative_index(struct span s, size_t at)
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

static struct derivative prompt_plain_quotient(struct span s, size_t at)
{
    struct derivative q = { 0 };

    if (s.s[at] == 'd' && is_letter(span_byte(s, at + 1)) &&
        span_at(s, at + 2, "/d") && is_letter(span_byte(s, at + 4)) &&
        (at == 0 || !is_letter(s.s[at - 1])))
        q = (struct derivative){ s.s[at + 1], s.s[at + 4], 1, 5 };
    return q;
}

static struct derivative derivative_at(struct span s, size_t at)
{
    struct derivative q = { 0 };
    size_t i = at + 6, end;

    if (span_byte(s, at) == 'd')
        return prompt_plain_quotient(s, at);
    if (!span_at(s, at, "\\frac{d") && !span_at(s, at, "\\dfrac{d") &&
        !span_at(s, at, "\\tfrac{d"))
        return q;
    i = span_find(s, at, "{") + 2;
    q.order = power_in(s, i, &end);
    q.unknown = span_byte(s, end);
    if (!is_letter(q.unknown) || !span_at(s, end + 1, "}{d"))
        return (struct derivative){ 0 };
    i = end + 4;
    while (is_space(span_byte(s, i)))
        i++;
    q.variable = span_byte(s, i);
    end = span_find(s, i, "}");
    if (span_byte(s, i + 1) == '^' && span_byte(s, i + 2) == '{')
        end = span_find(s, end + 1, "}");
    q.n = end + 1 - at;
    return q;
}

/* Returns how many bytes of primes stand at `at`, with *order, blanks before
 * them included. */
static size_t derivative_primes(struct span s, size_t at, int *order)
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

static struct prompt_unknown prompt_ode_unknown(struct span s)
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

static struct prompt_unknown prompt_pde_unknown(struct span s)
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

/* The answers of a published key: what its box holds. */

#define SIDES 8

struct span prompt_right_side(struct arena *a, struct span answer)
{
    struct tex_side sides[SIDES];
    size_t n = tex_sides(a, answer, sides, SIDES);

    while (n > 1 && sides[n - 1].relation != TEX_EQUALS &&
           sides[n - 1].relation != TEX_LIKE)
        n--;
    return n > 1 ? sides[n - 1].s : tex_trim(answer);
}

static const char *without_dollars(struct arena *a, struct span s)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < s.n; i++)
        if (s.s[i] != '$')
            str_addc(&out, s.s[i] == '\n' ? ' ' : s.s[i]);
    return str_get(&out);
}

/* Add the answers of one box, which are cut at ";". */
static void prompt_add_box(struct arena *a, struct vec *answers,
                           struct span box)
{
    struct tex t = tex_open(a, span_of(without_dollars(a, box)));
    struct span part, right;
    size_t at = 0;

    while (tex_part(&t, &at, ';', &part)) {
        right = prompt_right_side(a, part);
        if (right.n)
            *(struct prompt_answer *)vec_push(answers) = (struct prompt_answer){
                tex_squeezed(a, span_cut(part, 0, (size_t)(right.s - part.s))),
                arena_strndup(a, right.s, right.n)
            };
    }
}

/* The inside of the next box from *at on; *at is then behind it. Sets that went
 * through a language with escapes have lost the backslash of some boxes. */
static bool next_box(struct span s, size_t *at, size_t *begin, struct span *box)
{
    for (*begin = span_find(s, *at, "boxed{"); *begin < s.n;
         *begin = span_find(s, *begin + 1, "boxed{")) {
        size_t open = *begin + 5, n = prose_group(s.s + open, s.s + s.n);

        if (n <= 2)
            continue;
        *box = span_cut(s, open + 1, open + n - 1);
        *at = open + n;
        return true;
    }
    return false;
}

struct span prompt_box(struct span solution)
{
    struct span box = span_cut(solution, 0, 0);
    size_t at = 0, begin;

    while (next_box(solution, &at, &begin, &box))
        ;
    return box;
}

static bool prompt_has_words(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (span_letters(s, i) > 1)
            return true;
    return false;
}

/* The answers of a key: what its last box holds, cut at ";". Several boxes with
 * nothing but marks between them are one key. Returns how many there are. */
static size_t prompt_key(struct arena *a, struct span solution,
                         const struct prompt_answer **answers)
{
    struct vec v = vec_in(a, sizeof(struct prompt_answer));
    size_t at = 0, begin, last = 0;
    struct span box;

    while (next_box(solution, &at, &begin, &box)) {
        if (v.n && prompt_has_words(span_cut(solution, last, begin)))
            v.n = 0;
        prompt_add_box(a, &v, box);
        last = at;
    }
    *answers = v.items;
    return v.n;
}

static int prompt_terms_of(const struct expr *x, int depth)
{
    if (x->op == EXPR_ADD)
        return (int)x->count;
    if (depth > 0 &&
        (x->op == EXPR_MUL || x->op == EXPR_NEG || x->op == EXPR_DIV))
        for (unsigned i = 0; i < (x->op == EXPR_DIV ? 1 : x->count); i++) {
            int n = prompt_terms_of(x->args[i], depth - 1);

            if (n > 1)
                return n;
        }
    return 1;
}

/* Returns how many terms are added in the formula, those of a bracket that a
 * single factor multiplies included. */
static int prompt_terms(struct arena *a, const char *formula)
{
    const struct expr *x;
    struct err e;

    if (!read_expr(a, formula, strlen(formula), NULL, &x, &e))
        return 0;
    return prompt_terms_of(x, 2);
}

/* The kinds of statements of a prompt, told by their form. */

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

static bool prompt_has_differential(struct span s)
{
    for (size_t i = 0; i + 2 < s.n; i++)
        if (s.s[i] == 'd' && strchr("XSY", s.s[i + 1]) &&
            strchr("_(", s.s[i + 2]) && (i == 0 || !is_letter(s.s[i - 1])))
            return true;
    return false;
}

/* ---- values at points ---- */

/* The arguments of the application that s is, u(x,0) or \frac{dy}{dx}(0): the
 * inside of its last bracket; empty if it is none. *head is what stands
 * before. */
static struct span statement_application(struct arena *a, struct span s,
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

static bool prompt_is_symbol(struct arena *a, struct span s)
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
        if (tex_trim(one).n && !prompt_is_symbol(a, tex_trim(one)))
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
    return prompt_is_symbol(a, left) ? STATEMENT_VALUE : STATEMENT_EQUATION;
}

enum statement_kind statement_kind(struct arena *a, struct span s)
{
    struct tex_side sides[SIDES];
    size_t n = tex_sides(a, s, sides, SIDES);

    for (size_t i = 1; i < n; i++)
        if (sides[i].relation == TEX_SMALL)
            return STATEMENT_APPROACH;
    if (n > 1 && prompt_has_differential(s))
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

/* Equations and conditions of prompts in the form that claims have. */

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

/* Returns an ordinary equation with primes for its derivatives, and without the
 * arguments of the unknown: \frac{d^2y}{dx^2} and y''(x) are y''. */
static const char *prompt_ode_plain(struct arena *a, struct span s,
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

/* The order of the highest derivative of an equation with primes. */
static int prompt_ode_order(const char *plain, char unknown)
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

/* Returns a partial differential equation with slips of the pen mended: d_t u,
 * partial_{xx} u. */
static const char *prompt_pde_plain(struct arena *a, struct span s)
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

static void prompt_add_condition(struct str *out, const char *left,
                                 struct span right)
{
    if (out->n)
        str_add(out, ",\\ ");
    str_add(out, left);
    str_addc(out, '=');
    str_addn(out, right.s, right.n);
}

/* left with its \pm (and the infty that lost its backslash) made plain. */
static const char *prompt_with_sign(struct arena *a, const char *left,
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
    prompt_add_condition(out, prompt_with_sign(a, left, ""), right);
    if (tex_has(span_of(left), "\\pm"))
        prompt_add_condition(out, prompt_with_sign(a, left, "-"), right);
}

/* The unknown at a place: u(C,t) for x -> C. */
static const char *prompt_value_at(struct arena *a, struct prompt_unknown u,
                                   char var, struct span place)
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

/* The same for a value that the unknown has where `approach`, x \to -\infty,
 * goes. */
static const char *condition_in_limit(struct arena *a, struct span approach,
                                      struct span value,
                                      struct prompt_unknown u)
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
    add_both(a, &out, prompt_value_at(a, u, var.s[0], place), value);
    return str_get(&out);
}

/* \lim_{x \to C} u(x,t) = V */
static const char *limit_condition(struct arena *a, struct span s,
                                   struct prompt_unknown u)
{
    struct tex t = tex_open(a, s);
    struct tex_side sides[SIDES];
    size_t open = span_find(s, 0, "{"), n;

    if (open >= s.n || !t.partner[open])
        return NULL;
    n = tex_sides(a, s, sides, SIDES);
    if (n != 2)
        return NULL;
    return condition_in_limit(a, span_cut(s, open + 1, t.partner[open]),
                              sides[1].s, u);
}

/* Returns the condition as values of the unknown, several with ",\ " between
 * two: y(0)=y(1)=1 becomes y(0)=1,\ y(1)=1; or NULL if it is none of them. */
static const char *condition_plain(struct arena *a, struct span s,
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
            left = prompt_value_at(a, u, u.variables[0], args);
        add_both(a, &out, left, sides[n - 1].s);
    }
    return out.n ? str_get(&out) : NULL;
}

/* Prompts into claims. */

struct reader {
    struct arena *arena;
    const struct prompt_row *row;
    struct vec tokens;
    struct claim claim; /* what all answers have in common */
    struct prompt_asked asked;
    struct prompt_unknown unknown;
    const char *missing, *reason;
    struct str object, conditions;
    int conditions_n; /* values of the unknown that are in the object */
};

static bool lack(struct reader *r, const char *reason, const char *missing)
{
    if (!r->missing) {
        r->missing = missing;
        r->reason = reason;
    }
    return false;
}

/* Returns the first statement of a kind, or one without text if there is none.
 */
static struct prompt_token prompt_first_of(const struct reader *r,
                                           enum statement_kind kind)
{
    for (size_t i = 0; i < r->tokens.n; i++) {
        struct prompt_token t = prompt_token_at(&r->tokens, i);

        if (t.kind == PROMPT_STATEMENT && t.is == kind)
            return t;
    }
    return prompt_token_at(&r->tokens, SIZE_MAX);
}

static void prompt_add_part(struct str *out, const char *text)
{
    if (!text || !text[0])
        return;
    if (out->n)
        str_add(out, ",\\ ");
    str_add(out, text);
}

/* ---- settings: "Set v=0.5" ---- */

/* Is the value at token i one that a free parameter is set to? */
static bool is_setting(const struct reader *r, size_t i)
{
    for (size_t back = 1; back <= 3 && back <= i; back++) {
        struct prompt_token t = prompt_token_at(&r->tokens, i - back);

        if (t.kind == PROMPT_WORD &&
            span_among(t.s, "set velocity assuming set to take"))
            return true;
        if (t.kind == PROMPT_STATEMENT)
            return false;
    }
    return false;
}

/* Does the symbol, a letter or \alpha, stand alone at `at`? */
static bool prompt_symbol_at(struct span s, size_t at, struct span symbol)
{
    if (!span_equal(span_cut(s, at, at + symbol.n), symbol))
        return false;
    return !is_letter(span_byte(s, at + symbol.n)) &&
           (at == 0 || (!is_letter(s.s[at - 1]) && s.s[at - 1] != '_' &&
                        s.s[at - 1] != '\\'));
}

/* Returns text with the symbol replaced wherever it stands alone. */
static const char *prompt_with_value(struct arena *a, const char *text,
                                     struct span symbol, struct span value)
{
    struct span s = span_of(text);
    struct str out = str_in(a);

    for (size_t i = 0; i < s.n;) {
        size_t n = tex_token(s, i);

        if (prompt_symbol_at(s, i, symbol)) {
            str_add(&out, "{(");
            str_addn(&out, value.s, value.n);
            str_add(&out, ")}");
        } else {
            str_addn(&out, s.s + i, n);
        }
        i += n;
    }
    return str_get(&out);
}

/* Put what free parameters are set to into a text. */
static const char *with_settings(struct reader *r, const char *text)
{
    for (size_t i = 0; i < r->tokens.n; i++) {
        struct prompt_token t = prompt_token_at(&r->tokens, i);
        struct tex_side sides[3];

        if (t.is != STATEMENT_VALUE || !is_setting(r, i) ||
            tex_sides(r->arena, t.s, sides, 3) != 2)
            continue;
        if (sides[0].s.n > 1 || !span_one_of(sides[0].s, 0, "uyxt"))
            text = prompt_with_value(r->arena, text, sides[0].s, sides[1].s);
    }
    return text;
}

/* ---- conditions ---- */

/* The value of a state, u = 1 or u \to 1. */
static struct span state_value(struct reader *r, struct span s)
{
    struct tex_side sides[4];
    size_t n = tex_sides(r->arena, s, sides, 4);

    if (n == 2 && sides[0].s.n == 1 &&
        (sides[0].s.s[0] == r->unknown.name || sides[0].s.s[0] == 'U'))
        return sides[1].s;
    return span_cut(s, 0, 0);
}

/* "u = 1 in the limit t \to -\infty", "u=-1 as x \to -\infty" at i. */
static const char *state_at(struct reader *r, size_t i)
{
    struct span value = state_value(r, prompt_token_at(&r->tokens, i).s);

    for (size_t k = i + 1; value.n && k < i + 8; k++) {
        struct prompt_token t = prompt_token_at(&r->tokens, k);

        if (t.kind == PROMPT_STATEMENT)
            return t.is == STATEMENT_APPROACH && !tex_has(t.s, "|")
                       ? condition_in_limit(r->arena, t.s, value, r->unknown)
                       : NULL;
        if (t.kind == PROMPT_MARK && span_byte(t.s, 0) != '(')
            return NULL;
    }
    return NULL;
}

/* Has the object a condition with the same left side already? */
static bool said_otherwise(struct reader *r, const char *plain)
{
    size_t n = strcspn(plain, "=") + 1;
    const char *left = arena_strndup(r->arena, plain, n);
    const char *same = strstr(str_get(&r->object), left);

    if (!same)
        return false;
    same += n;
    plain += n;
    n = strcspn(same, ",");
    return n != strcspn(plain, ",") || strncmp(same, plain, n) != 0;
}

static void prompt_add_conditions(struct reader *r)
{
    for (size_t i = 0; i < r->tokens.n; i++) {
        struct prompt_token t = prompt_token_at(&r->tokens, i);
        const char *plain = NULL;

        if (t.kind != PROMPT_STATEMENT)
            continue;
        if (t.is == STATEMENT_CONDITION)
            plain = condition_plain(r->arena, t.s, r->unknown);
        if (!plain && (t.is == STATEMENT_CONDITION || t.is == STATEMENT_VALUE))
            plain = state_at(r, i);
        if (!plain)
            continue;
        for (size_t at = 0; at < strlen(plain); at++)
            r->conditions_n += span_at(span_of(plain), at, ",\\ ");
        r->conditions_n++;
        if (said_otherwise(r, plain))
            lack(r, "unread condition", "a condition has two values");
        prompt_add_part(&r->object, plain);
    }
}

/* Is the statement a bound on something that the object has? */
static bool prompt_is_bound(struct reader *r, struct prompt_token t)
{
    struct tex_side sides[4];
    size_t n = tex_sides(r->arena, t.s, sides, 4);
    struct span s = sides[n > 2 ? 1 : 0].s;

    if (t.is == STATEMENT_CONDITION)
        return n > 1 && sides[1].relation == TEX_ORDERED;
    return t.is == STATEMENT_RANGE &&
           (s.n != 1 || strchr(r->claim.variable, s.s[0]) ||
            strchr(str_get(&r->object), s.s[0]));
}

/* Relations that bound variables and parameters, and the mass of a solution. */
static void add_ranges(struct reader *r)
{
    bool integral = r->claim.kind == CLAIM_INTEGRAL;

    for (size_t i = 0; i < r->tokens.n; i++) {
        struct prompt_token t = prompt_token_at(&r->tokens, i);

        if (t.kind != PROMPT_STATEMENT)
            continue;
        if (t.is == STATEMENT_INTEGRAL && !integral &&
            tex_word_at(t.s, 0, "int") && tex_has(t.s, "="))
            prompt_add_part(
                &r->conditions,
                with_settings(r, arena_strndup(r->arena, t.s.s, t.s.n)));
        else if (prompt_is_bound(r, t))
            prompt_add_part(&r->conditions,
                            arena_strndup(r->arena, t.s.s, t.s.n));
    }
    if (prompt_phrase(&r->tokens, "traveling|travelling wave", 0, NULL))
        prompt_add_part(&r->conditions, "travelling wave");
}

/* ---- objects ---- */

/* Put the definitions f(t) = ... into an integral that uses f(t). */
static const char *prompt_with_definitions(struct reader *r, const char *object)
{
    for (size_t i = 0; i < r->tokens.n; i++) {
        struct prompt_token t = prompt_token_at(&r->tokens, i);
        struct tex_side sides[3];
        struct span s = span_of(object);
        struct str out = str_in(r->arena);

        if (t.is != STATEMENT_DEFINITION ||
            tex_sides(r->arena, t.s, sides, 3) != 2)
            continue;
        for (size_t k = 0; k < s.n; k++) {
            if (s.s[k] == t.s.s[0] && derivative_letter(s, k) &&
                span_byte(s, k + 1) == '(' && span_byte(s, k + 3) == ')') {
                str_add(&out, "\\left(");
                str_addn(&out, sides[1].s.s, sides[1].s.n);
                str_add(&out, "\\right)");
                k += 3;
            } else {
                str_addc(&out, s.s[k]);
            }
        }
        object = str_get(&out);
    }
    return object;
}

/* The variable of integration, from the last differential. */
static const char *integral_variable(struct arena *a, struct span s)
{
    for (size_t i = s.n; i-- > 0;)
        if (s.s[i] == 'd' && is_letter(span_byte(s, i + 1)) &&
            !is_letter(span_byte(s, i + 2)) && i > 0 && s.s[i - 1] != '\\' &&
            !is_letter(s.s[i - 1]))
            return arena_strndup(a, s.s + i + 1, 1);
    return "t";
}

static bool prompt_read_integral(struct reader *r, struct span s)
{
    struct span right = prompt_right_side(r->arena, s);

    if (!tex_has(right, "\\int"))
        return lack(r, "unread prompt", "the integral has no right side");
    r->claim.kind = CLAIM_INTEGRAL;
    r->claim.variable = integral_variable(r->arena, right);
    str_add(&r->object,
            prompt_with_definitions(r, tex_squeezed(r->arena, right)));
    return true;
}

/* The variable of an ordinary equation that does not name it. */
static char ode_variable(struct reader *r, const char *plain)
{
    struct span s = span_of(plain), key = span_of(r->row->solution);

    for (const char *v = "xtzs"; *v; v++)
        for (size_t i = 0; i < s.n; i++)
            if (s.s[i] == *v && derivative_letter(s, i) &&
                s.s[i] != r->unknown.name)
                return *v;
    for (size_t i = 0; i < key.n; i++)
        if (key.s[i] == 't' && derivative_letter(key, i) &&
            span_letters(key, i) == 1 && (i == 0 || !is_letter(key.s[i - 1])))
            return 't';
    return 'x';
}

/* What makes an ordinary problem one that was mistyped. */
static void check_ode(struct reader *r, const char *plain)
{
    bool uniform = prompt_phrase(&r->tokens, "uniformly valid", 0, NULL);

    if (!strchr(plain, '='))
        lack(r, "mistyped prompt",
             "the differential equation has no equals sign");
    else if (r->conditions_n > prompt_ode_order(plain, r->unknown.name))
        lack(r, "mistyped prompt",
             "there are more conditions than the order of the equation");
    else if (uniform && r->conditions_n == 0)
        lack(r, "mistyped prompt", "the boundary conditions are missing");
}

static bool read_ode(struct reader *r, struct span s)
{
    const char *plain;

    r->unknown = prompt_ode_unknown(s);
    plain = prompt_ode_plain(r->arena, s, r->unknown);
    if (!r->unknown.variables[0]) {
        r->unknown.variables[0] = ode_variable(r, plain);
        plain = prompt_ode_plain(r->arena, s, r->unknown);
    }
    r->claim.kind = CLAIM_ODE;
    r->claim.variable = arena_strndup(r->arena, r->unknown.variables, 1);
    str_add(&r->object, plain);
    prompt_add_conditions(r);
    check_ode(r, plain);
    return true;
}

static bool prompt_read_pde(struct reader *r, struct span s)
{
    char v[4] = "x,t";

    s = span_of(prompt_pde_plain(r->arena, s));
    r->unknown = prompt_pde_unknown(s);
    v[0] = r->unknown.variables[0];
    v[2] = r->unknown.variables[1];
    r->claim.kind = CLAIM_PDE;
    r->claim.variable = arena_strdup(r->arena, v);
    if (!tex_has(s, "="))
        lack(r, "mistyped prompt",
             "the partial differential equation has no equals sign");
    str_addn(&r->object, s.s, s.n);
    prompt_add_conditions(r);
    return true;
}

static bool read_sde(struct reader *r, struct span s)
{
    r->claim.kind = CLAIM_EXPECTATION;
    r->claim.variable = "t";
    str_add(&r->object, tex_squeezed(r->arena, s));
    str_add(&r->object, ";\\quad E[X_t]");
    return true;
}

static bool prompt_read_object(struct reader *r)
{
    struct prompt_token t;

    if ((t = prompt_first_of(r, STATEMENT_SDE)).s.n)
        return read_sde(r, t.s);
    if ((t = prompt_first_of(r, STATEMENT_PDE)).s.n)
        return prompt_read_pde(r, t.s);
    if ((t = prompt_first_of(r, STATEMENT_ODE)).s.n)
        return read_ode(r, t.s);
    if ((t = prompt_first_of(r, STATEMENT_INTEGRAL)).s.n)
        return prompt_read_integral(r, t.s);
    return lack(r, "unread prompt",
                "no integral and no differential equation was found");
}

/* ---- parameters ---- */

/* Letters of Greek in an object: its parameters. */
static void add_greek(struct vec *names, struct span s)
{
    for (size_t i = 0; i < s.n; i += tex_token(s, i)) {
        size_t len = s.s[i] == '\\' ? span_letters(s, i + 1) : 0;
        const char *name = len ? lex_greek(s.s + i + 1, len) : NULL;

        if (name && !str_eq(name, "pi"))
            vec_add_name(names, name);
    }
}

/* Single letters of an object that are neither the unknown nor a variable. */
static void add_letters(struct vec *names, const struct reader *r,
                        struct span s)
{
    for (size_t i = 0; i < s.n; i += tex_token(s, i)) {
        bool alone = is_letter(s.s[i]) && span_letters(s, i) == 1 &&
                     (i == 0 || !is_letter(s.s[i - 1]));

        if (!alone || strchr("edixtEIuy", s.s[i]) ||
            s.s[i] == r->unknown.name || (i > 0 && s.s[i - 1] == '_') ||
            strchr("('_", span_byte(s, i + 1)) ||
            strchr(r->claim.variable, s.s[i]))
            continue;
        vec_add_name(names, arena_strndup(r->arena, s.s + i, 1));
    }
}

static void prompt_set_parameters(struct reader *r, struct claim *c)
{
    struct vec names = vec_in(r->arena, sizeof(const char *));
    const char *const *symbols;
    const struct expr *x;
    struct err e;
    size_t k;

    if (c->mode == CLAIM_ASYMPTOTIC && !strchr(c->variable, c->limit.symbol[0]))
        vec_add_name(&names, c->limit.symbol);
    add_greek(&names, span_of(c->object));
    if (c->kind != CLAIM_INTEGRAL)
        add_letters(&names, r, span_of(c->object));
    if (read_expr(r->arena, c->claim, strlen(c->claim), NULL, &x, &e)) {
        k = expr_symbols(r->arena, x, &symbols);
        for (size_t i = 0; i < k; i++)
            if (!strchr(symbols[i], '(') &&
                !(symbols[i][1] == '\0' && strchr(c->variable, symbols[i][0])))
                vec_add_name(&names, symbols[i]);
    }
    c->parameters = names.items;
    c->parameters_n = names.n;
}

/* ---- claims ---- */

static void set_limit(struct reader *r, struct claim *c)
{
    const struct prompt_asked *k = &r->asked;
    int printed = prompt_terms(r->arena, c->claim);

    c->mode = CLAIM_ASYMPTOTIC;
    c->limit = k->limit;
    if (c->kind == CLAIM_ODE && !str_eq(k->limit.symbol, c->variable))
        c->limit.uniform_in = c->variable;
    if (k->limit.has_order)
        return;
    if (c->kind == CLAIM_INTEGRAL) {
        c->limit.terms = k->terms > printed ? k->terms : printed;
        c->limit.terms = c->limit.terms > 0 ? c->limit.terms : 1;
    } else {
        c->limit.terms = k->terms > 0 ? k->terms : 1;
    }
}

/* Is the solution given at a time, so that a limit of it is something else? */
static bool has_finite_data(const struct reader *r)
{
    for (size_t i = 0; i < r->tokens.n; i++) {
        struct prompt_token t = prompt_token_at(&r->tokens, i);
        const char *s;

        if (t.is != STATEMENT_CONDITION)
            continue;
        s = tex_squeezed(r->arena, t.s);
        if (strncmp(s + 1, "(x,", 3) == 0 && (is_digit(s[4])))
            return true;
    }
    return false;
}

/* Is the formula said to be the solution itself? */
static bool says_equal(const struct reader *r)
{
    const struct prompt_asked *k = &r->asked;

    if (r->claim.kind == CLAIM_PDE && k->has_limit)
        return k->special && !(k->approximate || k->leading || k->terms ||
                               has_finite_data(r));
    return !k->has_limit;
}

static bool make_claims(struct reader *r, struct prompt_reading *out)
{
    const struct prompt_answer *answers;
    size_t n = prompt_key(r->arena, span_of(r->row->solution), &answers);
    struct claim *claims = arena_array(r->arena, struct claim, n);

    if (n == 0)
        return lack(r, "unread key", "the solution has no boxed formula");
    for (size_t i = 0; i < n; i++) {
        claims[i] = r->claim;
        claims[i].claim = with_settings(r, answers[i].right);
        claims[i].object = with_settings(r, r->claim.object);
        if (span_at(span_of(answers[i].left), 0, "c(") ||
            str_eq(answers[i].left, "c=")) {
            claims[i].claim = answers[i].right;
            claims[i].object = r->claim.object;
            claims[i].conditions =
                arena_printf(r->arena, "%s%sfront speed", r->claim.conditions,
                             r->claim.conditions[0] ? ",\\ " : "");
        }
        claims[i].mode = CLAIM_EQUALS;
        if (!says_equal(r))
            set_limit(r, &claims[i]);
        prompt_set_parameters(r, &claims[i]);
    }
    out->claims = claims;
    out->n = n;
    return true;
}

/* What makes a prompt one that nobody can decide. */
static void prompt_check_asked(struct reader *r)
{
    const struct prompt_asked *k = &r->asked;
    bool corrected =
        prompt_phrase(&r->tokens, "first order correction", 0, NULL);

    if (r->claim.kind == CLAIM_INTEGRAL && !k->has_limit)
        lack(r, "unread prompt", "no limit was found");
    if (r->claim.kind == CLAIM_INTEGRAL && k->limit.to == LIMIT_POINT)
        lack(r, "no limit",
             "the parameter tends to a point where nothing becomes small");
    if ((k->uniform && !k->has_limit) ||
        (r->claim.kind == CLAIM_PDE && corrected))
        lack(r, "no limit",
             "an approximation is asked for, and no parameter is small");
    if (r->claim.kind == CLAIM_PDE && k->small && k->has_limit &&
        k->limit.to == LIMIT_INFINITY)
        lack(r, "two limits",
             "the time is large and a parameter is small: in which order?");
    if (prompt_phrase(&r->tokens, "approximate any integrals|integral", 0,
                      NULL))
        lack(r, "instruction",
             "the prompt asks for a truncated phase, whose error does not "
             "vanish in any limit");
    if (r->claim.kind == CLAIM_PDE &&
        prompt_phrase(&r->tokens, "periodic", 0, NULL))
        lack(r, "unread condition", "the solution is to be periodic");
    if (r->claim.kind == CLAIM_PDE && r->conditions_n == 0 &&
        prompt_phrase(&r->tokens, "initial shape|condition|conditions|data", 0,
                      NULL))
        lack(r, "unread condition", "the initial condition is not read");
    if (prompt_phrase(&r->tokens, "substitution %", 0, NULL))
        lack(r, "free parameter",
             "the answer is asked in a variable of its own");
}

void prompt_to_claims(struct arena *a, const struct prompt_row *row,
                      struct prompt_reading *out)
{
    struct reader r = { .arena = a, .row = row };

    memset(out, 0, sizeof *out);
    r.tokens = prompt_cut(a, span_of(row->prompt));
    r.object = str_in(a);
    r.conditions = str_in(a);
    r.claim.id = row->id;
    if (prompt_read_object(&r)) {
        add_ranges(&r);
        r.claim.object = str_get(&r.object);
        r.claim.conditions = str_get(&r.conditions);
        r.asked = prompt_asked(a, &r.tokens, r.claim.object);
        prompt_check_asked(&r);
        make_claims(&r, out);
    }
    out->missing = r.missing;
    out->reason = r.reason;
}
