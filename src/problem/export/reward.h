/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_EXPORT_REWARD_H
#define PROBLEM_EXPORT_REWARD_H

#include "problem/export.h"

#define EXPORT_REWARD_FILE "reward.py"

/* reward.py is written beside the data of verl and TRL, and beside a task of
 * lm-eval whose replies cannot be judged by comparing texts. */

/* Write reward.py, which is the same for every set, to the i-th file. */
MUST_USE bool export_reward(struct export_state *s, size_t file, struct err *e);

#endif
