/* SPDX-License-Identifier: Apache-2.0 */
#include "base/shutdown.h"
#include "base/err.h"
#include "base/str.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct temporary {
    struct temporary *next;
    char path[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct temporary *files;
static unsigned holds;
static double longest; /* seconds, of all holds since there was none */

void shutdown_hold(double seconds)
{
    pthread_mutex_lock(&lock);
    if (holds++ == 0 || seconds > longest)
        longest = seconds;
    pthread_mutex_unlock(&lock);
}

void shutdown_release(void)
{
    pthread_mutex_lock(&lock);
    INVARIANT(holds > 0);
    holds--;
    pthread_mutex_unlock(&lock);
}

bool shutdown_is_held(double seconds)
{
    bool held;

    pthread_mutex_lock(&lock);
    held = holds > 0 && seconds < longest;
    pthread_mutex_unlock(&lock);
    return held;
}

void shutdown_remove(const char *path)
{
    size_t n = strlen(path) + 1;
    struct temporary *t = malloc(sizeof(*t) + n);

    if (!t)
        out_of_memory();
    memcpy(t->path, path, n);
    pthread_mutex_lock(&lock);
    t->next = files;
    files = t;
    pthread_mutex_unlock(&lock);
}

void shutdown_keep(const char *path)
{
    struct temporary **at = &files, *found;

    pthread_mutex_lock(&lock);
    while (*at && !str_eq((*at)->path, path))
        at = &(*at)->next;
    found = *at;
    if (found)
        *at = found->next;
    pthread_mutex_unlock(&lock);
    free(found);
}

void shutdown_clean(void)
{
    pthread_mutex_lock(&lock);
    for (const struct temporary *t = files; t; t = t->next)
        remove(t->path);
}
