/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Threads with a stack whose size we know, and waits that end in time. Systems
 * give a thread between 128 KiB (musl) and 8 MiB of stack, and the judge goes
 * deep into what it reads. Setting the time of day neither cuts a wait short
 * nor lengthens it (where the system has no such waits: one of them, at most).
 */

#define THREAD_STACK ((size_t)8 << 20)

/* As pthread_create(): 0, or the reason. */
int thread_start(pthread_t *t, void *(*run)(void *), void *arg);

/* Makes a condition for thread_wait(). */
void thread_cond_init(pthread_cond_t *c);

/* The moment so many milliseconds from now, by the clock of clock_real(). */
uint64_t thread_after(int64_t ms);

/* Waits until the condition is signalled, or for nothing. Returns false if the
 * moment has come before. */
bool thread_wait(pthread_cond_t *c, pthread_mutex_t *lock, uint64_t until_ns);

#endif
