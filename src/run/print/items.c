/* SPDX-License-Identifier: Apache-2.0 */
#include "run/print/items.h"
#include "base/map.h"
#include "base/pipeline.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "run/count/grouping.h"
#include "run/judge.h"
#include "run/plan.h"
#include "store/journal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/*
 * Items of runs. A source is asked for one item after the other, and a pipeline
 * works until it has no more to take: so items are made by batches, each with a
 * pipeline of its own, and given out from there. A batch ends after so many
 * results or bytes of replies.
 */

#define BATCH_RESULTS 512
#define BATCH_BYTES   ((size_t)16 << 20)
#define PARAMS_MOST   4096 /* bytes; longer ones are not shown */

/*
 * The properties that the problems of a run are filtered by: family, level,
 * concept, kind, topic, hypothesis and role (of a hunt), control (the set that
 * a hunt's control belongs to), setting (of an evolution), the groups that the
 * run is shown by, and source fields with a few short values, by their own
 * names.
 */

#define FACETS_MOST 12

struct facets {
    const struct summary *view;
    const char *role;                /* of all problems; NULL: each its own */
    struct grouping by[FACETS_MOST]; /* values of each */
    const char *names[FACETS_MOST];
    size_t n;
};

/* A run and what its items share. */
struct item_set {
    const struct summary *view;
    struct judge_options judge;
    struct facets facets;
};

struct items {
    struct store *store;
    struct item_options options;
    struct item_set *sets;
    size_t n_sets;
    uint64_t total;
    size_t set, problem, result; /* the next to be taken */
    struct arena batch;          /* items that are ready: */
    struct vec ready;            /* struct page_item */
    size_t given;
    size_t results, bytes; /* of the batch */
    bool failed;
    struct err err;
};

/* An item in the making. */
struct making {
    const struct item_set *set;
    size_t problem, first, n; /* its results: view->results[first..first+n) */
    struct call *calls;       /* of each */
    bool *found;              /* is its call in the journal? */
    struct page_item item;
};

/* ---- JSON ---- */

/* A member that is a text, borrowed; none where there is no text. */
static void items_put(struct arena *a, struct json *o, const char *name,
                      const char *text)
{
    if (text && *text)
        json_set(a, o, name, json_new(a, JSON_STRING))->text = text;
}

static void items_put_json(struct arena *a, struct json *o, const char *name,
                           const struct json *v)
{
    if (v)
        json_set(a, o, name, json_copy(a, v));
}

static const char *items_written(struct arena *a, const struct json *v)
{
    struct str out = str_in(a);

    json_write(&out, v);
    return str_get(&out);
}

/* ---- results ---- */

/* What the judge left: "parts" and opinions by name, the rest as "more". */
static void items_put_more(struct arena *a, struct json *o,
                           const struct json *more)
{
    struct json *rest = json_new(a, JSON_OBJECT);

    for (const struct json *m = more ? more->first : NULL; m; m = m->next) {
        if (str_among(m->name, "parts second_opinion"))
            items_put_json(a, o, m->name, m);
        else if (!str_eq(m->name, "reason"))
            items_put_json(a, rest, m->name, m);
    }
    if (rest->count)
        json_set(a, o, "more", rest);
}

static void put_stretch(struct arena *a, struct json *o, const char *text,
                        size_t from, size_t to)
{
    size_t n = strlen(text);

    json_set(a, o, "from", json_new_int(a, (int64_t)utf8_units(text, n, from)));
    json_set(a, o, "to", json_new_int(a, (int64_t)utf8_units(text, n, to)));
}

/* Returns the last place of piece[0..n) in text[0..end), or NULL. */
static const char *items_last_of(const char *text, const char *end,
                                 const char *piece, size_t n)
{
    const char *found = NULL;

    for (const char *p = text; n && p + n <= end; p++) {
        p = memchr(p, piece[0], (size_t)(end - p) - n + 1);
        if (!p)
            break;
        if (memcmp(p, piece, n) == 0)
            found = p;
    }
    return found;
}

/* A family's own judge does not say where it found the answer, "6 - 3 = 3; 7 * 3
 * = 21": it stands from its first step to its last. */
static void put_found(struct arena *a, struct json *o, const char *text,
                      const char *answer)
{
    const char *end = text + strlen(text), *first, *last, *next;

    if (!answer)
        return;
    for (last = answer; (next = strstr(last, "; "));)
        last = next + 2;
    end = items_last_of(text, end, last, strlen(last));
    if (!end)
        return;
    next = strstr(answer, "; ");
    first =
        next ? items_last_of(text, end, answer, (size_t)(next - answer)) : end;
    if (first)
        put_stretch(a, o, text, (size_t)(first - text),
                    (size_t)(end - text) + strlen(last));
}

/* What is known only by judging again. What settled another verdict than the
 * stored one says nothing about that. */
static void put_judged(struct arena *a, struct json *o, const struct summary *v,
                       const struct result *r, const char *text,
                       const struct grade_result *g)
{
    const struct grade_reading *now = v->strict ? &g->strict : &g->lenient;
    size_t n = strlen(text);

    if (g->to > g->from && g->to <= n)
        put_stretch(a, o, text, g->from, g->to);
    else
        put_found(a, o, text, r->answer);
    items_put(a, o, "rule", g->rule);
    items_put(a, o, "understood", g->answer);
    if (now->verdict != (v->strict ? r->strict : r->lenient)) {
        items_put(a, o, "today", verdict_name(now->verdict));
        return;
    }
    items_put(a, o, "by", now->by);
    items_put(a, o, "witness", g->witness);
}

static void put_facts(struct arena *a, struct json *o, const struct summary *v,
                      size_t at)
{
    const struct result *r = &v->results[at];

    items_put(a, o, "outcome", outcome_name(r->outcome));
    items_put(a, o, r->outcome < OUTCOME_ERROR ? "why" : "error", r->why);
    if (r->outcome == OUTCOME_OK) {
        items_put(a, o, "strict", verdict_name(r->strict));
        items_put(a, o, "lenient", verdict_name(r->lenient));
    }
    if (v->count.cost && isfinite(v->count.cost[at]))
        json_set(
            a, o, "cost",
            json_new_number(a, arena_printf(a, "%.9g", v->count.cost[at])));
}

/* Judges a reply and writes what is known about it. The key as it was read is
 * kept in *key. */
static void make_result(struct arena *a, const struct making *m, size_t i,
                        struct item_result *out, const char **key)
{
    const struct summary *v = m->set->view;
    const struct result *r = &v->results[m->first + i];
    const struct reply *reply = m->found[i] ? &m->calls[i].reply : NULL;
    enum mark mark = mark_of(r, v->strict);
    const struct json *more = json_parse(a, r->more);
    /* the word for what is wrong; a family's own judge calls it "error" */
    const char *own = mark == MARK_CORRECT || json_get(more, "reason")
                          ? NULL
                          : json_string(json_get(more, "error"));
    struct json *o = json_new(a, JSON_OBJECT);

    *out = (struct item_result){
        .model = v->models[r->model],
        .attempt = r->attempt,
        .mark = mark_name(mark),
        .reason = own ? own : reasons_word(a, r, mark),
        .answer = r->answer,
        .tokens = r->usage.completion < 0 || !reply
                      ? NAN
                      : (double)r->usage.completion,
        .seconds = reply && r->took_ms > 0 ? (double)r->took_ms / 1000 : NAN,
    };
    put_facts(a, o, v, m->first + i);
    if (reply) {
        const char *text = reply->text ? reply->text : "";

        items_put(a, o, "finish", reply->finish);
        items_put(a, o, "reply", text);
        items_put(a, o, "reasoning", reply->reasoning);
        items_put(a, o, "note", reply->note);
        if (r->outcome == OUTCOME_OK) {
            struct grade_result g = run_judge_text(a, &v->problems[m->problem],
                                                   &m->set->judge, text);

            put_judged(a, o, v, r, text, &g);
            *key = *key ? *key : g.key;
        }
    } else if (r->outcome < OUTCOME_ERROR) {
        items_put(a, o, "error",
                  "the reply is not in the store; `assay store verify` shows "
                  "details");
    }
    items_put_more(a, o, more);
    out->detail = items_written(a, o);
}

/* ---- problems ---- */

static struct json *items_keys(struct arena *a, const struct problem *p)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < p->n_keys; i++) {
        const struct key *k = &p->keys[i];
        struct json *o = json_push(list, json_new(a, JSON_OBJECT));

        items_put(a, o, "name", k->name);
        items_put(a, o, "kind", answer_name(k->kind));
        items_put(a, o, "latex", k->latex);
        items_put(a, o, "source", k->source);
        items_put_json(a, o, "limit", k->limit);
    }
    return list;
}

/* The steps in which the problem came to be: [{"what", "text"}, ...]. */
static void items_put_lineage(struct arena *a, struct json *to,
                              const struct items *t, const struct problem *p)
{
    struct json *list = json_new(a, JSON_ARRAY);
    struct doc_step *steps = NULL;
    size_t n = t->options.lineage ? t->options.lineage(a, p, &steps) : 0;

    for (size_t i = 0; i < n; i++) {
        struct json *o = json_push(list, json_new(a, JSON_OBJECT));

        json_set(a, o, "what", json_new_string(a, steps[i].what));
        json_set(a, o, "text", json_new_string(a, steps[i].text));
    }
    if (n)
        json_set(a, to, "lineage", list);
}

static const char *item_detail(struct arena *a, const struct items *t,
                               const struct problem *p, const char *understood)
{
    struct json *o = json_new(a, JSON_OBJECT), *proof;

    json_set(a, o, "keys", items_keys(a, p));
    items_put(a, o, "solution", p->solution);
    if (p->proof_by) {
        proof = json_set(a, o, "proof", json_new(a, JSON_OBJECT));
        items_put(a, proof, "by", p->proof_by);
        items_put(a, proof, "detail", p->proof_detail);
    }
    items_put(a, o, "understood", understood);
    items_put(a, o, "source", json_string(json_get(p->meta, "source")));
    if (p->params && strlen(items_written(a, p->params)) <= PARAMS_MOST)
        items_put_json(a, o, "params", p->params);
    items_put_lineage(a, o, t, p);
    return items_written(a, o);
}

/* ---- facets ---- */

#define FIELD_VALUES 50 /* of a source field that is a facet, at most */
#define FIELD_CHARS  40 /* of each */
#define FIELD_NAMES  64 /* that are looked at */

static bool has_facet(const struct facets *s, const char *name)
{
    for (size_t i = 0; i < s->n; i++)
        if (str_eq(s->names[i], name))
            return true;
    return false;
}

/* Adds a facet from the grouping `by`, if any problem has a value. */
static void items_add_facet(struct arena *a, struct facets *s, const char *name,
                            const char *by)
{
    const struct summary *v = s->view;

    if (s->n < FACETS_MOST && !has_facet(s, name) &&
        grouping_make(a, v->problems, v->info.n_problems, by, &s->by[s->n]))
        s->names[s->n++] = name;
}

/* Does a source field have a few short values? */
static bool items_is_short(const struct summary *v, const char *by)
{
    struct arena scratch = { 0 };
    struct grouping g;
    bool few =
        grouping_make(&scratch, v->problems, v->info.n_problems, by, &g) &&
        g.n >= 2 && g.n <= FIELD_VALUES;

    for (size_t i = 0; few && i < g.n; i++)
        few = strlen(g.values[i]) <= FIELD_CHARS;
    arena_clear(&scratch);
    return few;
}

static void items_add_fields(struct arena *a, struct facets *s)
{
    const struct summary *v = s->view;
    struct map names = { 0 };

    for (size_t i = 0; i < v->info.n_problems; i++) {
        const struct json *f = json_get(v->problems[i].meta, "fields");

        for (f = f ? f->first : NULL; f && names.n < FIELD_NAMES; f = f->next)
            if (f->name && !str_among(f->name, "template original_id parent"))
                map_put(&names, f->name, strlen(f->name), NULL);
    }
    for (size_t i = 0; i < names.n && s->n < FACETS_MOST; i++) {
        const char *by = arena_printf(a, "fields.%s", names.entries[i].key);

        if (!has_facet(s, by + strlen("fields.")) && items_is_short(v, by))
            items_add_facet(a, s, by + strlen("fields."), by);
    }
    map_clear(&names);
}

/* A set of a hunt is the role of its problems, or, where the caller says that
 * all or some are controls, what they control. */
static bool fits_role(const char *name, const char *role)
{
    if (str_eq(name, "role"))
        return !role;
    return !str_eq(name, "control") ||
           (role && (str_eq(role, "control") || str_eq(role, FACETS_FRESH)));
}

/* Finds the facets of a run, in the arena. What the run is shown by comes first:
 * figures lead there. */
static struct facets facets_make(struct arena *a, const struct summary *v,
                                 const char *role)
{
    static const char *const own[][2] = {
        { "family", "family" },
        { "level", "level" },
        { "depth", "knobs.depth" },
        { "concept", "concept" },
        { "kind", "kind" },
        { "topic", "topic" },
        { "hypothesis", "meta.hunt.hypothesis" },
        { "role", "meta.hunt.set" },
        { "control", "meta.hunt.set" },
        { "setting", "meta.evolve.setting" },
    };
    struct facets s = { .view = v, .role = role };

    for (size_t i = 0; i < v->n_groups; i++) {
        const char *name = v->groups[i].grouping.name;

        if (!reasons_named(name))
            items_add_facet(a, &s, name, name);
    }
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        if (fits_role(own[i][0], role))
            items_add_facet(a, &s, own[i][0], own[i][1]);
    items_add_fields(a, &s);
    return s;
}

static void items_push(struct vec *all, const char *name, const char *value)
{
    *(struct facet *)vec_push(all) = (struct facet){ name, value };
}

/* A problem of FACETS_FRESH is in one set or in several: it may be targeted and
 * a control as well. */
static void push_fresh(struct vec *all, const struct grouping *g,
                       size_t problem)
{
    bool targeted = false, control = false;

    for (const uint32_t *of = g->of[problem]; *of != UINT32_MAX; of++) {
        if (str_eq(g->values[*of], "targeted")) {
            targeted = true;
            continue;
        }
        control = true;
        items_push(all, "control", g->values[*of]);
    }
    if (targeted)
        items_push(all, "role", "targeted");
    if (control)
        items_push(all, "role", "control");
}

/* Returns those of one problem, *n of them, in the arena. */
static const struct facet *facets_of(struct arena *a, const struct facets *s,
                                     size_t problem, size_t *n)
{
    struct vec all = vec_in(a, sizeof(struct facet));
    bool fresh = s->role && str_eq(s->role, FACETS_FRESH);

    for (size_t i = 0; i < s->n; i++) {
        const struct grouping *g = &s->by[i];

        if (fresh && str_eq(s->names[i], "control")) {
            push_fresh(&all, g, problem);
            continue;
        }
        for (const uint32_t *of = g->of[problem]; *of != UINT32_MAX; of++)
            items_push(&all, s->names[i], g->values[*of]);
    }
    if (s->role && !fresh)
        items_push(&all, "role", s->role);
    *n = all.n;
    return all.items;
}

/* ---- batches ---- */

/* Finds the call of each result of the item. */
static bool find_calls(struct items *t, struct making *m, struct arena *a)
{
    const struct result *r = m->set->view->results + m->first;

    m->calls = arena_array(a, struct call, m->n + 1);
    m->found = arena_array(a, bool, m->n + 1);
    for (size_t i = 0; i < m->n; i++) {
        const struct reply *reply = &m->calls[i].reply;

        if (r[i].outcome >= OUTCOME_ERROR)
            continue;
        if (!journal_find(t->store, a, r[i].call, false, &m->calls[i],
                          &m->found[i], &t->err))
            return false;
        t->bytes += reply->text ? strlen(reply->text) : 0;
        t->bytes += reply->reasoning ? strlen(reply->reasoning) : 0;
    }
    return true;
}

static bool items_take(void *ctx, struct pipeline_item *item)
{
    struct items *t = ctx;
    struct making *m = item->data;
    const struct summary *v;

    while (t->set < t->n_sets &&
           t->problem == t->sets[t->set].view->info.n_problems) {
        t->set++;
        t->problem = t->result = 0;
    }
    if (t->set == t->n_sets || t->failed || t->results >= BATCH_RESULTS ||
        t->bytes >= BATCH_BYTES)
        return false;
    m->set = &t->sets[t->set];
    m->problem = t->problem++;
    m->first = t->result;
    v = m->set->view;
    while (t->result < v->n_results &&
           v->results[t->result].problem == m->problem)
        t->result++;
    m->n = t->result - m->first;
    t->results += m->n + 1;
    t->failed = !find_calls(t, m, &item->arena);
    return !t->failed;
}

static void items_work(void *ctx, struct pipeline_item *item)
{
    struct arena *a = &item->arena;
    struct making *m = item->data;
    const struct problem *p = &m->set->view->problems[m->problem];
    struct item_result *results = arena_array(a, struct item_result, m->n + 1);
    const char *understood = NULL;
    const struct items *t = ctx;

    for (size_t i = 0; i < m->n; i++)
        make_result(a, m, i, &results[i], &understood);
    m->item = (struct page_item){ .set = m->set->view->info.name,
                                  .id = p->id,
                                  .statement = p->statement,
                                  .key = keys_text(a, p->keys, p->n_keys),
                                  .results = results,
                                  .n_results = m->n,
                                  .detail = item_detail(a, t, p, understood) };
    m->item.facets =
        facets_of(a, &m->set->facets, m->problem, &m->item.n_facets);
}

/* Copies what is not of the run itself. */
static struct page_item copy_item(struct arena *a, const struct page_item *from)
{
    struct page_item out = *from;
    struct facet *facets = arena_array(a, struct facet, from->n_facets + 1);
    struct item_result *results =
        arena_array(a, struct item_result, from->n_results + 1);

    for (size_t i = 0; i < from->n_facets; i++)
        facets[i] = from->facets[i];
    for (size_t i = 0; i < from->n_results; i++) {
        results[i] = from->results[i];
        results[i].reason = arena_strdup(a, results[i].reason);
        results[i].detail = arena_strdup(a, results[i].detail);
    }
    out.key = arena_strdup(a, from->key);
    out.detail = arena_strdup(a, from->detail);
    out.facets = facets;
    out.results = results;
    return out;
}

static bool items_emit(void *ctx, struct pipeline_item *item)
{
    struct items *t = ctx;
    const struct making *m = item->data;
    struct page_item copy = copy_item(&t->batch, &m->item);

    *(struct page_item *)vec_push(&t->ready) = copy;
    return true;
}

static void make_batch(struct items *t)
{
    struct pipeline p = { .threads = t->options.threads,
                          .item_size = sizeof(struct making),
                          .ctx = t,
                          .next = items_take,
                          .work = items_work,
                          .emit = items_emit,
                          .leave = t->options.leave };

    arena_reset(&t->batch);
    t->ready = vec_in(&t->batch, sizeof(struct page_item));
    t->given = t->results = t->bytes = 0;
    pipeline_run(&p);
}

static bool items_next(void *ctx, struct arena *a, struct page_item *out,
                       bool *end, struct err *e)
{
    struct items *t = ctx;

    if (t->given == t->ready.n && !t->failed)
        make_batch(t);
    if (t->failed) {
        *e = t->err;
        return false;
    }
    *end = t->given == t->ready.n;
    if (!*end)
        *out = copy_item(a, vec_get(&t->ready, struct page_item, t->given++));
    return true;
}

/* ---- opening ---- */

struct items *items_open(struct arena *a, struct store *s,
                         const struct summary *const *views, size_t n,
                         const struct item_options *o)
{
    struct items *t = arena_new(a, struct items);

    t->store = s;
    t->options = *o;
    t->options.threads = o->threads < 1 ? 1 : o->threads;
    t->n_sets = n;
    t->sets = arena_array(a, struct item_set, n + 1);
    for (size_t i = 0; i < n; i++) {
        t->sets[i] = (struct item_set){
            .view = views[i],
            .judge = plan_judge_read(a, json_parse(a, views[i]->info.spec)),
            .facets = facets_make(a, views[i], o->roles ? o->roles[i] : NULL)
        };
        t->total += views[i]->info.n_problems;
    }
    t->ready = vec_in(&t->batch, sizeof(struct page_item));
    return t;
}

struct item_source items_source(struct items *t)
{
    return (
        struct item_source){ .next = items_next, .ctx = t, .total = t->total };
}

void items_close(struct items *t)
{
    arena_clear(&t->batch);
}
