/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay evolve --dry-run: what would be asked. Nothing is asked or written.
 */
#include "base/vec.h"
#include "cli/dry.h"
#include "cli/dry_show.h"
#include "cli/run_options.h"
#include "cli/run_show.h"
#include "cli/talk.h"
#include "evolve/forecast.h"

#include <unistd.h>

struct dry {
    const struct evolve_spec *spec;
    const struct session_options *o;
    struct dry_list list;
};

static bool add_role(struct dry *d, const char *stage, const char *role,
                     const char *name, struct evolve_calls c,
                     const struct decoding *decoding, struct err *e)
{
    struct dry_calls calls = { c.least, c.most };
    struct dry_row row = { .stage = stage,
                           .role = role,
                           .calls = calls,
                           .ask = calls,
                           .reply = dry_limit(decoding->max_tokens) };

    return !c.most || dry_add_model(&d->list, name, &d->o->model, row, e);
}

static void add_sets(struct dry *d, const struct evolve_forecast *f)
{
    for (size_t m = 0; m < f->n_models; m++)
        for (size_t i = 0; i < f->n_sets; i++) {
            const struct evolve_asking *x = &f->sets[i];
            struct dry_row *r = vec_push(&d->list.rows);

            *r = (struct dry_row){ .stage = "ask",
                                   .role = x->name,
                                   .model = &f->models[m],
                                   .calls = { x->calls.least, x->calls.most },
                                   .ask = { x->ask.least, x->ask.most },
                                   .reply = dry_limit(
                                       d->spec->decoding.max_tokens) };
            if (!x->to_ask)
                continue;
            r->looked = true;
            r->ask.least = r->ask.most = x->to_ask[m];
            r->bytes = x->bytes[m];
        }
}

static void add_notes(struct dry *d, const struct evolve_forecast *f)
{
    const struct evolve_spec *s = d->spec;

    if (!s->n_models && !s->writer && !s->referee) {
        dry_note(&d->list, "No model is named: nobody is asked.");
        return;
    }
    if (f->exact)
        dry_note(&d->list, "All of it is exact: nobody writes or rates.");
    else
        dry_note(&d->list,
                 "What depends on the writer or the referee has bounds: a text "
                 "is asked for at most three times, a rating and a formula "
                 "twice. What of it is in the journal is not known before.");
    if (s->n_models)
        dry_note(&d->list,
                 "Sets share problems: what an earlier set asks is in the "
                 "journal for the later ones.");
}

static bool add_all(struct dry *d, struct store *store,
                    struct evolve_forecast *f, struct err *e)
{
    const struct evolve_spec *s = d->spec;

    if (!evolve_forecast(d->list.arena, store, s, d->o, f, e) ||
        !add_role(d, "source", "writer", s->writer, f->formulas,
                  &s->writer_decoding, e) ||
        !add_role(d, "text", "writer", s->writer, f->texts, &s->writer_decoding,
                  e) ||
        !add_role(d, "referee", "referee", s->referee, f->ratings,
                  &s->referee_decoding, e))
        return false;
    add_sets(d, f);
    add_notes(d, f);
    return true;
}

static int show(const struct dry *d, const struct evolve_forecast *f, bool json)
{
    struct str text = { 0 };

    if (!json && evolve_reads_file(d->spec))
        str_addf(&text, "%zu of %zu rows can be evolved\n", f->problems,
                 f->rows);
    else if (!json)
        str_addf(&text, "%zu problems to evolve\n", f->problems);
    dry_print(&text, &d->list, d->o->ask.prices, json);
    return out_all(&text);
}

int evolve_dry(struct arena *a, const struct evolve_spec *spec,
               const struct session_options *o, bool json, struct err *e)
{
    const char *path = run_store_path(spec->store);
    struct dry d = { .spec = spec, .o = o, .list = dry_list_in(a) };
    struct evolve_forecast f;
    struct store *s = NULL;
    bool ok;

    if (access(path, F_OK) == 0 && !store_open(&s, path, STORE_READ, e))
        return -1;
    ok = add_all(&d, s, &f, e);
    if (s)
        store_close(s);
    return ok ? show(&d, &f, json) : -1;
}
