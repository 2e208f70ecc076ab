/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The second road of a chain: every part's key by its own family's second road,
 * the number that passes from one to the next, and that another number would
 * have made another key.
 */
#include "base/str.h"
#include "family/pair/pair.h"
#include "family/pair/part.h"
#include "family/recipe/knobs.h"
#include "family/recipe/recipe_int.h"

#include <inttypes.h>

/* The key of this part by its family's own check. */
static enum truth check_key(struct arena *a, const struct part *t, size_t i,
                            struct check_finding *found)
{
    struct check_finding own = { .by = "", .detail = "" };
    enum truth holds = recipe_test(t->family, a, &t->values, t->key, &own);

    if (holds != TRUTH_YES)
        found->detail = arena_printf(a, "part %zu: %s", i + 1, own.detail);
    return holds;
}

/* The number enters by the link, which carries what is said of it. */
static bool check_link(struct arena *a, struct part *t,
                       const struct part *before, size_t i, bool strict,
                       struct check_finding *found)
{
    int64_t was = *t->slot.place, least = strict ? LINK_LARGE : 0, most;

    if (!link_number(before->family->answer, before->key, &t->answer) ||
        link_apply(&t->link, t->answer) != was) {
        found->detail = arena_printf(
            a, "the number that enters part %zu is not %" PRId64, i + 1, was);
        return false;
    }
    most = link_capacity(&t->link, t->answer);
    if (t->capacity < least || t->capacity > most) {
        found->detail = arena_printf(
            a, "the link to part %zu does not carry %" PRId64 " values", i + 1,
            t->capacity < least ? least : t->capacity);
        return false;
    }
    return true;
}

/* With the other answer the part has the other key, and not ours. */
static bool check_other(struct arena *a, struct part *t)
{
    int64_t was = *t->slot.place, other = link_apply(&t->link, t->other_answer);
    bool holds;

    if (other == was || !part_admits(t, other))
        return false;
    *t->slot.place = other;
    holds = part_holds(a, t, t->other_key) && !part_holds(a, t, t->key);
    *t->slot.place = was;
    return holds;
}

static enum truth check_entry(struct arena *a, struct part *t,
                              const struct part *before, size_t i, bool strict,
                              struct check_finding *found)
{
    int64_t x;

    if (!check_link(a, t, before, i, strict, found))
        return TRUTH_NO;
    found->detail = arena_printf(
        a, "it is not shown that part %zu depends on the answer before", i + 1);
    if (strict && i > 1 &&
        (!part_passes_on(before, &x) || x != t->other_answer))
        return TRUTH_NO;
    return check_other(a, t) ? TRUTH_YES : TRUTH_NO;
}

/* Does one other answer of the first part go through to the last? */
static bool goes_through(const struct part *parts, size_t n)
{
    for (size_t i = 2; i < n; i++) {
        int64_t x;

        if (!part_passes_on(&parts[i - 1], &x) || x != parts[i].other_answer)
            return false;
    }
    return true;
}

static enum truth check_parts(struct arena *a, const struct pair *pair,
                              struct part *parts, struct check_finding *found)
{
    for (size_t i = 0; i < pair->n; i++) {
        enum truth holds = check_key(a, &parts[i], i, found);

        if (holds == TRUTH_YES && i)
            holds = check_entry(a, &parts[i], &parts[i - 1], i, pair->strict,
                                found);
        if (holds != TRUTH_YES)
            return holds;
    }
    found->detail =
        pair->n == 2 ? "both keys hold, the number that passes between them is "
                       "right, and another first answer has another last key"
        : goes_through(parts, pair->n)
            ? "all keys hold, the numbers that pass between them are right, "
              "and another first answer makes every later key another"
            : "all keys hold, the numbers that pass between them are "
              "right, and with another number each next key is another";
    return TRUTH_YES;
}

bool chain_check(const struct pair *pair, struct arena *a,
                 const struct problem *p, enum truth *holds,
                 struct check_finding *found, struct err *e)
{
    struct part *parts = arena_array(a, struct part, pair->n);
    const struct part *last = &parts[pair->n - 1];
    const struct json *detour = json_get(p->params, "detour");
    const char *keys;

    for (size_t i = 0; i < pair->n; i++)
        parts[i].family = pair->parts[i];
    if (!parts_read(a, p->params, parts, pair->n, e) ||
        (detour &&
         !detour_check(detour, recipe_room(parts[0].family, &parts[0].values),
                       &parts[0].values, e)))
        return false;
    *found =
        (struct check_finding){ .by = "each part's second road",
                                .detail = "the key is not the last part's" };
    *holds = TRUTH_NO;
    keys = recipe_join_keys(last->family, a, &last->values, p);
    if (keys && str_eq(keys, last->key))
        *holds = check_parts(a, pair, parts, found);
    return true;
}

bool pair_check(const struct family *f, struct arena *a,
                const struct problem *p, enum truth *holds,
                struct check_finding *found, struct err *e)
{
    return chain_check(f->pair, a, p, holds, found, e);
}
