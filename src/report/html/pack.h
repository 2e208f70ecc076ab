/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_HTML_PACK_H
#define REPORT_HTML_PACK_H

#include "base/err.h"
#include "report/items.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Items, packed for a page. What they are filtered by goes into one index; what
 * is only looked at goes into blocks of some hundred KiB, which a page inflates
 * when one of their items is opened. Both are JSON (web/README.md has its
 * form), compressed by zlib and written as base64. Blocks are compressed in
 * parallel and given out in order; memory grows with the index alone, which is
 * compressed as it is made.
 */

struct pack {
    const struct item_source *source;
    /* Takes a block. Returns false, with *e, to stop. */
    bool (*block)(void *ctx, size_t number, const char *base64, size_t n,
                  struct err *e);
    /* Takes the index, at the end. */
    bool (*index)(void *ctx, const char *base64, size_t n, struct err *e);
    /* Called after each item; may be NULL. Returns false to stop. */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx; /* of block and index */
    void *progress_ctx;
};

/* Packs all items of the source. Fails if the source does or if a function says
 * so. */
MUST_USE bool pack_items(const struct pack *p, struct err *e);

#endif
