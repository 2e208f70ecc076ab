/* SPDX-License-Identifier: Apache-2.0 */

/* The inner loops for ARM processors with products of matrices of bytes; the flags are
 * in the Makefile. */
#ifdef __ARM_FEATURE_MATMUL_INT8
# define KERNEL         kernel_i8mm
# define KERNEL_NAME    "i8mm"
# define KERNEL_VECTORS 3
# define KERNEL_BYTES
# include "model/student/kernel.c"
#else
typedef int kernel_i8mm_is_not_built;
#endif
