/* SPDX-License-Identifier: Apache-2.0 */
/* Who works on a run: each database has its own way of saying so. */
#include "base/str.h"
#include "store/driver.h"
#include "store/runs.h"
#include "store/runs_int.h"
#include "store/store_int.h"
#include "store/worker_chain.h"

#include <inttypes.h>

#define NAMES_MOST 8 /* of workers in a message */

/* ---- what drivers hold ---- */

struct run_lock *store_locked(const struct store *s, int64_t run)
{
    for (size_t i = 0; i < s->locked.n; i++) {
        struct run_lock *k = vec_get(&s->locked, struct run_lock, i);

        if (k->run == run)
            return k;
    }
    return NULL;
}

void store_lock_drop(struct store *s, int64_t run)
{
    struct run_lock *k = store_locked(s, run);

    if (!k)
        return;
    *k = *vec_get(&s->locked, struct run_lock, s->locked.n - 1);
    s->locked.n--;
}

/* ---- locks ---- */

/* Who has it are workers, maybe: they have names. */
static bool tell_workers(struct store *s, int64_t run, struct err *e)
{
    struct arena a = { 0 };
    struct str names = str_in(&a);
    struct worker_chain *list;
    size_t n = 0, lives = 0;
    struct err ignored;

    if (!worker_chains_list(s, &a, run, &list, &n, &ignored))
        n = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i].lives && ++lives <= NAMES_MOST)
            str_addf(&names, "%s%s", lives > 1 ? ", " : "", list[i].name);
    if (lives)
        err_set(e, ERR_DOMAIN,
                "could not work on run r%" PRId64 ": %zu worker%s "
                "(%.300s%s); start `assay worker` to help, or try again "
                "when they are done",
                run, lives,
                lives == 1 ? " is working on it" : "s are working on it",
                str_get(&names), lives > NAMES_MOST ? ", ..." : "");
    arena_clear(&a);
    return false;
}

bool runs_lock(struct store *s, int64_t run, struct err *e)
{
    if (s->db.driver->lock(s, run, false, e))
        return true;
    return e->code == ERR_DOMAIN ? tell_workers(s, run, e) : false;
}

bool runs_share(struct store *s, int64_t run, struct err *e)
{
    return s->db.driver->lock(s, run, true, e);
}

bool runs_taken(struct store *s, int64_t run)
{
    return s->db.driver->taken(s, run);
}

void runs_unlock(struct store *s, int64_t run)
{
    s->db.driver->unlock(s, run);
}
