/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_EVOLVE_SETTINGS_H
#define EVOLVE_EVOLVE_SETTINGS_H

#include "evolve/operators/operator.h"
#include "evolve/spec.h"

/*
 * Ways through the generations: that of the spec, the paper's five, the arms of
 * a file and the runs of a design; and the operators of each.
 */

struct evolve; /* evolve_int.h */

/* One way through the generations. */
struct setting {
    const char *name;
    size_t generations;
    bool without[4];                         /* [enum operator_kind] */
    const struct operator_card *const *only; /* NULL: those of the spec */
    size_t n_only;
};

/* Returns the setting of the spec: "full-2gen", "full-without-fm". */
struct setting evolve_main_setting(const struct evolve *v);

/* Returns one of the paper's five settings: two generations, one, and one
 * without each kind of operator. */
struct setting evolve_setting(size_t i);

/* Returns how many of them are made: those of more generations than the spec
 * has are not. *first is the first of them. */
size_t evolve_settings(const struct evolve_spec *s, size_t *first);

/* Returns whether the five settings are made as well. */
bool evolve_wants_settings(const struct evolve_spec *s);

/* Returns how many operators the spec has, and fills in their cards; polish is
 * not among them if there is no writer. */
#define EVOLVE_OPERATORS 64
size_t evolve_operators(const struct evolve *v,
                        const struct operator_card *out[EVOLVE_OPERATORS]);

/* The same, without kinds that the spec leaves out, and none twice: those whose
 * effects are told apart. */
size_t evolve_factors(const struct evolve *v,
                      const struct operator_card *out[EVOLVE_OPERATORS]);

/* Returns a run of the design of these n operators. */
struct setting evolve_design_run(struct arena *a,
                                 const struct operator_card *const *list,
                                 size_t n, size_t run);

/* Returns how many operators of the setting ask the writer. */
size_t evolve_writes(const struct evolve *v, const struct setting *g);

#endif
