/* SPDX-License-Identifier: Apache-2.0 */
#include "store/courses.h"
#include "store/row.h"
#include "store/store_int.h"

bool runs_courses(struct store *s, struct arena *a, int64_t run,
                  struct run_course **out, size_t *n, struct err *e)
{
    static const struct store_column columns[] = {
        COLUMN(INT, run_course, model),
        COLUMN(INT, run_course, course.first_ms),
        COLUMN(INT, run_course, course.gap_ms),
        COLUMN(INT, run_course, course.pieces),
        COLUMN(INT, run_course, took_ms),
        COLUMN(KNOWN, run_course, tokens),
    };
    static const struct store_row row =
        ROW("a course", run_course, columns, STORE_COURSES);

    return rows_list(s, a, &row, SQL_TIMINGS, ARGS(sql_int(run)), out, n, e);
}
