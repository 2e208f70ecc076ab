/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_GOLD_H
#define PROBLEM_GOLD_H

#include "problem/problem.h"

/*
 * Answers of public sets that are known to be wrong, found by reading: a list
 * of statements, by the hash of their canonical form, with what is wrong in
 * each. No text of a set is in it.
 */

/* Returns why the key that the set gives for this statement is wrong, or NULL
 * if nothing is known against it. */
const char *gold_fault(const struct problem *p);

#endif
