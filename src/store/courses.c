/* SPDX-License-Identifier: Apache-2.0 */
#include "store/courses.h"
#include "base/vec.h"
#include "store/store_int.h"

bool runs_courses(struct store *s, struct arena *a, int64_t run,
                  struct run_course **out, size_t *n, struct err *e)
{
    struct vec v = vec_in(a, sizeof(struct run_course));
    struct query q;
    enum query_got got;

    *out = NULL;
    *n = 0;
    if (store_version(s) < STORE_COURSES)
        return true;
    q = query_open(&s->db, SQL_TIMINGS);
    query_int(&q, run);
    while ((got = query_step(&q, e)) == QUERY_ROW) {
        struct run_course *c = vec_push(&v);

        c->model = (uint64_t)query_take_int(&q);
        c->course.first_ms = query_take_int(&q);
        c->course.gap_ms = query_take_int(&q);
        c->course.pieces = query_take_int(&q);
        c->took_ms = query_take_int(&q);
        c->tokens = query_take_known(&q);
    }
    query_end(&q);
    *out = v.items;
    *n = v.n;
    return got == QUERY_END;
}
