/* SPDX-License-Identifier: Apache-2.0 */
#include "desk.h"
#include "base/json.h"
#include "base/str.h"
#include "pool_job.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

void desk_row(struct desk *d, const char *question, const char *reply,
              const char *finish)
{
    str_add(&d->rows, "{\"question\": ");
    json_write_string(&d->rows, question);
    str_add(&d->rows, ", \"response\": ");
    json_write_string(&d->rows, reply);
    if (finish)
        str_addf(&d->rows, ", \"finish_reason\": \"%s\"", finish);
    str_add(&d->rows, "}\n");
}

void desk_open(struct desk *d, const char *spec)
{
    const struct model_options no = { 0 };
    struct err e;

    if (!spec) {
        d->path = scratch_file(&d->arena, d->rows.s, d->rows.n);
        spec = arena_printf(&d->arena, "replay:%s", d->path);
    }
    stores_open(&d->stores);
    d->store = stores_store(&d->stores, STORE_MAKE);
    if (!model_open(&d->arena, spec, &no, &d->model, &e))
        fail_msg("%s", e.msg);
    d->questioner = (struct questioner){ .store = d->store,
                                         .model = &d->model,
                                         .pool = job_options() };
}

void desk_close(struct desk *d)
{
    if (d->path)
        unlink(d->path);
    store_close(d->store);
    stores_close(&d->stores);
    str_clear(&d->rows);
    arena_clear(&d->arena);
}
