/* SPDX-License-Identifier: Apache-2.0 */

/*
 * YAML: whatever is accepted can be written as JSON and read as such.
 */
#include "base/yaml.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

/* libfyaml 0.7.12 loses the chunks of a scalar with many quoted quotes. */
const char *__lsan_default_suppressions(void)
{
    return "leak:libfyaml";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct json *v, *w;
    struct err e;

    if (yaml_read(&a, (const char *)data, size, &v, &e)) {
        json_write(&out, v);
        if (!json_read(&a, out.s, out.n, 1, &w, &e) || !json_equal(v, w))
            abort();
    }
    arena_clear(&a);
    return 0;
}
