/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_MACHINE_INT_H
#define FAMILY_LANGUAGE_MACHINE_INT_H

#include "family/language/machine.h"

/* Find the ends of a range; false after a failure. */
bool machine_ends(struct machine *m, const struct node *range, int64_t *lo,
                  int64_t *hi);

/* Others may hold the row now: no variable changes it in place any more. */
void machine_disown(struct val x);

struct val machine_run_loop(struct machine *m, const struct node *x);

#endif
