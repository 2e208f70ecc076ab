/* SPDX-License-Identifier: Apache-2.0 */
/* Who works on a run: each database has its own way of saying so. */
#include "store/driver.h"
#include "store/runs.h"
#include "store/runs_int.h"
#include "store/store_int.h"

bool runs_alone(struct store *s, struct err *e)
{
    return s->db.driver->alone(s, e);
}

void runs_alone_end(struct store *s)
{
    s->db.driver->alone_end(s);
}

bool runs_lock(struct store *s, int64_t run, struct err *e)
{
    return s->db.driver->lock(s, run, e);
}

void runs_unlock(struct store *s, int64_t run)
{
    s->db.driver->unlock(s, run);
}
