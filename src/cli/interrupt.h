/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/*
 * SIGINT, SIGTERM and SIGHUP end every command, in order and soon:
 *
 * - A command that works on items asks interrupt_came() between two of them,
 *   says what it leaves undone and returns.
 * - Half a second after the signal a thread of this module ends the process,
 *   wherever the others are: deep in a library, at a lock or a full pipe.
 *   Temporary files are removed and standard output ends with a whole line.
 *   Calls in flight have longer (base/shutdown.h). A command that does not call
 *   interrupt_watch() is ended so at once.
 * - A second signal ends the process at once.
 *
 * The exit status is EXIT_COULD_NOT in both cases.
 */

/* From now on the signals are handled; SIGHUP stays ignored if it was
 * (nohup). For main(). */
void interrupt_open(void);

/* This command asks interrupt_came() from now on. `undone` is what is told
 * when it was interrupted: "the rest was not checked"; NULL: nothing. */
void interrupt_watch(const char *undone);

/* Another signal that stops: a queueing system's warning. */
void interrupt_also(int signal_number);

bool interrupt_came(void);

/* The same, for those who call a function with a context. */
bool interrupt_stops(void *unused);

/* Returns interrupt_came(), and tells once what is left undone. */
bool interrupt_tell(void);

#endif
