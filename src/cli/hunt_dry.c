/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay hunt --dry-run: what each stage would ask. Nothing is asked or written.
 */
#include "base/vec.h"
#include "cli/dry.h"
#include "cli/dry_show.h"
#include "cli/run_options.h"
#include "cli/run_show.h"
#include "cli/talk.h"
#include "hunt/forecast.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

struct dry {
    const struct hunt_spec *spec;
    const struct hunt_options *o;
    struct dry_list list;
};

static struct dry_calls of(struct hunt_calls c, uint64_t times)
{
    return (struct dry_calls){ c.least * times, c.most * times };
}

static struct dry_row row_of(const char *stage, const char *role,
                             struct dry_calls calls,
                             const struct decoding *decoding)
{
    return (struct dry_row){ .stage = stage,
                             .role = role,
                             .calls = calls,
                             .ask = calls,
                             .reply = dry_limit(decoding->max_tokens) };
}

static struct dry_row *add(struct dry *d, const char *stage, const char *role,
                           const struct model *m, struct dry_calls calls,
                           const struct decoding *decoding)
{
    struct dry_row *r = vec_push(&d->list.rows);

    *r = row_of(stage, role, calls, decoding);
    r->model = m;
    return r;
}

/* A model in one of the other roles. */
static bool add_role(struct dry *d, const char *stage, const char *role,
                     const char *name, struct dry_calls calls,
                     const struct decoding *decoding, struct err *e)
{
    return dry_add_model(&d->list, name, &d->o->session.model,
                         row_of(stage, role, calls, decoding), e);
}

/* ---- targets ---- */

/* The demo is known by its name: its file is nowhere yet. */
static const char *shown(const struct dry *d, size_t i)
{
    return str_eq(d->spec->targets[i], SPEC_DEMO) ? SPEC_DEMO : NULL;
}

static void add_failures(struct dry *d, const struct hunt_forecast *f)
{
    const struct ask_estimate *t = &f->first;

    for (size_t i = 0; t->calls && i < f->n_models; i++) {
        struct dry_row *r = add(d, "failures", "target", &f->models[i],
                                of(f->failures, 1), &d->spec->decoding);

        r->name = shown(d, i);
        r->looked = true;
        r->ask.least = r->ask.most = t->model_to_ask[i];
        r->bytes = (double)t->model_bytes[i];
        if (t->replies) {
            r->reply = t->reply_tokens / (double)t->replies;
            r->so_far = true;
        }
    }
}

static void add_target(struct dry *d, const struct hunt_forecast *f, size_t i,
                       const char *stage, struct hunt_calls calls)
{
    struct dry_row *r = add(d, stage, "target", &f->models[i],
                            of(calls, f->measured[i]), &d->spec->decoding);

    r->name = shown(d, i);
    r->bytes = f->prompt_bytes * (double)r->ask.most;
    if (f->first.replies) {
        r->reply = f->first.reply_tokens / (double)f->first.replies;
        r->so_far = true;
    }
}

/* ---- problems ---- */

static bool add_writers(struct dry *d, const struct hunt_forecast *f,
                        struct err *e)
{
    const struct hunt_spec *s = d->spec;
    const char *own = spec_llm(s->generator);
    size_t tables = 0;

    for (size_t i = 0; i < f->n_models; i++) {
        tables += f->measured[i];
        if (!own && f->measured[i])
            add(d, "problems", "writer", &f->models[i],
                of(f->write, f->measured[i]), &s->write_decoding);
    }
    if (own && !add_role(d, "problems", "writer", own, of(f->write, tables),
                         &s->write_decoding, e))
        return false;
    for (size_t i = 0; i < s->n_key_models; i++)
        if (!add_role(d, "problems", "key model", s->key_models[i],
                      of(f->key, tables), &s->key_decoding, e))
            return false;
    return true;
}

static bool add_measure(struct dry *d, const struct hunt_forecast *f,
                        struct err *e)
{
    if (f->write.most && !add_writers(d, f, e))
        return false;
    for (size_t i = 0; i < f->n_models; i++)
        if (f->measured[i] && f->hypotheses)
            add_target(d, f, i, "measure", f->fresh);
    for (size_t i = 0; i < f->n_models; i++)
        if (f->measured[i] && f->controls.most)
            add_target(d, f, i, "controls", f->controls);
    return true;
}

static void note_measure(struct dry *d, const struct hunt_forecast *f)
{
    struct str s = str_in(d->list.arena);
    size_t tables = 0;

    for (size_t i = 0; i < f->n_models; i++)
        tables += f->measured[i];
    if (!tables || !f->hypotheses) {
        dry_note(&d->list, "No hypothesis is measured on fresh problems.");
        return;
    }
    str_addf(&s, "Of each target 0 to %zu hypotheses are measured; each takes ",
             f->hypotheses);
    if (f->fresh_each.least == f->fresh_each.most)
        str_addf(&s, "%" PRIu64, f->fresh_each.most);
    else if (f->fresh_each.least)
        str_addf(&s, "%" PRIu64 " to %" PRIu64, f->fresh_each.least,
                 f->fresh_each.most);
    else
        str_addf(&s, "at most %" PRIu64, f->fresh_each.most);
    str_add(&s, " calls for fresh problems");
    if (f->controls_each.most)
        str_addf(&s, " and at most %" PRIu64 " for controls",
                 f->controls_each.most);
    str_add(&s, ". Their prompts are reckoned as those of the benchmark.");
    dry_note(&d->list, str_get(&s));
}

/* ---- a hunt ---- */

static bool add_hunt(struct dry *d, struct store *store, struct err *e)
{
    const struct hunt_spec *s = d->spec;
    struct hunt_forecast f;

    if (!hunt_forecast(d->list.arena, store, s, d->o, &f, e))
        return false;
    add_failures(d, &f);
    if (s->tagger) {
        if (!add_role(d, "tags", "tagger", s->tagger, of(f.tags, 1),
                      &s->propose_decoding, e))
            return false;
        vec_get(&d->list.rows, struct dry_row, d->list.rows.n - 1)->bytes =
            f.tag_bytes;
    }
    for (size_t i = 0; i < s->n_hypothesizers; i++)
        if (spec_llm(s->hypothesizers[i]) &&
            !add_role(d, "hypotheses", "hypothesizer",
                      spec_llm(s->hypothesizers[i]), of(f.propose, 1),
                      &s->propose_decoding, e))
            return false;
    if (!add_measure(d, &f, e))
        return false;
    if (f.first.calls)
        dry_note(
            &d->list,
            "Calls of the failures are exact; those of later stages depend "
            "on replies, and what of them is in the journal is not known "
            "before.");
    else
        dry_note(&d->list,
                 "Failures are those of a file: nobody is asked for them.");
    note_measure(d, &f);
    return true;
}

/* ---- taxonomies and tasks ---- */

static bool add_taxonomy(struct dry *d, const char *maker, struct err *e)
{
    struct hunt_calls make, tags;

    return hunt_forecast_taxonomy(d->list.arena, d->spec, d->o, &make, &tags,
                                  e) &&
           add_role(d, "taxonomy", "maker", maker, of(make, 1),
                    &d->spec->propose_decoding, e) &&
           add_role(d, "tags", "tagger", maker, of(tags, 1),
                    &d->spec->propose_decoding, e);
}

static bool add_task(struct dry *d, struct err *e)
{
    const char *by = spec_first_llm(d->spec);
    struct hunt_calls propose, infer;

    return hunt_forecast_task(d->list.arena, d->spec, &propose, &infer, e) &&
           add_role(d, "hypotheses", "hypothesizer", by, of(propose, 1),
                    &d->spec->propose_decoding, e) &&
           add_role(d, "inference", "hypothesizer", by, of(infer, 1),
                    &d->spec->propose_decoding, e);
}

/* ---- all of it ---- */

int hunt_dry(struct arena *a, const struct hunt_spec *spec,
             const struct hunt_options *o, const char *maker, bool task,
             bool json, struct err *e)
{
    const char *path = run_store_path(spec->store);
    struct dry d = { .spec = spec, .o = o, .list = dry_list_in(a) };
    struct str text = { 0 };
    struct store *s = NULL;
    bool ok;

    if (access(path, F_OK) == 0 && !store_open(&s, path, STORE_READ, e))
        return -1;
    ok = maker  ? add_taxonomy(&d, maker, e)
         : task ? add_task(&d, e)
                : add_hunt(&d, s, e);
    if (s)
        store_close(s);
    if (!ok)
        return -1;
    dry_print(&text, &d.list, o->session.ask.prices, json);
    return out_all(&text);
}
