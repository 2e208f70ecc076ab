/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_SANITIZED_H
#define TESTS_LIB_SANITIZED_H

/* SANITIZED is 1 where AddressSanitizer is in the program, by gcc or clang. */
#if defined(__SANITIZE_ADDRESS__)
# define SANITIZED 1
#elif defined(__has_feature)
# if __has_feature(address_sanitizer)
#  define SANITIZED 1
# endif
#endif
#ifndef SANITIZED
# define SANITIZED 0
#endif

#endif
