/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_SHUTDOWN_H
#define BASE_SHUTDOWN_H

#include <stdbool.h>

/*
 * What a process owes when it is told to end. A command that was interrupted
 * may be in the middle of anything: the program then ends the process soon
 * after the signal, wherever its threads are (cli/interrupt.h). That loses
 * nothing, since stores survive kill -9 and files get their names when they are
 * complete. Two things need to be known: work that has more time, and temporary
 * files that are in nobody's way but should not stay.
 *
 * Any thread may call these functions.
 */

/* Until the matching shutdown_release(), the process is not ended before so
 * many seconds after the signal: calls in flight that were paid for, files that
 * belong together and get their names one by one. */
void shutdown_hold(double seconds);
void shutdown_release(void);

/* Is there a hold that allows more than `seconds` after the signal? */
bool shutdown_is_held(double seconds);

/* The file, or empty folder, is removed if the process is ended, until
 * shutdown_keep() of the same path. The last one comes first. */
void shutdown_remove(const char *path);
void shutdown_keep(const char *path);

/* Removes the files. Only _exit() may follow: a thread that is about to make
 * another one waits for ever. */
void shutdown_clean(void);

#endif
