/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/knobs.h"
#include "cli/args.h"

#include <string.h>

int knob_check(const struct command *c, const struct family *f,
               const char *name, const char *value)
{
    const struct knob *k = family_knob_find(f, name);

    if (!k)
        return args_mistake(c,
                            "%s has no knob \"%s\"; `assay families %s` shows "
                            "its knobs",
                            f->name, name, f->name);
    if (!knob_allows(k, value))
        return args_mistake(c, "%s of %s is one of %s, not \"%s\"", name,
                            f->name, k->values, value);
    return -1;
}

int knobs_read(const struct command *c, struct arena *a, const struct vec *set,
               int (*check)(void *ctx, const char *name, const char *value),
               void *ctx, const struct json **out)
{
    struct json *knobs = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < set->n; i++) {
        const char *text = *vec_get(set, const char *, i);
        size_t n = strcspn(text, "=");
        const char *name = arena_strndup(a, text, n);
        int status;

        if (!text[n])
            return args_mistake(c, "--set takes knob=value, not \"%s\"", text);
        status = check(ctx, name, text + n + 1);
        if (status >= 0)
            return status;
        if (json_get(knobs, name))
            return args_mistake(c, "the knob \"%s\" is set twice", name);
        json_set(a, knobs, name, json_new_string(a, text + n + 1));
    }
    *out = knobs->count ? knobs : NULL;
    return -1;
}
