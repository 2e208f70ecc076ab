/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_MACHINE_H
#define FAMILY_LANGUAGE_MACHINE_H

#include "family/language/tree.h"

/*
 * Running formulas and statements.
 *
 * A frame has a slot for every name. A let is computed when it is first asked
 * for, and then kept. Every formula costs one unit of work, a function of the
 * language what its sizes say; a calculation that needs more than its limit
 * fails. Loops go over finite lists, so that nothing runs without end.
 */

#define MACHINE_WORK 5000000  /* units of one draw, solution or check */
#define DEPTH_WORK   50000000 /* the same in a family with a depth */

struct machine {
    struct reckoning r;
    struct val *frame;
    /* By slot, in texts: where the item of a given list stands that a loop is
     * at; or NULL. */
    const int64_t **origins;
    bool refused; /* "require" was not met: these values make no problem */
    /* Called for every step of solve; NULL: none is wanted. */
    void (*step)(struct machine *m, struct say_text *text);
    void *ctx;
};

/* Make a machine with an empty frame. */
struct machine machine_new(struct arena *a, size_t n_slots, uint64_t work);

/* Returns the value, or nothing if m->r.failed. */
struct val machine_run(struct machine *m, const struct node *x);

/* Returns whether the condition holds; false after a failure too. */
bool machine_holds(struct machine *m, const struct node *x);

/* Run a statement of solve. Returns false after a failure, and if m->refused. */
bool machine_do(struct machine *m, const struct node *x);

/* Call visit() with the names of the loop set, for every round whose condition
 * holds, until it returns false or the calculation fails. */
typedef bool loop_visit(struct machine *m, void *ctx);
void machine_loop(struct machine *m, const struct loop *l, loop_visit *visit,
                  void *ctx);

#endif
