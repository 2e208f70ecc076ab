/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/export/reward.h"

/* bindings/python/assay/__init__.py, line by line: see the Makefile. */
static const char *const lines[] = {
#include "problem/reward.inc"
};

bool export_reward(struct export_state *s, size_t file, struct err *e)
{
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        str_add(&s->text, lines[i]);
    return export_flush(s, file, e);
}
