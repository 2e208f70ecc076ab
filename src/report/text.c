/* SPDX-License-Identifier: Apache-2.0 */
/* A document for a terminal. */
#include "report/document.h"
#include "report/grid.h"

void document_text(struct str *out, const struct document *d)
{
    struct arena a = { 0 };
    size_t begin = out->n;

    for (const struct block *b = d->first; b; b = b->next) {
        struct grid g;

        switch (b->kind) {
        case BLOCK_SECTION:
            if (out->n > begin)
                str_addc(out, '\n');
            if (*b->text)
                grid_fold(out, b->text, d->width);
            break;
        case BLOCK_SENTENCE: grid_fold(out, b->text, d->width); break;
        case BLOCK_TABLE:
            g = grid_of(&a, b);
            grid_write(out, &g, d->width);
            break;
        }
    }
    arena_clear(&a);
}
