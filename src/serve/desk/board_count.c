/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/board_count.h"
#include "base/alloc.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "run/count/bad_keys.h"
#include "run/count/tally.h"
#include "serve/people/people.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define NO_TOPIC "no topic"

/* ---- results of runs, remembered ---- */

/* A result of a run, as far as it is counted. */
struct seen {
    uint16_t model; /* its place in the run */
    uint8_t strict, lenient;
};

struct seen_run {
    uint64_t count; /* of the stamp when it was read */
    struct seen *results;
    size_t n;
};

struct board {
    pthread_mutex_t lock;
    struct map places; /* id of a run -> its place */
    struct vec runs;   /* struct seen_run */
};

struct board *board_new(void)
{
    struct board *b = alloc_new(1, sizeof(*b));

    pthread_mutex_init(&b->lock, NULL);
    b->runs = vec_in(NULL, sizeof(struct seen_run));
    return b;
}

void board_free(struct board *b)
{
    if (!b)
        return;
    for (size_t i = 0; i < b->runs.n; i++)
        free(vec_get(&b->runs, struct seen_run, i)->results);
    vec_clear(&b->runs);
    map_clear(&b->places);
    pthread_mutex_destroy(&b->lock);
    free(b);
}

/* Copies what is remembered. Returns false if it is not known, or old. */
static bool recall(struct board *b, struct arena *a, const struct run_stamp *t,
                   struct seen_run *out)
{
    const struct seen_run *r = NULL;
    const size_t *place;

    if (!b)
        return false;
    pthread_mutex_lock(&b->lock);
    place = map_get(&b->places, &t->run, sizeof(t->run));
    r = place ? vec_get(&b->runs, struct seen_run, *place) : NULL;
    if (r && r->count == t->count) {
        *out = *r;
        out->results = arena_array(a, struct seen, r->n + 1);
        if (r->n)
            memcpy(out->results, r->results, r->n * sizeof(*r->results));
    } else {
        r = NULL;
    }
    pthread_mutex_unlock(&b->lock);
    return r != NULL;
}

static void remember(struct board *b, const struct run_stamp *t,
                     const struct seen_run *in)
{
    struct seen_run *r;
    size_t *place;
    bool added;

    if (!b)
        return;
    pthread_mutex_lock(&b->lock);
    place = map_put(&b->places, &t->run, sizeof(t->run), &added);
    if (added) {
        *place = b->runs.n;
        vec_push(&b->runs);
    }
    r = vec_get(&b->runs, struct seen_run, *place);
    free(r->results);
    *r = *in;
    r->results = alloc_new(in->n + 1, sizeof(*in->results));
    memcpy(r->results, in->results, in->n * sizeof(*in->results));
    pthread_mutex_unlock(&b->lock);
}

static bool read_run(struct board *b, struct store *s, struct arena *a,
                     const struct run_stamp *t, struct seen_run *out,
                     struct err *e)
{
    struct result *r;
    const bool *bad;

    if (recall(b, a, t, out))
        return true;
    *out = (struct seen_run){ .count = t->count };
    if (!bad_keys_results(a, s, t->run, &r, &out->n, &bad, e))
        return false;
    out->results = arena_array(a, struct seen, out->n + 1);
    for (size_t i = 0; i < out->n; i++)
        out->results[i] =
            (struct seen){ .model = (uint16_t)r[i].model,
                           .strict = (uint8_t)mark_of(&r[i], true),
                           .lenient = (uint8_t)mark_of(&r[i], false) };
    remember(b, t, out);
    return true;
}

/* ---- what there is ---- */

bool board_read(struct store *s, struct arena *a, struct board_data *out,
                struct err *e)
{
    /* Stamps come first: what is appended meanwhile is then read again. */
    return runs_stamps(s, a, &out->stamps, &out->n_stamps, e) &&
           entries_list(s, a, &out->entries, &out->n_entries, e) &&
           challenges_list(s, a, 0, &out->challenges, &out->n_challenges, e);
}

const struct run_stamp *board_stamp(const struct board_data *d, int64_t run)
{
    size_t low = 0, high = d->n_stamps;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (d->stamps[middle].run < run)
            low = middle + 1;
        else
            high = middle;
    }
    return low < d->n_stamps && d->stamps[low].run == run ? &d->stamps[low]
                                                          : NULL;
}

const char *board_topic(const struct entry *x)
{
    return str_blank(x->topic) ? NO_TOPIC : x->topic;
}

/* Is the entry one of those that count? */
static bool is_counted(const struct board_data *d, size_t i)
{
    return d->entries[i].state != ENTRY_WITHDRAWN &&
           !(d->hidden && d->hidden[i]);
}

/* ---- counting ---- */

/* Names in the order of their first use, then sorted. */
struct names {
    struct map places; /* name -> its number */
    const char **list;
    size_t *number; /* [of first use] its place in the sorted list */
};

static size_t name_number(struct names *n, const char *name)
{
    bool added;
    size_t *place = map_put(&n->places, name, strlen(name), &added);

    if (added)
        *place = n->places.n - 1;
    return *place;
}

/* A name, and what it is sorted by. */
struct sorted {
    const char *name, *by;
};

static int by_folded(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    int last = str_eq(x->name, NO_TOPIC) - str_eq(y->name, NO_TOPIC);
    int order = last ? last : strcmp(x->by, y->by);

    return order ? order : strcmp(x->name, y->name);
}

size_t board_names(struct arena *a, const char **list, size_t n)
{
    struct sorted *all = arena_array(a, struct sorted, n + 1);
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        all[i] = (struct sorted){ list[i], name_fold(a, list[i]) };
    if (n)
        qsort(all, n, sizeof(*all), by_folded);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || !str_eq(all[i].name, all[i - 1].name))
            list[kept++] = all[i].name;
    return kept;
}

static void sort_names(struct arena *a, struct names *n)
{
    size_t k = n->places.n;

    n->list = arena_array(a, const char *, k + 1);
    n->number = arena_array(a, size_t, k + 1);
    for (size_t i = 0; i < k; i++)
        n->list[i] = arena_strdup(a, n->places.entries[i].key);
    board_names(a, n->list, k);
    for (size_t i = 0; i < k; i++)
        n->number[*map_get(&n->places, n->list[i], strlen(n->list[i]))] = i;
}

/* Where counting stands. */
struct counting {
    struct arena *arena;
    const struct board_data *data;
    struct names topics, models;
    struct map entries;  /* id -> its place */
    struct map left_out; /* ids of hidden ones that models were asked about */
    struct vec trials;   /* struct trial; models by first use */
};

/* The place of the entry, if this challenge counts. */
static const size_t *counted_entry(struct counting *k,
                                   const struct challenge *c)
{
    const size_t *place = map_get(&k->entries, &c->entry, sizeof(c->entry));

    if (!place || !c->run || k->data->entries[*place].version != c->version)
        return NULL;
    if (is_counted(k->data, *place))
        return place;
    map_put(&k->left_out, &c->entry, sizeof(c->entry), NULL);
    return NULL;
}

static void add_results(struct counting *k, const struct challenge *c,
                        size_t entry, const struct seen_run *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct seen *x = &r->results[i];

        if (x->model >= c->n_models)
            continue;
        *(struct trial *)vec_push(&k->trials) =
            (struct trial){ .problem = entry,
                            .model =
                                name_number(&k->models, c->models[x->model]),
                            .strict = (enum mark)x->strict,
                            .lenient = (enum mark)x->lenient };
    }
}

static bool add_challenges(struct counting *k, struct board *b, struct store *s,
                           struct err *e)
{
    for (size_t i = 0; i < k->data->n_challenges; i++) {
        const struct challenge *c = &k->data->challenges[i];
        const size_t *entry = counted_entry(k, c);
        const struct run_stamp *t = entry ? board_stamp(k->data, c->run) : NULL;
        struct seen_run r;

        if (!t)
            continue;
        if (!read_run(b, s, k->arena, t, &r, e))
            return false;
        add_results(k, c, *entry, &r);
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct trial *x = a, *y = b;

    if (x->problem != y->problem)
        return x->problem < y->problem ? -1 : 1;
    return (x->model > y->model) - (x->model < y->model);
}

static void sort_trials(struct counting *k)
{
    for (size_t i = 0; i < k->trials.n; i++) {
        struct trial *t = vec_get(&k->trials, struct trial, i);

        t->model = k->models.number[t->model];
    }
    if (k->trials.n)
        qsort(k->trials.items, k->trials.n, sizeof(struct trial), by_place);
}

static void find_topics(struct counting *k, struct board_counts *out)
{
    const struct board_data *d = k->data;
    uint32_t *rows = arena_array(k->arena, uint32_t, 2 * d->n_entries + 1);

    out->of = arena_array(k->arena, uint32_t *, d->n_entries + 1);
    for (size_t i = 0; i < d->n_entries; i++) {
        out->of[i] = rows + 2 * i;
        out->of[i][0] = out->of[i][1] = UINT32_MAX;
        if (is_counted(d, i))
            out->of[i][0] = (uint32_t)k->topics.number[name_number(
                &k->topics, board_topic(&d->entries[i]))];
    }
}

static void name_entries(struct counting *k)
{
    for (size_t i = 0; i < k->data->n_entries; i++) {
        const struct entry *x = &k->data->entries[i];

        if (x->state == ENTRY_WITHDRAWN)
            continue;
        *map_put(&k->entries, &x->id, sizeof(x->id), NULL) = i;
        if (is_counted(k->data, i))
            name_number(&k->topics, board_topic(x));
    }
}

static bool fill(struct counting *k, struct board *b, struct store *s,
                 struct board_counts *out, struct err *e)
{
    name_entries(k);
    if (!add_challenges(k, b, s, e))
        return false;
    sort_names(k->arena, &k->topics);
    sort_names(k->arena, &k->models);
    sort_trials(k);
    find_topics(k, out);
    out->topics = k->topics.list;
    out->n_topics = k->topics.places.n;
    out->models = k->models.list;
    out->n_models = k->models.places.n;
    out->left_out = k->left_out.n;
    out->count = (struct count){ .n_problems = k->data->n_entries,
                                 .n_models = out->n_models,
                                 .attempts = 1,
                                 .trials = k->trials.items,
                                 .n_trials = k->trials.n };
    return true;
}

bool board_count(struct board *b, struct store *s, struct arena *a,
                 const struct board_data *d, struct board_counts *out,
                 struct err *e)
{
    struct counting k = { .arena = a,
                          .data = d,
                          .trials = vec_in(a, sizeof(struct trial)) };
    bool ok;

    *out = (struct board_counts){ 0 };
    ok = fill(&k, b, s, out, e);
    map_clear(&k.topics.places);
    map_clear(&k.models.places);
    map_clear(&k.entries);
    map_clear(&k.left_out);
    return ok;
}

struct board_falls board_falls(const struct board_counts *c, size_t model)
{
    const struct trial *t = c->count.trials, *end = t + c->count.n_trials;
    struct board_falls out = { 0 };

    while (t < end) {
        size_t problem = t->problem, counted = 0, right = 0, settled = 0;

        for (; t < end && t->problem == problem; t++) {
            if (t->model != model)
                continue;
            counted += mark_counts(t->lenient);
            settled += mark_is_settled(t->lenient);
            right += t->lenient == MARK_CORRECT;
        }
        if (counted && !settled)
            out.open++;
        else if (counted)
            *(right == counted ? &out.solved
              : right          ? &out.half
                               : &out.failed) += 1;
    }
    return out;
}
