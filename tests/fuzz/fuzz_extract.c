/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Finding answers: any bytes give an answer with its rule or the reason why
 * there is none. The first byte chooses the options.
 */
#include "grade/extract/extract.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct extracted *x)
{
    bool none = x->rule == EXTRACT_NONE;

    if (none != (x->text == NULL) || !extract_rule_name(x->rule))
        abort();
    if (none && (!x->why || !*x->why || x->declared))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct extract_options opt = { 0 };
    struct extracted x, again;
    const char *trimmed;

    if (size == 0)
        return 0;
    opt.choice = data[0] & 1;
    opt.text = data[0] & 2;
    opt.gold = data[0] & 4;
    data++;
    size--;
    x = extract_answer(&a, (const char *)data, size, &opt);
    check(&x);
    again = extract_answer(&a, (const char *)data, size, &opt);
    if (again.rule != x.rule || (x.text && strcmp(x.text, again.text) != 0))
        abort();
    trimmed = extract_trim(&a, (const char *)data, size);
    if (trimmed && strlen(trimmed) > 16 * size) /* characters spelt out */
        abort();
    arena_clear(&a);
    return 0;
}
