/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/holdout.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

#define HELD_BELOW (UINT32_MAX / 5)

enum holdout holdout_of(const struct json *knobs, const char *knob)
{
    const char *set = json_string(json_get(knobs, knob));

    return !set || str_eq(set, "any") ? HOLDOUT_ANY
           : str_eq(set, "seen")      ? HOLDOUT_SEEN
                                      : HOLDOUT_UNSEEN;
}

bool holdout_takes(enum holdout h, bool held)
{
    return h == HOLDOUT_ANY || held == (h == HOLDOUT_UNSEEN);
}

/* ---- the rule ---- */

/* A name in one of its groups. Rows with one name are held out together. */
struct row {
    uint32_t place;
    const char *name;
    size_t group;
    bool firm; /* the second pass regards these groups alone */
    bool *held;
};

struct group {
    size_t all, left; /* names in it, and those that are not held out */
};

static int row_order(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    if (!str_eq(x->name, y->name))
        return strcmp(x->name, y->name);
    return (x->group > y->group) - (x->group < y->group);
}

/* Has the row before it the same name and group? */
static bool repeats(const struct row *rows, size_t i)
{
    return i && rows[i].group == rows[i - 1].group &&
           str_eq(rows[i].name, rows[i - 1].name);
}

static bool may_hold(const struct row *rows, size_t from, size_t to,
                     const struct group *groups, bool firm)
{
    bool wanted = !firm && rows[from].place < HELD_BELOW;

    for (size_t i = from; i < to; i++) {
        const struct group *g = &groups[rows[i].group];

        if (firm && !rows[i].firm)
            continue;
        if (g->left < 2)
            return false;
        wanted = wanted || g->left == g->all;
    }
    return wanted;
}

static void pass(const struct row *rows, size_t n, struct group *groups,
                 bool firm)
{
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && str_eq(rows[end].name, rows[i].name);)
            end++;
        if (*rows[i].held || !may_hold(rows, i, end, groups, firm))
            continue;
        for (size_t k = i; k < end; k++) {
            groups[rows[k].group].left -= !repeats(rows, k);
            *rows[k].held = true;
        }
    }
}

static void hold(struct arena *a, const struct vec *v, size_t n_groups)
{
    struct group *groups = arena_array(a, struct group, n_groups + 1);
    struct row *rows = v->items;

    if (v->n)
        qsort(rows, v->n, sizeof(*rows), row_order);
    for (size_t i = 0; i < v->n; i++)
        groups[rows[i].group].all += !repeats(rows, i);
    for (size_t i = 0; i < n_groups; i++)
        groups[i].left = groups[i].all;
    pass(rows, v->n, groups, false);
    pass(rows, v->n, groups, true);
}

static uint32_t place_of(const char *what, const char *family, const char *name)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, "holdout");
    hasher_text(&h, what);
    hasher_text(&h, family);
    hasher_text(&h, name);
    return (uint32_t)(hasher_close(&h).high >> 32);
}

/* ---- wordings and kinds ---- */

#define GROUPS 4 /* of a kind: three styles, and what fits all values */

/* The words of a text: a formula, or a placeholder, is as good as another. */
static const char *sentence_of(struct arena *a, const char *text)
{
    struct str out = str_in(a);

    while (*text) {
        char ends = *text == '$' ? '$' : '>';
        const char *end =
            *text == '$' || *text == '<' ? strchr(text + 1, ends) : NULL;

        str_addc(&out, *text);
        text = end ? end + 1 : text + 1;
    }
    return str_get(&out);
}

static void add_template(struct vec *rows, struct template *t, const char *name,
                         int kind)
{
    struct row row = { .place = place_of("wording", "", name),
                       .name = name,
                       .group = (size_t)(kind * GROUPS + (int)t->style),
                       .held = &t->held };

    *(struct row *)vec_push(rows) = row;
    if (!t->always)
        return;
    row.group = (size_t)(kind * GROUPS + GROUPS - 1);
    row.firm = true;
    *(struct row *)vec_push(rows) = row;
}

void holdout_templates(struct template *t, size_t n)
{
    struct arena a = { 0 };
    struct vec rows = vec_in(&a, sizeof(struct row));
    int kinds = 1;

    for (size_t i = 0; i < n; i++)
        kinds = t[i].kind >= kinds ? t[i].kind + 1 : kinds;
    for (size_t i = 0; i < n; i++) {
        const char *name = sentence_of(&a, t[i].text);

        for (int k = 0; k < kinds; k++)
            if (t[i].kind < 0 || t[i].kind == k)
                add_template(&rows, &t[i], name, k);
    }
    hold(&a, &rows, (size_t)kinds * GROUPS);
    arena_clear(&a);
}

void holdout_kinds(const char *family, struct asked_kind *k, size_t n)
{
    struct arena a = { 0 };
    struct vec rows = vec_in(&a, sizeof(struct row));

    for (size_t i = 0; i < n; i++)
        for (size_t level = 0; level < 8 * sizeof(k->levels); level++)
            if (k[i].levels >> level & 1)
                *(struct row *)vec_push(&rows) =
                    (struct row){ .place = place_of("kind", family, k[i].name),
                                  .name = k[i].name,
                                  .group = level,
                                  .held = &k[i].held };
    hold(&a, &rows, 8 * sizeof(k->levels));
    arena_clear(&a);
}
