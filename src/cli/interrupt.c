/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/interrupt.h"
#include "base/shutdown.h"
#include "cli/command.h"
#include "cli/talk.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Sanitizers make a program some ten times slower. */
#if defined(__SANITIZE_ADDRESS__)
# define SLOW 10
#elif defined(__has_feature)
# if __has_feature(address_sanitizer)
#  define SLOW 10
# endif
#endif
#ifndef SLOW
# define SLOW 1
#endif

#define GRACE_S  (0.5 * SLOW) /* for a command that looks at the flag */
#define FLUSH_MS (200 * SLOW) /* for the last words */
#define LOOK_MS  20           /* between two looks at the holds */
#define SAME_S   0.05         /* signals so close together are one */

/* What the handler reaches. */
static volatile sig_atomic_t came;
static struct timespec came_at;
static sem_t wake;

static atomic_bool watched; /* the command looks at the flag itself */
static char undone[400];
static atomic_flag told = ATOMIC_FLAG_INIT;

/* ---- the signal ---- */

static double seconds_since(const struct timespec *t)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - t->tv_sec) +
           (double)(now.tv_nsec - t->tv_nsec) / 1e9;
}

/* timeout(1) sends every signal twice, to the process and to its group. */
static void interrupt_note(int signal_number)
{
    int before = errno;

    if (!came) {
        clock_gettime(CLOCK_MONOTONIC, &came_at);
        came = 1;
        sem_post(&wake);
    } else if (seconds_since(&came_at) > SAME_S) {
        signal(signal_number, SIG_DFL);
        raise(signal_number); /* comes when this function returns */
    }
    errno = before;
}

static void handle(int signal_number, int flags)
{
    struct sigaction act;

    memset(&act, 0, sizeof(act));
    act.sa_handler = interrupt_note;
    act.sa_flags = flags;
    sigaction(signal_number, &act, NULL);
}

static void handle_all(int flags)
{
    struct sigaction old;

    handle(SIGINT, flags);
    handle(SIGTERM, flags);
    /* nohup has it ignored, and means it. */
    if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        handle(SIGHUP, flags);
}

/* ---- the end ---- */

static void leave_now(int signal_number)
{
    (void)signal_number;
    _exit(EXIT_COULD_NOT);
}

/* Nobody may read what is printed: then it is lost. */
static void limit_last_words(void)
{
    const struct itimerval limit = { .it_value = { FLUSH_MS / 1000,
                                                   FLUSH_MS % 1000 * 1000 } };
    struct sigaction act;
    sigset_t only;

    memset(&act, 0, sizeof(act));
    act.sa_handler = leave_now;
    sigaction(SIGALRM, &act, NULL);
    sigemptyset(&only);
    sigaddset(&only, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    setitimer(ITIMER_REAL, &limit, NULL);
}

/* Whoever writes lines holds the lock of the stream until they are whole. */
static void end_process(void)
{
    limit_last_words();
    shutdown_clean();
    flockfile(stdout);
    if (isatty(STDERR_FILENO))
        fputc('\n', stderr); /* a line of progress may stand there */
    interrupt_tell();
    fflush(stdout);
    _exit(EXIT_COULD_NOT);
}

static void *wait_for_end(void *unused)
{
    const struct timespec look = { .tv_nsec = LOOK_MS * 1000000 };
    double now, free_since = 0;

    (void)unused;
    while (sem_wait(&wake) != 0)
        ;
    for (;;) {
        now = seconds_since(&came_at);
        if (shutdown_is_held(now))
            free_since = now;
        else if (now - free_since >= (atomic_load(&watched) ? GRACE_S : 0))
            end_process();
        nanosleep(&look, NULL);
    }
    return NULL;
}

/* ---- for commands ---- */

void interrupt_open(void)
{
    pthread_t thread;
    sigset_t all, before;
    bool started;

    sem_init(&wake, 0, 0);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    started = pthread_create(&thread, NULL, wait_for_end, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!started)
        return; /* then signals end the process as they always do */
    pthread_detach(thread);
    handle_all(SA_RESTART);
}

/* A signal now ends a read of the calling thread. */
void interrupt_watch(const char *what)
{
    snprintf(undone, sizeof(undone), "%s%s", what ? ": " : "",
             what ? what : "");
    atomic_store(&watched, true);
    handle_all(0);
}

void interrupt_also(int signal_number)
{
    handle(signal_number, 0);
}

bool interrupt_came(void)
{
    return came != 0;
}

bool interrupt_stops(void *unused)
{
    (void)unused;
    return interrupt_came();
}

bool interrupt_tell(void)
{
    if (came && !atomic_flag_test_and_set(&told))
        talk("interrupted%s", undone);
    return came != 0;
}
