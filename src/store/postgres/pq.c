/* SPDX-License-Identifier: Apache-2.0 */
#include "store/postgres/pq.h"
#include "base/library.h"

struct pq_library pq;

bool pq_load(struct err *e)
{
#define NAME(name) "PQ" #name,
    static const char *const names[] = { PQ_FUNCTIONS(NAME) };
#undef NAME
    static const char *const files[] = { LIBRARY_FILE("pq", "5"), NULL };
    static struct library library = { .files = files,
                                      .package = "libpq5",
                                      .names = names,
                                      .n = sizeof(names) / sizeof(names[0]),
                                      .into = &pq,
                                      .lock = PTHREAD_MUTEX_INITIALIZER };

    return library_open(&library, e);
}
