/* SPDX-License-Identifier: Apache-2.0 */
/* The sentences of a part in other words, each of them checked. */
#include "evolve/individual/individual_int.h"
#include "evolve/operators/op_int.h"
#include "evolve/text/builtin.h"
#include "evolve/text/writer.h"

#include <string.h>

/* The words for each line; false: there are none. */
static bool find_words(const struct operator_call *o,
                       const char *said[STRUCTURE_SENTENCES], size_t *n,
                       struct err *e)
{
    size_t changed = 0;
    const char *why;

    if (!o->said) {
        *n =
            builtin_polish(o->arena, o->first, o->part, o->rng, said, &changed);
    } else {
        if (o->n_said > STRUCTURE_SENTENCES ||
            text_check_polished(o->arena, o->first, o->part, o->said, o->n_said,
                                &why) != TEXT_FINE)
            return err_set(
                e, ERR_DOMAIN, "the text cannot be used: %s",
                o->n_said > STRUCTURE_SENTENCES ? "too many sentences" : why);
        *n = o->n_said;
        for (size_t i = 0; i < *n; i++) {
            said[i] = o->said[i];
            changed += said[i] != NULL;
        }
    }
    return changed || err_set(e, ERR_DOMAIN, "no sentence could be reworded");
}

static const struct json *detail_of(struct arena *a, const char *const *said,
                                    size_t n)
{
    struct json *v = json_new(a, JSON_OBJECT), *list;

    list = json_set(a, v, "text", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < n; i++)
        json_push(list, json_new_text(a, said[i]));
    return v;
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    const char *said[STRUCTURE_SENTENCES];
    struct arena *a = o->arena;
    size_t n = 0, k = 0, step;

    INVARIANT(o->part < o->first->n_parts);
    if (o->first->parts[o->part].gap)
        return err_set(e, ERR_DOMAIN,
                       "one of its conditions is missing, so it is not "
                       "reworded");
    if (!find_words(o, said, &n, e))
        return false;
    *out = individual_copy(a, o->first);
    step = op_step(o, &op_polish, out, detail_of(a, said, n));
    for (size_t i = 0; i < out->n_lines && k < n; i++) {
        struct individual_line *l = &out->lines[i];

        if (l->part != o->part || !line_is_told(l) || !said[k++])
            continue;
        l->text = arena_strdup(a, said[k - 1]);
        l->polished = true;
        l->step = step;
    }
    individual_tell(a, out); /* the question's prefix */
    return true;
}

/* A line's words behind the prefix of a question. */
static const char *bare(struct arena *a, const struct individual *s,
                        const struct individual_line *l)
{
    const char *prefix = individual_prefix(a, l->part, s->n_parts);
    size_t n = strlen(prefix);

    if (l->role == ROLE_QUESTION && !strncmp(l->text, prefix, n))
        return l->text + n;
    return l->text;
}

/* Later steps may have polished again or told anew: what counts is that every
 * polished sentence that stands there now says what its structure says. */
static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    const char *said[STRUCTURE_SENTENCES], *reason;
    size_t n = 0, part = s->steps[step - 1].part;
    const struct json *noted = json_get(s->steps[step - 1].detail, "text");

    if (!noted || noted->type != JSON_ARRAY)
        return op_broken(why, "its new text is not recorded");
    for (size_t i = 0; i < s->n_lines && n < STRUCTURE_SENTENCES; i++)
        if (s->lines[i].part == part && line_is_told(&s->lines[i]))
            said[n++] = s->lines[i].polished ? bare(a, s, &s->lines[i]) : NULL;
    return text_check_polished(a, s, part, said, n, &reason) == TEXT_FINE ||
           op_broken(why, arena_printf(a,
                                       "the new text does not say the "
                                       "same: %s",
                                       reason));
}

const struct operator_card op_polish = {
    .name = "polish",
    .kind = OPERATOR_TEXT,
    .promise = "Sentences are reworded; every number, name, thing and "
               "relation is the same.",
    .role = ROLES,
    .job = JOB_POLISH,
    .apply = apply,
    .check = check,
};
