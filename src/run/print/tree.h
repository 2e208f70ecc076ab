/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_TREE_H
#define RUN_PRINT_TREE_H

#include "base/arena.h"
#include "base/json.h"
#include "run/play/play.h"
#include "run/view.h"

/* The member "mathador". */
struct json *tree_play(struct arena *a, const struct view *v,
                       const struct play *p);

#endif
