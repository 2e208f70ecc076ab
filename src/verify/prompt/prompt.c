/* SPDX-License-Identifier: Apache-2.0 */
/* Prompts into claims. */
#include "verify/prompt/prompt_int.h"

#include "base/str.h"
#include "math/read/lex.h"
#include "math/read/read.h"

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
static struct prompt_token first_of(const struct reader *r,
                                    enum statement_kind kind)
{
    for (size_t i = 0; i < r->tokens.n; i++) {
        struct prompt_token t = prompt_token_at(&r->tokens, i);

        if (t.kind == PROMPT_STATEMENT && t.is == kind)
            return t;
    }
    return prompt_token_at(&r->tokens, SIZE_MAX);
}

static void add_part(struct str *out, const char *text)
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
static bool symbol_at(struct span s, size_t at, struct span symbol)
{
    if (!span_equal(span_cut(s, at, at + symbol.n), symbol))
        return false;
    return !is_letter(span_byte(s, at + symbol.n)) &&
           (at == 0 || (!is_letter(s.s[at - 1]) && s.s[at - 1] != '_' &&
                        s.s[at - 1] != '\\'));
}

/* Returns text with the symbol replaced wherever it stands alone. */
static const char *with_value(struct arena *a, const char *text,
                              struct span symbol, struct span value)
{
    struct span s = span_of(text);
    struct str out = str_in(a);

    for (size_t i = 0; i < s.n;) {
        size_t n = tex_token(s, i);

        if (symbol_at(s, i, symbol)) {
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

        if (t.kind != PROMPT_STATEMENT || t.is != STATEMENT_VALUE ||
            !is_setting(r, i) || tex_sides(r->arena, t.s, sides, 3) != 2)
            continue;
        if (sides[0].s.n > 1 || !span_one_of(sides[0].s, 0, "uyxt"))
            text = with_value(r->arena, text, sides[0].s, sides[1].s);
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

static void add_conditions(struct reader *r)
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
        add_part(&r->object, plain);
    }
}

/* Is the statement a bound on something that the object has? */
static bool is_bound(struct reader *r, struct prompt_token t)
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
            add_part(&r->conditions,
                     with_settings(r, arena_strndup(r->arena, t.s.s, t.s.n)));
        else if (is_bound(r, t))
            add_part(&r->conditions, arena_strndup(r->arena, t.s.s, t.s.n));
    }
    if (prompt_phrase(&r->tokens, "traveling|travelling wave", 0, NULL))
        add_part(&r->conditions, "travelling wave");
}

/* ---- objects ---- */

/* Put the definitions f(t) = ... into an integral that uses f(t). */
static const char *with_definitions(struct reader *r, const char *object)
{
    for (size_t i = 0; i < r->tokens.n; i++) {
        struct prompt_token t = prompt_token_at(&r->tokens, i);
        struct tex_side sides[3];
        struct span s = span_of(object);
        struct str out = str_in(r->arena);

        if (t.kind != PROMPT_STATEMENT || t.is != STATEMENT_DEFINITION ||
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

static bool read_integral(struct reader *r, struct span s)
{
    struct span right = prompt_right_side(r->arena, s);

    if (!tex_has(right, "\\int"))
        return lack(r, "unread prompt", "the integral has no right side");
    r->claim.kind = CLAIM_INTEGRAL;
    r->claim.variable = integral_variable(r->arena, right);
    str_add(&r->object, with_definitions(r, tex_squeezed(r->arena, right)));
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
    add_conditions(r);
    check_ode(r, plain);
    return true;
}

static bool read_pde(struct reader *r, struct span s)
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
    add_conditions(r);
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

static bool read_object(struct reader *r)
{
    struct prompt_token t;

    if ((t = first_of(r, STATEMENT_SDE)).s.n)
        return read_sde(r, t.s);
    if ((t = first_of(r, STATEMENT_PDE)).s.n)
        return read_pde(r, t.s);
    if ((t = first_of(r, STATEMENT_ODE)).s.n)
        return read_ode(r, t.s);
    if ((t = first_of(r, STATEMENT_INTEGRAL)).s.n)
        return read_integral(r, t.s);
    return lack(r, "unread prompt",
                "no integral and no differential equation was found");
}

/* ---- parameters ---- */

struct names {
    struct arena *arena;
    struct vec v; /* const char * */
};

static void add_name(struct names *n, const char *name)
{
    for (size_t i = 0; i < n->v.n; i++)
        if (str_eq(*vec_get(&n->v, const char *, i), name))
            return;
    *(const char **)vec_push(&n->v) = name;
}

/* Letters of Greek in an object: its parameters. */
static void add_greek(struct names *n, struct span s)
{
    for (size_t i = 0; i < s.n; i += tex_token(s, i)) {
        size_t len = s.s[i] == '\\' ? span_letters(s, i + 1) : 0;
        const char *name = len ? lex_greek(s.s + i + 1, len) : NULL;

        if (name && !str_eq(name, "pi"))
            add_name(n, name);
    }
}

/* Single letters of an object that are neither the unknown nor a variable. */
static void add_letters(struct names *n, const struct reader *r, struct span s)
{
    for (size_t i = 0; i < s.n; i += tex_token(s, i)) {
        bool alone = is_letter(s.s[i]) && span_letters(s, i) == 1 &&
                     (i == 0 || !is_letter(s.s[i - 1]));

        if (!alone || strchr("edixtEIuy", s.s[i]) ||
            s.s[i] == r->unknown.name || (i > 0 && s.s[i - 1] == '_') ||
            strchr("('_", span_byte(s, i + 1)) ||
            strchr(r->claim.variable, s.s[i]))
            continue;
        add_name(n, arena_strndup(r->arena, s.s + i, 1));
    }
}

static void set_parameters(struct reader *r, struct claim *c)
{
    struct names n = { r->arena, vec_in(r->arena, sizeof(const char *)) };
    const char *const *symbols;
    const struct expr *x;
    struct err e;
    size_t k;

    if (c->mode == CLAIM_ASYMPTOTIC && !strchr(c->variable, c->limit.symbol[0]))
        add_name(&n, c->limit.symbol);
    add_greek(&n, span_of(c->object));
    if (c->kind != CLAIM_INTEGRAL)
        add_letters(&n, r, span_of(c->object));
    if (read_expr(r->arena, c->claim, strlen(c->claim), NULL, &x, &e)) {
        k = expr_symbols(r->arena, x, &symbols);
        for (size_t i = 0; i < k; i++)
            if (!strchr(symbols[i], '(') &&
                !(symbols[i][1] == '\0' && strchr(c->variable, symbols[i][0])))
                add_name(&n, symbols[i]);
    }
    c->parameters = n.v.items;
    c->parameters_n = n.v.n;
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

        if (t.kind != PROMPT_STATEMENT || t.is != STATEMENT_CONDITION)
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
        set_parameters(r, &claims[i]);
    }
    out->claims = claims;
    out->n = n;
    return true;
}

/* What makes a prompt one that nobody can decide. */
static void check_asked(struct reader *r)
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
    if (read_object(&r)) {
        add_ranges(&r);
        r.claim.object = str_get(&r.object);
        r.claim.conditions = str_get(&r.conditions);
        r.asked = prompt_asked(a, &r.tokens, r.claim.object);
        check_asked(&r);
        make_claims(&r, out);
    }
    out->missing = r.missing;
    out->reason = r.reason;
}
