/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_EXPORT_REWARD_H
#define PROBLEM_EXPORT_REWARD_H

#include "problem/export.h"

#define EXPORT_REWARD_FILE "reward.py"

/*
 * reward.py is the Python binding itself, one module for all tools: rewards for
 * verl and TRL, scores for lm-eval, the judge of an Inspect task. It judges in
 * its own process and finds the library where it was installed.
 */

/* Write reward.py, which is the same for every set, to the i-th file. */
MUST_USE bool export_reward(struct export_state *s, size_t file, struct err *e);

#endif
