/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/*
 * Ctrl-C during long work: the first one asks the command to stop at the next
 * whole item, so that no half line is left behind; the second one ends the
 * process at once.
 */

/* From now on SIGINT, SIGTERM and SIGHUP are noted instead of ending the
 * process; SIGHUP stays ignored if it was (nohup). */
void interrupt_watch(void);

/* Another signal that stops: a queueing system's warning. */
void interrupt_also(int signal_number);
bool interrupt_came(void);

#endif
