/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kind of error in a formula, as a code that can be counted:
 *
 *   ellipsis          it ends in an ellipsis (...)
 *   order_term        it contains a term O(...) or o(...)
 *   helper_function   it contains an undefined function
 *   new_constant      it contains a symbol that neither key nor row declares
 *   formatting        it cannot be read, or has a different kind from the key
 *
 * and, if a limit is asked for, the codes of compare/asymptotic.h. A reply which
 * says that the answer is not known has the code "abstained" (grade.c).
 */
#include "grade/compare/asymptotic.h"
#include "grade/compare/compare_int.h"
#include "grade/grade_int.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *word, *says;
} forms[] = {
    { "ellipsis", "the answer ends in an ellipsis (...)" },
    { "order_term", "the answer contains a term O(...)" },
    { "helper_function", "the answer contains an undefined function" },
    { "new_constant", "the answer contains a symbol that the key does not" },
    { "formatting", "the answer has a different form from the key" },
};

static const char *reason_says(const char *reason)
{
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
        if (strcmp(forms[i].word, reason) == 0)
            return forms[i].says;
    return reason;
}

/* ---- form ---- */

static bool is_dots(const struct expr *x)
{
    return x->op == EXPR_DOTS;
}

static bool is_known(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool is_in_limit(const struct answer_limit *l, const char *name)
{
    return l && (strcmp(l->symbol, name) == 0 ||
                 (l->uniform_in && strcmp(l->uniform_in, name) == 0));
}

const char *reason_of_form(struct answer_pair *p)
{
    const struct expr *key = shape_value(p->key.tree);
    const struct expr *answer = shape_value(p->answer.tree);
    struct arena *a = p->judge->arena;
    const char *const *names, *const *known, *found = NULL;
    size_t n = expr_symbols(a, answer, &names);
    size_t known_n = expr_symbols(a, key, &known);

    if (expr_any(answer, is_dots) && !expr_any(key, is_dots))
        return "ellipsis";
    for (size_t i = 0; i < n; i++) {
        const char *name = names[i];

        if (is_known(name, known, known_n) ||
            is_known(name, p->symbols, p->symbols_n) ||
            is_in_limit(p->request->limit, name))
            continue;
        if (strcmp(name, "O") == 0 || strcmp(name, "o") == 0 ||
            strcmp(name, "O(") == 0 || strcmp(name, "o(") == 0)
            return "order_term";
        if (strchr(name, '('))
            found = "helper_function";
        else if (!found)
            found = "new_constant";
    }
    return found;
}

/* ---- limits ---- */

/* A number from its logarithm to base 2. */
static struct json *power(struct arena *a, double log)
{
    return json_new_number(a, log < -1000 ? "0"
                              : log > 1000
                                  ? "1e300"
                                  : arena_printf(a, "%.3g", exp2(log)));
}

static struct json *table(struct arena *a, const struct answer_limit *l,
                          const struct asymptotic *found)
{
    struct json *rows = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < found->rows_n; i++) {
        const struct asymptotic_row *r = &found->rows[i];
        struct json *one = json_new(a, JSON_OBJECT);
        bool far = l->point == NULL;
        const char *sign = l->side == SIDE_MINUS_INFINITY ? "-" : "";
        const char *at = arena_printf(a, "%s%s = %s2^%s%.4g", l->symbol,
                                      l->point && strcmp(l->point, "0") != 0
                                          ? arena_printf(a, " - %s", l->point)
                                          : "",
                                      sign, far ? "" : "-", r->k);

        json_set(a, one, "at", json_new_string(a, at));
        json_set(a, one, "worst", json_new_string(a, r->worst));
        json_set(a, one, "error", power(a, r->error));
        json_set(a, one, "scaled", power(a, r->scaled));
        json_push(rows, one);
    }
    return rows;
}

static void judge_limit(struct answer_pair *p, const struct expr *key,
                        const struct expr *answer, struct comparison *f,
                        struct grade_result *out)
{
    struct arena *a = p->judge->arena;
    struct asymptotic *found = arena_new(a, struct asymptotic);
    struct json *more = json_new(a, JSON_OBJECT);

    asymptotic_compare(p->judge, key, answer, p->request->limit, found);
    *f = (struct comparison){
        found->agrees, found->agrees,
        "asymptotic",  found->why,
        NULL,          found->agrees == TRUTH_NO ? f->witness : NULL
    };
    out->reason = found->reason;
    if (found->exceeds)
        f->by = "ceiling";
    json_set(a, more, "table", table(a, p->request->limit, found));
    if (found->rows_n)
        out->more = more;
}

void reason_limit(struct answer_pair *p, struct comparison *f,
                  struct grade_result *out)
{
    const struct expr *key = shape_value(p->key.tree);
    const struct expr *answer = shape_value(p->answer.tree);

    if (!expr_is_value(key) || !expr_is_value(answer))
        return;
    if (out->reason)
        *f = found(TRUTH_NO, out->reason, reason_says(out->reason));
    else
        judge_limit(p, key, answer, f, out);
}
