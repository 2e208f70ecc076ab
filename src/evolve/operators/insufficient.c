/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Insufficient: one condition that the answer needs is missing, so that it
 * cannot be determined; two ways to fill the gap, with two answers, prove it. A
 * line says that such an answer is allowed. Sufficient: the same line where
 * nothing is missing, so that the line gives nothing away.
 */
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/gap.h"

/* What both need: one question, and not the line already. */
static bool allowed(const struct operator_call *o, struct err *e)
{
    const struct individual *s = o->first;

    if (s->n_parts > 1)
        return err_set(e, ERR_DOMAIN,
                       "a chain needs the answer of each question");
    if (individual_line_of(s, 0, ROLE_OPEN))
        return err_set(e, ERR_DOMAIN,
                       "it says already that the answer may be undetermined");
    return true;
}

static void add_line(struct arena *a, struct individual *s, size_t step)
{
    individual_insert(a, s, s->n_lines,
                      (struct individual_line){ .role = ROLE_OPEN,
                                                .text = individual_open_line(),
                                                .step = step });
}

/* The step's line is the last one, and stands there once. */
static bool line_stands(const struct individual *s, size_t step)
{
    const struct individual_line *l = &s->lines[s->n_lines - 1];

    return s->n_parts == 1 && l->role == ROLE_OPEN && l->step == step &&
           individual_line_of(s, 0, ROLE_OPEN) == l;
}

/* ---- insufficient ---- */

static bool is_polished(const struct individual *s)
{
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].polished)
            return true;
    return false;
}

static bool is_lured(const struct individual *s)
{
    for (size_t i = 0; i < s->n_decoys; i++)
        if (s->decoys[i].step)
            return true;
    return false;
}

/* Without the missing sentence; numbers are told as they are now. */
static void drop_sentence(struct individual *s, size_t sentence)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_lines; i++)
        if (!line_is_told(&s->lines[i]) || s->lines[i].sentence != sentence)
            s->lines[kept++] = s->lines[i];
    s->n_lines = kept;
}

static const struct json *detail_of(struct arena *a, const struct gap *g,
                                    const char *missing)
{
    struct json *v = json_new(a, JSON_OBJECT);
    struct json *list;

    json_set(a, v, "missing", json_new_string(a, missing));
    list = json_set(a, v, "answers", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < 2; i++)
        json_push(list, json_new_string(a, ratio_text(a, g->fills[i].key)));
    return v;
}

/* For people: the sentence, or the number with what it counts. */
static const char *missing_words(struct arena *a, const struct structure *b,
                                 const struct gap *g)
{
    const struct structure_slot *slots;
    struct saying said;

    if (g->word) {
        b->kind->slots(a, b->data, &slots);
        return ratio_text(a, slots[g->slot].value);
    }
    b->kind->say(a, b->data, NO_SLOT, NULL, &said);
    return said.sentences[g->sentence];
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    const struct individual *s = o->first;
    const struct structure *b = &s->parts[0].structure;
    struct gap *g = arena_new(o->arena, struct gap);
    size_t step;

    if (!allowed(o, e))
        return false;
    if (!b->kind->gap)
        return err_set(e, ERR_DOMAIN,
                       "a problem of a concept family is one statement: "
                       "nothing of it can be missing");
    if (is_lured(s) || is_polished(s))
        return err_set(e, ERR_DOMAIN,
                       "it has decoys or a writer's text: put insufficient "
                       "before the operators that add them");
    if (!b->kind->gap(o->arena, b->data, o->rng, g, e))
        return false;
    *out = individual_copy(o->arena, s);
    out->n_decoys = 0; /* slips on the way to an answer that there is not */
    individual_set_gap(&out->parts[0], g);
    drop_sentence(out, g->sentence);
    individual_tell(o->arena, out);
    step = op_step(o, &op_insufficient, out,
                   detail_of(o->arena, g, missing_words(o->arena, b, g)));
    add_line(o->arena, out, step);
    return true;
}

static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    const struct individual_part *p = &s->parts[s->steps[step - 1].part];
    const char *fault;

    if (!p->gap || !p->structure.kind->gap)
        return op_broken(why, "no condition is missing");
    if (!line_stands(s, step))
        return op_broken(why, "its last line must say that the answer may "
                              "be undetermined");
    fault = p->structure.kind->gap_fault(a, p->structure.data, p->gap);
    return !fault || op_broken(why, fault);
}

const struct operator_card op_insufficient = {
    .name = "insufficient",
    .kind = OPERATOR_FRESH,
    .promise = "One condition that the answer needs is missing: two ways to "
               "fill the gap satisfy all stated conditions and give "
               "different answers. A line says that the answer may be "
               "undetermined.",
    .role = ROLES,
    .apply = apply,
    .check = check,
};

/* ---- sufficient ---- */

static bool apply_sufficient(const struct operator_call *o,
                             struct individual *out, struct err *e)
{
    if (!allowed(o, e))
        return false;
    *out = individual_copy(o->arena, o->first);
    add_line(o->arena, out,
             op_step(o, &op_sufficient, out, json_new(o->arena, JSON_OBJECT)));
    return true;
}

static bool check_sufficient(struct arena *a, const struct individual *s,
                             size_t step, const char **why)
{
    (void)a;
    if (s->parts[0].gap)
        return op_broken(why, "a condition is missing");
    return line_stands(s, step) ||
           op_broken(why, "its last line must say that the answer may be "
                          "undetermined");
}

const struct operator_card op_sufficient = {
    .name = "sufficient",
    .kind = OPERATOR_FRESH,
    .promise = "A line says that the answer may be undetermined, as in "
               "insufficient problems; no condition is missing.",
    .role = ROLES,
    .apply = apply_sufficient,
    .check = check_sufficient,
};
