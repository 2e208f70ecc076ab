/* SPDX-License-Identifier: Apache-2.0 */
/* Misleading text among the conditions; and how text is inserted at all. */
#include "evolve/operators/op_int.h"
#include "evolve/operators/op_text_int.h"

#include "base/str.h"
#include "evolve/text/builtin.h"

#define DRAWS_MOST 8 /* for a text that does not stand there yet */

/* ---- inserting ---- */

bool op_text_is_told(const struct individual_line *l, size_t part)
{
    return l->part == part &&
           (l->role == ROLE_CONDITION || l->role == ROLE_QUESTION);
}

static bool stands_there(const struct individual *s, const char *text)
{
    for (size_t i = 0; i < s->n_lines; i++)
        if (str_eq(s->lines[i].text, text))
            return true;
    return false;
}

static const struct json *detail_of(struct arena *a, const char *text)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "text", json_new_string(a, text));
    return v;
}

bool op_text_insert(const struct operator_call *o,
                    const struct operator_card *card, enum job_kind kind,
                    size_t at, struct individual *out, struct err *e)
{
    struct arena *a = o->arena;
    struct individual_line line = { .role = card->role, .part = o->part };
    const char *text = o->text, *why;

    for (int i = 0; !o->text && i < DRAWS_MOST; i++) {
        text = builtin_text(a, card->role, o->first, o->part, o->rng);
        if (!stands_there(o->first, text))
            break;
    }
    if (text_check_new(a, text, kind, &why) != TEXT_FINE)
        return err_set(e, ERR_DOMAIN, "the text cannot be used: %s", why);
    if (stands_there(o->first, text))
        return err_set(e, ERR_DOMAIN, "the text stands there already");
    *out = individual_copy(a, o->first);
    line.text = arena_strdup(a, text);
    line.step = individual_step(
        a, out,
        (struct individual_step){ .name = card->name,
                                  .generation = o->generation,
                                  .part = o->part,
                                  .writer = o->text ? o->writer : NULL,
                                  .detail = detail_of(a, text) });
    individual_insert(a, out, at, line);
    return true;
}

/* ---- checking ---- */

static const struct individual_line *line_of(const struct individual *s,
                                             size_t step)
{
    const struct individual_line *found = NULL;

    for (size_t i = 0; i < s->n_lines; i++) {
        if (s->lines[i].step != step)
            continue;
        if (found)
            return NULL;
        found = &s->lines[i];
    }
    return found;
}

bool op_text_holds(struct arena *a, const struct individual *s, size_t step,
                   const struct operator_card *card, enum job_kind kind,
                   const char **why)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct individual_line *l = line_of(s, step);
    const char *text = json_string(json_get(t->detail, "text")), *reason;

    if (!l || l->role != card->role || l->part != t->part) {
        *why = "the line that it inserted is not there";
        return false;
    }
    if (!text || !str_eq(text, l->text)) {
        *why = "its line is not the one that it noted";
        return false;
    }
    if (text_check_new(a, l->text, kind, &reason) != TEXT_FINE) {
        *why = arena_printf(a, "its text could change the problem: %s", reason);
        return false;
    }
    return true;
}

/* ---- misleading text ---- */

/* Before a sentence of the structure that is not the first one; before the
 * first where it has no other. SIZE_MAX: the part has none. */
static size_t place_among(const struct operator_call *o)
{
    const struct individual *s = o->first;
    size_t places[STRUCTURE_SENTENCES], n = 0, first = SIZE_MAX;

    for (size_t i = 0; i < s->n_lines; i++) {
        if (!op_text_is_told(&s->lines[i], o->part))
            continue;
        if (first == SIZE_MAX)
            first = i;
        else if (n < STRUCTURE_SENTENCES)
            places[n++] = i;
    }
    return n ? places[rng_below(o->rng, n)] : first;
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    size_t at;

    INVARIANT(o->part < o->first->n_parts);
    /* Sentences of other structures hang together: "she", "the rest". */
    at = o->first->parts[o->part].structure.kind == &structure_linear
             ? place_among(o)
             : op_place(o->first, o->part, o->rng, true);
    if (at == SIZE_MAX)
        return err_set(e, ERR_DOMAIN, "the part has no sentences");
    return op_text_insert(o, &op_text, JOB_TEXT, at, out, e);
}

static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    return op_text_holds(a, s, step, &op_text, JOB_TEXT, why);
}

const struct operator_card op_text = {
    .name = "misleading-text",
    .kind = OPERATOR_TEXT,
    .promise = "Idle events about the problem's own things stand among its "
               "conditions; they say no amount and no relation.",
    .role = ROLE_TEXT,
    .apply = apply,
    .check = check,
};
