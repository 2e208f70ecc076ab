/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The canonical forms of a problem: the statement's, whose passes are in the
 * folder canonical/, and the parameters'.
 */
#include "problem/canonical.h"
#include "problem/canonical/parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- the statement ---- */

void canonical_statement(struct str *out, const char *statement)
{
    struct canonical_form f = { .tokens =
                                    vec_in(NULL, sizeof(struct form_token)) };
    struct str folded = { 0 };

    canonical_fold(&folded, statement);
    form_lex(&f, str_get(&folded));
    str_clear(&folded);
    form_people(&f);
    form_args(&f);
    form_words(&f);
    form_money(&f, false);
    form_groups(&f);
    form_money(&f, true);
    form_slashes(&f);
    form_write(out, &f);
    vec_clear(&f.tokens);
    str_clear(&f.text);
}

/* ---- the parameters ---- */

static int member_order(const void *a, const void *b)
{
    const struct json *const *x = a, *const *y = b;

    return strcmp((*x)->name, (*y)->name);
}

static void problem_canonical_write_value(struct arena *a, struct str *out,
                                          const struct json *v);

static void problem_canonical_write_children(struct arena *a, struct str *out,
                                             const struct json *v)
{
    const struct json **c = arena_array(a, const struct json *, v->count + 1);
    size_t n = 0;

    for (const struct json *i = v->first; i; i = i->next)
        c[n++] = i;
    if (v->type == JSON_OBJECT)
        qsort(c, n, sizeof(*c), member_order);
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            str_addc(out, ',');
        if (v->type == JSON_OBJECT) {
            json_write_string(out, c[i]->name);
            str_addc(out, ':');
        }
        problem_canonical_write_value(a, out, c[i]);
    }
}

/* Goes as deep as the value, which the reader has limited. */
static void problem_canonical_write_value(struct arena *a, struct str *out,
                                          const struct json *v)
{
    switch (v->type) {
    case JSON_OBJECT:
        str_addc(out, '{');
        problem_canonical_write_children(a, out, v);
        str_addc(out, '}');
        break;
    case JSON_ARRAY:
        str_addc(out, '[');
        problem_canonical_write_children(a, out, v);
        str_addc(out, ']');
        break;
    default: json_write(out, v);
    }
}

bool canonical_params(struct str *out, const struct problem *p)
{
    struct arena a = { 0 };

    if (!p->family || !p->params)
        return false;
    str_add(out, p->family);
    str_addc(out, ' ');
    problem_canonical_write_value(&a, out, p->params);
    arena_clear(&a);
    return true;
}

void canonical_problem(struct canonical *out, const struct problem *p)
{
    struct str s = { 0 };

    *out = (struct canonical){ 0 };
    canonical_statement(&s, p->statement);
    out->statement = hash_bytes(str_get(&s), s.n);
    str_reset(&s);
    out->has_params = canonical_params(&s, p);
    if (out->has_params)
        out->params = hash_bytes(str_get(&s), s.n);
    str_clear(&s);
}
