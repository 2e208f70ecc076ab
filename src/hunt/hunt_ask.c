/* SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"
#include "base/str.h"
#include "hunt/hunt_int.h"
#include "report/document.h"
#include "report/figure.h"
#include "run/count/tally.h"
#include "store/journal.h"

#include <string.h>

/* The targets, and sets of problems put to them. */

#define REPLY_END 240 /* bytes of a reply that are shown */

/* ---- batches ---- */

void batch_open(struct hunt *h, struct batch *b)
{
    *b = (struct batch){ .problems = vec_in(h->arena, sizeof(struct problem)) };
}

static struct json *hunt_member(struct json *v, const char *name)
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
    struct json *was = hunt_member(hunt_member(copy, "hunt"), "set");

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

static size_t batch_add(struct batch *b, const struct problem *p)
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

/* ---- marks of where a problem belongs ---- */

/* {"hunt": {...}} beside what meta has. */
static struct problem hunt_marked(struct hunt *h, const struct hunt_target *t,
                                  const struct hypothesis *row, const char *set,
                                  const struct problem *p)
{
    struct arena *a = h->arena;
    struct json *m = json_new(a, JSON_OBJECT), *hunt = json_new(a, JSON_OBJECT);
    struct problem marked = *p;

    for (const struct json *c = p->meta ? p->meta->first : NULL; c; c = c->next)
        if (!str_eq(c->name, "hunt"))
            json_set(a, m, c->name, json_copy(a, c));
    json_set(a, hunt, "target", json_new_string(a, t->name));
    json_set(a, hunt, "hypothesis", json_new_text(a, row->text));
    json_set(a, hunt, "set", json_new_string(a, set));
    json_set(a, m, "hunt", hunt);
    marked.meta = m;
    return marked;
}

size_t *hunt_place(struct hunt *h, struct batch *b, const struct hunt_target *t,
                   const struct hypothesis *row, const char *set,
                   const struct problem *p, size_t from, size_t n)
{
    size_t *places = arena_array(h->arena, size_t, n + 1);

    for (size_t i = from; i < n; i++) {
        struct problem marked = hunt_marked(h, t, row, set, &p[i]);

        places[i] = batch_add(b, &marked);
    }
    return places;
}

void hunt_keep(struct hunt *h, struct vec *to, const struct hunt_target *t,
               const struct hypothesis *row, const char *set,
               const struct problem *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        *(struct problem *)vec_push(to) = hunt_marked(h, t, row, set, &p[i]);
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
static bool hunt_look_at(struct hunt *h, struct arena *a,
                         const struct problem *p, const struct result *r,
                         struct reply_look *out, const char **text,
                         struct err *e)
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
    bool ok = hunt_look_at(h, scratch, p, r, &look, &text, e);

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

struct tried answers_at(struct hunt *h, const struct answers *got,
                        const size_t *places, size_t n)
{
    uint32_t *tries = arena_array(h->arena, uint32_t, n + 1);
    uint32_t *right = arena_array(h->arena, uint32_t, n + 1);

    for (size_t i = 0; i < n; i++) {
        tries[i] = got->tries[places[i]];
        right[i] = got->right[places[i]];
    }
    return (struct tried){ tries, right, n };
}

bool hunt_open_keyers(struct hunt *h, struct questioner **out, struct err *e)
{
    const struct hunt_spec *s = h->spec;

    *out = arena_array(h->arena, struct questioner, s->n_key_models + 1);
    for (size_t i = 0; i < s->n_key_models; i++)
        if (!session_role(&h->session, s->key_models[i], &s->key_decoding,
                          &(*out)[i], e))
            return false;
    return true;
}

void hunt_close_keyers(struct hunt *h, const struct questioner *keyers)
{
    for (size_t i = 0; i < h->spec->n_key_models; i++)
        session_count(&h->session, &keyers[i]);
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
static struct doc_example *hunt_insert(struct hunt *h, struct hypothesis *row,
                                       const struct doc_example *x)
{
    size_t at = row->n_failed;

    if (!row->failed)
        row->failed =
            arena_array(h->arena, struct doc_example, HYPOTHESIS_FAILED);
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

/* The last characters of a reply, where its answer mostly is. */
static const char *hunt_end_of(struct hunt *h, const char *text)
{
    size_t n = strlen(text), from = n > REPLY_END ? n - REPLY_END : 0;

    while (from && from < n && ((unsigned char)text[from] & 0xc0) == 0x80)
        from++;
    return arena_printf(h->arena, "%s%s", from ? "... " : "", text + from);
}

/* What was said, and how it fails. It is there to be read: without it the
 * example stands as well. */
static void hunt_tell(struct hunt *h, const struct problem *p,
                      const struct result *r, struct doc_example *x)
{
    struct reply_look look = { 0 };
    const char *text, *says;
    struct err ignored;

    if (!hunt_look_at(h, h->arena, p, r, &look, &text, &ignored) || !text)
        return;
    says = reply_look_says(h->arena, &look);
    x->reply = hunt_end_of(h, text);
    x->note = reply_ways[look.way].name;
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
    x.key = keys_text(h->arena, p->keys, p->n_keys);
    x.model = t->name;
    x.answer = r->answer;
    x.mark = mark_name(mark_of(r, h->spec->strict));
    x.why = r->why;
    x.items = items_query(h->arena, "set", got->run, "problem", p->id, "model",
                          h->models[got->first + got->model].spec, NULL);
    kept = hunt_insert(h, row, &x);
    if (kept)
        hunt_tell(h, p, r, kept);
}

/* An example of a file of outcomes: what its row says. */
static void note_plain(struct hunt *h, struct hypothesis *row,
                       const struct example *x)
{
    struct row_said said = said_in(x->row);
    struct doc_example plain = { .problem = x->id,
                                 .statement = x->text,
                                 .key = said.key,
                                 .answer = said.answer,
                                 .mark = "failed" };

    if (x->problem)
        plain.key = keys_text(h->arena, x->problem->keys, x->problem->n_keys);
    if (*said.reply)
        plain.reply = hunt_end_of(h, said.reply);
    hunt_insert(h, row, &plain);
}

/* ---- the benchmark's ---- */

static void hunt_within(struct hunt *h, struct hunt_target *t,
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
            hunt_within(h, t, row, known ? &own : NULL);
    }
}

/* ---- a hunt that begins ---- */

static bool add_taxonomy(struct hunt *h, const char *name, struct err *e)
{
    const struct taxonomy *t = taxonomy_find(name);

    if (!t)
        return err_set(e, ERR_USAGE,
                       "unknown granularity \"%s\"; use high, mid, low, "
                       "extremely-low, baseline, or all",
                       name);
    h->taxonomies[h->n_taxonomies] = arena_new(h->arena, struct taxonomy);
    *h->taxonomies[h->n_taxonomies++] = *t;
    return true;
}

static bool open_taxonomies(struct hunt *h, struct err *e)
{
    const struct hunt_spec *s = h->spec;

    h->taxonomies =
        arena_array(h->arena, struct taxonomy *, s->n_granularities + 2);
    for (size_t i = 0; i < s->n_granularities; i++)
        if (!add_taxonomy(h, s->granularities[i], e))
            return false;
    if (s->taxonomy) {
        struct taxonomy *t = arena_new(h->arena, struct taxonomy);

        if (!taxonomy_read_file(h->arena, s->taxonomy, t, e))
            return err_prefix(e, "%s: ", s->taxonomy);
        h->taxonomies[h->n_taxonomies++] = t;
    }
    return true;
}

const struct taxonomy *hunt_taxonomy(const struct hunt *h,
                                     const struct suspicion *c)
{
    for (size_t i = 0; c->vocabulary && i < h->n_taxonomies; i++)
        if (str_eq(h->taxonomies[i]->name, c->vocabulary))
            return h->taxonomies[i];
    return c->vocabulary ? taxonomy_find(c->vocabulary) : NULL;
}

bool hunt_begin(struct hunt *h, struct arena *a, struct store *s,
                const struct hunt_spec *spec, const struct hunt_options *o,
                struct hunt_report *out, struct err *e)
{
    *out = (struct hunt_report){
        .hash = o->hash ? o->hash : spec_table_hash(a, &hunt_table, spec)
    };
    *h =
        (struct hunt){ .arena = a,
                       .store = s,
                       .spec = spec,
                       .o = o,
                       .report = out,
                       .session = session_open(a, s, &o->session),
                       .problems = vec_in(a, sizeof(struct problem)),
                       .controls = vec_in(a, sizeof(struct problem)),
                       .series = vec_in(a, sizeof(struct hunt_series)),
                       .writings = vec_in(a, sizeof(struct hunt_writing)),
                       .writers = vec_in(a, sizeof(struct hunt_writer)),
                       .rewordings = vec_in(a, sizeof(struct hunt_rewording)) };
    h->range = spec->probe.range;
    h->range.singles =
        spec->probe.pairs == 0 && str_eq(spec->benchmark, "probe");
    h->session.attempts = spec->attempts;
    h->session.decoding = &spec->decoding;
    h->session.strict = spec->strict;
    return spec_check(spec, e) && open_taxonomies(h, e);
}

bool hunt_model_for(const struct hunt *h, size_t i, const char *name,
                    size_t n_targets, size_t *model)
{
    if (i >= h->n_models && !h->spec->outcomes_file)
        return false; /* the common table */
    if (!h->spec->outcomes_file) {
        *model = i;
        return true;
    }
    for (*model = 0; *model < h->n_models; ++*model)
        if (str_eq(h->models[*model].name, name) ||
            str_eq(h->models[*model].spec, name))
            return true;
    *model = 0;
    return h->n_models == 1 && n_targets == 1;
}
