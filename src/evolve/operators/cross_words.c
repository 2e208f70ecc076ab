/* SPDX-License-Identifier: Apache-2.0 */
/* Open relations told again when a number becomes a letter. */
#include "base/str.h"
#include "evolve/operators/cross_int.h"
#include "evolve/operators/hedge.h"
#include "evolve/operators/op_int.h"

void cross_words_open(struct arena *a, const struct individual *first,
                      const struct individual *second, struct cross_words *out)
{
    size_t n = first->n_parts;

    out->parts = arena_array(a, struct cross_called, n + second->n_parts);
    for (size_t i = 0; i < n; i++)
        out->parts[i].n = op_quantities(a, first, i, out->parts[i].q);
    for (size_t i = 0; i < second->n_parts; i++)
        out->parts[n + i].n = op_quantities(a, second, i, out->parts[n + i].q);
}

/* A copy with `now` for every string that is `was`. */
static struct json *with_text(struct arena *a, const struct json *v,
                              const char *was, const char *now)
{
    struct json *copy;

    if (v->type == JSON_STRING)
        return json_new_string(a, str_eq(v->text, was) ? now : v->text);
    if (v->type != JSON_ARRAY && v->type != JSON_OBJECT)
        return json_copy(a, v);
    copy = json_new(a, v->type);
    for (const struct json *x = v->first; x; x = x->next) {
        struct json *y = with_text(a, x, was, now);

        if (v->type == JSON_ARRAY)
            json_push(copy, y);
        else
            json_set(a, copy, x->name, y);
    }
    return copy;
}

/* Over a linear structure such sentences name things and not their numbers. */
static void tell_again(struct arena *a, struct individual *s, size_t part,
                       const struct cross_called *was)
{
    struct quantity now[STRUCTURE_QUANTITIES];

    if (s->parts[part].structure.kind == &structure_linear)
        return;
    op_quantities(a, s, part, now);
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line *l = &s->lines[i];
        const char *text;
        struct hedge h;

        if (l->part != part ||
            (l->role != ROLE_DECOY && l->role != ROLE_MISLEADING) ||
            !hedge_read(l->text, was->q, was->n, &h))
            continue;
        text = hedge_say(a, &h, now);
        if (s->steps[l->step - 1].detail)
            s->steps[l->step - 1].detail =
                with_text(a, s->steps[l->step - 1].detail, l->text, text);
        l->text = text;
    }
}

void cross_words_again(struct arena *a, struct individual *s,
                       const struct cross_words *was)
{
    for (size_t i = 0; i < s->n_parts; i++)
        tell_again(a, s, i, &was->parts[i]);
}
