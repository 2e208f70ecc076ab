/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>

/* A signal handler can reach nothing but this. */
static volatile sig_atomic_t came;

static void note(int signal_number)
{
    (void)signal_number;
    came = 1;
}

void interrupt_watch(void)
{
    struct sigaction act, old;

    memset(&act, 0, sizeof(act));
    act.sa_handler = note;
    act.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    /* nohup has it ignored, and means it. */
    if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &act, NULL);
}

void interrupt_also(int signal_number)
{
    struct sigaction act;

    memset(&act, 0, sizeof(act));
    act.sa_handler = note;
    sigaction(signal_number, &act, NULL);
}

bool interrupt_came(void)
{
    return came != 0;
}
