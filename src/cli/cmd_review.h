/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_CMD_REVIEW_H
#define CLI_CMD_REVIEW_H

#include "base/arena.h"
#include "base/str.h"
#include "store/reviews.h"

#include <stdbool.h>

/*
 * Reviews for people and as JSON lines. Problem and evidence are texts from the
 * store, which anybody may have written; a text that cannot be read is shown as
 * it is.
 */

#endif
