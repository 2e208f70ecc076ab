/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Reading mathematics: reading twice gives the same tree, and what was printed
 * can be read or refused. The first byte chooses the options.
 */
#include "math/flint.h"
#include "math/read/read.h"
#include "math/tree/print.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The same text gives the same tree, which prints as the same bytes. That a
 * printed tree reads as itself is a property of mathematics, tested over
 * trees that were made; a fuzzer makes texts that are none. */
static void check(struct arena *a, const struct expr *x, const char *text,
                  size_t n, const struct read_options *opt)
{
    const struct expr *y;
    struct err e;

    if (!read_expr(a, text, n, opt, &y, &e) || !expr_same(x, y) ||
        strcmp(print_expr(a, x), print_expr(a, y)) != 0)
        abort();
    /* What was printed may be read or refused, but not crash. */
    text = print_expr(a, x);
    if (read_expr(a, text, strlen(text), opt, &y, &e))
        print_expr(a, y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const symbols[] = { "x", "epsilon", "x_{1}", "ms" };
    struct read_options opt = { 0 };
    struct arena a = { 0 };
    const struct expr *x;
    struct err e;

    if (size == 0)
        return 0;
    opt.commas_separate = data[0] & 1;
    opt.decimal_comma = data[0] & 2;
    opt.labels = data[0] & 8    ? READ_WORDS
                 : data[0] & 16 ? READ_LABELS
                                : READ_FORMULAS;
    if (data[0] & 4) {
        opt.symbols = symbols;
        opt.symbols_n = sizeof(symbols) / sizeof(symbols[0]);
    }
    if (read_expr(&a, (const char *)data + 1, size - 1, &opt, &x, &e)) {
        check(&a, x, (const char *)data + 1, size - 1, &opt);
    } else if (e.code != ERR_SYNTAX && e.code != ERR_LIMIT) {
        abort();
    } else if (e.code == ERR_SYNTAX && e.column == 0) {
        abort();
    }
    arena_clear(&a);
    flint_cleanup();
    return 0;
}
