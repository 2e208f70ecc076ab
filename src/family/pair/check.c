/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The second road of a pair: every part's key by its own family's second road,
 * the number that passes from one to the next, and that another number would
 * have made another key.
 */
#include "base/str.h"
#include "family/pair/pair.h"
#include "family/pair/part.h"
#include "family/recipe/knobs.h"
#include "family/recipe/recipe.h"

#include <inttypes.h>

/* The key of this part by its family's own check. */
static enum truth check_key(struct arena *a, const struct part *t, size_t i,
                            struct check_finding *found)
{
    struct check_finding own = { .by = "", .detail = "" };
    enum truth holds = t->family->recipe->check(a, &t->values, t->key, &own);

    if (holds != TRUTH_YES)
        found->detail = arena_printf(a, "part %zu: %s", i + 1, own.detail);
    return holds;
}

static enum truth check_entry(struct arena *a, struct part *t,
                              const struct part *before, size_t i,
                              struct check_finding *found)
{
    int64_t was = *t->slot.place, other;
    enum truth holds = TRUTH_NO;

    if (!link_number(before->family->answer, before->key, &t->answer) ||
        link_apply(&t->link, t->answer) != was) {
        found->detail = arena_printf(
            a, "the number that enters part %zu is not %" PRId64, i + 1, was);
        return TRUTH_NO;
    }
    other = link_apply(&t->link, t->other_answer);
    found->detail = arena_printf(
        a, "it is not shown that part %zu depends on the answer before", i + 1);
    if (other == was || other < t->slot.field->lo || other > t->slot.field->hi)
        return TRUTH_NO;
    *t->slot.place = other;
    if (part_holds(a, t, t->other_key) && !part_holds(a, t, t->key))
        holds = TRUTH_YES;
    *t->slot.place = was;
    return holds;
}

static enum truth check_parts(struct arena *a, struct part *parts, size_t n,
                              struct check_finding *found)
{
    for (size_t i = 0; i < n; i++) {
        enum truth holds = check_key(a, &parts[i], i, found);

        if (holds == TRUTH_YES && i)
            holds = check_entry(a, &parts[i], &parts[i - 1], i, found);
        if (holds != TRUTH_YES)
            return holds;
    }
    found->detail =
        n == 2 ? "both keys hold, the number that passes between them is "
                 "right, and another first answer has another last key"
               : "all keys hold, the numbers that pass between them are "
                 "right, and with another number each next key is another";
    return TRUTH_YES;
}

bool pair_check(const struct family *f, struct arena *a,
                const struct problem *p, enum truth *holds,
                struct check_finding *found, struct err *e)
{
    struct part *parts = arena_array(a, struct part, PAIR_PARTS);
    const struct json *detour = json_get(p->params, "detour");
    size_t n = f->pair->n;

    for (size_t i = 0; i < n; i++)
        parts[i].family = f->pair->parts[i];
    if (!parts_read(a, p->params, parts, n, e) ||
        (detour && !detour_check(detour, parts[0].family->recipe->fields,
                                 &parts[0].values, e)))
        return false;
    *found =
        (struct check_finding){ .by = "each part's second road",
                                .detail = "the key is not the last part's" };
    *holds = TRUTH_NO;
    if (p->n_keys == 1 && str_eq(p->keys[0].latex, parts[n - 1].key))
        *holds = check_parts(a, parts, n, found);
    return true;
}
