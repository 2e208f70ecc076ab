/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include "base/err.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * A library that is loaded when it is first needed. Those for networks bring
 * dozens of others along, whose loading costs more than most commands do in all.
 * A module that uses one has a struct of pointers to its functions:
 *
 *     #define FUNCTIONS(X) X(easy_init) X(easy_cleanup)
 *     struct curl_library { FUNCTIONS(...) };
 */

/* The name of a library's file, of the interface `n`. */
#ifdef __APPLE__
# define LIBRARY_FILE(name, n) "lib" name "." n ".dylib"
#else
# define LIBRARY_FILE(name, n) "lib" name ".so." n
#endif

struct library {
    const char *const *files; /* names to try, ended by NULL */
    const char *package;      /* that has it, for the message */
    const char *const *names; /* of its functions, in the order of `into` */
    size_t n;
    void *into; /* n pointers to functions */
    pthread_mutex_t lock;
    bool open;
};

/* Loads it unless that was done; it stays. Fails if it is not installed, or
 * lacks a function. Any thread may call this. */
MUST_USE bool library_open(struct library *l, struct err *e);

#endif
