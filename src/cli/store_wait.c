/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/store_wait.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "cli/interrupt.h"
#include "cli/talk.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PAUSE_MS 500

bool store_open_both(struct store **s, struct store **second, const char *path,
                     enum store_mode mode, struct err *e)
{
    if (!store_open(s, path, mode, e))
        return false;
    if (!second || store_open(second, path, mode, e))
        return true;
    store_close(*s);
    *s = NULL;
    return false;
}

static bool open_again(struct store **s, struct store **second,
                       const char *path, enum store_mode mode, struct err *e)
{
    struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };
    struct clock clock = clock_real();
    uint64_t end = clock_now(&clock) + (uint64_t)STORE_WAIT_S * 1000000000;

    while (!interrupt_came() && clock_now(&clock) < end) {
        nanosleep(&pause, NULL);
        if (store_open_both(s, second, path, mode, e))
            return true;
    }
    *s = NULL;
    return false;
}

bool store_wait(struct store **s, struct store **second, enum store_mode mode,
                bool lost, struct err *e)
{
    const char *shown = store_path(*s);
    char *path;
    bool ok;

    if (!(lost || store_is_lost(*s)) || interrupt_came())
        return false;
    talk("%s; waiting up to %d min for it to come back", e->msg,
         STORE_WAIT_S / 60);
    path = alloc_new(strlen(shown) + 1, 1);
    memcpy(path, shown, strlen(shown));
    store_close(*s);
    if (second) {
        store_close(*second);
        *second = NULL;
    }
    ok = open_again(s, second, path, mode, e);
    free(path);
    if (ok)
        talk("the store is back");
    return ok;
}
