/* SPDX-License-Identifier: Apache-2.0 */
/* Words in the text of a differential equation. */
/*
 * The object of a claim about a differential equation: its statements, cut
 * apart, are equations, conditions at a place, integrals, relations of the
 * domain, or one of a few phrases. A statement that is none of these is kept
 * as not understood: a claim cannot hold then.
 */
#include "verify/pde/pde.h"

#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"
#include "math/read/read.h"

#include <string.h>

static char *pde_lower(struct arena *a, const char *s)
{
    char *copy = arena_strdup(a, s);

    for (char *c = copy; *c; c++)
        *c = to_lower(*c);
    return copy;
}

static void pde_read_phrases(struct pde *p, const char *text)
{
    const char *s = pde_lower(p->arena, text);

    p->speed |= str_has_any(s, "front speed|wave speed|speed of|shock speed");
    p->travelling |=
        str_has_any(s, "travelling wave|traveling wave|travelling-wave|"
                       "traveling-wave");
    p->wave |=
        str_has_any(s, "travel|soliton|solitary|front|kink|pulse|wave sol");
    p->similarity |= str_has_any(s, "similar");
    p->nontrivial |=
        str_has_any(s, "nontrivial|non-trivial|nonconstant|non-constant|"
                       "localized|localised");
    if (str_has_any(
            s, "to the right|rightward|right-moving|moving right|moves right"))
        p->direction = 1;
    if (str_has_any(s,
                    "to the left|leftward|left-moving|moving left|moves left"))
        p->direction = -1;
}

static void pde_read_radial(struct pde *p, const char *text)
{
    static const struct {
        const char *words;
        unsigned n;
    } sizes[] = {
        { "three dim|three-dim|3 dim|3-dim|3d|^3", 3 },
        { "two dim|two-dim|2 dim|2-dim|2d|^2$|planar|in the plane", 2 },
        { "one dim|one-dim|1 dim|1-dim|1d", 1 },
    };
    const char *s = pde_lower(p->arena, text);

    if (!str_eq(p->variables.names[0], "r"))
        return;
    for (size_t i = 0; i < 3 && !p->variables.radial; i++)
        if (str_has_any(s, sizes[i].words))
            p->variables.radial = sizes[i].n;
}

static bool pde_is_phrase(struct arena *a, const char *text)
{
    return str_has_any(
        pde_lower(a, text),
        "travel|soliton|solitary|front|kink|pulse|wave|similar|trivial|"
        "constant|locali|moving|leftward|rightward|to the right|"
        "to the left|radial|dimension|smooth|bounded|real|positive|"
        "speed|decay|weak|entropy|solution|maximum");
}

bool pde_is_words(const char *text)
{
    return !strpbrk(text, "=<>") && !strstr(text, "\\to") &&
           !strstr(text, "\\in") && !strstr(text, "\\le") &&
           !strstr(text, "\\ge");
}

#define TEXT_MAX 20000 /* bytes of an object */

struct reading {
    struct arena *a;
    struct pde *p;
    struct vec equations, conditions, domain;
    const char *error; /* of an equation that cannot be read */
};

/* ---- names ---- */

static void read_variables(struct arena *a, struct pde *p)
{
    struct pde_variables *v = &p->variables;
    const char *const *parts;
    size_t n = pde_split(a, pde_clean(a, p->claim->variable), &parts);

    for (size_t i = 0; i < n && v->n < PDE_VARIABLES; i++) {
        const char *name = read_one_symbol(a, parts[i]);

        if (name)
            v->names[v->n++] = name;
    }
    if (v->n == 0)
        v->names[v->n++] = "x";
    if (v->n == 1 && !str_eq(v->names[0], "t"))
        v->names[v->n++] = "t";
    v->time = pde_variable(v, "t");
    if (v->time == v->n)
        v->time = pde_variable(v, "tau");
}

static bool pde_is_parameter(struct arena *a, const struct pde *p,
                             const char *name)
{
    struct vec names = vec_in(a, sizeof(const char *));

    claim_add_parameters(a, p->claim, &names);
    return vec_find_name(&names, name) < names.n;
}

static void pde_add_unknown(struct arena *a, struct pde *p, const char *name)
{
    for (size_t i = 0; i < p->unknowns_n; i++)
        if (str_eq(p->unknowns[i], name))
            return;
    if (p->unknowns_n < PDE_UNKNOWNS && !pde_is_parameter(a, p, name) &&
        pde_variable(&p->variables, name) == p->variables.n &&
        !str_among(name, "d e i pi"))
        p->unknowns[p->unknowns_n++] = name;
}

/* What an operator at s acts on: the first name that is no variable. */
static void unknown_after(struct arena *a, struct pde *p, const char *s)
{
    unsigned orders[PDE_VARIABLES];
    const char *name;

    s += pde_index_at(a, s, &p->variables, orders);
    while (*s && strchr(" ^{}0123456789(", *s))
        s++;
    if (pde_name_at(a, s, &name))
        pde_add_unknown(a, p, name);
}

/* Unknowns are what is differentiated: u_x, \partial_x u, \nabla^2 u. */
static void pde_find_unknowns(struct arena *a, struct pde *p, const char *s)
{
    static const char *const operators[] = { "\\partial", "\\nabla",
                                             "\\Delta" };
    unsigned orders[PDE_VARIABLES];
    const char *name;
    size_t n;

    for (; *s; s += n) {
        for (size_t i = 0; i < 3; i++)
            if (strncmp(s, operators[i], strlen(operators[i])) == 0)
                unknown_after(a, p, s + strlen(operators[i]));
        n = pde_name_at(a, s, &name);
        if (n && str_eq(name, "d") && s[n] == '_')
            unknown_after(a, p, s + n);
        else if (n && pde_index_at(a, s + n, &p->variables, orders))
            pde_add_unknown(a, p, name);
        if (!n)
            n = *s == '\\' ? pde_word_length(s) : 1;
    }
}

/* ---- trees ---- */

const struct expr *pde_formula(const struct pde *p, const char *text,
                               const char **why)
{
    struct read_options opt = { .symbols = p->symbols,
                                .symbols_n = p->symbols_n,
                                .commas_separate = true };
    const char *plain = pde_rewrite(p->arena, text, &p->variables);
    const struct expr *x;
    struct err e;

    if (read_expr(p->arena, plain, strlen(plain), &opt, &x, &e))
        return x;
    *why = arena_printf(p->arena, "\"%s\", column %zu: %s", plain, e.column,
                        e.msg);
    return NULL;
}

static const struct expr *pde_read_text(struct reading *r, const char *text)
{
    const char *why;
    const struct expr *x = pde_formula(r->p, text, &why);

    if (!x && !r->error)
        r->error = why;
    return x;
}

static bool is_unknown_name(const struct pde *p, const char *name)
{
    for (size_t i = 0; i < p->unknowns_n; i++) {
        size_t n = strlen(p->unknowns[i]);

        if (strncmp(name, p->unknowns[i], n) == 0 &&
            (!name[n] || name[n] == '_' || name[n] == '\''))
            return true;
        if (str_starts(name, "bar{") || str_starts(name, "dot{"))
            return is_unknown_name(
                p, arena_strndup(p->arena, name + 4, strlen(name) - 5));
    }
    return false;
}

/* Does the tree name an unknown? *derived: is one differentiated? */
static bool pde_mentions(const struct pde *p, const struct expr *x,
                         bool *derived)
{
    bool found = false;

    if (!x)
        return false;
    if (x->op == EXPR_SYMBOL || x->op == EXPR_APPLY) {
        found = is_unknown_name(p, x->name);
        *derived |= found && strpbrk(x->name, "_'") != NULL;
    }
    for (unsigned i = 0; i < x->count; i++)
        found |= pde_mentions(p, x->args[i], derived);
    *derived |= found && x->op == EXPR_DERIVATIVE;
    return found;
}

/* ---- statements ---- */

static void not_understood(struct reading *r, const char *text)
{
    if (!r->p->unread)
        r->p->unread = text;
}

static struct pde_condition *new_condition(struct reading *r, const char *text)
{
    struct pde_condition *c = vec_push(&r->conditions);

    c->text = text;
    c->over = r->p->variables.n;
    return c;
}

/* A place of one variable. */
struct place {
    size_t variable;
    enum pde_place kind[2];
    const struct expr *at;
    size_t n; /* kinds: 2 for \pm\infty and |x| -> \infty */
};

/* "\infty", "-\infty", "\pm\infty". */
static bool pde_infinity(const char *s, struct place *out)
{
    bool plus, minus;

    while (*s == ' ' || *s == '{')
        s++;
    plus = strncmp(s, "\\pm", 3) == 0;
    minus = plus || *s == '-';
    s += plus ? 3 : *s == '-' || *s == '+';
    while (*s == ' ')
        s++;
    if (strncmp(s, "\\infty", 6) != 0 && strncmp(s, "infty", 5) != 0)
        return false;
    out->n = 0;
    if (minus)
        out->kind[out->n++] = PLACE_MINUS_INFINITY;
    if (plus || !minus)
        out->kind[out->n++] = PLACE_INFINITY;
    return true;
}

/* "x \to -\infty", "|x| \to \infty", "t \to 0". */
static bool pde_read_arrow(struct reading *r, const char *s, struct place *out)
{
    const char *arrow = strstr(s, "\\to"), *name;
    bool bars;
    size_t n;

    while (*s == ' ' || *s == '{')
        s++;
    bars = *s == '|';
    s += bars;
    n = pde_name_at(r->a, s, &name);
    out->variable = n ? pde_variable(&r->p->variables, name) : 0;
    if (!arrow || !n || out->variable == r->p->variables.n)
        return false;
    if (pde_infinity(arrow + 3, out)) {
        if (bars) {
            out->kind[0] = PLACE_MINUS_INFINITY;
            out->kind[1] = PLACE_INFINITY;
            out->n = 2;
        }
        return true;
    }
    out->kind[0] = PLACE_AT;
    out->n = 1;
    n = strcspn(arrow + 3, "}");
    s = str_trim(r->a, arena_strndup(r->a, arrow + 3, n));
    out->at = pde_read_text(r, *s && strchr("+-", s[strlen(s) - 1])
                                   ? arena_strndup(r->a, s, strcspn(s, "^+"))
                                   : s);
    return out->at != NULL;
}

/* An argument of u(..., ...), for that variable. */
static bool pde_read_place(struct reading *r, const char *s, size_t variable,
                           struct place *out)
{
    const char *name;
    size_t n = pde_name_at(r->a, s, &name);

    if (strstr(s, "\\to"))
        return pde_read_arrow(r, s, out);
    out->variable = variable;
    out->n = 1;
    if (n && !s[n] && pde_variable(&r->p->variables, name) == variable) {
        out->kind[0] = PLACE_FREE;
        return true;
    }
    if (pde_infinity(s, out))
        return true;
    out->kind[0] = PLACE_AT;
    out->at = pde_read_text(r, s);
    return out->at != NULL;
}

/* Conditions for every combination of the places (there is one \pm at most).
 */
static void pde_add_conditions(struct reading *r, const char *text,
                               const struct expr *what, enum relation relation,
                               const struct expr *value,
                               const struct place *places, size_t n)
{
    size_t most = 1;

    for (size_t i = 0; i < n; i++)
        most = places[i].n > most ? places[i].n : most;
    for (size_t k = 0; k < most; k++) {
        struct pde_condition *c = new_condition(r, text);

        c->what = what;
        c->value = value;
        c->relation = relation;
        for (size_t i = 0; i < n; i++) {
            size_t at = places[i].variable;

            c->place[at] = places[i].kind[k < places[i].n ? k : 0];
            c->at[at] = places[i].at;
        }
    }
}

/* Returns where the last bracket of the text opens, if it ends with one. */
static const char *last_bracket(const char *s)
{
    size_t n = strlen(s);

    if (n == 0 || s[n - 1] != ')')
        return NULL;
    for (const char *at = s; (at = strchr(at, '(')) != NULL;) {
        const char *end = pde_group_end(at);

        if (end == s + n)
            return at;
        at = end ? end : at + 1;
    }
    return NULL;
}

/* The left side of "u_x(0, t) = ...": what, and its places. U(x) counts for u.
 */
static bool read_evaluation(struct reading *r, const char *s,
                            const struct expr **what, struct place *places,
                            size_t *n)
{
    const char *open = last_bracket(s), *const * args, *head;
    struct pde *p = r->p;
    bool derived = false;

    if (!open || open == s)
        return false;
    *n =
        pde_split(r->a, arena_strndup(r->a, open + 1, strlen(open) - 2), &args);
    if (*n != p->variables.n && *n != 1)
        return false;
    head = str_trim(r->a, arena_strndup(r->a, s, (size_t)(open - s)));
    if (strlen(head) == 1 && p->unknowns_n == 1 && !p->unknowns[0][1] &&
        to_lower(head[0]) == p->unknowns[0][0])
        head = p->unknowns[0];
    if (strpbrk(head, "+-*/)") && !strstr(head, "\\partial"))
        return false;
    *what = pde_read_text(r, head);
    if (!*what || !pde_mentions(p, *what, &derived) ||
        ((*what)->op != EXPR_SYMBOL && (*what)->op != EXPR_DERIVATIVE))
        return false;
    for (size_t i = 0; i < *n; i++)
        if (!pde_read_place(r, args[i], i, &places[i]))
            return false;
    return !(*n == 1 && places[0].kind[0] == PLACE_FREE);
}

/* A relation sign at s outside of brackets: its bytes. */
static size_t pde_relation_at(const char *s, enum relation *relation)
{
    static const struct {
        const char *text;
        enum relation relation;
    } signs[] = {
        { "\\leq", RELATION_LE }, { "\\geq", RELATION_GE },
        { "\\le", RELATION_LE },  { "\\ge", RELATION_GE },
        { "\\to", RELATION_TO },  { "<=", RELATION_LE },
        { ">=", RELATION_GE },    { "=", RELATION_EQ },
        { "<", RELATION_LT },     { ">", RELATION_GT },
    };

    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t n = strlen(signs[i].text);

        if (strncmp(s, signs[i].text, n) == 0 &&
            (signs[i].text[0] != '\\' || !is_letter(s[n]))) {
            *relation = signs[i].relation;
            return n;
        }
    }
    return 0;
}

#define SIDES_MAX 6

/* Cut a statement at its relation signs. Returns the number of sides. */
static size_t pde_sides(struct arena *a, const char *s, const char **out,
                        enum relation *relations)
{
    const char *from = s;
    int depth = 0;
    size_t n = 0, len;

    while (*s && n + 1 < SIDES_MAX) {
        depth += strchr("([{", *s) != NULL || str_starts(s, "\\begin{");
        depth -= strchr(")]}", *s) != NULL || str_starts(s, "\\end{");
        len = depth == 0 ? pde_relation_at(s, &relations[n]) : 0;
        if (len) {
            out[n++] = str_trim(a, arena_strndup(a, from, (size_t)(s - from)));
            from = s + len;
        }
        s += len ? len : 1;
    }
    out[n++] = str_trim(a, arena_strdup(a, from));
    return n;
}

static bool is_everywhere(const struct place *places, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (places[i].kind[0] != PLACE_FREE)
            return false;
    return true;
}

/* "u(0,t) = 1", "u(\infty,t) = u(-\infty,t) = 0". */
static bool read_at_place(struct reading *r, const char *text)
{
    const char *side[SIDES_MAX];
    enum relation relations[SIDES_MAX];
    size_t n = pde_sides(r->a, text, side, relations);
    struct place places[SIDES_MAX][PDE_VARIABLES];
    const struct expr *what[SIDES_MAX], *value;
    size_t places_n[SIDES_MAX];

    memset(places, 0, sizeof places);
    if (n < 2)
        return false;
    for (size_t i = 0; i + 1 < n; i++)
        if (!read_evaluation(r, side[i], &what[i], places[i], &places_n[i]))
            return false;
    value = pde_read_text(r, side[n - 1]);
    for (size_t i = 0; i + 1 < n && value; i++)
        if (relations[i] == RELATION_EQ &&
            is_everywhere(places[i], places_n[i]))
            value = NULL; /* "u(x,t) = 0" as part of a sentence */
    for (size_t i = 0; i + 1 < n && value; i++)
        pde_add_conditions(r, text, what[i],
                           relations[i] == RELATION_TO ? RELATION_EQ
                                                       : relations[i],
                           value, places[i], places_n[i]);
    if (!value)
        not_understood(r, text);
    return true;
}

/* u = 1, or u -> 1, at a place that was read. */
static bool read_value_at(struct reading *r, const char *text, const char *s,
                          const struct place *place)
{
    const char *side[SIDES_MAX];
    enum relation relations[SIDES_MAX];
    const struct expr *what[SIDES_MAX];
    size_t n = pde_sides(r->a, s, side, relations);
    bool derived = false;

    if (n < 2)
        return false;
    for (size_t i = 0; i < n; i++) {
        what[i] = pde_read_text(r, side[i]);
        if (!what[i])
            return false;
    }
    for (size_t i = 0; i + 1 < n; i++) {
        if (!pde_mentions(r->p, what[i], &derived))
            return false;
        pde_add_conditions(r, text, what[i],
                           relations[i] == RELATION_TO ? RELATION_EQ
                                                       : relations[i],
                           what[n - 1], place, 1);
    }
    return true;
}

/* \lim_{x \to \infty} u = 0, several of them in a row. */
static bool pde_limit(struct reading *r, const char *text)
{
    struct place place = { 0 };
    const char *under, *end;

    if (!str_starts(text, "\\lim"))
        return false;
    under = strchr(text, '_');
    if (!under || under[1] != '{' || !(end = pde_group_end(under + 1)))
        return false;
    return pde_read_arrow(
               r, arena_strndup(r->a, under + 2, (size_t)(end - under - 3)),
               &place) &&
           read_value_at(r, text, end, &place);
}

/* "u \to 1 as x \to -\infty". */
static bool read_as(struct reading *r, const char *text)
{
    struct place place = { 0 };
    const char *as = strstr(text, " as ");

    if (!as)
        return false;
    return pde_read_arrow(r, as + 4, &place) &&
           read_value_at(
               r, text, arena_strndup(r->a, text, (size_t)(as - text)), &place);
}

/* Without the brackets of u(x,0) in an integrand. */
static char *without_places(struct reading *r, const char *s)
{
    struct str out = str_in(r->a);
    const char *name, *end;

    while (*s) {
        size_t n = pde_name_at(r->a, s, &name);

        if (!n) {
            n = *s == '\\' ? pde_control_length(s) : 1;
            str_addn(&out, s, n);
            s += n;
            continue;
        }
        str_addn(&out, s, n);
        s += n;
        if (*s == '(' && is_unknown_name(r->p, name) &&
            (end = pde_group_end(s)) != NULL)
            s = end;
    }
    return arena_strdup(r->a, str_get(&out));
}

/* "initial mass \int u dx": no formula before the integral? */
static bool is_words_before(const char *text)
{
    size_t n = (size_t)(strstr(text, "\\int") - text);

    return strcspn(text, "=<>+-*/\\0123456789") >= n;
}

/* \int u dx = M */
static bool pde_integral(struct reading *r, const char *text)
{
    static const char *const lines[] = { "_{\\mathbb{R}}", "_{\\mathbb R}",
                                         "_\\mathbb{R}", "_{-L}^{L}" };
    char *s = without_places(r, strstr(text, "\\int") && is_words_before(text)
                                    ? strstr(text, "\\int")
                                    : text);
    const struct expr *x, *integral;
    struct pde_condition *c;
    bool derived = false, left;

    for (size_t i = 0; i < 3; i++) {
        char *at = strstr(s, lines[i]);

        if (at)
            memset(at, ' ', strlen(lines[i]));
    }
    x = pde_read_text(r, s);
    if (!x || x->op != EXPR_RELATION || x->count != 2 ||
        x->relations[0] != RELATION_EQ)
        return false;
    left = x->args[0]->op == EXPR_INTEGRAL;
    integral = x->args[left ? 0 : 1];
    if (integral->op != EXPR_INTEGRAL || integral->args[1]->op != EXPR_SYMBOL ||
        !pde_mentions(r->p, integral->args[0], &derived))
        return false;
    c = new_condition(r, text);
    c->what = integral->args[0];
    c->value = x->args[left ? 1 : 0];
    c->relation = RELATION_EQ;
    c->over = pde_variable(&r->p->variables, integral->args[1]->name);
    if (integral->count == 4) {
        c->from = expr_infinity(integral->args[2]) ? NULL : integral->args[2];
        c->to = expr_infinity(integral->args[3]) ? NULL : integral->args[3];
    }
    return c->over < r->p->variables.n;
}

/* A relation between formulas: an equation, a sign, or part of the domain. */
static bool pde_relation(struct reading *r, const char *text)
{
    const struct expr *x = pde_read_text(r, text);
    bool derived = false;

    if (!x || x->op != EXPR_RELATION)
        return false;
    if (!pde_mentions(r->p, x, &derived)) {
        *(const struct expr **)vec_push(&r->domain) = x;
        return true;
    }
    if (x->count != 2)
        return false;
    if (derived && x->relations[0] == RELATION_EQ) {
        *(const struct expr **)vec_push(&r->equations) =
            expr_sub(r->a, x->args[0], x->args[1]);
        return true;
    }
    if (x->relations[0] > RELATION_GE || x->relations[0] <= RELATION_NE)
        return false;
    pde_add_conditions(r, text, x->args[0], x->relations[0], x->args[1], NULL,
                       0);
    return true;
}

/* "speed 4", "velocity v = c": u_t^2 = V^2 u_x^2, or u_t = -V u_x. Returns false
 * if there is no such word, or no value behind it that is declared. */
static bool read_speed(struct reading *r, const char *text)
{
    struct pde *p = r->p;
    const char *at = strstr(text, "speed "), *eq, *const * names;
    bool is_speed = at != NULL;
    const struct expr *v, *x;
    size_t n;

    at = at ? at : strstr(text, "velocity ");
    if (!at || p->unknowns_n != 1 || p->variables.n != 2 || p->complex)
        return false;
    eq = strrchr(at, '=');
    at = eq ? eq + 1 : at + strcspn(at, " ") + 1;
    v = pde_read_text(r, at);
    if (!v || !expr_is_value(v))
        return false;
    n = expr_symbols(r->a, v, &names);
    for (size_t i = 0; i < n; i++)
        if (!pde_is_parameter(r->a, p, names[i]))
            return false;
    x = pde_read_text(r, arena_printf(r->a,
                                      is_speed ? "%s_{%s}^2-(V)^2%s_{%s}^2"
                                               : "%s_{%s}+(V)%s_{%s}",
                                      p->unknowns[0], p->variables.names[1],
                                      p->unknowns[0], p->variables.names[0]));
    if (!x)
        return false;
    pde_add_conditions(r, text, expr_replace(r->a, x, "V", v), RELATION_EQ,
                       expr_integer(r->a, 0), NULL, 0);
    return true;
}

static void pde_statement(struct reading *r, const char *text)
{
    size_t failed = r->conditions.n;
    const char *as = strstr(text, " as the ");
    bool ok;

    if (read_speed(r, text))
        return;
    if (pde_is_words(text)) {
        if (!pde_is_phrase(r->a, text))
            not_understood(r, text);
        return;
    }
    if (as)
        text = arena_strndup(r->a, text, (size_t)(as - text));
    ok = pde_limit(r, text) || read_as(r, text) || read_at_place(r, text);
    if (!ok && strstr(text, "\\int"))
        ok = pde_integral(r, text);
    if (!ok && r->conditions.n == failed)
        ok = pde_relation(r, text);
    if (!ok)
        not_understood(r, text);
}

/* ---- the whole ---- */

static bool has_i(const struct expr *x)
{
    return expr_is_constant(x, CONSTANT_I);
}

static void pde_finish(struct reading *r)
{
    struct pde *p = r->p;

    p->equations = r->equations.items;
    p->equations_n = r->equations.n;
    p->conditions = r->conditions.items;
    p->conditions_n = r->conditions.n;
    p->domain = r->domain.items;
    p->domain_n = r->domain.n;
    for (size_t i = 0; i < p->equations_n; i++)
        p->complex |= expr_any(p->equations[i], has_i);
}

static void pde_declare(struct reading *r)
{
    struct pde *p = r->p;
    struct vec names = vec_in(r->a, sizeof(const char *));

    for (size_t i = 0; i < p->variables.n; i++)
        vec_add_name(&names, p->variables.names[i]);
    for (size_t i = 0; i < p->unknowns_n; i++)
        vec_add_name(&names, p->unknowns[i]);
    claim_add_parameters(r->a, p->claim, &names);
    p->symbols = names.items;
    p->symbols_n = names.n;
}

static void pde_read_statements(struct reading *r, const char *text)
{
    const char *const *parts;
    size_t n = pde_split(r->a, text, &parts);

    for (size_t i = 0; i < n; i++)
        pde_statement(r, parts[i]);
}

struct pde *pde_read(struct arena *a, const struct claim *c, const char **why)
{
    struct pde *p = arena_new(a, struct pde);
    struct reading r = { .a = a,
                         .p = p,
                         .equations = vec_in(a, sizeof(struct expr *)),
                         .conditions = vec_in(a, sizeof(struct pde_condition)),
                         .domain = vec_in(a, sizeof(struct expr *)) };
    const char *object, *conditions;

    *why = "the text of the object is too long";
    if (strlen(c->object) > TEXT_MAX || strlen(c->conditions) > TEXT_MAX)
        return NULL;
    p->arena = a;
    p->claim = c;
    object = pde_clean(a, c->object);
    conditions = pde_clean(a, c->conditions);
    read_variables(a, p);
    pde_find_unknowns(a, p, object);
    pde_read_phrases(p, object);
    pde_read_phrases(p, conditions);
    pde_read_radial(p, object);
    pde_read_radial(p, conditions);
    pde_declare(&r);
    pde_read_statements(&r, object);
    pde_read_statements(&r, conditions);
    pde_finish(&r);
    if (p->equations_n == 0) {
        *why = r.error ? r.error : "no differential equation is found";
        return NULL;
    }
    return p;
}
