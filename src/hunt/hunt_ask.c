/* SPDX-License-Identifier: Apache-2.0 */
/* The targets, and sets of problems put to them. */
#include "base/map.h"
#include "base/str.h"
#include "hunt/hunt_int.h"
#include "hunt/reply/kind.h"
#include "hunt/reply/look.h"
#include "hunt/said.h"
#include "report/document.h"
#include "report/figure.h"
#include "run/count/bad_keys.h"
#include "run/count/tally.h"
#include "store/journal.h"

#include <string.h>

#define REPLY_END 240 /* bytes of a reply that are shown */

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
            return err_set(
                e, ERR_USAGE,
                "the target demo is not available here; name another target");
        names[i] = arena_printf(h->arena, "planted:%s", h->o->demo);
        h->report->planted_demo = true;
    }
    h->n_models = s->n_targets;
    return session_models(&h->session, names, s->n_targets, &h->models, e);
}

/* Looks at one reply, unless it is truncated or there is none; *text is it. */
static bool look_at(struct hunt *h, struct arena *a, const struct problem *p,
                    const struct result *r, struct reply_look *out,
                    const char **text, struct err *e)
{
    struct reply_seen seen = { .answer = r->answer,
                               .lenient = r->outcome == OUTCOME_OK &&
                                          r->lenient == VERDICT_CORRECT };

    *text = NULL;
    if (!reply_kind_of(mark_of(r, h->spec->strict), &seen.kind) ||
        seen.kind == REPLY_TRUNCATED)
        return true;
    if (!journal_text(h->store, a, r->call, text, e))
        return false;
    seen.text = *text;
    if (*text)
        *out = reply_look(a, p, &seen);
    return true;
}

static bool count_one(struct hunt *h, struct arena *scratch,
                      const struct answers *got, const struct problem *p,
                      const struct result *r, struct err *e)
{
    enum mark m = mark_of(r, h->spec->strict);
    struct reply_counts *counts = &got->replies[r->problem];
    struct reply_look look;
    const char *text;
    bool ok = look_at(h, scratch, p, r, &look, &text, e);

    got->tries[r->problem] += reply_is_try(m);
    got->right[r->problem] += m == MARK_CORRECT;
    reply_counts_mark(counts, m);
    if (ok && text)
        reply_look_add(counts, m != MARK_CORRECT, &look);
    arena_reset(scratch);
    return ok;
}

bool hunt_count(struct hunt *h, struct answers *got, size_t model,
                const struct problem *p, size_t n, struct err *e)
{
    struct arena scratch = { 0 };
    bool ok = true;

    got->model = model;
    got->tries = arena_array(h->arena, uint32_t, n + 1);
    got->right = arena_array(h->arena, uint32_t, n + 1);
    got->replies = arena_array(h->arena, struct reply_counts, n + 1);
    for (size_t i = 0; ok && i < got->n; i++)
        if (got->results[i].model == model)
            ok = count_one(h, &scratch, got, &p[got->results[i].problem],
                           &got->results[i], e);
    arena_clear(&scratch);
    return ok;
}

void hunt_add_replies(struct reply_counts *sum, const struct answers *got,
                      const size_t *places, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        reply_counts_add(sum, &got->replies[places[i]]);
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
    bad_keys_mark(h->arena, p, n, run.spec, NULL, results, out->n);
    out->results = results;
    out->first = first;
    out->run = run.name;
    return hunt_count(h, out, 0, p, n, e);
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
    const struct result *r =
        tally_results(got->results, got->n, place, got->model, &n);

    for (size_t i = 0; i < n; i++) {
        enum mark m = mark_of(&r[i], h->spec->strict);

        if (m == MARK_WRONG)
            return &r[i];
        if (!found && m != MARK_CORRECT && reply_is_try(m))
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

/* Puts the example where it belongs among those of the row, best first. Returns
 * it there, or NULL if others show more. */
static struct doc_example *insert(struct hypothesis *row,
                                  const struct doc_example *x)
{
    size_t at = row->n_failed;

    while (at > 0 && shows_more(x, &row->failed[at - 1]))
        at--;
    if (at == HYPOTHESIS_FAILED)
        return NULL;
    if (row->n_failed < HYPOTHESIS_FAILED)
        row->n_failed++;
    for (size_t i = row->n_failed - 1; i > at; i--)
        row->failed[i] = row->failed[i - 1];
    row->failed[at] = *x;
    return &row->failed[at];
}

/* The last characters of a reply: where its answer mostly is. */
static const char *end_of(const char *text)
{
    size_t n = strlen(text), from = n > REPLY_END ? n - REPLY_END : 0;

    while (from && from < n && ((unsigned char)text[from] & 0xc0) == 0x80)
        from++;
    return text + from;
}

/* What was said, and how it fails. It is there to be read: without it the
 * example stands as well. */
static void tell(struct hunt *h, const struct problem *p,
                 const struct result *r, struct doc_example *x)
{
    struct reply_look look = { 0 };
    const char *text, *says;
    struct err ignored;

    if (!look_at(h, h->arena, p, r, &look, &text, &ignored) || !text)
        return;
    says = reply_look_says(h->arena, &look);
    x->reply = arena_printf(h->arena, "%s%s", end_of(text) > text ? "... " : "",
                            end_of(text));
    x->note = reply_way_name(look.way);
    if (says)
        x->note = arena_printf(h->arena, "%s: %s", x->note, says);
}

void hunt_note_failed(struct hunt *h, const struct hunt_target *t,
                      struct hypothesis *row, const struct answers *got,
                      size_t place, const struct problem *p)
{
    const struct result *r = first_failed(h, got, place);
    struct doc_example x = { .problem = p->id, .statement = p->statement };
    struct doc_example *kept;

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
                          h->models[got->first + got->model].spec, NULL);
    kept = insert(row, &x);
    if (kept)
        tell(h, p, r, kept);
}

/* An example of a file of outcomes: what its row says. */
static void note_plain(struct hunt *h, struct hypothesis *row,
                       const struct example *x)
{
    struct row_said said = said_in(x->row);
    const char *end = end_of(said.reply);
    struct doc_example plain = { .problem = x->id,
                                 .statement = x->text,
                                 .key = said.key,
                                 .answer = said.answer,
                                 .mark = "failed" };

    if (x->problem)
        plain.key = keys_text(h->arena, x->problem->keys, x->problem->n_keys);
    if (*end)
        plain.reply =
            arena_printf(h->arena, "%s%s", end > said.reply ? "... " : "", end);

    if (!row->failed)
        row->failed =
            arena_array(h->arena, struct doc_example, HYPOTHESIS_FAILED);
    insert(row, &plain);
}

/* ---- the benchmark's ---- */

static void within(struct hunt *h, struct hunt_target *t,
                   struct hypothesis *row, const struct answers *got)
{
    const struct outcomes *s = &t->outcomes;
    bool show = !row->targeted.n && !row->n_failed;

    for (size_t i = 0; i < s->n; i++) {
        const struct example *x = &s->examples[i];

        if (!suspicion_holds(s, &row->suspicion, i))
            continue;
        reply_counts_add(&row->replies[REPLIES_BENCHMARK], &x->replies);
        if (!show || !example_fails(x))
            continue;
        if (got)
            hunt_note_failed(h, t, row, got, i, x->problem);
        else
            note_plain(h, row, x);
    }
}

void hunt_benchmark_replies(struct hunt *h, struct hunt_target *t)
{
    size_t target = (size_t)(t - h->report->targets);
    struct answers own = h->benchmark ? *h->benchmark : (struct answers){ 0 };
    bool known = h->benchmark && target < h->n_models;

    own.model = known ? target : 0;
    for (size_t i = 0; i < t->table.n; i++) {
        struct hypothesis *row = &t->table.rows[i];

        if (row->reported || row->targeted.n)
            within(h, t, row, known ? &own : NULL);
    }
}
