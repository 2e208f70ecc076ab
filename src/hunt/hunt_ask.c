/* SPDX-License-Identifier: Apache-2.0 */
/* The targets, and sets of problems put to them. */
#include "base/map.h"
#include "base/str.h"
#include "hunt/hunt_int.h"
#include "report/document.h"
#include "report/figure.h"
#include "run/count/bad_keys.h"
#include "run/count/tally.h"

#include <string.h>

/* ---- batches ---- */

void batch_open(struct hunt *h, struct batch *b)
{
    *b = (struct batch){ .problems = vec_in(h->arena, sizeof(struct problem)) };
}

static struct json *member(struct json *v, const char *name)
{
    struct json *m = v ? v->first : NULL;

    while (m && !str_eq(m->name, name))
        m = m->next;
    return m;
}

/* Returns a copy of meta in which hunt.set names another set too: a list. */
static const struct json *with_set(struct arena *a, const struct json *meta,
                                   const char *set)
{
    struct json *copy = json_copy(a, meta), *of;
    struct json *was = member(member(copy, "hunt"), "set");

    if (!was)
        return meta;
    if (was->type == JSON_STRING) {
        of = json_new_string(a, was->text);
        was->type = JSON_ARRAY;
        was->text = NULL;
        json_push(was, of);
    }
    for (const struct json *x = was->first; x; x = x->next)
        if (str_eq(x->text, set))
            return meta;
    json_push(was, json_new_string(a, set));
    return copy;
}

/* A problem that is in several sets of one hypothesis says so. */
static void note_set(struct batch *b, struct problem *was,
                     const struct problem *p)
{
    const struct json *old = json_get(was->meta, "hunt");
    const struct json *new = json_get(p->meta, "hunt");
    const char *text = json_string(json_get(old, "hypothesis"));
    const char *set = json_string(json_get(new, "set"));

    if (text && set && str_eq(text, json_string(json_get(new, "hypothesis"))))
        was->meta = with_set(b->problems.arena, was->meta, set);
}

size_t batch_add(struct batch *b, const struct problem *p)
{
    struct str key = { 0 };
    size_t *place;
    bool added;

    str_addf(&key, "%s\n%s", p->id, p->statement);
    place = map_put(&b->places, key.s, key.n, &added);
    str_clear(&key);
    if (added) {
        *place = b->problems.n;
        *(struct problem *)vec_push(&b->problems) = *p;
    } else {
        note_set(b, vec_get(&b->problems, struct problem, *place), p);
    }
    return *place;
}

void batch_close(struct batch *b)
{
    map_clear(&b->places);
}

/* ---- asking ---- */

/* The demo is a planted model whose file the caller has written. */
bool hunt_open_targets(struct hunt *h, struct err *e)
{
    const struct hunt_spec *s = h->spec;
    const char **names = arena_array(h->arena, const char *, s->n_targets + 1);

    for (size_t i = 0; i < s->n_targets; i++) {
        names[i] = s->targets[i];
        if (!str_eq(names[i], SPEC_DEMO))
            continue;
        if (!h->o->demo)
            return err_set(e, ERR_USAGE,
                           "the demo target has no file here; name a target");
        names[i] = arena_printf(h->arena, "planted:%s", h->o->demo);
        h->report->planted_demo = true;
    }
    h->n_models = s->n_targets;
    return session_models(&h->session, names, s->n_targets, &h->models, e);
}

static void count_first(struct hunt *h, size_t n, struct answers *out)
{
    out->tries = arena_array(h->arena, uint32_t, n + 1);
    out->right = arena_array(h->arena, uint32_t, n + 1);
    for (size_t i = 0; i < out->n; i++) {
        const struct result *r = &out->results[i];
        enum mark m = mark_of(r, h->spec->strict);

        if (r->model != 0 || !mark_is_settled(m))
            continue;
        out->tries[r->problem]++;
        out->right[r->problem] += m == MARK_CORRECT;
    }
}

bool hunt_ask(struct hunt *h, const char *what, size_t first, size_t n_models,
              const struct problem *p, size_t n, struct answers *out,
              struct err *e)
{
    struct run_info run;
    struct result *results;

    if (!session_put(&h->session, what, h->models + first, n_models, p, n, &run,
                     e) ||
        !runs_results(h->store, h->arena, run.id, &results, &out->n, e))
        return false;
    bad_keys_mark(h->arena, p, n, run.spec, results, out->n);
    out->results = results;
    out->run = run.name;
    count_first(h, n, out);
    return true;
}

/* ---- failed attempts ---- */

/* The first wrong answer to the problem, or else the first attempt that counts
 * and is not correct; NULL: there is none. */
static const struct result *first_failed(const struct hunt *h,
                                         const struct answers *got,
                                         size_t place)
{
    const struct result *found = NULL;
    size_t n;
    const struct result *r = tally_results(got->results, got->n, place, 0, &n);

    for (size_t i = 0; i < n; i++) {
        enum mark m = mark_of(&r[i], h->spec->strict);

        if (m == MARK_WRONG)
            return &r[i];
        if (!found && m != MARK_CORRECT && mark_is_settled(m))
            found = &r[i];
    }
    return found;
}

static bool shows_more(const struct doc_example *x, const struct doc_example *y)
{
    bool wrong = str_eq(x->mark, mark_name(MARK_WRONG));

    if (wrong != str_eq(y->mark, mark_name(MARK_WRONG)))
        return wrong;
    return strlen(x->statement) < strlen(y->statement);
}

/* Puts the example where it belongs among those of the row, best first. */
static void insert(struct hypothesis *row, const struct doc_example *x)
{
    size_t at = row->n_failed;

    while (at > 0 && shows_more(x, &row->failed[at - 1]))
        at--;
    if (at == HYPOTHESIS_FAILED)
        return;
    if (row->n_failed < HYPOTHESIS_FAILED)
        row->n_failed++;
    for (size_t i = row->n_failed - 1; i > at; i--)
        row->failed[i] = row->failed[i - 1];
    row->failed[at] = *x;
}

void hunt_note_failed(struct hunt *h, const struct hunt_target *t,
                      struct hypothesis *row, const struct answers *got,
                      size_t place, const struct problem *p)
{
    const struct result *r = first_failed(h, got, place);
    struct doc_example x = { .problem = p->id, .statement = p->statement };

    if (!r)
        return;
    if (!row->failed)
        row->failed =
            arena_array(h->arena, struct doc_example, HYPOTHESIS_FAILED);
    x.key = keys_text(h->arena, p->keys, p->n_keys);
    x.model = t->name;
    x.answer = r->answer;
    x.mark = mark_name(mark_of(r, h->spec->strict));
    x.why = r->why;
    x.items = items_query(h->arena, "set", got->run, "problem", p->id, "model",
                          t->model, NULL);
    insert(row, &x);
}
