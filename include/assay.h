/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_H
#define ASSAY_H

/*
 * libassay: assay as a library. Every name it exports begins with assay_.
 * Functions are re-entrant: there is no state outside of what the caller
 * passes in. For now it tells its version; the grader comes here.
 */

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
# define ASSAY_API __attribute__((visibility("default")))
#else
# define ASSAY_API
#endif

#define ASSAY_VERSION "0.1.0"

/* The version of the library in use, as opposed to ASSAY_VERSION, the one
 * the program was compiled for. */
ASSAY_API const char *assay_version(void);

#ifdef __cplusplus
}
#endif

#endif
