/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Clusters: problems that share a template, a parent or a game, joined by a
 * forest of links (union by the smaller number, with path halving), because a
 * problem may have several of them.
 */
#include "run/count/grouping.h"

#include "base/map.h"
#include "base/str.h"

#include <string.h>

struct forest {
    uint32_t *up;   /* of each problem, one of its cluster; roots: itself */
    struct map key; /* what is shared -> the first problem that has it */
    struct str text;
    bool joined; /* two problems share something */
};

static uint32_t root_of(struct forest *f, uint32_t i)
{
    while (f->up[i] != i)
        i = f->up[i] = f->up[f->up[i]];
    return i;
}

/* The problem shares what the key says with all others that do. */
static void join(struct forest *f, uint32_t problem, const char *place,
                 const char *source, const char *value)
{
    uint32_t x, y;
    size_t *first;
    bool added;

    str_reset(&f->text);
    str_add(&f->text, place);
    str_addc(&f->text, '\0');
    str_add(&f->text, source);
    str_addc(&f->text, '\0');
    str_add(&f->text, value);
    first = map_put(&f->key, f->text.s, f->text.n, &added);
    if (added) {
        *first = problem;
        return;
    }
    x = root_of(f, problem);
    y = root_of(f, (uint32_t)*first);
    f->joined = f->joined || x != y;
    if (x < y)
        f->up[y] = x;
    else
        f->up[x] = y;
}

/* A text or number, the first one of an array; NULL: nothing that names. */
static const char *name_in(const struct json *v)
{
    if (v && v->type == JSON_ARRAY)
        v = v->first;
    if (!v || (v->type != JSON_STRING && v->type != JSON_NUMBER))
        return NULL;
    return *v->text ? v->text : NULL;
}

/* The same numbers and target, whatever examples and words surround them. */
static void join_game(struct forest *f, const struct problem *p, uint32_t i)
{
    const struct json *numbers = json_get(p->params, "numbers");
    const struct json *target = json_get(p->params, "target");
    struct str game = { 0 };

    if (!p->family || !numbers || !target)
        return;
    json_write(&game, numbers);
    str_addc(&game, ' ');
    json_write(&game, target);
    join(f, i, "game", p->family, str_get(&game));
    str_clear(&game);
}

static void join_problem(struct forest *f, const struct problem *p, uint32_t i)
{
    static const char *const fields[] = { "original_id", "template", "parent" };
    const struct json *from = json_get(p->meta, "fields");
    const char *source = json_string(json_get(p->meta, "source"));
    const char *s = name_in(json_get(p->meta, "template"));

    join_game(f, p, i);
    if (p->id)
        join(f, i, "id", "", p->id);
    if (s)
        join(f, i, "meta", "", s);
    s = name_in(json_get(p->meta, "parent"));
    if (s)
        join(f, i, "id", "", s); /* with the parent itself, and its children */
    for (size_t k = 0; k < sizeof(fields) / sizeof(fields[0]); k++) {
        s = name_in(json_get(from, fields[k]));
        if (s)
            join(f, i, fields[k], source ? source : "", s);
    }
}

const uint32_t *cluster_make(struct arena *a, const struct problem *p, size_t n)
{
    struct forest f = { .up = arena_array(a, uint32_t, n) };
    uint32_t *out = NULL, next = 0;

    for (size_t i = 0; i < n; i++)
        f.up[i] = (uint32_t)i;
    for (size_t i = 0; i < n; i++)
        join_problem(&f, &p[i], (uint32_t)i);
    if (f.joined) {
        out = arena_array(a, uint32_t, n);
        /* Roots are their cluster's smallest numbers, so already done. */
        for (size_t i = 0; i < n; i++) {
            uint32_t r = root_of(&f, (uint32_t)i);

            out[i] = r == i ? next++ : out[r];
        }
    }
    map_clear(&f.key);
    str_clear(&f.text);
    return out;
}
