/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The text of stochastic differential equations: dX_t = a dt + b dW_t, a start,
 * and E[...], Var(...) or Cov(..., ...) of a functional. Differentials become
 * symbols of their own, in which the right side is linear; integrals over time
 * in the functional become states.
 */
#include "verify/sde/sde.h"

#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"
#include "math/read/read.h"
#include "math/tree/differentiate.h"

#include <string.h>

#define TEXT_MAX 20000

/* What stands for dt, and for the differential of noise number k. */
#define DT         "Xi_{0}"
#define DT_TEXT    " \\Xi_{0} "
#define NOISE      "Xi_{%zu}"
#define NOISE_TEXT " \\Xi_{%zu} "

struct reading {
    struct arena *a;
    struct sde *s;
    struct vec domain;
    const char *error;
    bool lost; /* what is asked cannot be read */
};

/* ---- names ---- */

bool sde_mentions_state(const struct sde *s, const struct expr *x)
{
    for (size_t i = 0; i < s->states_n; i++)
        if (expr_mentions(x, s->states[i].name))
            return true;
    return false;
}

static size_t sde_state_of(const struct sde *s, const char *name)
{
    size_t i = 0;

    while (i < s->states_n && !str_eq(s->states[i].name, name))
        i++;
    return i;
}

static size_t noise_of(const struct sde *s, const char *name)
{
    size_t i = 0;

    while (i < s->noises_n && !str_eq(s->noises[i], name))
        i++;
    return i;
}

/* A new state that stands still; NULL if there are too many. */
static struct sde_state *new_state(struct sde *s, const char *name)
{
    struct sde_state *x = &s->states[s->states_n];

    if (s->states_n == SDE_STATES)
        return NULL;
    s->states_n++;
    x->name = name;
    x->drift = expr_integer(s->arena, 0);
    return x;
}

/* A noise that stands in a formula by itself is a state. */
static void noise_state(struct sde *s, size_t k)
{
    struct sde_state *x;

    if (sde_state_of(s, s->noises[k]) < s->states_n)
        return;
    x = new_state(s, s->noises[k]);
    if (!x)
        return;
    x->factor[k] = expr_integer(s->arena, 1);
    x->start = expr_integer(s->arena, 0);
}

/* ---- text ---- */

/* The bytes of "_t", "_{t}" or "(t)" at s, for that letter. */
static size_t time_suffix(const char *s, char letter)
{
    if (s[0] == '_' && s[1] == letter && !is_letter(s[2]))
        return 2;
    if (s[0] == '_' && s[1] == letter)
        return 2;
    if ((s[0] == '_' && s[1] == '{' && s[2] == letter && s[3] == '}') ||
        (s[0] == '_' && s[1] == '{' && s[2] == ' ' && s[3] == letter))
        return 4;
    return s[0] == '(' && s[1] == letter && s[2] == ')' ? 3 : 0;
}

static const char *after_d(const char *s) /* behind "d" or "\mathrm{d}" */
{
    if (str_starts(s, "\\mathrm{d}"))
        return pde_skip_spaces(s + 10);
    return *s == 'd' ? pde_skip_spaces(s + 1) : NULL;
}

/* A differential at s, in that time's letter: its bytes, and what stands for
 * it. */
static size_t differential(struct sde *s, const char *text, char letter,
                           const char **out)
{
    const char *at = after_d(text), *name;
    size_t n, k;

    if (!at)
        return 0;
    if (*at == letter && !is_letter(at[1]) && at[1] != '_') {
        *out = DT_TEXT;
        return (size_t)(at + 1 - text);
    }
    n = pde_name_at(s->arena, at, &name);
    k = n ? noise_of(s, name) : s->noises_n;
    if (k == s->noises_n)
        return 0;
    *out = arena_printf(s->arena, NOISE_TEXT, k + 1);
    at += n;
    at += time_suffix(at, letter);
    return (size_t)(at - text);
}

/* The text with states and noises at this time as plain names, and with
 * differentials as symbols. */
static char *sde_plain(struct sde *s, const char *text, char letter)
{
    struct str out = str_in(s->arena);
    const char *name, *mark;
    size_t n, k;

    while (*text) {
        n = differential(s, text, letter, &mark);
        if (n) {
            str_add(&out, mark);
            text += n;
            continue;
        }
        n = pde_name_at(s->arena, text, &name);
        if (n) {
            str_addn(&out, text, n);
            text += n;
            k = noise_of(s, name);
            if (sde_state_of(s, name) == s->states_n && k == s->noises_n)
                continue;
            n = time_suffix(text, letter);
            if (n)
                str_addc(&out, ' ');
            text += n;
            if (k < s->noises_n && *text != '_')
                noise_state(s, k);
            continue;
        }
        n = *text == '\\' ? pde_control_length(text) : 1;
        str_addn(&out, text, n);
        text += n;
    }
    return arena_strdup(s->arena, str_get(&out));
}

static const struct expr *sde_read_plain(struct sde *s, const char *text,
                                         const char **why)
{
    struct vec names = vec_in(s->arena, sizeof(const char *));
    struct read_options opt = { .commas_separate = true };
    const struct expr *x;
    struct err e;

    vec_add_name(&names, "t");
    if (s->early)
        vec_add_name(&names, s->early);
    for (size_t i = 0; i < s->states_n; i++)
        vec_add_name(&names, s->states[i].name);
    claim_add_parameters(s->arena, s->claim, &names);
    opt.symbols = names.items;
    opt.symbols_n = names.n;
    if (read_expr(s->arena, text, strlen(text), &opt, &x, &e))
        return x;
    *why =
        arena_printf(s->arena, "\"%s\", column %zu: %s", text, e.column, e.msg);
    return NULL;
}

const struct expr *sde_formula(struct sde *s, const char *text,
                               const char **why)
{
    return sde_read_plain(s, sde_plain(s, text, 't'), why);
}

static const struct expr *read_at(struct reading *r, const char *text,
                                  char letter)
{
    const char *why;
    const struct expr *x =
        sde_read_plain(r->s, sde_plain(r->s, text, letter), &why);

    if (!x && !r->error)
        r->error = why;
    return x;
}

/* ---- equations ---- */

/* The name behind d on the left side: "dX_t = ...". Sets *right. */
static const char *left_state(struct arena *a, const char *text,
                              const char **right)
{
    const char *at = after_d(text), *name;
    size_t n = at ? pde_name_at(a, at, &name) : 0;

    if (!n || str_eq(name, "t"))
        return NULL;
    at += n;
    at = pde_skip_spaces(at + time_suffix(at, 't'));
    if (*at != '=')
        return NULL;
    *right = at + 1;
    return name;
}

/* Letters behind d on a right side, other than t: the noises. */
static void find_noises(struct sde *s, const char *text)
{
    const char *at, *name;

    for (; *text; text += *text == '\\' ? pde_control_length(text) : 1) {
        size_t n;

        if (str_starts(text, "\\mathrm{d}"))
            at = pde_skip_spaces(text + 10);
        else if (*text == 'd')
            at = pde_skip_spaces(text + 1);
        else
            continue;
        n = pde_name_at(s->arena, at, &name);
        if (n && is_upper(name[0]) && noise_of(s, name) == s->noises_n &&
            sde_state_of(s, name) == s->states_n && s->noises_n < SDE_NOISES)
            s->noises[s->noises_n++] = name;
    }
}

static bool sde_is_number(const struct expr *x, long n)
{
    return x->op == EXPR_NUMBER && fmpq_cmp_si(x->number->value, n) == 0;
}

/* e^0 and its like. */
static bool sde_is_one(const struct expr *x)
{
    return x->count > 0 && sde_is_number(x->args[x->count - 1], 0) &&
           (x->op == EXPR_POW ||
            (x->op == EXPR_CALL &&
             (x->function->id == FN_EXP || x->function->id == FN_COS ||
              x->function->id == FN_COSH)));
}

static const struct expr *tidy_chain(struct arena *a, const struct expr *x)
{
    bool product = x->op == EXPR_MUL;
    const struct expr **args = arena_array(a, const struct expr *, x->count);
    unsigned n = 0;

    for (unsigned i = 0; i < x->count; i++) {
        args[n] = x->args[i];
        if (product && sde_is_number(args[n], 0))
            return args[n];
        n += !sde_is_number(args[n], product);
    }
    if (n < 2)
        return n ? args[0] : expr_integer(a, product);
    return expr_new(a, x->op, args, n);
}

static const struct expr *tidy_tree(void *arena, const struct expr *x)
{
    struct arena *a = arena;

    x = expr_map(a, x, tidy_tree, arena);
    if (sde_is_one(x))
        return expr_integer(a, 1);
    if ((x->op == EXPR_NEG || x->op == EXPR_DIV) &&
        sde_is_number(x->args[0], 0))
        return x->args[0];
    return x->op == EXPR_MUL || x->op == EXPR_ADD ? tidy_chain(a, x) : x;
}

const struct expr *sde_tidy(struct arena *a, const struct expr *x)
{
    return tidy_tree(a, x);
}

/* The coefficient of a differential, in which the right side is linear. */
static const struct expr *sde_coefficient(struct sde *s, const struct expr *x,
                                          size_t which)
{
    for (size_t k = 0; k <= s->noises_n; k++)
        x = expr_replace(s->arena, x, arena_printf(s->arena, NOISE, k),
                         expr_integer(s->arena, k == which));
    return sde_tidy(s->arena, x);
}

static bool sde_has_differential(struct sde *s, const struct expr *x,
                                 size_t which)
{
    return expr_mentions(x, arena_printf(s->arena, NOISE, which));
}

static bool read_right(struct reading *r, struct sde_state *x, const char *text)
{
    char *copy = arena_strdup(r->a, text), *circ;
    const struct expr *all;

    while ((circ = strstr(copy, "\\circ")) != NULL) {
        memset(circ, ' ', 5);
        r->s->stratonovich = true;
    }
    all = read_at(r, copy, 't');
    if (!all || !expr_is_value(all))
        return false;
    x->drift = sde_coefficient(r->s, all, 0);
    for (size_t k = 0; k < r->s->noises_n; k++)
        if (sde_has_differential(r->s, all, k + 1))
            x->factor[k] = sde_coefficient(r->s, all, k + 1);
    return true;
}

/* ---- functionals ---- */

/* Replace "\int_0^t ... ds" or "... dW_s" by a new state. */
static char *integrals(struct reading *r, const char *text)
{
    static const char *const begins[] = { "\\int_0^t", "\\int_{0}^{t}",
                                          "\\int_0^{t}", "\\int_{0}^t" };
    struct str out = str_in(r->a);
    const char *at = text, *body, *end;
    struct sde_state *y;
    const struct expr *x, *now = expr_symbol(r->a, "t");
    size_t n = 0;

    for (size_t i = 0; i < 4 && !n; i++)
        if ((at = strstr(text, begins[i])) != NULL)
            n = strlen(begins[i]);
    if (!n)
        return arena_strdup(r->a, text);
    body = at + n;
    end = NULL;
    for (const char *s = body; *s && !end; s++) {
        const char *mark;
        size_t len = differential(r->s, s, 's', &mark);

        if (len)
            end = s + len;
    }
    y = end ? new_state(r->s,
                        arena_printf(r->a, "Upsilon_{%zu}", r->s->states_n))
            : NULL;
    if (!y ||
        !(x = read_at(r, arena_strndup(r->a, body, (size_t)(end - body)), 's')))
        return arena_strdup(r->a, text);
    x = expr_replace(r->a, x, "s", now);
    y->drift = sde_coefficient(r->s, x, 0);
    for (size_t k = 0; k < r->s->noises_n; k++)
        if (sde_has_differential(r->s, x, k + 1))
            y->factor[k] = sde_coefficient(r->s, x, k + 1);
    y->start = expr_integer(r->a, 0);
    str_addn(&out, text, (size_t)(at - text));
    str_addf(&out, "\\%s", y->name);
    str_add(&out, end);
    return integrals(r, arena_strdup(r->a, str_get(&out)));
}

/* X_s in a functional is a state that stands still from time s on. */
static void early_states(struct reading *r, const char *text)
{
    size_t n = r->s->states_n;

    for (size_t i = 0; i < n + r->s->noises_n; i++) {
        const char *name = i < n ? r->s->states[i].name : r->s->noises[i - n];
        const char *spelt = arena_printf(r->a, "%s_s", name);
        const char *braced = arena_printf(r->a, "%s_{s}", name);

        if (!strstr(text, spelt) && !strstr(text, braced))
            continue;
        if (i >= n)
            noise_state(r->s, i - n);
        if (sde_state_of(r->s, braced) == r->s->states_n)
            (void)new_state(r->s, braced);
        r->s->early = "s";
    }
}

static bool read_functional(struct reading *r, const char *text,
                            enum sde_asked asked)
{
    struct sde *s = r->s;
    const char *const *args;
    size_t n;

    text = integrals(r, text);
    early_states(r, text);
    n = pde_split(r->a, text, &args);
    s->asked = asked;
    if (n == (asked == SDE_COVARIANCE ? 2 : 1)) {
        s->f = read_at(r, args[0], 't');
        s->g = n == 2 ? read_at(r, args[1], 't') : s->f;
    }
    if (s->f && s->g && expr_is_value(s->f) && expr_is_value(s->g))
        return true;
    s->f = NULL;
    r->lost = true;
    return false;
}

/* "E[...]", "Var(...)", "Cov(..., ...)" at s: what is asked, and its bracket. */
static const char *asked_at(const char *s, enum sde_asked *asked)
{
    static const struct {
        const char *name;
        enum sde_asked asked;
    } names[] = {
        { "\\mathbb{E}", SDE_EXPECTATION },
        { "\\mathbb E", SDE_EXPECTATION },
        { "\\mathbf{E}", SDE_EXPECTATION },
        { "\\mathrm{E}", SDE_EXPECTATION },
        { "\\operatorname{E}", SDE_EXPECTATION },
        { "\\operatorname{Var}", SDE_VARIANCE },
        { "\\mathrm{Var}", SDE_VARIANCE },
        { "\\text{Var}", SDE_VARIANCE },
        { "\\Var", SDE_VARIANCE },
        { "Var", SDE_VARIANCE },
        { "\\operatorname{Cov}", SDE_COVARIANCE },
        { "\\mathrm{Cov}", SDE_COVARIANCE },
        { "\\text{Cov}", SDE_COVARIANCE },
        { "Cov", SDE_COVARIANCE },
        { "E", SDE_EXPECTATION },
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (str_starts(s, names[i].name)) {
            const char *at = pde_skip_spaces(s + strlen(names[i].name));

            *asked = names[i].asked;
            return *at == '[' || *at == '(' || *at == '{' ||
                           str_starts(at, "\\{")
                       ? at
                       : NULL;
        }
    return NULL;
}

/* The first functional in the text. */
static const char *sde_find_asked(const char *text, enum sde_asked *asked)
{
    const char *at;

    for (; *text; text += *text == '\\' ? pde_control_length(text) : 1)
        if ((at = asked_at(text, asked)) != NULL)
            return at;
    return NULL;
}

/* ---- statements ---- */

/* X_0 = x, X(0) = x, X_{1} = x. */
static bool read_start(struct reading *r, const char *text)
{
    const char *name, *at, *eq = strchr(text, '='), *why;
    size_t n = pde_name_at(r->a, text, &name), i;
    const struct expr *when;

    if (!n || !eq)
        return false;
    at = text + n;
    if (*at != '_' && *at != '(')
        return false;
    at++;
    when = sde_read_plain(r->s,
                          arena_strndup(r->a, at + (*at == '{'),
                                        strcspn(at + (*at == '{'), "})= ")),
                          &why);
    i = sde_state_of(r->s, name);
    if (!when || when->op != EXPR_NUMBER)
        return false;
    if (i == r->s->states_n)
        return noise_of(r->s, name) < r->s->noises_n;
    r->s->start_time = when;
    r->s->states[i].start = read_at(r, eq + 1, 't');
    return r->s->states[i].start != NULL;
}

/* Words of texts about processes. */
static const char known_words[] =
    "rown|iener|tandard|rocess|xpect|mean|It|solution|real|positive|integer|"
    "noise|motion|X_t|W_t|B_t|ariance";

static void sde_read_statement(struct reading *r, const char *text)
{
    struct sde *s = r->s;
    enum sde_asked asked;
    const char *right, *open, *end;
    const char *name = left_state(r->a, text, &right);
    size_t i = name ? sde_state_of(s, name) : 0;
    bool ok = false;

    if (strstr(text, "tratonovich"))
        s->stratonovich = true;
    if (name) {
        ok = i < s->states_n && read_right(r, &s->states[i], right);
    } else if ((open = sde_find_asked(text, &asked)) != NULL &&
               (end = pde_group_end(open)) != NULL) {
        ok = s->f ? true
                  : read_functional(
                        r,
                        arena_strndup(r->a, open + 1, (size_t)(end - open - 2)),
                        asked);
    } else if (pde_is_words(text)) {
        ok = str_has_any(text, known_words);
    } else {
        ok = read_start(r, text);
        if (!ok) {
            const struct expr *x = read_at(r, text, 't');

            ok = x && x->op == EXPR_RELATION && !sde_mentions_state(s, x);
            if (ok)
                *(const struct expr **)vec_push(&r->domain) = x;
        }
    }
    if (!ok && !s->unread)
        s->unread = text;
}

/* W_t or B_t in a formula without its differential. */
static void named_noises(struct sde *s, const char *text)
{
    static const char *const letters[] = { "B", "W" };

    for (size_t i = 0; i < 2; i++)
        if (noise_of(s, letters[i]) == s->noises_n &&
            sde_state_of(s, letters[i]) == s->states_n &&
            s->noises_n < SDE_NOISES &&
            (strstr(text, arena_printf(s->arena, "%s_t", letters[i])) ||
             strstr(text, arena_printf(s->arena, "%s_{t}", letters[i])) ||
             strstr(text, arena_printf(s->arena, "%s(t)", letters[i]))))
            s->noises[s->noises_n++] = letters[i];
}

/* Processes and noises are known before anything is read. */
static void find_processes(struct reading *r, const char *const *parts,
                           size_t n)
{
    const char *right, *name;

    for (size_t i = 0; i < n; i++)
        if ((name = left_state(r->a, parts[i], &right)) != NULL)
            (void)new_state(r->s, name);
    r->s->processes_n = r->s->states_n;
    for (size_t i = 0; i < n; i++)
        if (left_state(r->a, parts[i], &right))
            find_noises(r->s, right);
    for (size_t i = 0; i < n; i++)
        named_noises(r->s, parts[i]);
}

/* E[B_t^4] without an equation: the noise itself. */
static void only_noise(struct reading *r, const char *text)
{
    static const char *const letters[] = { "B", "W" };
    struct sde *s = r->s;

    for (size_t i = 0; i < 2 && s->noises_n == 0; i++)
        if (strstr(text, arena_printf(r->a, "%s_", letters[i])) ||
            strstr(text, arena_printf(r->a, "%s(t)", letters[i])))
            s->noises[s->noises_n++] = letters[i];
    if (s->noises_n)
        noise_state(s, 0);
}

/* The drift of Stratonovich's equation in the sense of Ito. */
static void correct_drift(struct reading *r)
{
    struct arena *a = r->a;
    struct work w = { .limit = 1000000 };

    for (size_t i = 0; i < r->s->processes_n; i++)
        for (size_t k = 0; k < r->s->noises_n; k++) {
            struct sde_state *x = &r->s->states[i];
            const struct expr *b = x->factor[k], *d;

            if (!b || !(d = differentiate(a, b, x->name, &w)))
                continue;
            d = expr_div(a, expr_mul(a, b, d), expr_integer(a, 2));
            x->drift = expr_add(a, x->drift, d);
        }
}

static void sde_parts(struct reading *r, const char *const *parts, size_t n)
{
    const char *right;

    /* Equations first: functionals name their states. */
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < n; i++)
            if ((left_state(r->a, parts[i], &right) == NULL) == (round == 1))
                sde_read_statement(r, parts[i]);
}

static void set_domain(struct reading *r)
{
    struct pde *d = &r->s->domain;

    d->arena = r->a;
    d->claim = r->s->claim;
    d->variables.names[d->variables.n++] = "t";
    d->variables.time = 0;
    d->domain = r->domain.items;
    d->domain_n = r->domain.n;
}

struct sde *sde_read(struct arena *a, const struct claim *c, const char **why)
{
    struct sde *s = arena_new(a, struct sde);
    struct reading r = { .a = a,
                         .s = s,
                         .domain = vec_in(a, sizeof(struct expr *)) };
    const char *const *parts, *const *more, *text;
    size_t n, more_n;

    *why = "the text of the object is too long";
    if (strlen(c->object) > TEXT_MAX || strlen(c->conditions) > TEXT_MAX)
        return NULL;
    s->arena = a;
    s->claim = c;
    s->start_time = expr_integer(a, 0);
    text = pde_clean(a, c->object);
    n = pde_split(a, text, &parts);
    find_processes(&r, parts, n);
    if (s->processes_n == 0)
        only_noise(&r, text);
    if (s->states_n == 0) {
        *why = "no stochastic differential equation is found";
        return NULL;
    }
    sde_parts(&r, parts, n);
    more_n = pde_split(a, pde_clean(a, c->conditions), &more);
    sde_parts(&r, more, more_n);
    if (r.lost || (s->unread && left_state(a, s->unread, &text))) {
        *why = r.error ? r.error : "what is asked cannot be read";
        return NULL;
    }
    if (!s->f)
        s->f = expr_symbol(a, s->states[0].name);
    if (s->stratonovich)
        correct_drift(&r);
    set_domain(&r);
    return s;
}
