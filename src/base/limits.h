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

#define LIMIT_HTTP_BODY    ((size_t)16 << 20) /* an answer of a server */
#define LIMIT_HTTP_VALUES  1000000            /* JSON values in one */
#define LIMIT_PROMPT_BYTES ((size_t)32 << 20) /* a message to a model */
#define LIMIT_CONCURRENCY  20000              /* calls in flight */
#define LIMIT_ATTEMPTS     10000              /* of one problem and model */
#define LIMIT_MODELS       64                 /* of one run */
#define LIMIT_RUN_PROBLEMS 10000000

#define LIMIT_GAME_DRAWS     4000000 /* of a Mathador that is solved whole */
#define LIMIT_GAME_INSTANCES 8000000 /* sets with their targets */

/* The grader. Names as they stand in a verdict's reason. */
#define LIMIT_REPLY_BYTES  ((size_t)16 << 20) /* a reply or a gold text */
#define LIMIT_ANSWER_BYTES ((size_t)1 << 16)  /* one answer to be read */
#define LIMIT_EXPR_DEPTH   200                /* brackets in brackets */
#define LIMIT_EXPR_NODES   20000              /* size of one reading */
#define LIMIT_NUMBER_CHARS 20000              /* digits of one number */
#define LIMIT_EXACT_BITS   ((long)1 << 17)    /* an integer that is built */
#define LIMIT_BALL_BITS    4096               /* precision of ball arithmetic */
#define LIMIT_TERMS        4096               /* of a finite sum or product */
#define LIMIT_ITEMS        2000               /* of a list, set or matrix */
#define LIMIT_SYMBOLS      256                /* declared for one pair */
#define LIMIT_WORK         ((unsigned long)1000000) /* units for one pair */

#endif
