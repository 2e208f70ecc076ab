/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_TRUTH_H
#define BASE_TRUTH_H

/*
 * The answer to a question that mathematics may leave open. "Unknown" is a
 * value of its own: it is never treated as "no", and each caller decides what
 * follows from it.
 */
enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };

#endif
