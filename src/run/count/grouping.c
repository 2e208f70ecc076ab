/* SPDX-License-Identifier: Apache-2.0 */
#include "run/count/grouping.h"
#include "base/err.h"
#include "base/json.h"
#include "base/map.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/vec.h"
#include "family/family.h"
#include "family/pair/pair.h"
#include "family/table.h"
#include "stats/cluster.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * Groups of problems. A name is looked for where a problem keeps such things;
 * the values found are numbered in the order of first sight, then sorted, and
 * the numbers of all problems are changed to the sorted ones.
 */
/* ---- the values of a problem ---- */

struct grouper;

/* Adds the values of a problem; false: it has none there. */
typedef bool adder(struct grouper *g, const struct problem *p,
                   const char *name);

/* A grouping in the making: the values met, and those of one problem. */
struct grouper {
    struct arena *arena;
    adder *add;
    const char *place; /* of add_placed() */
    const char *name;  /* without its place */
    struct map values; /* text -> number */
    struct vec of;     /* uint32_t: numbers of the problem at hand */
    struct vec last;   /* size_t: of each value, the problem that had it last */
    size_t problem;    /* of the problem at hand, from 1 */
};

static void grouping_add_value(struct grouper *g, const char *text)
{
    size_t *at, *last;
    bool added;

    at = map_put(&g->values, text, strlen(text), &added);
    if (added) {
        *at = g->values.n - 1;
        vec_push(&g->last);
    }
    last = vec_get(&g->last, size_t, *at);
    if (*last == g->problem)
        return; /* named twice */
    *last = g->problem;
    *(uint32_t *)vec_push(&g->of) = (uint32_t)*at;
}

/* A scalar as text; NULL: no value. */
static const char *grouping_scalar(const struct json *v)
{
    if (!v)
        return NULL;
    switch (v->type) {
    case JSON_STRING:
    case JSON_NUMBER: return v->text;
    case JSON_BOOL: return v->truth ? "true" : "false";
    default: return NULL;
    }
}

/* The value, or those of an array; false when there is none. */
static bool grouping_add_json(struct grouper *g, const struct json *v)
{
    size_t before = g->of.n;

    if (grouping_scalar(v))
        grouping_add_value(g, grouping_scalar(v));
    else if (v && v->type == JSON_ARRAY)
        for (const struct json *m = v->first; m; m = m->next)
            if (grouping_scalar(m))
                grouping_add_value(g, grouping_scalar(m));
    return g->of.n > before;
}

/* A knob as set, or as it stands by itself on the family's card. */
static bool grouping_add_knob(struct grouper *g, const struct problem *p,
                              const char *name)
{
    const struct family *f;
    struct err e;

    if (grouping_add_json(g, json_get(p->knobs, name)))
        return true;
    f = family_card(p->family);
    if (!f && p->family) /* a pair's card is made */
        f = family_named(g->arena, p->family, &e);
    if (!f || !family_knob_find(f, name))
        return false;
    grouping_add_value(g, family_knob_value(g->arena, f, p->knobs, name));
    return true;
}

static bool grouping_add_field(struct grouper *g, const struct problem *p,
                               const char *name)
{
    return grouping_add_json(g, json_get(json_get(p->meta, "fields"), name));
}

static bool grouping_add_kinds(struct grouper *g, const struct problem *p,
                               const char *name)
{
    (void)name;
    for (size_t i = 0; i < p->n_keys; i++)
        grouping_add_value(g, answer_name(p->keys[i].kind));
    return p->n_keys > 0;
}

static bool grouping_add_concepts(struct grouper *g, const struct problem *p,
                                  const char *name)
{
    (void)name;
    for (size_t i = 0; i < p->n_concepts; i++)
        grouping_add_value(g, p->concepts[i]);
    return p->n_concepts > 0;
}

/* The coordinates of a problem that a family made; an imported one has none,
 * but may have a source field of the same name. */
static bool add_coordinate(struct grouper *g, const struct problem *p,
                           const char *name)
{
    if (!p->family)
        return false;
    if (str_eq(name, "family"))
        grouping_add_value(g, p->family);
    else if (str_eq(name, "level"))
        grouping_add_value(g, arena_printf(g->arena, "%d", p->level));
    else if (str_eq(name, "version"))
        grouping_add_value(g, arena_printf(g->arena, "%d", p->version));
    else if (str_eq(name, "seed") && p->seed)
        grouping_add_value(g, p->seed);
    else if (str_eq(name, "split") && p->split)
        grouping_add_value(g, p->split);
    else
        return false;
    return true;
}

/* In one place alone: a member of params, of meta, or of an object in that. */
static bool add_placed(struct grouper *g, const struct problem *p,
                       const char *name)
{
    const struct json *in =
        str_eq(g->place, "params") ? p->params : json_at(p->meta, g->place);

    return grouping_add_json(g, json_get(in, name));
}

/* In each of the places in turn, up to the first that has a value. */
static bool add_anywhere(struct grouper *g, const struct problem *p,
                         const char *name)
{
    return add_coordinate(g, p, name) || grouping_add_knob(g, p, name) ||
           grouping_add_json(g, json_get(p->params, name)) ||
           grouping_add_field(g, p, name) ||
           grouping_add_json(g, json_get(p->meta, name));
}

/* The topic on the family's card, else by the names that sets give theirs. */
static bool grouping_add_topic(struct grouper *g, const struct problem *p,
                               const char *name)
{
    const struct family *f = family_find(p->family);

    if (f && f->topic)
        grouping_add_value(g, f->topic);
    return (f && f->topic) || add_anywhere(g, p, name) ||
           grouping_add_field(g, p, "type") ||
           grouping_add_field(g, p, "question_type");
}

/* ---- names ---- */

/* Names that end in a point are places, before a name of its own. */
static const struct {
    const char *name;
    adder *add;
    const char *place; /* in params or meta; "": meta itself */
} adders[] = {
    { "kind", grouping_add_kinds, NULL },
    { "concept", grouping_add_concepts, NULL },
    { "topic", grouping_add_topic, NULL },
    { "knobs.", grouping_add_knob, NULL },
    { "params.", add_placed, "params" },
    { "fields.", add_placed, "fields" },
    { "meta.fields.", add_placed, "fields" },
    { "meta.hunt.", add_placed, "hunt" },
    { "meta.evolve.", add_placed, "evolve" },
    { "meta.", add_placed, "" },
};

static struct grouper grouper_open(struct arena *a, const char *name)
{
    struct grouper g = { .arena = a, .add = add_anywhere, .name = name };

    g.of = vec_in(NULL, sizeof(uint32_t));
    g.last = vec_in(NULL, sizeof(size_t));
    for (size_t i = 0; i < sizeof(adders) / sizeof(adders[0]); i++)
        if (str_ends(adders[i].name, ".") ? str_starts(name, adders[i].name)
                                          : str_eq(name, adders[i].name)) {
            g.add = adders[i].add;
            g.place = adders[i].place;
            g.name +=
                str_ends(adders[i].name, ".") ? strlen(adders[i].name) : 0;
            break;
        }
    return g;
}

/* The values of the next problem are in g->of. */
static void grouper_next(struct grouper *g, const struct problem *p)
{
    g->of.n = 0;
    g->problem++;
    g->add(g, p, g->name);
}

static void grouper_close(struct grouper *g)
{
    vec_clear(&g->of);
    vec_clear(&g->last);
    map_clear(&g->values);
}

/* ---- sorting ---- */

struct value {
    const char *text;
    bool is_number;
    double number;
    uint32_t at; /* in the order of first sight */
};

static struct value value_read(const char *text, size_t n, uint32_t at)
{
    struct value v = { .text = text, .at = at };
    struct arena a = { 0 };
    struct json *number;
    struct err e;

    if (n && strchr("-0123456789", *text) &&
        json_read(&a, text, n, 1, &number, &e)) {
        v.is_number = true;
        v.number = strtod(text, NULL);
    }
    arena_clear(&a);
    return v;
}

static int grouping_by_value(const void *a, const void *b)
{
    const struct value *x = a, *y = b;

    if (x->is_number != y->is_number)
        return x->is_number ? -1 : 1;
    if (x->is_number && x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return strcmp(x->text, y->text);
}

/* Sort the values; order[first sight] is the new number. */
static uint32_t *sort_values(struct arena *a, const struct map *m,
                             struct grouping *out)
{
    struct value *v = arena_array(a, struct value, m->n);
    uint32_t *order = arena_array(a, uint32_t, m->n);

    for (size_t i = 0; i < m->n; i++)
        v[i] = value_read(m->entries[i].key, m->entries[i].key_n, (uint32_t)i);
    qsort(v, m->n, sizeof(*v), grouping_by_value);
    out->n = m->n;
    out->values = arena_array(a, const char *, m->n);
    for (size_t i = 0; i < m->n; i++) {
        out->values[i] = arena_strdup(a, v[i].text);
        order[v[i].at] = (uint32_t)i;
    }
    return order;
}

bool grouping_make(struct arena *a, const struct problem *p, size_t n,
                   const char *name, struct grouping *out)
{
    struct grouper g = grouper_open(a, name);
    uint32_t *order;

    *out = (struct grouping){ .name = arena_strdup(a, name) };
    out->of = arena_array(a, uint32_t *, n);
    for (size_t i = 0; i < n; i++) {
        grouper_next(&g, &p[i]);
        out->of[i] = arena_array(a, uint32_t, g.of.n + 1);
        if (g.of.n)
            memcpy(out->of[i], g.of.items, g.of.n * sizeof(uint32_t));
        out->of[i][g.of.n] = UINT32_MAX;
    }
    order = sort_values(a, &g.values, out);
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;

        for (; out->of[i][k] != UINT32_MAX; k++)
            out->of[i][k] = order[out->of[i][k]];
        if (k > 1)
            sort_numbers(out->of[i], k);
    }
    grouper_close(&g);
    return out->n > 0;
}

/* ---- what is shown unasked ---- */

#define GROUPS_MOST 20
#define NAMES_MOST  200 /* families and concepts */

/* Are there some groups, not too many, and is a problem in one of them and not
 * in all? Else they are all the same problems. */
static bool grouping_is_worth(const struct problem *p, size_t n,
                              const char *name)
{
    size_t most = str_among(name, "family concept") ? NAMES_MOST : GROUPS_MOST;
    size_t least = SIZE_MAX; /* groups of a problem that is in any */
    struct arena scratch = { 0 };
    struct grouper g = grouper_open(&scratch, name);
    bool worth;

    for (size_t i = 0; i < n && g.values.n <= most; i++) {
        grouper_next(&g, &p[i]);
        if (g.of.n && g.of.n < least)
            least = g.of.n;
    }
    worth = least < g.values.n && g.values.n <= most;
    grouper_close(&g);
    arena_clear(&scratch);
    return worth;
}

size_t grouping_defaults(struct arena *a, const struct problem *p, size_t n,
                         const char ***names)
{
    static const char *const first[] = { "family", "level", "kind", "concept" };
    static const char *const last[] = { "subject", "type", "category",
                                        "source" };
    struct map seen = { 0 }; /* the names, each once, in order */
    struct vec out = vec_in(a, sizeof(const char *));

    /* Sets that say no topic have fields of their own, which are shown. */
    for (size_t i = 0; i < n; i++) {
        const struct family *f = family_find(p[i].family);

        if (f && f->topic) {
            map_put(&seen, "topic", strlen("topic"), NULL);
            break;
        }
    }
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
        map_put(&seen, first[i], strlen(first[i]), NULL);
    /* A family that shows more than right and wrong shows its knobs there. */
    for (size_t i = 0; i < n; i++)
        if (p[i].knobs && !family_shower(p[i].family))
            for (const struct json *m = p[i].knobs->first; m; m = m->next)
                map_put(&seen, m->name, strlen(m->name), NULL);
    for (size_t i = 0; i < sizeof(last) / sizeof(last[0]); i++)
        map_put(&seen, last[i], strlen(last[i]), NULL);
    for (size_t i = 0; i < seen.n; i++)
        if (grouping_is_worth(p, n, seen.entries[i].key))
            *(const char **)vec_push(&out) =
                arena_strdup(a, seen.entries[i].key);
    map_clear(&seen);
    *names = out.items;
    return out.n;
}

/* Clusters: problems that share a template, a parent or a game. A problem may
 * have several of them. */

struct linking {
    struct clusters clusters;
    struct str text; /* of the key at hand */
};

/* Joins the problem with all others that have the same key. */
static void grouping_join(struct linking *f, uint32_t problem,
                          const char *place, const char *source,
                          const char *value)
{
    str_reset(&f->text);
    str_add(&f->text, place);
    str_addc(&f->text, '\0');
    str_add(&f->text, source);
    str_addc(&f->text, '\0');
    str_add(&f->text, value);
    clusters_join(&f->clusters, problem, f->text.s, f->text.n);
}

/* Returns a text or number, or the first one of an array, as text; NULL if
 * there is none. */
static const char *name_in(const struct json *v)
{
    if (v && v->type == JSON_ARRAY)
        v = v->first;
    if (!v || (v->type != JSON_STRING && v->type != JSON_NUMBER))
        return NULL;
    return *v->text ? v->text : NULL;
}

/* The same numbers and target, whatever examples and words surround them. */
static void join_game(struct linking *f, const struct problem *p, uint32_t i)
{
    const struct json *numbers = json_get(p->params, "numbers");
    const struct json *target = json_get(p->params, "target");
    struct str game = { 0 };

    if (!p->family || !numbers || !target)
        return;
    json_write(&game, numbers);
    str_addc(&game, ' ');
    json_write(&game, target);
    grouping_join(f, i, "game", p->family, str_get(&game));
    str_clear(&game);
}

/* The same coordinates with other knobs: twins, whose values are the same, but
 * with another part of the kinds. A family that shows more than right and wrong
 * has games instead. */
static void join_twins(struct linking *f, const struct problem *p, uint32_t i)
{
    struct str at = { 0 };

    if (!p->family || !p->seed || family_shower(p->family))
        return;
    str_addf(&at, "%d:%d:%s:%" PRIu64, p->version, p->level, p->seed, p->index);
    if (json_get(p->knobs, "kinds"))
        json_write(&at, json_get(p->knobs, "kinds"));
    grouping_join(f, i, "twin", p->family, str_get(&at));
    str_clear(&at);
}

static void join_problem(struct linking *f, const struct problem *p, uint32_t i)
{
    static const char *const fields[] = { "original_id", "template", "parent" };
    const struct json *from = json_get(p->meta, "fields");
    const char *source = json_string(json_get(p->meta, "source"));
    const char *s = name_in(json_get(p->meta, "template"));

    join_game(f, p, i);
    join_twins(f, p, i);
    if (p->id)
        grouping_join(f, i, "id", "", p->id);
    if (s)
        grouping_join(f, i, "meta", "", s);
    s = name_in(json_get(p->meta, "parent"));
    if (s)
        grouping_join(f, i, "id", "",
                      s); /* with the parent itself, and its children */
    for (size_t k = 0; k < sizeof(fields) / sizeof(fields[0]); k++) {
        s = name_in(json_get(from, fields[k]));
        if (s)
            grouping_join(f, i, fields[k], source ? source : "", s);
    }
}

const uint32_t *cluster_make(struct arena *a, const struct problem *p, size_t n)
{
    struct linking f = { .clusters = clusters_in(a, n) };
    uint32_t *out = NULL;

    for (size_t i = 0; i < n; i++)
        join_problem(&f, &p[i], (uint32_t)i);
    if (f.clusters.joined) {
        out = arena_array(a, uint32_t, n);
        clusters_number(&f.clusters, out);
    }
    clusters_clear(&f.clusters);
    str_clear(&f.text);
    return out;
}

bool reasons_named(const char *name)
{
    return str_eq(name, "reason");
}

const char *reasons_word(struct arena *a, const struct result *r,
                         enum mark mark)
{
    const char *word;

    if (mark == MARK_CORRECT)
        return NULL;
    if (mark == MARK_BAD_KEY)
        return mark_name(mark);
    word = json_string(json_get(json_parse(a, r->more), "reason"));
    return word ? word : mark == MARK_WRONG ? "wrong_value" : mark_name(mark);
}

/* The words that occur, each once and sorted; number[i] becomes the place of
 * words[i] among them. */
static void reasons_collect(struct arena *a, const char *const *words, size_t n,
                            struct grouping *out, size_t *number)
{
    struct map seen = { 0 };

    for (size_t i = 0; i < n; i++)
        if (words[i])
            map_put(&seen, words[i], strlen(words[i]), NULL);
    out->n = seen.n;
    out->values = arena_array(a, const char *, seen.n + 1);
    for (size_t i = 0; i < seen.n; i++)
        out->values[i] = arena_strdup(a, seen.entries[i].key);
    sort_texts(out->values, out->n);
    for (size_t i = 0; i < out->n; i++)
        *map_get(&seen, out->values[i], strlen(out->values[i])) = i;
    for (size_t i = 0; i < n; i++)
        number[i] =
            words[i] ? *map_get(&seen, words[i], strlen(words[i])) : SIZE_MAX;
    map_clear(&seen);
}

/* Trials by their word; those of one stand in their old order and end at
 * end[word]. */
static struct trial *reasons_sort_trials(struct arena *a, const struct count *c,
                                         const size_t *number, size_t n,
                                         size_t *end)
{
    struct trial *out = arena_array(a, struct trial, c->n_trials + 1);
    size_t sum = 0;

    for (size_t i = 0; i < c->n_trials; i++)
        if (number[i] < n)
            end[number[i]]++;
    for (size_t v = 0; v < n; v++) {
        size_t here = end[v];

        end[v] = sum;
        sum += here;
    }
    for (size_t i = 0; i < c->n_trials; i++)
        if (number[i] < n)
            out[end[number[i]]++] = c->trials[i];
    return out;
}

/* The groups of the problems: every word that one of its results has. */
static void group_problems(struct arena *a, const struct count *c,
                           const struct trial *sorted, const size_t *end,
                           struct grouping *out)
{
    size_t *room = arena_array(a, size_t, c->n_problems + 1);

    for (size_t i = 0; out->n && i < end[out->n - 1]; i++)
        room[sorted[i].problem]++;
    out->of = arena_array(a, uint32_t *, c->n_problems + 1);
    for (size_t i = 0; i < c->n_problems; i++) {
        out->of[i] = arena_array(a, uint32_t, room[i] + 1);
        out->of[i][0] = UINT32_MAX;
        room[i] = 0;
    }
    for (size_t v = 0, i = 0; v < out->n; v++)
        for (; i < end[v]; i++) {
            uint32_t *of = out->of[sorted[i].problem];
            size_t *k = &room[sorted[i].problem];

            if (*k && of[*k - 1] == v)
                continue;
            of[(*k)++] = (uint32_t)v;
            of[*k] = UINT32_MAX;
        }
}

void reasons_make(struct arena *a, const struct count *c,
                  const struct result *results, struct grouping *out,
                  struct tally **cells)
{
    const char **words = arena_array(a, const char *, c->n_trials + 1);
    uint32_t *list = arena_array(a, uint32_t, c->n_trials + 1);
    size_t *number = arena_array(a, size_t, c->n_trials + 1), *end;
    struct count one = *c;
    struct trial *sorted;

    *out = (struct grouping){ .name = "reason" };
    for (size_t i = 0; i < c->n_trials; i++)
        words[i] = reasons_word(a, &results[i],
                                c->strict ? c->trials[i].strict
                                          : c->trials[i].lenient);
    reasons_collect(a, words, c->n_trials, out, number);
    end = arena_array(a, size_t, out->n + 1);
    sorted = reasons_sort_trials(a, c, number, out->n, end);
    group_problems(a, c, sorted, end, out);
    *cells = arena_array(a, struct tally, c->n_models * out->n + 1);
    one.cost = one.majority = NULL;
    for (size_t v = 0; v < out->n; v++) {
        size_t start = v ? end[v - 1] : 0, n = 0;

        one.trials = sorted + start;
        one.n_trials = end[v] - start;
        one.planned = 0;
        for (size_t i = 0; i < one.n_trials; i++) /* sorted by problem */
            if (!n || list[n - 1] != one.trials[i].problem)
                list[n++] = (uint32_t)one.trials[i].problem;
        for (size_t m = 0; m < c->n_models; m++)
            tally_cell(a, &one, m, list, n, &(*cells)[m * out->n + v]);
    }
}
