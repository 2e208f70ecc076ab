/* SPDX-License-Identifier: Apache-2.0 */
#include "family/family.h"
#include "base/str.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first word of "any|plain|story". */
static size_t first_word(const char *values)
{
    return strcspn(values, "|");
}

bool knob_allows(const struct knob *k, const char *value)
{
    const char *p = k->values;
    size_t want = strlen(value);

    if (k->allows)
        return k->allows(value);
    for (;;) {
        size_t n = first_word(p);

        if (n == want && memcmp(p, value, n) == 0)
            return true;
        if (!p[n])
            return false;
        p += n + 1;
    }
}

const struct knob *family_knob_find(const struct family *f, const char *name)
{
    for (size_t i = 0; i < FAMILY_KNOBS && f->knobs[i].name; i++)
        if (str_eq(f->knobs[i].name, name))
            return &f->knobs[i];
    return NULL;
}

/* "two steps" is also "two_steps" and "two-steps". */
static bool is_same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (*a != *b && !(strchr(" _-", *a) && strchr(" _-", *b)))
            return false;
    return *a == *b;
}

int family_level_find(const struct family *f, const char *text)
{
    for (int i = 0; i < f->n_levels; i++) {
        char number[16];

        snprintf(number, sizeof(number), "%d", i + 1);
        if (str_eq(number, text) ||
            (f->levels[i].name && is_same_name(f->levels[i].name, text)))
            return i + 1;
    }
    return 0;
}

const char *family_knob_value(struct arena *a, const struct family *f,
                              const struct json *knobs, const char *name)
{
    const struct knob *k = family_knob_find(f, name);
    const char *set = json_string(json_get(knobs, name));

    INVARIANT(k);
    return set ? set : arena_strndup(a, k->values, first_word(k->values));
}

bool depth_allows(const char *value)
{
    size_t n = strspn(value, "0123456789");

    return n > 0 && !value[n] && *value != '0';
}

bool family_depth_fits(const struct family *f, const struct json *knobs,
                       struct err *e)
{
    const struct family_depth *d = f->depth;
    const char *set = json_string(json_get(knobs, "depth"));
    long long depth =
        d && set && depth_allows(set) ? strtoll(set, NULL, 10) : 0;

    if (!depth || (depth >= d->least && depth <= d->most))
        return true;
    return err_set(e, ERR_DOMAIN,
                   "the depth of %s must be a whole number from %" PRId64
                   " to %" PRId64 ", not \"%.40s\"",
                   f->name, d->least, d->most, set);
}

int64_t family_depth_of(const struct family *f, int level,
                        const struct json *knobs)
{
    const char *set = json_string(json_get(knobs, "depth"));

    if (!f->depth)
        return 0;
    return set && depth_allows(set) ? strtoll(set, NULL, 10)
                                    : f->depth->levels[level - 1];
}

bool family_space(const struct family *f, int level, const struct json *knobs,
                  uint64_t *n, struct err *e)
{
    *n = 0;
    return family_depth_fits(f, knobs, e) &&
           (!f->space || f->space(f, level, knobs, n, e));
}

const struct family *family_told(const struct family *f,
                                 const struct json *knobs)
{
    const char *code = json_string(json_get(knobs, "lang"));
    const struct family_translation *t = f->translations;

    while (code && t && t->code && !str_eq(t->code, code))
        t++;
    return code && t && t->code ? t->card : f;
}
