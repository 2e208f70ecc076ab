/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/structure/second.h"

/* Do both give the same key for these numbers? */
static const char *second_differ(struct arena *a, const struct graph *g,
                                 const struct ratio *slots, const char *which)
{
    const struct graph_second *x = g->second;
    struct ratio first[GRAPH_NODES], second[GRAPH_NODES];

    if (!graph_values(g, slots, first) ||
        !graph_compute(x->nodes, x->n, slots, second))
        return arena_printf(a, "the second program has no value on %s", which);
    if (ratio_equal(first[g->n_nodes - 1], second[x->n - 1]))
        return NULL;
    return arena_printf(a, "the second program gives %s instead of %s on %s",
                        ratio_text(a, second[x->n - 1]),
                        ratio_text(a, first[g->n_nodes - 1]), which);
}

/* The draws are those of the original, the same for every file that has it. */
const char *second_fault(struct arena *a, const struct graph *g)
{
    struct ratio slots[STRUCTURE_SLOTS];
    const struct graph *first;
    struct graph *from = arena_new(a, struct graph);
    const char *why;
    struct rng r;
    struct err e;

    if (!graph_original(a, g, &first))
        return "the original of a certified row cannot be determined";
    *from = *first;
    from->n_was = 0;
    graph_slot_values(from, slots);
    why = second_differ(a, g, slots, "the original's numbers");
    graph_slot_values(g, slots);
    why = why ? why : second_differ(a, g, slots, "its numbers");
    rng_init(&r, hash_bytes("second", 6));
    for (int i = 0; i < SECOND_DRAWS && !why; i++) {
        void *fresh;

        if (!graph_renumber(a, from, &r, &fresh, &e))
            return "a certified row has no fresh numbers";
        graph_slot_values(fresh, slots);
        why = second_differ(a, g, slots, "fresh numbers");
    }
    return why;
}
