/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/board.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "report/datum.h"
#include "report/figure.h"
#include "report/html/html.h"
#include "run/count/tally.h"
#include "serve/desk/ask/ask_budget.h"
#include "serve/desk/ask/ask_results.h"
#include "serve/desk/entry.h"
#include "serve/desk/review.h"
#include "serve/desk/topics.h"
#include "serve/pages/layout.h"
#include "serve/people/people.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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

static void board_remember(struct board *b, const struct run_stamp *t,
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

static bool board_read_run(struct board *b, struct store *s, struct arena *a,
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
    board_remember(b, t, out);
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

/* Returns the stamp of a run, or NULL if there is no such run. */
static const struct run_stamp *board_stamp(const struct board_data *d,
                                           int64_t run)
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

/* Is the entry one of those that count? */
static bool board_is_counted(const struct board_data *d, size_t i)
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

static size_t board_name_number(struct names *n, const char *name)
{
    bool added;
    size_t *place = map_put(&n->places, name, strlen(name), &added);

    if (added)
        *place = n->places.n - 1;
    return *place;
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
    if (board_is_counted(k->data, *place))
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
                            .model = board_name_number(&k->models,
                                                       c->models[x->model]),
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
        if (!board_read_run(b, s, k->arena, t, &r, e))
            return false;
        add_results(k, c, *entry, &r);
    }
    return true;
}

static int board_by_place(const void *a, const void *b)
{
    const struct trial *x = a, *y = b;

    if (x->problem != y->problem)
        return x->problem < y->problem ? -1 : 1;
    return (x->model > y->model) - (x->model < y->model);
}

static void board_sort_trials(struct counting *k)
{
    for (size_t i = 0; i < k->trials.n; i++) {
        struct trial *t = vec_get(&k->trials, struct trial, i);

        t->model = k->models.number[t->model];
    }
    if (k->trials.n)
        qsort(k->trials.items, k->trials.n, sizeof(struct trial),
              board_by_place);
}

static void find_topics(struct counting *k, struct board_counts *out)
{
    const struct board_data *d = k->data;
    uint32_t *rows = arena_array(k->arena, uint32_t, 2 * d->n_entries + 1);

    out->of = arena_array(k->arena, uint32_t *, d->n_entries + 1);
    for (size_t i = 0; i < d->n_entries; i++) {
        out->of[i] = rows + 2 * i;
        out->of[i][0] = out->of[i][1] = UINT32_MAX;
        if (board_is_counted(d, i))
            out->of[i][0] = (uint32_t)k->topics.number[board_name_number(
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
        if (board_is_counted(k->data, i))
            board_name_number(&k->topics, board_topic(x));
    }
}

static bool board_fill(struct counting *k, struct board *b, struct store *s,
                       struct board_counts *out, struct err *e)
{
    name_entries(k);
    if (!add_challenges(k, b, s, e))
        return false;
    sort_names(k->arena, &k->topics);
    sort_names(k->arena, &k->models);
    board_sort_trials(k);
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
    ok = board_fill(&k, b, s, out, e);
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

/* A model, and what it made of all entries. */
struct standing {
    const char *name, *label;
    size_t model; /* its place in the counts */
    struct tally all;
    struct board_falls falls;
};

/* Worst first, since the board asks which models fall; those of whom nothing
 * counts stand last. */
static int board_by_accuracy(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;
    double u = x->all.accuracy.n ? x->all.accuracy.value : 2;
    double v = y->all.accuracy.n ? y->all.accuracy.value : 2;

    if (u != v)
        return u < v ? -1 : 1;
    return (x->model > y->model) - (x->model < y->model);
}

static struct standing *board_rank(struct document *d,
                                   const struct board_counts *c)
{
    struct standing *out = arena_array(d->arena, struct standing, c->n_models);
    const char **labels = document_labels(d, c->models, c->n_models);

    for (size_t i = 0; i < c->n_models; i++) {
        out[i] = (struct standing){ .name = c->models[i],
                                    .label = labels[i],
                                    .model = i,
                                    .falls = board_falls(c, i) };
        tally_cell(d->arena, &c->count, i, NULL, 0, &out[i].all);
    }
    qsort(out, c->n_models, sizeof(*out), board_by_accuracy);
    return out;
}

/* One entry alone says nothing of others: it has no interval. */
static struct datum board_accuracy_of(struct arena *a, const struct rate *r)
{
    return r->n == 1 ? datum_text(arena_printf(
                           a, "%s, 1 entry",
                           datum_words(a, datum_share(r->value), 0)))
                     : rate_datum(r);
}

static void add_standing(struct arena *a, struct doc_table *t,
                         const struct standing *s)
{
    const struct tally *all = &s->all;
    const struct table_entry cells[] = {
        { { .heading = "model", .flags = COLUMN_KEY }, datum_text(s->label) },
        { { .heading = "accuracy over entries", .flags = STYLE_INLINE },
          board_accuracy_of(a, &all->accuracy) },
        { { .heading = "attempts" }, datum_count(all->results) },
        { { .heading = "entries" }, datum_count(all->problems) },
        { { .heading = "solved" }, datum_count(s->falls.solved) },
        { { .heading = "half" }, datum_count(s->falls.half) },
        { { .heading = "failed" }, datum_count(s->falls.failed) },
        { { .heading = "open", .flags = COLUMN_IF_ANY },
          datum_count(s->falls.open) },
        { { .heading = "undecided", .flags = COLUMN_IF_ANY },
          datum_count(all->count[MARK_UNDECIDED]) },
        { { .heading = "errors", .flags = COLUMN_IF_ANY | COLUMN_BAD },
          datum_count(all->count[MARK_ERROR]) },
    };

    table_row(t);
    TABLE_PUT_ALL(t, cells);
}

static void add_heat(struct figure *f, const struct tally *cell, size_t row,
                     size_t column)
{
    const struct rate *r = &cell->accuracy;
    struct dot *s = figure_dot(f, row, column, r->n ? r->value : NAN);

    s->low = r->n > 1 ? r->interval.low : NAN;
    s->high = r->n > 1 ? r->interval.high : NAN;
    s->n = r->n;
}

/* Topics x models, as a figure, which has its data as a table; topics without
 * an attempt are left out. */
static void board_add_topics(struct document *d, const struct board_counts *c,
                             const struct standing *s)
{
    struct figure *f = figure_new(d->arena, FIGURE_HEAT, "topics-and-models",
                                  "Accuracy by topic and model");
    size_t n = c->n_topics;
    struct tally *cells = arena_array(d->arena, struct tally, c->n_models * n);

    f->value = (struct axis){ .title = "accuracy over entries", .share = true };
    f->row_title = "topic";
    f->series_title = "model";
    f->caption = "n is the number of entries. Intervals are 95 % confidence "
                 "intervals, clustered by entry, because attempts at the "
                 "same problem are not independent; a single entry has no "
                 "interval.";
    for (size_t m = 0; m < c->n_models; m++)
        figure_series(f, s[m].label);
    tally_cells(d->arena, &c->count, c->of, n, cells);
    for (size_t i = 0; i < n; i++) {
        size_t any = 0, row;

        for (size_t m = 0; m < c->n_models; m++)
            any += cells[m * n + i].results;
        if (!any)
            continue;
        row = figure_row(f, c->topics[i]);
        for (size_t m = 0; m < c->n_models; m++)
            add_heat(f, &cells[s[m].model * n + i], row, m);
    }
    document_figure(d, f);
}

/* "m7 = http://...": of labels that are no part of the name. */
static void board_add_legend(struct document *d, const struct standing *s,
                             size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strstr(s[i].name, s[i].label))
            document_legend(d, &s[i].name, &s[i].label, 1);
}

/* Adds what models made of the class's entries: the models, worst first,
 * with the entries that each solves and falls for, and topics x models as a heat map
 * and as a table with intervals. */
static void board_document(struct document *d, const struct board_counts *c)
{
    struct standing *s;
    struct doc_table *t;

    document_section(d, "Accuracy of the models");
    if (c->left_out)
        document_say(
            d,
            "%s not included here: a key stays hidden from you until you "
            "have solved the entry or it is accepted, and the models' "
            "replies could reveal it.",
            c->left_out == 1
                ? "One entry is"
                : arena_printf(d->arena, "%zu entries are", c->left_out));
    if (!c->n_models) {
        document_say(d,
                     "No model has been asked about the newest version of "
                     "an%s entry yet.",
                     c->left_out ? "other" : "");
        return;
    }
    s = board_rank(d, c);
    t = document_table(d, NULL);
    for (size_t i = 0; i < c->n_models; i++)
        add_standing(d->arena, t, &s[i]);
    document_show(d, t, 0);
    board_add_legend(d, s, c->n_models);
    document_say(d, "A model has solved an entry if every attempt at its "
                    "newest version is correct, failed it if none is, and "
                    "half solved it if some are. Errors and undecided "
                    "verdicts do not count; an entry that has only these is "
                    "open. Attempts at older versions and at withdrawn "
                    "entries do not count.");
    document_section(d, "Topics and models");
    board_add_topics(d, c, s);
}

#define TITLE_MOST 44 /* characters of a statement that stand for it */
#define CELL_MOST  12 /* entries in a cell; the others follow a link */

/* ---- rows of the page ---- */

/* Returns a row of an entry: its number, and the first words of its newest
 * version; none if that cannot be read. NULL if the store cannot. */
static struct json *board_entry(struct board_page *s, const struct entry *x,
                                struct err *e)
{
    struct arena *a = s->visit->arena;
    const char *title = "";
    struct entry_version v;
    struct problem p;
    struct err ignored;
    bool found;

    if (!entries_version(s->visit->store, a, x->id, x->version, &v, &found, e))
        return NULL;
    if (found && version_problem(a, &v, &p, &ignored))
        title = board_title(a, p.statement, TITLE_MOST);
    return row_new(a, "id=%" PRId64 " title=%s", x->id, title);
}

/* ---- topics and states ---- */

static bool board_is_shown(const struct board_page *s, const struct entry *x)
{
    return (!s->topic || str_eq(s->topic, board_topic(x))) &&
           (!s->state || str_eq(s->state, entry_state_name(x->state))) &&
           (!s->mine || x->author == s->visit->who->id);
}

/* How many entries of a topic (NULL: of all) and state (-1: in any) are shown. */
static size_t board_count_of(const struct board_page *s, const char *topic,
                             int state)
{
    size_t n = 0;

    for (size_t i = 0; i < s->data.n_entries; i++) {
        const struct entry *x = &s->data.entries[i];

        n += board_is_shown(s, x) &&
             (!topic || str_eq(topic, board_topic(x))) &&
             (state < 0 || (int)x->state == state);
    }
    return n;
}

/* A cell has the first entries, and what leads to it alone if it has more. */
static bool board_put_cell(struct board_page *s, struct json *cells,
                           const char *topic, enum entry_state state,
                           struct err *e)
{
    struct arena *a = s->visit->arena;
    struct json *cell = json_push(cells, json_new(a, JSON_OBJECT)), *row;
    struct json *list = row_list(a, cell, "entries");
    bool alone = s->topic && s->state;
    size_t n = 0;

    for (size_t i = 0; i < s->data.n_entries; i++) {
        const struct entry *x = &s->data.entries[i];

        if (x->state != state || !board_is_shown(s, x) ||
            !str_eq(topic, board_topic(x)) || (n++ >= CELL_MOST && !alone))
            continue;
        row = board_entry(s, x, e);
        if (!row)
            return false;
        json_push(list, row);
    }
    if (n > CELL_MOST && !alone)
        row_add(a, cell, "more=%zu query=%s", n - CELL_MOST,
                arena_printf(a, "%s%s",
                             items_query(a, "topic", topic, "state",
                                         entry_state_name(state), NULL),
                             s->mine ? "&mine=1" : ""));
    return true;
}

/* Puts the states that have entries, and a row for each topic that has some. */
static bool board_put_grid(struct board_page *s, struct json *page,
                           const char **topics, size_t n, struct err *e)
{
    struct arena *a = s->visit->arena;
    struct json *states = row_list(a, page, "columns");
    struct json *rows = row_list(a, page, "grid"), *row, *cells;

    row_add(a, page, "any=%zu", s->data.n_entries);
    for (int k = 0; k < ENTRY_STATES; k++)
        if (board_count_of(s, NULL, k))
            json_push(states, row_new(a, "state=%s n=%zu",
                                      entry_state_name((enum entry_state)k),
                                      board_count_of(s, NULL, k)));
    for (size_t i = 0; i < n; i++) {
        if (!board_count_of(s, topics[i], -1))
            continue;
        row = json_push(rows, row_new(a, "topic=%s", topics[i]));
        cells = row_list(a, row, "cells");
        for (int k = 0; k < ENTRY_STATES; k++)
            if (board_count_of(s, NULL, k) &&
                !board_put_cell(s, cells, topics[i], (enum entry_state)k, e))
                return false;
    }
    return true;
}

/* Puts what can be chosen. */
static void board_put_filter(struct board_page *s, struct json *page,
                             const char **topics, size_t n)
{
    struct arena *a = s->visit->arena;
    struct json *list = row_list(a, page, "topics");
    struct json *states = row_list(a, page, "states");

    row_add(a, page, "mine=%d", s->mine);
    for (size_t i = 0; i < n; i++)
        json_push(list, row_new(a, "value=%s chosen=%d", topics[i],
                                s->topic && str_eq(s->topic, topics[i])));
    for (int k = 0; k < ENTRY_STATES; k++) {
        const char *name = entry_state_name((enum entry_state)k);

        json_push(states, row_new(a, "value=%s chosen=%d", name,
                                  s->state && str_eq(s->state, name)));
    }
}

/* All topics, each once, by name: also those of withdrawn entries. */
static bool board_put_problems(struct board_page *s, struct json *page,
                               struct err *e)
{
    size_t all = s->data.n_entries, n;
    const char **list = arena_array(s->visit->arena, const char *, all + 1);

    for (size_t i = 0; i < all; i++)
        list[i] = board_topic(&s->data.entries[i]);
    n = board_names(s->visit->arena, list, all);
    board_put_filter(s, page, list, n);
    return board_put_grid(s, page, list, n, e);
}

#define LIST_MOST 50 /* rows of a list */

/* ---- who waits for whom ---- */

/* When the waiting began: the newest audit event that led to it. */
static int64_t waits_since(const struct entry_view *x)
{
    int64_t since = x->entry.changed_ms;

    for (size_t i = 0; i < x->n_audit_events; i++)
        if (x->audit_events[i].audit_event == AUDIT_EVENT_SUBMITTED ||
            x->audit_events[i].audit_event == AUDIT_EVENT_RETURNED)
            since = x->audit_events[i].at_ms;
    return since;
}

static bool board_put_waiting(struct board_page *s, struct json *page,
                              struct err *e)
{
    struct visit *v = s->visit;
    struct json *list = row_list(v->arena, page, "waiting"), *row;
    size_t n = 0;

    /* Entries stand newest first; who waits longest comes first here. */
    for (size_t i = s->data.n_entries; i-- > 0;) {
        struct entry_view x = { .entry = s->data.entries[i] };

        if ((x.entry.state != ENTRY_SUBMITTED &&
             x.entry.state != ENTRY_RETURNED) ||
            n++ >= LIST_MOST)
            continue;
        if (!audit_events_list(v->store, v->arena, x.entry.id, &x.audit_events,
                               &x.n_audit_events, e))
            return false;
        row = board_entry(s, &x.entry, e);
        if (!row)
            return false;
        json_push(list, row_add(v->arena, row, "by=%s waits=%s since=%" PRId64,
                                crowd_name(&s->crowd, x.entry.author),
                                entry_waits(v, &x), waits_since(&x)));
    }
    row_add(v->arena, page, "waiting_more=%zu",
            n > LIST_MOST ? n - LIST_MOST : 0);
    return true;
}

/* Doubtful keys and verdicts are for those who may decide them. */
static bool board_put_doubts(struct visit *v, struct json *page, struct err *e)
{
    struct doubts_open d;

    if (!visit_judges(v))
        return true;
    if (!doubts_count(v, &d, e))
        return false;
    row_add(v->arena, page,
            "doubts=%zu doubts_words=%s doubts_one=%d doubts_since=%" PRId64,
            d.n, datum_plural(v->arena, d.n, "doubt"), d.n == 1, d.since_ms);
    return true;
}

/* ---- challenges and what they cost ---- */

static void board_put_queue(struct board_page *s, struct json *page)
{
    struct arena *a = s->visit->arena;
    struct json *list = row_list(a, page, "queue"), *row, *models;
    size_t n = 0;

    for (size_t i = 0; i < s->data.n_challenges; i++) {
        const struct challenge *c = &s->data.challenges[i];
        const struct run_stamp *t = board_stamp(&s->data, c->run);

        if (c->state > CHALLENGE_ASKING || n++ >= LIST_MOST)
            continue;
        row = row_new(a,
                      "id=%" PRId64 " version=%" PRId64 " by=%s "
                      "attempts=%" PRIu64 " state=%s since=%" PRId64,
                      c->entry, c->version, crowd_name(&s->crowd, c->person),
                      c->attempts, challenge_state_name(c->state), c->made_ms);
        if (t && c->state == CHALLENGE_ASKING)
            row_add(a, row, "going=1 done=%" PRIu64 " total=%" PRIu64, t->done,
                    t->total);
        models = row_list(a, row, "models");
        for (size_t k = 0; k < c->n_models; k++)
            json_push(models, asked_model(s->visit, c->models[k]));
        json_push(list, row);
    }
    row_add(a, page, "queue_more=%zu", n > LIST_MOST ? n - LIST_MOST : 0);
}

/* "$3.10 of $20.00 are left" */
static void board_put_left(struct board_page *s, struct json *list,
                           const char *whose, double money_most, double money,
                           uint64_t tokens_most, double tokens)
{
    struct arena *a = s->visit->arena;

    if (isfinite(money))
        json_push(list, row_new(a, "whose=%s left=%s most=%s", whose,
                                datum_words(a, datum_money(fmax(money, 0)), 0),
                                datum_words(a, datum_money(money_most), 0)));
    if (isfinite(tokens))
        json_push(list,
                  row_new(a, "whose=%s left=%s most=%s", whose,
                          arena_printf(a, "%.0f", fmax(tokens, 0)),
                          arena_printf(a, "%" PRIu64 " tokens", tokens_most)));
}

static bool board_put_budget(struct board_page *s, struct json *page,
                             struct err *e)
{
    const struct serve_options *o = s->visit->serve->o;
    struct json *list = row_list(s->visit->arena, page, "budgets");
    struct budget_left left;
    double money, tokens;

    if (!challenges_spent(s->visit->store, 0, &money, &tokens, e) ||
        !budget_left(o, s->visit->store, s->visit->who->id, &left, e))
        return false;
    board_put_left(s, list, "Project", o->ask.ask.budget_money,
                   left.project_money, o->ask.ask.budget_tokens,
                   left.project_tokens);
    board_put_left(s, list, "Yours", o->person_money, left.person_money,
                   o->person_tokens, left.person_tokens);
    row_add(s->visit->arena, page, "money=%s tokens=%.0f",
            datum_words(s->visit->arena, datum_money(money), 0), tokens);
    return true;
}

/* ---- the page ---- */

static void board_put_models(struct board_page *s, struct json *page)
{
    struct document *d = document_new(s->visit->arena, 0);
    struct str out = str_in(s->visit->arena), nav = str_in(s->visit->arena);

    board_document(d, &s->counts);
    html_body(&out, &nav, d, false);
    row_add(s->visit->arena, page, "models=%s", str_get(&out));
}

bool board_put(struct board_page *s, struct json *page, struct err *e)
{
    if (!board_put_problems(s, page, e) || !board_put_waiting(s, page, e) ||
        !board_put_doubts(s->visit, page, e))
        return false;
    board_put_models(s, page);
    board_put_queue(s, page);
    return board_put_budget(s, page, e);
}
