/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which problem of one run is which of another. The surest sign first: each
 * round looks at what the rounds before it left.
 */
#include "base/map.h"
#include "base/str.h"
#include "run/compare/compare_int.h"

#include <inttypes.h>
#include <string.h>

enum sign {
    SIGN_WHOLE,     /* id, statement and keys */
    SIGN_CONTENT,   /* statement and keys: one problem under two ids */
    SIGN_ORIGIN,    /* coordinates and keys, in two languages */
    SIGN_STATEMENT, /* but another key */
    SIGN_ID         /* but another statement */
};

/* The problems of a side that no round has taken yet. */
struct rest {
    const struct problem *problems;
    size_t n;
    bool *taken;
};

static struct rest rest_of(struct arena *a, const struct summary *v)
{
    size_t n = (size_t)v->info.n_problems;

    return (struct rest){ v->problems, n, arena_array(a, bool, n + 1) };
}

void compare_origin(struct str *out, const struct problem *p, const char *but)
{
    str_addf(out, "%s@%d:%d:%s:%" PRIu64, p->family, p->version, p->level,
             p->seed, p->index);
    for (const struct json *k = p->knobs ? p->knobs->first : NULL; k;
         k = k->next)
        if (!str_eq(k->name, but)) {
            str_addf(out, ";%s=", k->name);
            json_write(out, k);
        }
}

static void add_part(struct hasher *h, const char *s)
{
    hasher_text(h, s ? s : "");
}

/* The sign of a problem, as a key for a map. */
static struct hash128 sign_of(const struct problem *p, enum sign sign)
{
    struct hasher h;

    hasher_open(&h);
    if (sign == SIGN_WHOLE || sign == SIGN_ID)
        add_part(&h, p->id);
    if (sign == SIGN_ORIGIN) {
        struct str origin = { 0 };

        compare_origin(&origin, p, "lang");
        add_part(&h, str_get(&origin));
        str_clear(&origin);
    } else if (sign != SIGN_ID) {
        add_part(&h, p->statement);
    }
    for (size_t i = 0; sign <= SIGN_ORIGIN && i < p->n_keys; i++) {
        add_part(&h, p->keys[i].name);
        add_part(&h, p->keys[i].latex);
    }
    return hasher_close(&h);
}

/* The rest of a side by a sign; of equal problems the first. */
static void index_rest(const struct rest *r, enum sign sign, struct map *m)
{
    for (size_t i = 0; i < r->n; i++) {
        struct hash128 h;
        bool added;
        size_t *at;

        if (r->taken[i] || (sign == SIGN_ORIGIN &&
                            (!r->problems[i].family || !r->problems[i].seed)))
            continue;
        h = sign_of(&r->problems[i], sign);
        at = map_put(m, &h, sizeof(h), &added);
        if (added)
            *at = i;
        else if (sign == SIGN_WHOLE)
            r->taken[i] = true; /* the same row again: no problem of its own */
    }
}

static bool same_language(const struct problem *x, const struct problem *y)
{
    const char *a = json_string(json_get(x->knobs, "lang"));
    const char *b = json_string(json_get(y->knobs, "lang"));

    return str_eq(a ? a : "en", b ? b : "en");
}

/* Pairs the problems that agree in the sign: b_of[i] becomes 1 + the partner of
 * a's problem i. Returns how many. */
static uint64_t take_round(const struct rest *a, const struct rest *b,
                           enum sign sign, size_t *b_of)
{
    struct map of_a = { 0 }, of_b = { 0 };
    uint64_t n = 0;

    index_rest(a, sign, &of_a);
    index_rest(b, sign, &of_b);
    for (size_t i = 0; i < of_a.n; i++) {
        const struct map_entry *e = &of_a.entries[i];
        const size_t *at = map_get(&of_b, e->key, e->key_n);

        if (!at || (sign == SIGN_ORIGIN &&
                    same_language(&a->problems[e->value], &b->problems[*at])))
            continue;
        a->taken[e->value] = b->taken[*at] = true;
        if (b_of)
            b_of[e->value] = *at + 1;
        n++;
    }
    map_clear(&of_a);
    map_clear(&of_b);
    return n;
}

static uint64_t count_rest(const struct rest *r)
{
    uint64_t n = 0;

    for (size_t i = 0; i < r->n; i++)
        n += !r->taken[i];
    return n;
}

size_t compare_match(struct arena *a, const struct summary *x,
                     const struct summary *y, struct match *out,
                     struct compare_pair *p)
{
    struct rest of_x = rest_of(a, x), of_y = rest_of(a, y);
    size_t *partner = arena_array(a, size_t, of_x.n + 1), n = 0;

    take_round(&of_x, &of_y, SIGN_WHOLE, partner);
    take_round(&of_x, &of_y, SIGN_CONTENT, partner);
    p->translated = take_round(&of_x, &of_y, SIGN_ORIGIN, partner);
    p->other_key = take_round(&of_x, &of_y, SIGN_STATEMENT, NULL);
    p->other_problem = take_round(&of_x, &of_y, SIGN_ID, NULL);
    p->only_a = count_rest(&of_x);
    p->only_b = count_rest(&of_y);
    for (size_t i = 0; i < of_x.n; i++)
        if (partner[i])
            out[n++] = (struct match){ i, partner[i] - 1 };
    return n;
}
