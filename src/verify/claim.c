/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Claims from their JSON form. Names of symbols become canonical here, so that
 * \varepsilon in one field is \epsilon in another.
 */
#include "verify/claim.h"

#include "base/limits.h"
#include "base/str.h"
#include "math/read/read.h"

#include <string.h>

static const char *const kinds[] = {
    [CLAIM_INTEGRAL] = "integral", [CLAIM_SUM] = "sum",
    [CLAIM_ROOT] = "root",         [CLAIM_ODE] = "ode",
    [CLAIM_PDE] = "pde",           [CLAIM_EXPECTATION] = "expectation",
};

#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

void claim_add_parameters(struct arena *a, const struct claim *c,
                          struct vec *names)
{
    for (size_t i = 0; i < c->parameters_n; i++) {
        const char *name = read_one_symbol(a, c->parameters[i]);

        if (name)
            vec_add_name(names, name);
    }
}

size_t claim_names(struct arena *a, const struct claim *c,
                   const char *const **names)
{
    struct vec v = vec_in(a, sizeof(const char *));
    char *text = arena_strdup(a, c->variable), *word, *rest = text;
    const char *name;

    for (size_t i = 0; i < c->parameters_n; i++)
        vec_add_name(&v, c->parameters[i]);
    while ((word = strtok_r(rest, ", ", &rest)))
        if ((name = read_one_symbol(a, word)))
            vec_add_name(&v, name);
    if (c->mode == CLAIM_ASYMPTOTIC)
        vec_add_name(&v, c->limit.symbol);
    *names = v.items;
    return v.n;
}

static bool claim_wrong(const struct json *at, const char *name,
                        const char *what, struct err *e)
{
    return err_at(e, ERR_DOMAIN, at->line, at->column, "\"%s\" %s", name, what);
}

/* Returns the canonical name, or the text itself where it is no one symbol:
 * "x,t", "f(x)". */
static const char *canonical(struct arena *a, const char *text)
{
    const char *name = read_one_symbol(a, text);

    return name ? name : str_trim(a, text);
}

static bool claim_read_kind(const struct json *j, struct claim *c,
                            struct err *e)
{
    const char *text;

    if (!json_need_string(j, "kind", JSON_REQUIRED, &text, e))
        return false;
    for (size_t i = 0; i < N_KINDS; i++)
        if (str_eq(kinds[i], text)) {
            c->kind = (enum claim_kind)i;
            return true;
        }
    j = json_get(j, "kind");
    return err_at(e, ERR_DOMAIN, j->line, j->column,
                  "\"kind\" must be integral, sum, root, ode, pde or "
                  "expectation, not \"%.40s\"",
                  text);
}

static bool claim_read_id(struct arena *a, const struct json *j,
                          struct claim *c, struct err *e)
{
    const struct json *id = json_get(j, "id");

    if (id && id->type != JSON_STRING && id->type != JSON_NUMBER)
        return claim_wrong(id, "id", "must be a string or a number", e);
    c->id =
        id ? arena_strdup(a, id->text) : arena_printf(a, "line %zu", j->line);
    return true;
}

/* An array of names, or one text with commas between them. */
static bool read_parameters(struct arena *a, const struct json *j,
                            struct claim *c, struct err *e)
{
    const struct json *list = json_get(j, "parameters");
    const char **names;

    if (!list || list->type == JSON_NULL)
        return true;
    if (list->type == JSON_STRING) {
        char *text = arena_strdup(a, list->text), *word, *rest = text;

        names = arena_array(a, const char *, strlen(text) + 1);
        while ((word = strtok_r(rest, ",", &rest)))
            if (!str_blank(word))
                names[c->parameters_n++] = canonical(a, word);
        c->parameters = names;
        return true;
    }
    if (list->type != JSON_ARRAY || list->count > LIMIT_SYMBOLS)
        return claim_wrong(list, "parameters", "must be an array of names", e);
    names = arena_array(a, const char *, list->count + 1);
    for (const struct json *v = list->first; v; v = v->next) {
        if (v->type != JSON_STRING || str_blank(v->text))
            return claim_wrong(v, "parameters", "must be an array of names", e);
        names[c->parameters_n++] = canonical(a, v->text);
    }
    c->parameters = names;
    return true;
}

/* ---- the limit ---- */

static void claim_read_to(struct arena *a, const char *text,
                          struct claim_limit *l)
{
    const char *t = str_trim(a, text);

    if (str_among(t, "0+ 0^+ +0 0 0^{+} 0_+"))
        l->to = LIMIT_ZERO_ABOVE;
    else if (str_among(t, "0- 0^- -0 0^{-} 0_-"))
        l->to = LIMIT_ZERO_BELOW;
    else if (str_among(t, "inf infinity oo +inf +oo \\infty +\\infty "
                          "+infinity Infinity ∞ +∞"))
        l->to = LIMIT_INFINITY;
    else
        l->to = LIMIT_POINT;
    if (str_among(t, "-inf -infinity -oo -∞"))
        t = "-\\infty";
    l->point = t;
}

/* "1/2", 0.5, -3 */
static bool claim_read_order(const struct json *v, struct claim_limit *l)
{
    char text[40];
    char *dot, *slash;
    size_t n = strlen(v->text), places;

    if (n == 0 || n >= sizeof(text) || strspn(v->text, "+-0123456789./") != n)
        return false;
    memcpy(text, v->text + (v->text[0] == '+'), n + 1 - (v->text[0] == '+'));
    dot = strchr(text, '.');
    slash = strchr(text, '/');
    if (dot && (slash || strlen(dot) > 7))
        return false;
    places = dot ? strlen(dot + 1) : 0;
    if (dot)
        memmove(dot, dot + 1, places + 1);
    if (fmpq_set_str(l->order, text, 10) != 0 ||
        fmpz_is_zero(fmpq_denref(l->order)))
        return false;
    for (; places > 0; places--)
        fmpz_mul_ui(fmpq_denref(l->order), fmpq_denref(l->order), 10);
    fmpq_canonicalise(l->order);
    l->has_order = true;
    return !COEFF_IS_MPZ(*fmpq_numref(l->order)) &&
           !COEFF_IS_MPZ(*fmpq_denref(l->order));
}

static bool claim_read_limit(struct arena *a, const struct json *j,
                             struct claim *c, struct err *e)
{
    const struct json *l = json_get(j, "limit"), *v;
    struct claim_limit *out = &c->limit;
    const char *text = NULL;
    int64_t terms = 0;

    if (!l || l->type != JSON_OBJECT)
        return claim_wrong(
            l ? l : j, "limit",
            "must be an object {\"symbol\": ..., \"to\": ...}; the mode "
            "\"asymptotic\" needs it",
            e);
    if (!json_need_string(l, "symbol", JSON_REQUIRED, &text, e))
        return err_prefix(e, "limit: ");
    out->symbol = canonical(a, text);
    v = json_get(l, "to");
    if (!v || (v->type != JSON_STRING && v->type != JSON_NUMBER))
        return claim_wrong(v ? v : l, "limit.to",
                           "must be \"0+\", \"inf\" or a point", e);
    claim_read_to(a, v->text, out);
    v = json_get(l, "order");
    if (v && v->type != JSON_NULL &&
        ((v->type != JSON_STRING && v->type != JSON_NUMBER) ||
         !claim_read_order(v, out)))
        return claim_wrong(v, "limit.order", "must be a number or a fraction",
                           e);
    if (!json_need_int64(l, "terms", JSON_OPTIONAL, &terms, e) ||
        !json_need_string(l, "uniform_in", JSON_OPTIONAL, &out->uniform_in,
                          e) ||
        !json_need_string(l, "range", JSON_OPTIONAL, &out->range, e))
        return err_prefix(e, "limit: ");
    if (terms < 0 || terms > 64)
        return claim_wrong(json_get(l, "terms"), "limit.terms",
                           "must be 1 to 64", e);
    out->terms = terms || out->has_order ? (int)terms : 1;
    if (out->uniform_in)
        out->uniform_in = canonical(a, out->uniform_in);
    return true;
}

static bool read_mode(const struct json *j, struct claim *c, struct err *e)
{
    const char *text = NULL;
    const struct json *limit = json_get(j, "limit");

    if (!json_need_string(j, "mode", JSON_OPTIONAL, &text, e))
        return false;
    if (!text)
        text = limit && limit->type == JSON_OBJECT ? "asymptotic" : "equals";
    c->mode = str_eq(text, "asymptotic") ? CLAIM_ASYMPTOTIC : CLAIM_EQUALS;
    if (c->mode == CLAIM_EQUALS && !str_eq(text, "equals"))
        return err_at(e, ERR_DOMAIN, json_get(j, "mode")->line,
                      json_get(j, "mode")->column,
                      "\"mode\" must be equals or asymptotic, not \"%.40s\"",
                      text);
    return true;
}

/* ---- the claim ---- */

static bool claim_read_texts(struct arena *a, const struct json *j,
                             struct claim *c, struct err *e)
{
    c->variable = "";
    c->conditions = "";
    if (!json_need_string(j, "object", JSON_REQUIRED, &c->object, e) ||
        !json_need_string(j, "claim", JSON_REQUIRED, &c->claim, e) ||
        !json_need_string(j, "variable", JSON_OPTIONAL, &c->variable, e) ||
        !json_need_string(j, "conditions", JSON_OPTIONAL, &c->conditions, e))
        return false;
    c->variable = canonical(a, c->variable);
    return true;
}

bool claim_from_json(struct arena *a, const struct json *j, struct claim *out,
                     struct err *e)
{
    memset(out, 0, sizeof(*out));
    fmpq_init(out->limit.order);
    if (j->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, j->line, j->column,
                      "a claim must be an object, not %s",
                      json_type_name(j->type));
    out->line = j->line;
    return claim_read_id(a, j, out, e) && claim_read_kind(j, out, e) &&
           claim_read_texts(a, j, out, e) && read_parameters(a, j, out, e) &&
           read_mode(j, out, e) &&
           (out->mode == CLAIM_EQUALS || claim_read_limit(a, j, out, e));
}
