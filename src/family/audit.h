/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_AUDIT_H
#define FAMILY_AUDIT_H

#include "base/arena.h"
#include "problem/problem.h"

/*
 * A problem from a file, checked again.
 *
 * There are two questions. Is the key right by the family's second road, from
 * the parameters in the file alone? And is the problem the one that its
 * coordinates make? The second catches a statement that was changed under an
 * honest key. A problem of another version of the family cannot be made again
 * and stays undecided at best.
 */

enum audit_status {
    AUDIT_HOLDS,
    AUDIT_FAILS,
    AUDIT_UNDECIDED, /* the second road reached no answer, or the version is
                        not ours */
    AUDIT_UNCHECKED, /* no family of ours made it: there is no second road */
    AUDIT_STATUSES
};

struct audit {
    enum audit_status status;
    const char *by;     /* the method; "" when unchecked */
    const char *detail; /* what was verified, or what is wrong */
};

const char *audit_name(enum audit_status s); /* "holds", "fails" ... */

struct audit audit_problem(struct arena *a, const struct problem *p);

#endif
