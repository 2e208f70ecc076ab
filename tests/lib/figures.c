/* SPDX-License-Identifier: Apache-2.0 */
#include "figures.h"
#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

const struct figure *figure_named(const struct document *d, const char *name)
{
    for (const struct block *b = d->first; b; b = b->next)
        if (b->kind == BLOCK_FIGURE && str_eq(b->figure->name, name))
            return b->figure;
    return NULL;
}

const struct dot *figure_dot_at(const struct figure *f, const char *row,
                                size_t series)
{
    for (size_t i = 0; i < f->dots.n; i++) {
        const struct dot *p = vec_get(&f->dots, struct dot, i);

        if (p->series == series &&
            str_eq(*vec_get(&f->rows, const char *, p->row), row))
            return p;
    }
    return NULL;
}

const struct block *block_shown(const struct document *d, enum block_kind kind,
                                enum shown shown)
{
    for (const struct block *b = d->first; b; b = b->next)
        if (b->kind == kind && b->shown == shown)
            return b;
    return NULL;
}

void check_screen(struct document *d, size_t lines, size_t columns)
{
    struct str out = { 0 };
    size_t n = 0;

    d->full = false;
    document_text(&out, d);
    for (const char *s = str_get(&out); *s;) {
        size_t length = strcspn(s, "\n");

        if (utf8_columns(s, length) > columns)
            fail_msg("too wide: %.*s", (int)length, s);
        s += length + (s[length] == '\n');
        n++;
    }
    if (n > lines || n < 3)
        fail_msg("%zu lines:\n%s", n, str_get(&out));
    str_clear(&out);
}
