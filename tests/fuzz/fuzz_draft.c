/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A writer's reply: any bytes give drafts with statements; each is kept, or
 * has a flaw with its reason, and one that is known is a duplicate of itself.
 * A compute: line, and the reply itself taken for one, has a value that can be
 * read again, or a reason why there is none.
 */
#include "hunt/key/key.h"
#include "hunt/write/filter.h"
#include "math/flint.h"
#include "math/read/read.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_compute(struct arena *a, const char *line)
{
    const char *why = "", *value = key_compute(a, line, &why);
    const struct expr *x;
    struct err e;

    if ((value == NULL) == (why == NULL) || (why && !*why))
        abort();
    if (value && !read_expr(a, value, strlen(value), NULL, &x, &e))
        abort();
}

static void check_draft(struct arena *a, struct filter *f,
                        const struct draft *d)
{
    const char *why = "";
    enum flaw flaw;

    if (!d->statement || !*d->statement)
        abort();
    flaw = filter_draft(a, f, d, &why);
    if (flaw > FLAW_NEAR || (flaw == FLAW_NONE) != (why == NULL))
        abort();
    if (flaw == FLAW_NONE) {
        filter_know(f, "known", d->statement);
        if (filter_draft(a, f, d, &why) != FLAW_DUPLICATE)
            abort();
    }
    if (d->compute)
        check_compute(a, d->compute);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    const char *reply = arena_strndup(&a, (const char *)data, size);
    const struct draft *d;
    struct filter f;
    size_t n;

    filter_open(&a, &f);
    n = draft_read(&a, reply, &d);
    for (size_t i = 0; i < n; i++)
        check_draft(&a, &f, &d[i]);
    if (*reply)
        check_draft(&a, &f, &(struct draft){ .statement = reply });
    check_compute(&a, reply);
    filter_close(&f);
    arena_clear(&a);
    flint_cleanup();
    return 0;
}
