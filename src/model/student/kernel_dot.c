/* SPDX-License-Identifier: Apache-2.0 */

/* The inner loops for ARM processors with dot products of bytes; the flags are
 * in the Makefile. */
#ifdef __ARM_FEATURE_DOTPROD
# define KERNEL         kernel_dot
# define KERNEL_NAME    "dot"
# define KERNEL_VECTORS 2
# define KERNEL_BYTES
# include "model/student/kernel.c"
#else
typedef int kernel_dot_is_not_built;
#endif
