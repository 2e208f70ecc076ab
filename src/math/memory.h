/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_MEMORY_H
#define MATH_MEMORY_H

/* From now on FLINT and GMP end the process as out_of_memory() does, not with
 * abort(). For programs: called once, before either is used. */
void math_memory(void);

#endif
