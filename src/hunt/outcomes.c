/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/outcomes.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/vec.h"
#include "hunt/write/form.h"
#include "run/count/grouping.h"
#include "run/planted/note.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool example_fails(const struct example *x)
{
    return x->tries > 0 && x->failed == x->tries;
}

/* ---- examples ---- */

void outcomes_of(struct arena *a, struct outcomes *s, const struct problem *p,
                 size_t n)
{
    const uint32_t *clusters = cluster_make(a, p, n);

    *s = (struct outcomes){ .target = "", .n = n };
    s->foreign = form_find(a, &(struct domain){ 0 }, p, n).kind != FORM_MATHS;
    s->examples = arena_array(a, struct example, n);
    for (size_t i = 0; i < n; i++)
        s->examples[i] =
            (struct example){ .id = p[i].id,
                              .text = p[i].statement,
                              .solution = p[i].solution ? p[i].solution : "",
                              .answer = "",
                              .cluster = clusters ? clusters[i] : (uint32_t)i,
                              .problem = &p[i] };
}

const struct trait *outcomes_trait(const struct outcomes *s, const char *name)
{
    for (size_t k = 0; k < s->n_traits; k++)
        if (str_eq(s->traits[k].name, name))
            return &s->traits[k];
    return NULL;
}

struct drawn {
    size_t example;
    uint64_t by; /* the order of the draw */
};

static int outcomes_by_draw(const void *x, const void *y)
{
    const struct drawn *a = x, *b = y;

    if (a->by != b->by)
        return a->by < b->by ? -1 : 1;
    return a->example < b->example ? -1 : a->example > b->example;
}

size_t outcomes_draw(struct arena *a, const struct outcomes *s, const bool *in,
                     const char *seed, size_t **out)
{
    struct drawn *order = arena_array(a, struct drawn, s->n + 1);
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++)
        if (in[i])
            order[n++] = (struct drawn){
                i, hash_list("%s %s", seed, s->examples[i].id).low
            };
    if (n)
        qsort(order, n, sizeof(*order), outcomes_by_draw);
    *out = arena_array(a, size_t, n + 1);
    for (size_t i = 0; i < n; i++)
        (*out)[i] = order[i].example;
    return n;
}

void outcomes_sum(struct arena *a, const struct outcomes *all_outcomes,
                  size_t n, struct outcomes *out)
{
    struct example *sum;

    INVARIANT(n > 0);
    *out = all_outcomes[0];
    out->target = "all";
    out->examples = sum = arena_array(a, struct example, out->n);
    for (size_t i = 0; i < out->n; i++) {
        sum[i] = all_outcomes[0].examples[i];
        sum[i].answer = ""; /* each target has its own */
        sum[i].tries = sum[i].failed = 0;
        sum[i].replies = (struct reply_counts){ 0 };
    }
    for (size_t k = 0; k < n; k++) {
        INVARIANT(all_outcomes[k].n == out->n);
        for (size_t i = 0; i < out->n; i++) {
            sum[i].tries += all_outcomes[k].examples[i].tries;
            sum[i].failed += all_outcomes[k].examples[i].failed;
            reply_counts_add(&sum[i].replies,
                             &all_outcomes[k].examples[i].replies);
        }
    }
}

/* ---- names ---- */

struct naming {
    struct arena *arena;
    const struct taxonomy *taxonomy;
    struct map place; /* name -> its first place in the taxonomy, from 1 */
    struct map seen;  /* a problem's concept -> its number */
};

size_t vocabulary_count(const struct vocabulary *v, size_t example)
{
    size_t n = 0;

    while (v->of[example][n] != UINT32_MAX)
        n++;
    return n;
}

bool vocabulary_has(const struct vocabulary *v, size_t example,
                    const char *name)
{
    for (const uint32_t *c = v->of[example]; *c != UINT32_MAX; c++)
        if (str_eq(v->names[*c], name))
            return true;
    return false;
}

static void outcomes_add_place(struct naming *g, struct places *p,
                               const char *name)
{
    const size_t *place = map_get(&g->place, name, strlen(name));
    uint32_t at = place ? (uint32_t)(*place - 1) : 0;

    INVARIANT(place);
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i] == at)
            return;
    p->at[p->n++] = at;
}

static void outcomes_add_lifted(struct naming *g, struct places *p,
                                const struct concept *high)
{
    const char **names;
    size_t n = concept_lift(g->arena, high, g->taxonomy, &names);

    for (size_t i = 0; i < n; i++)
        outcomes_add_place(g, p, names[i]);
}

/*
 * Where a concept stands in the taxonomy. A high one has the names that it is
 * lifted to; a skill of the baseline those of the high concepts it maps to,
 * unless the taxonomy is the baseline itself. Any other name, and in a user's
 * taxonomy every name, counts where the taxonomy has it.
 */
static struct places find_places(struct naming *g, const char *name)
{
    const struct taxonomy *t = g->taxonomy, *where = NULL;
    const struct taxonomy *high = taxonomy_find("high");
    const struct concept *c = concept_find_any(name, &where);
    const struct concept *own = concept_find(t, name);
    struct places p = { arena_array(g->arena, uint32_t, t->n_concepts), 0 };

    if (own && (where != high || t->granularity == GRANULARITY_USER))
        outcomes_add_place(g, &p, own->name);
    if (c && where == high)
        outcomes_add_lifted(g, &p, c);
    else if (c && where->granularity == GRANULARITY_BASELINE &&
             t->granularity != GRANULARITY_BASELINE)
        for (const char *const *m = c->maps; *m; m++)
            outcomes_add_lifted(g, &p, concept_find(high, *m));
    return p;
}

/* Leaves the kept names, and numbers them anew. */
static void vocabulary_keep(struct arena *a, struct vocabulary *v, size_t n,
                            const bool *kept)
{
    const char **names = arena_array(a, const char *, v->n + 1);
    const uint32_t **of = arena_array(a, const uint32_t *, n + 1);
    uint32_t *now = arena_array(a, uint32_t, v->n + 1), left = 0;

    for (size_t k = 0; k < v->n; k++)
        if (kept[k]) {
            names[left] = v->names[k];
            now[k] = left++;
        }
    for (size_t i = 0; i < n; i++) {
        uint32_t *to = arena_array(a, uint32_t, vocabulary_count(v, i) + 1);

        of[i] = to;
        for (const uint32_t *c = v->of[i]; *c != UINT32_MAX; c++)
            if (kept[*c])
                *to++ = now[*c];
        *to = UINT32_MAX;
    }
    v->names = names;
    v->n = left;
    v->of = of;
}

void vocabulary_used(struct arena *a, struct vocabulary *v, size_t n)
{
    bool *kept = arena_array(a, bool, v->n + 1);

    for (size_t i = 0; i < n; i++)
        for (const uint32_t *c = v->of[i]; *c != UINT32_MAX; c++)
            kept[*c] = true;
    vocabulary_keep(a, v, n, kept);
}

void vocabulary_make(struct arena *a, const char *const *names, size_t m,
                     const uint32_t *const *marks, size_t n,
                     const struct places *places, struct vocabulary *out)
{
    const uint32_t **of = arena_array(a, const uint32_t *, n + 1);

    for (size_t i = 0; i < n; i++) {
        size_t room = 1, k = 0;
        uint32_t *at;

        for (const uint32_t *c = marks[i]; *c != UINT32_MAX; c++)
            room += places[*c].n;
        at = arena_array(a, uint32_t, room);
        for (const uint32_t *c = marks[i]; *c != UINT32_MAX; c++)
            for (size_t j = 0; j < places[*c].n; j++)
                at[k++] = places[*c].at[j];
        at[sort_distinct(at, k)] = UINT32_MAX;
        of[i] = at;
    }
    out->names = names;
    out->n = m;
    out->of = of;
    vocabulary_used(a, out, n);
}

/* Each concept is looked up once. */
void vocabulary_of(struct arena *a, const struct problem *p, size_t n,
                   const struct taxonomy *t, struct vocabulary *out)
{
    struct naming g = { .arena = a, .taxonomy = t };
    const char **names = arena_array(a, const char *, t->n_concepts + 1);
    const uint32_t **marks = arena_array(a, const uint32_t *, n + 1);
    struct vec places = vec_in(a, sizeof(struct places));
    bool added;

    for (size_t i = 0; i < t->n_concepts; i++) {
        size_t *place;

        names[i] = t->concepts[i].name;
        place = map_put(&g.place, names[i], strlen(names[i]), &added);
        if (added)
            *place = i + 1;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t *of = arena_array(a, uint32_t, p[i].n_concepts + 1);

        for (size_t k = 0; k < p[i].n_concepts; k++) {
            const char *name = p[i].concepts[k];
            size_t *at = map_put(&g.seen, name, strlen(name), &added);

            if (added) {
                *at = places.n;
                *(struct places *)vec_push(&places) = find_places(&g, name);
            }
            of[k] = (uint32_t)*at;
        }
        of[p[i].n_concepts] = UINT32_MAX;
        marks[i] = of;
    }
    *out = (struct vocabulary){ .name = t->name, .taxonomy = t };
    vocabulary_make(a, names, t->n_concepts, marks, n, places.items, out);
    map_clear(&g.place);
    map_clear(&g.seen);
}

void vocabulary_less(struct arena *a, struct vocabulary *v, size_t n,
                     const struct taxonomy *t)
{
    bool *kept = arena_array(a, bool, v->n + 1);

    for (size_t i = 0; i < v->n; i++)
        kept[i] = !concept_find(t, v->names[i]);
    vocabulary_keep(a, v, n, kept);
}

/* ---- traits ---- */

struct table {
    struct arena *arena;
    size_t n; /* problems */
    struct trait traits[FACTORS_MOST];
    double *values[FACTORS_MOST]; /* of those that are numbers */
    const char **words[FACTORS_MOST];
    size_t n_traits;
};

/* The column of a factor: a new one where nothing is known of anything. */
static size_t outcomes_column_of(struct table *t, const struct factor *f)
{
    size_t k = 0;

    while (k < t->n_traits && !str_eq(t->traits[k].name, f->name))
        k++;
    if (k < t->n_traits)
        return k;
    INVARIANT(k < FACTORS_MOST);
    t->n_traits++;
    t->traits[k].name = arena_strdup(t->arena, f->name);
    if (f->word) {
        t->words[k] = arena_array(t->arena, const char *, t->n);
        t->traits[k].words = t->words[k];
        return k;
    }
    t->values[k] = arena_array(t->arena, double, t->n);
    t->traits[k].value = t->values[k];
    for (size_t i = 0; i < t->n; i++)
        t->values[k][i] = NAN;
    return k;
}

static bool value_varies(const double *v, size_t n)
{
    double first = NAN;

    for (size_t i = 0; i < n; i++) {
        if (isnan(v[i]))
            continue;
        if (isnan(first))
            first = v[i];
        else if (v[i] < first || v[i] > first)
            return true;
    }
    return false;
}

static bool words_vary(const char *const *w, size_t n)
{
    const char *first = NULL;

    for (size_t i = 0; i < n; i++) {
        if (first && w[i] && !str_eq(first, w[i]))
            return true;
        first = first ? first : w[i];
    }
    return false;
}

static int outcomes_by_name(const void *x, const void *y)
{
    const struct trait *a = x, *b = y;

    return strcmp(a->name, b->name);
}

static void fill_columns(struct table *t, const struct problem *p)
{
    struct arena scratch = { 0 };

    for (size_t i = 0; i < t->n; i++) {
        const struct factor *f;
        size_t n = factors_make(&scratch, &p[i], &f);

        for (size_t k = 0; k < n; k++) {
            size_t at = outcomes_column_of(t, &f[k]);

            if (f[k].word)
                t->words[at][i] = f[k].word; /* a constant, or a knob's */
            else
                t->values[at][i] = f[k].value;
        }
        arena_reset(&scratch);
    }
    arena_clear(&scratch);
}

size_t traits_of(struct arena *a, const struct problem *p, size_t n,
                 const struct trait **out)
{
    struct table t = { .arena = a, .n = n };
    struct trait *kept = arena_array(a, struct trait, FACTORS_MOST + 1);
    size_t n_kept = 0;

    fill_columns(&t, p);
    for (size_t i = 0; i < t.n_traits; i++)
        if (t.words[i] ? words_vary(t.words[i], n)
                       : value_varies(t.values[i], n))
            kept[n_kept++] = t.traits[i];
    /* Which problem comes first decides nothing. */
    qsort(kept, n_kept, sizeof(*kept), outcomes_by_name);
    *out = kept;
    return n_kept;
}

static const char *said_find(const struct json *row, const char *const *names)
{
    for (; row && *names; names++) {
        const struct json *v = json_get(row, *names);

        if (v && (v->type == JSON_STRING || v->type == JSON_NUMBER) &&
            !str_blank(v->text))
            return v->text;
    }
    return "";
}

struct row_said said_in(const struct json *row)
{
    static const char *const keys[] = {
        "gold",   "key",      "ground_truth", "expected_answer",
        "target", "expected", "reference",    "correct_answer",
        NULL
    };
    static const char *const answers[] = { "extract",      "extracted_answer",
                                           "final_answer", "prediction",
                                           "predicted",    NULL };
    static const char *const replies[] = { "reply",      "response",
                                           "output",     "completion",
                                           "generation", "model_answer",
                                           NULL };
    static const char *const either[] = { "answer", NULL };
    struct row_said s = { said_find(row, keys), said_find(row, answers),
                          said_find(row, replies) };

    if (!*s.key)
        s.key = said_find(row, either);
    else if (!*s.answer)
        s.answer = said_find(row, either);
    return s;
}
