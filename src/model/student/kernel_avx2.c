/* SPDX-License-Identifier: Apache-2.0 */

/* The inner loops for processors with AVX2; compiled with -mavx2. */
#ifdef __AVX2__
# define KERNEL         kernel_avx2
# define KERNEL_NAME    "avx2"
# define KERNEL_VECTORS 4
# define KERNEL_BLOCKS  1
# include "model/student/kernel.c"
#else
typedef int kernel_avx2_is_not_built;
#endif
