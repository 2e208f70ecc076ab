/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A system and its wording as JSON:
 *
 *   {"theme": "prices", "things": ["the price of the brass lamp", ...],
 *    "asked": 3, "equations": [["3", "0", "-1/2", "0", "0", "12"], ...],
 *    "styles": [17, ...], "range": [1, 20],
 *    "depth": 2, "distance": 1, "sparsity": 2}
 *
 * The last three are promises and may be missing. A row of "equations" has a coefficient for every thing and the right side. It
 * may come from a file that anybody edited.
 */
#include "base/str.h"
#include "family/linear/linear_problem.h"

#include <limits.h>
#include <string.h>

#define NUMBER_MOST 1000000000 /* twice the greatest, of a half */

/* ---- writing ---- */

static struct json *row_of(struct arena *a, const struct equation *eq, size_t n)
{
    struct json *row = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < n; i++)
        json_push(row, json_new_string(a, ratio_text(a, eq->c[i])));
    json_push(row, json_new_string(a, ratio_text(a, eq->rhs)));
    return row;
}

struct json *linear_problem_write(struct arena *a,
                                  const struct linear_problem *t)
{
    struct json *v = json_new(a, JSON_OBJECT);
    struct json *things = json_new(a, JSON_ARRAY),
                *rows = json_new(a, JSON_ARRAY),
                *styles = json_new(a, JSON_ARRAY),
                *range = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < t->system.n_vars; i++)
        json_push(things, json_new_string(a, t->theme->things[t->thing[i]]));
    for (size_t i = 0; i < t->system.n_eqs; i++) {
        json_push(rows, row_of(a, &t->system.eqs[i], t->system.n_vars));
        json_push(styles, json_new_int(a, (int64_t)t->style[i]));
    }
    json_push(range, json_new_int(a, t->shape.low));
    json_push(range, json_new_int(a, t->shape.high));
    json_set(a, v, "theme", json_new_string(a, t->theme->name));
    json_set(a, v, "things", things);
    json_set(a, v, "asked", json_new_int(a, (int64_t)t->system.asked));
    json_set(a, v, "equations", rows);
    json_set(a, v, "styles", styles);
    json_set(a, v, "range", range);
    if (t->shape.depth.set)
        json_set(a, v, "depth", json_new_int(a, (int64_t)t->shape.depth.is));
    if (t->shape.distance.set)
        json_set(a, v, "distance",
                 json_new_int(a, (int64_t)t->shape.distance.is));
    if (t->shape.terms)
        json_set(a, v, "sparsity", json_new_int(a, (int64_t)t->shape.terms));
    return v;
}

/* ---- reading ---- */

/* Returns the member, an array of `least` to `most`, or NULL if it is none. */
static const struct json *array_of(const struct json *v, const char *name,
                                   size_t least, size_t most, struct err *e)
{
    const struct json *m = json_get(v, name);

    if (m && m->type == JSON_ARRAY && m->count >= least && m->count <= most)
        return m;
    if (least == most)
        err_set(e, ERR_DOMAIN, "\"%s\" must be an array of %zu values", name,
                least);
    else
        err_set(e, ERR_DOMAIN, "\"%s\" must be an array of %zu to %zu values",
                name, least, most);
    return NULL;
}

/* Read the thing of that name, which no variable before may have. */
static bool parse_thing(const struct json *m, size_t var,
                        struct linear_problem *t, struct err *e)
{
    const char *name = json_string(m);
    size_t i = name ? theme_thing(t->theme, name) : THEME_THINGS;

    if (i == THEME_THINGS)
        return err_set(e, ERR_DOMAIN, "\"things\" must be things of the theme");
    for (size_t k = 0; k < var; k++)
        if (t->thing[k] == i)
            return err_set(e, ERR_DOMAIN,
                           "\"%.60s\" stands twice in "
                           "\"things\"",
                           name);
    t->thing[var] = i;
    return true;
}

static bool linear_params_words(const struct json *v, struct linear_problem *t,
                                struct err *e)
{
    const char *name = json_string(json_get(v, "theme"));
    const struct json *things;

    t->theme = name ? theme_find(name) : NULL;
    if (!t->theme)
        return err_set(e, ERR_DOMAIN, "\"theme\" must be the name of a theme");
    things = array_of(v, "things", 2, PROBLEM_VARIABLES, e);
    if (!things)
        return false;
    for (const struct json *m = things->first; m; m = m->next)
        if (!parse_thing(m, t->system.n_vars++, t, e))
            return false;
    return true;
}

/* A number below 10 that may be missing. */
static bool parse_promise(const struct json *v, const char *name,
                          struct linear_promise *out, struct err *e)
{
    const struct json *m = json_get(v, name);
    int64_t is = 0;

    if (m && (!json_int64(m, &is) || is < 0 || is >= PROBLEM_VARIABLES))
        return err_set(e, ERR_DOMAIN, "\"%s\" must be a number from 0 to %d",
                       name, PROBLEM_VARIABLES - 1);
    *out = (struct linear_promise){ m != NULL, (size_t)is };
    return true;
}

static bool parse_promises(const struct json *v, struct linear_problem *t,
                           struct err *e)
{
    struct linear_promise terms;

    if (!parse_promise(v, "depth", &t->shape.depth, e) ||
        !parse_promise(v, "distance", &t->shape.distance, e) ||
        !parse_promise(v, "sparsity", &terms, e))
        return false;
    if (terms.set && (terms.is < 2 || terms.is > 4))
        return err_set(e, ERR_DOMAIN, "\"sparsity\" must be 2, 3 or 4");
    t->shape.terms = terms.is;
    return true;
}

/* Is x whole or a half, and small enough for sums of several? */
static bool is_modest(struct ratio x)
{
    return x.q <= 2 && x.p <= NUMBER_MOST && x.p >= -NUMBER_MOST;
}

static bool parse_equation(const struct json *row, size_t n, size_t most,
                           struct equation *eq, struct err *e)
{
    size_t i = 0, terms;

    for (size_t k = n; k < LINEAR_VARIABLES; k++)
        eq->c[k] = RATIO(0);
    if (row->type != JSON_ARRAY || row->count != n + 1)
        return err_set(e, ERR_DOMAIN,
                       "a row of \"equations\" must have %zu numbers", n + 1);
    for (const struct json *m = row->first; m; m = m->next, i++) {
        struct ratio *x = i < n ? &eq->c[i] : &eq->rhs;
        const char *text = json_string(m);

        if (!text || !ratio_read(x, text, strlen(text)) || !is_modest(*x))
            return err_set(e, ERR_DOMAIN,
                           "\"equations\" must hold whole numbers and halves "
                           "up to %d, as text",
                           NUMBER_MOST);
    }
    terms = linear_terms(eq, &i);
    if (terms < 1 || terms > most)
        return err_set(e, ERR_DOMAIN, "an equation must have 1 to %zu terms",
                       most);
    return true;
}

static bool parse_equations(const struct json *v, struct linear_problem *t,
                            struct err *e)
{
    struct system *s = &t->system;
    const struct json *rows = array_of(v, "equations", s->n_vars, s->n_vars, e);
    size_t most = 2 * linear_shape_terms(&t->shape) - 1;
    int64_t asked;

    if (!rows)
        return false;
    for (const struct json *m = rows->first; m; m = m->next)
        if (!parse_equation(m, s->n_vars, most, &s->eqs[s->n_eqs++], e))
            return false;
    if (!json_int64(json_get(v, "asked"), &asked) || asked < 0 ||
        asked >= (int64_t)s->n_vars)
        return err_set(e, ERR_DOMAIN,
                       "\"asked\" must be one of the things, "
                       "counted from 0");
    s->asked = (size_t)asked;
    return true;
}

static bool parse_styles(const struct json *v, struct linear_problem *t,
                         struct err *e)
{
    size_t n = t->system.n_eqs, i = 0;
    const struct json *styles = array_of(v, "styles", n, n, e);
    int64_t style;

    if (!styles)
        return false;
    for (const struct json *m = styles->first; m; m = m->next) {
        if (!json_int64(m, &style) || style < 0 || style > INT_MAX)
            return err_set(e, ERR_DOMAIN, "\"styles\" must be whole numbers");
        t->style[i++] = (unsigned)style;
    }
    return true;
}

static bool parse_range(const struct json *v, struct linear_problem *t,
                        struct err *e)
{
    const struct json *range = array_of(v, "range", 2, 2, e);
    struct linear_shape *s = &t->shape;

    if (!range)
        return false;
    if (!json_int64(range->first, &s->low) ||
        !json_int64(range->last, &s->high) || s->low < 1 || s->high < s->low ||
        s->high > PROBLEM_HIGH)
        return err_set(e, ERR_DOMAIN,
                       "\"range\" must be two whole numbers from 1 to %d",
                       PROBLEM_HIGH);
    s->variables = t->system.n_vars;
    return true;
}

bool linear_problem_parse(const struct json *v, struct linear_problem *out,
                          struct err *e)
{
    *out = (struct linear_problem){ 0 };
    if (!v || v->type != JSON_OBJECT)
        return err_set(e, ERR_DOMAIN, "a linear system must be an object");
    return linear_params_words(v, out, e) && parse_promises(v, out, e) &&
           parse_equations(v, out, e) && parse_styles(v, out, e) &&
           parse_range(v, out, e);
}
