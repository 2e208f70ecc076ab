/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <stddef.h>

/*
 * Every ceiling on what comes from outside: files, model text, the network,
 * the command line. Work is counted, never timed, so that the same input
 * meets the same ceiling on any machine.
 */

#define LIMIT_LINE_BYTES  ((size_t)64 << 20) /* one line of a JSONL file */
#define LIMIT_FILE_BYTES  ((size_t)1 << 30)  /* a file that is read whole */
#define LIMIT_SPEC_BYTES  ((size_t)16 << 20) /* a YAML or taxonomy file */
#define LIMIT_JSON_DEPTH  128                /* nested arrays and objects */
#define LIMIT_JSON_NUMBER ((size_t)1 << 16)  /* characters of one number */
#define LIMIT_CSV_COLUMNS 4096               /* fields of one CSV row */
#define LIMIT_CSV_RECORD  ((size_t)64 << 20) /* bytes of one CSV row */
#define LIMIT_TEXT_BYTES  ((size_t)1 << 30)  /* text the program builds */
#define LIMIT_SEED_BYTES  64                 /* characters of a seed */
#define LIMIT_THREADS     256
#define LIMIT_KEYS        64   /* asked values of one problem */
#define LIMIT_CONCEPTS    256  /* concepts of one problem */
#define LIMIT_DIGITS      4096 /* digits of an integer key */

#endif
