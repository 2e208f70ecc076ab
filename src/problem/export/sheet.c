/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/export/sheet.h"
#include "base/hash.h"
#include "base/rng.h"

#include <stdint.h>

void sheet_open(struct print_sheet *s)
{
    *s = (struct print_sheet){ 0 };
    s->problems = vec_in(NULL, sizeof(struct problem));
    s->groups = vec_in(NULL, sizeof(struct sheet_group));
}

void sheet_close(struct print_sheet *s)
{
    vec_clear(&s->problems);
    vec_clear(&s->groups);
    arena_clear(&s->arena);
}

/* ---- groups ---- */

/* There are as many groups as families and levels in a file: few. */
static struct sheet_group *find_group(struct print_sheet *s,
                                      const struct problem *p)
{
    for (size_t i = 0; i < s->groups.n; i++) {
        struct sheet_group *g = vec_at(&s->groups, i);

        if (!p->family && !g->family)
            return g;
        if (p->family && g->family && p->level == g->level &&
            str_eq(p->family, g->family))
            return g;
    }
    return NULL;
}

static const char *describe(struct arena *a, const struct sheet_group *g)
{
    if (!g->family)
        return "imported problems";
    return arena_printf(a, "problems of \"%.80s\" at level %d", g->family,
                        g->level);
}

/* ---- problems ---- */

static const char *copy(struct arena *a, const char *s)
{
    return s ? arena_strdup(a, s) : NULL;
}

void sheet_add(struct print_sheet *s, const struct problem *p)
{
    struct arena *a = &s->arena;
    struct problem *q = vec_push(&s->problems);
    struct sheet_group *g;

    q->id = copy(a, p->id);
    q->family = copy(a, p->family);
    q->level = p->level;
    q->statement = copy(a, p->statement);
    q->solution = copy(a, p->solution);
    q->n_keys = p->n_keys;
    q->keys = arena_array(a, struct key, p->n_keys);
    for (size_t i = 0; i < p->n_keys; i++) {
        q->keys[i].name = copy(a, p->keys[i].name);
        q->keys[i].kind = p->keys[i].kind;
        q->keys[i].latex = copy(a, p->keys[i].latex);
        q->keys[i].more =
            p->keys[i].more ? json_copy(a, p->keys[i].more) : NULL;
    }
    g = find_group(s, q);
    if (!g) {
        g = vec_push(&s->groups);
        g->family = q->family;
        g->level = q->level;
        g->seed = copy(a, p->family ? p->seed : NULL);
    }
    g->count++;
}

/* ---- dealing ---- */

/* "A" to "Z", "AA", "AB" ... */
static const char *make_label(struct arena *a, size_t i)
{
    char text[16], *p = text + sizeof(text) - 1;

    *p = '\0';
    for (i++; i > 0; i = (i - 1) / 26)
        *--p = (char)('A' + (i - 1) % 26);
    return arena_strdup(a, p);
}

static bool enough(struct print_sheet *s, size_t n, struct err *e)
{
    for (size_t i = 0; i < s->groups.n; i++) {
        const struct sheet_group *g = vec_at(&s->groups, i);
        const char *what = describe(&s->arena, g);

        if (g->count >= n)
            continue;
        if (!g->family)
            return err_set(e, ERR_DOMAIN,
                           "%zu versions need at least %zu %s, the file has "
                           "%zu",
                           n, n, what, g->count);
        return err_set(e, ERR_DOMAIN,
                       "%zu versions need at least %zu %s, the file has %zu; "
                       "make them with: assay new %.80s --level %d --seed "
                       "%.64s --count %zu",
                       n, n, what, g->count, g->family, g->level, g->seed, n);
    }
    return true;
}

static void shuffle(struct sheet_version *v, const char *name, size_t number)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_text(&h, "assay sheet");
    hasher_text(&h, name);
    hasher_u64(&h, number);
    rng_init(&r, hasher_close(&h));
    rng_shuffle(&r, v->problems, v->n, sizeof(v->problems[0]));
}

bool sheet_deal(struct print_sheet *s, const char *name, size_t n,
                struct sheet_version **out, struct err *e)
{
    struct sheet_version *v;
    size_t each = 0;

    if (!enough(s, n, e))
        return false;
    for (size_t i = 0; i < s->groups.n; i++) {
        struct sheet_group *g = vec_at(&s->groups, i);

        g->dealt = 0;
        each += g->count / n;
    }
    v = *out = arena_array(&s->arena, struct sheet_version, n);
    for (size_t i = 0; i < n; i++) {
        v[i].label = n == 1 ? "" : make_label(&s->arena, i);
        v[i].problems = arena_array(&s->arena, const struct problem *, each);
    }
    for (size_t i = 0; i < s->problems.n; i++) {
        struct problem *p = vec_at(&s->problems, i);
        struct sheet_group *g = find_group(s, p);
        struct sheet_version *to = &v[g->dealt % n];

        if (g->dealt++ < g->count / n * n)
            to->problems[to->n++] = p;
    }
    for (size_t i = 0; n > 1 && i < n; i++)
        shuffle(&v[i], name, i);
    return true;
}

bool sheet_leftover(const struct sheet_group *g, size_t n, struct str *out)
{
    struct arena a = { 0 };
    size_t over = g->count % n;

    if (over)
        str_addf(out, "left out %zu of %zu %s: %zu versions get %zu each", over,
                 g->count, describe(&a, g), n, g->count / n);
    arena_clear(&a);
    return over > 0;
}
