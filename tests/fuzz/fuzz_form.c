/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The text of a family: any bytes are a form, whose pieces lie in it, or a
 * mistake with its line.
 */
#include "family/recipe/form.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct example {
    int64_t kind, n;
    int64_t count, m[3];
};

static bool always(const void *values)
{
    return values != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct field fields[] = {
        NUMBER(struct example, kind, 0, 1),
        SLOT(struct example, n, 1, 99),
        LIST(struct example, m, count, 0, 9),
        { 0 },
    };
    static const char *const kinds[] = { "one", "two", NULL };
    static const struct condition conditions[] = { { "even", always }, { 0 } };
    struct form_known known = { fields, kinds, conditions, false };
    struct arena a = { 0 };
    const char *text = arena_strndup(&a, (const char *)data, size);
    struct form f;
    struct err e;

    if (!form_read(&a, &known, "fuzz", text, &f, &e)) {
        if (strncmp(e.msg, "fuzz:", 5) != 0)
            abort();
    } else {
        for (size_t i = 0; i < f.n_texts; i++)
            for (size_t k = 0; k < f.texts[i]->n_pieces; k++)
                if (f.texts[i]->pieces[k].of == PIECE_NAMED &&
                    f.texts[i]->pieces[k].index >= f.n_named)
                    abort();
    }
    arena_clear(&a);
    return 0;
}
