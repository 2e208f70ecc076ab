/* SPDX-License-Identifier: Apache-2.0 */
#include "family/split.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "problem/canonical.h"

#include <string.h>

/* Read a number without sign and without zeros before it. */
static bool read_part(const char **p, uint32_t *out)
{
    const char *start = *p;

    *out = 0;
    for (; is_digit(**p) && *p - start < 4; ++*p)
        *out = *out * 10 + (uint32_t)(**p - '0');
    return *p > start && *start != '0';
}

bool split_read(const char *text, struct split *out)
{
    struct split s = { .of = 10 };

    if (str_eq(text, "test")) {
        s.first = s.last = 1;
    } else if (str_eq(text, "train")) {
        s.first = 2;
        s.last = 10;
    } else {
        if (!read_part(&text, &s.first) || *text++ != '/' ||
            !read_part(&text, &s.of) || *text)
            return false;
        s.last = s.first;
    }
    if (s.last > s.of || s.of > SPLIT_PARTS)
        return false;
    *out = s;
    return true;
}

/* The members of params that the mathematics does not depend on: a number given
 * by a calculation; the name of a disguise, which may change nothing (its other
 * values count); of the family linear, what its sentences say and what its
 * numbers were drawn from. */
#define WORDS_ALONE "detour disguise theme things styles range"

static struct json *without_words(struct arena *a, const struct json *params)
{
    struct json *rest = json_new(a, JSON_OBJECT);

    for (const struct json *m = params->first; m; m = m->next) {
        struct json *copy;

        if (str_among(m->name, WORDS_ALONE))
            continue;
        copy = arena_new(a, struct json);
        *copy = *m;
        copy->next = NULL;
        json_push(rest, copy);
    }
    return rest;
}

uint32_t split_place(const struct problem *p)
{
    struct arena a = { 0 };
    struct str form = str_in(&a);
    struct problem bare = { .family = p->family };
    struct hasher h;
    struct hash128 hash;

    INVARIANT(p->family && p->params);
    bare.params = without_words(&a, p->params);
    canonical_params(&form, &bare);
    hasher_open(&h);
    hasher_text(&h, "split");
    hasher_text(&h, str_get(&form));
    hash = hasher_close(&h);
    arena_clear(&a);
    return (uint32_t)(hash.high >> 32);
}

bool split_has(const struct split *s, uint32_t place)
{
    uint64_t part = ((uint64_t)place * s->of >> 32) + 1;

    return part >= s->first && part <= s->last;
}
