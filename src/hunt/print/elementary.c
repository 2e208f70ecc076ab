/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Elementary problems that are failed where harder ones of the same names are
 * solved: not what is hard for people is hard for a model.
 */
#include "base/map.h"
#include "hunt/print/print_int.h"
#include "report/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_MOST 5  /* of them, on a page */
#define KEPT_MOST  50 /* for programs */

/* A problem without a correct attempt, and a harder one without a wrong one. */
struct upset {
    const struct example *failed, *solved;
    double level, harder; /* of the two */
};

static const struct trait *level_of(const struct outcomes *s)
{
    for (size_t i = 0; i < s->n_traits; i++)
        if (str_eq(s->traits[i].name, "level") && s->traits[i].value)
            return &s->traits[i];
    return NULL;
}

/* The names of the first vocabulary, as they stand: problems that share all of
 * them. Returns how many bytes, 0 for none. */
static size_t names_of(const struct outcomes *s, size_t i, const void **out)
{
    const uint32_t *of = s->n_vocabularies ? s->vocabularies[0].of[i] : NULL;
    size_t n = 0;

    while (of && of[n] != UINT32_MAX)
        n++;
    *out = of;
    return n * sizeof(*of);
}

static bool is_solved(const struct example *x)
{
    return x->tries > 0 && x->failed == 0;
}

/* The hardest solved example of each set of names, by its place from 1. */
static void find_hardest(const struct outcomes *s, const double *level,
                         struct map *hardest)
{
    for (size_t i = 0; i < s->n; i++) {
        const void *names;
        size_t n = names_of(s, i, &names), *at;

        if (!n || !is_solved(&s->examples[i]) || !isfinite(level[i]))
            continue;
        at = map_put(hardest, names, n, NULL);
        if (!*at || level[i] > level[*at - 1])
            *at = i + 1;
    }
}

/* The lowest level first, then the largest step up, then as they come. */
static int by_level(const void *x, const void *y)
{
    const struct upset *a = x, *b = y;

    if (a->level < b->level || a->level > b->level)
        return a->level < b->level ? -1 : 1;
    if (a->harder < b->harder || a->harder > b->harder)
        return a->harder > b->harder ? -1 : 1;
    return (a->failed > b->failed) - (a->failed < b->failed);
}

static size_t find_upsets(struct arena *a, const struct outcomes *s,
                          struct upset **out)
{
    const struct trait *level = level_of(s);
    struct map hardest = { 0 };
    size_t n = 0;

    *out = arena_array(a, struct upset, s->n + 1);
    if (!level)
        return 0;
    find_hardest(s, level->value, &hardest);
    for (size_t i = 0; i < s->n; i++) {
        const void *names;
        size_t bytes = names_of(s, i, &names);
        const size_t *at = bytes ? map_get(&hardest, names, bytes) : NULL;

        if (at && example_fails(&s->examples[i]) &&
            level->value[*at - 1] > level->value[i])
            (*out)[n++] =
                (struct upset){ &s->examples[i], &s->examples[*at - 1],
                                level->value[i], level->value[*at - 1] };
    }
    map_clear(&hardest);
    if (n)
        qsort(*out, n, sizeof(**out), by_level);
    return n;
}

static void show_one(const struct pages *p, const char *run,
                     const struct example *x, double level, const char *mark)
{
    const struct problem *of = x->problem;
    struct doc_example shown = {
        .problem = x->id,
        .items =
            run ? items_query(p->a, "set", run, "problem", x->id, NULL) : NULL,
        .statement = x->text,
        .key = of ? keys_text(p->a, of->keys, of->n_keys) : "",
        .answer = "",
        .mark = arena_printf(p->a, "level %.0f, %s", level, mark),
    };

    document_example(p->d, &shown);
}

void elementary_show(const struct pages *p, const struct hunt_target *t)
{
    struct upset *u;
    size_t n = find_upsets(p->a, &t->outcomes, &u);

    if (!n)
        return;
    document_section(p->d,
                     "%s never solved although a harder one with the same "
                     "concepts is always solved:",
                     pages_count(p, n, ""));
    for (size_t i = 0; i < n && i < SHOWN_MOST; i++) {
        show_one(p, t->run, u[i].failed, u[i].level, "never solved");
        show_one(p, t->run, u[i].solved, u[i].harder, "always solved");
    }
    if (n > SHOWN_MOST)
        document_say(p->d, "... and %zu more.", n - SHOWN_MOST);
}

void elementary_put(struct doc_table *table, const struct hunt_target *t)
{
    struct doc_table *list = table_within(table);
    struct upset *u;
    size_t n = find_upsets(table->arena, &t->outcomes, &u);

    for (size_t i = 0; i < n && i < KEPT_MOST; i++) {
        table_row(list);
        table_cell(list, "level", NULL, datum_number(u[i].level, 0));
        table_cell(list, "failed", NULL, datum_text(u[i].failed->id));
        table_cell(list, "harder", NULL, datum_number(u[i].harder, 0));
        table_cell(list, "solved", NULL, datum_text(u[i].solved->id));
    }
    table_cell(table, "elementary", NULL, datum_table(list));
    table_cell(table, "elementary_n", NULL, datum_count(n));
}
