/* SPDX-License-Identifier: Apache-2.0 */

/* The inner loops for processors with AVX-512 and its dot products; the flags
 * are in the Makefile. */
#if defined(__AVX512VNNI__) && defined(__AVX512BW__)
# define KERNEL         kernel_vnni
# define KERNEL_NAME    "vnni"
# define KERNEL_VECTORS 8
# define KERNEL_BLOCKS  2
# include "model/student/kernel.c"
#else
typedef int kernel_vnni_is_not_built;
#endif
