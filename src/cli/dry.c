/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/dry.h"
#include "base/str.h"
#include "cli/dry_show.h"
#include "cli/run_options.h"
#include "cli/talk.h"
#include "evolve/forecast.h"
#include "hunt/forecast.h"

#include <inttypes.h>
#include <unistd.h>

/* The store as it is; NULL: there is none yet. */
static bool open_store(const char *path, struct store **out, struct err *e)
{
    *out = NULL;
    return access(path, F_OK) != 0 || store_open(out, path, STORE_READ, e);
}

static void close_store(struct store *s)
{
    if (s)
        store_close(s);
}

/* ---- a run ---- */

static void add_model(struct str *out, const struct plan *p,
                      const struct ask_options *o, const struct ask_estimate *t,
                      size_t i)
{
    struct dry_row r = { .model = &p->models[i],
                         .ask = { t->model_to_ask[i], t->model_to_ask[i] },
                         .bytes = (double)t->model_bytes[i],
                         .reply = dry_limit(p->decoding.max_tokens) };

    if (t->replies) { /* better than a limit: what replies were so far */
        r.reply = t->reply_tokens / (double)t->replies;
        r.so_far = true;
    }
    str_add(out, "  ");
    dry_add_use(out, &r, o->prices);
}

static int print_estimate(const struct plan *p, const struct ask_options *o,
                          const struct ask_estimate *t)
{
    struct str out = { 0 };
    bool ok;

    str_addf(&out,
             "%zu problem%s x %zu model%s x %" PRIu64 " attempt%s = %" PRIu64
             " calls: %" PRIu64 " have a result, %" PRIu64
             " are in the journal, %" PRIu64 " would be asked\n",
             p->n_problems, p->n_problems == 1 ? "" : "s", p->n_models,
             p->n_models == 1 ? "" : "s", p->attempts,
             p->attempts == 1 ? "" : "s", t->calls, t->results, t->journalled,
             t->to_ask);
    for (size_t i = 0; i < p->n_models; i++)
        add_model(&out, p, o, t, i);
    if (t->first_body) {
        str_addf(&out, "the first request, to %s:\n", p->models[0].url);
        str_add_printable(&out, t->first_body);
        str_addc(&out, '\n');
    }
    ok = out_str(&out) && out_finish();
    str_clear(&out);
    return ok ? EXIT_DONE : EXIT_COULD_NOT;
}

int run_dry(struct arena *a, struct plan *plan, const char *of,
            const struct ask_options *o, const char *store)
{
    bool again = plan_asks_again(plan), ok;
    struct run_info old;
    struct ask_estimate t;
    struct store *s;
    struct err e;

    ok = open_store(store, &s, &e);
    if (ok && again && !s)
        ok = err_set(&e, ERR_IO, "there is no store \"%s\"", store);
    ok = ok && (!again || run_find_old(a, s, plan, of, &old, &e)) &&
         forecast_look(a, s, plan, again ? &old : NULL, &t, &e);
    close_store(s);
    return ok ? print_estimate(plan, o, &t) : talk_failure(&e);
}

/* ---- a forecast ---- */

static struct dry_row row_of(const struct forecast_row *r)
{
    struct dry_row out = { .stage = r->stage,
                           .role = r->role,
                           .model = r->model,
                           .name = r->name,
                           .calls = { r->calls.least, r->calls.most },
                           .ask = { r->ask.least, r->ask.most },
                           .looked = r->looked,
                           .bytes = r->bytes,
                           .reply = dry_limit(r->max_tokens) };

    if (r->replies > 0) { /* better than a limit */
        out.reply = r->reply_tokens / r->replies;
        out.so_far = true;
    }
    return out;
}

static int show(struct arena *a, const struct forecast *f,
                const struct prices *prices, bool json)
{
    struct dry_list list = dry_list_in(a);
    struct str text = { 0 };

    for (size_t i = 0; i < f->rows.n; i++)
        *(struct dry_row *)vec_push(&list.rows) =
            row_of(vec_get(&f->rows, struct forecast_row, i));
    for (size_t i = 0; i < f->notes.n; i++)
        dry_note(&list, *vec_get(&f->notes, const char *, i));
    if (f->head && !json)
        str_addf(&text, "%s\n", f->head);
    dry_print(&text, &list, prices, json);
    return out_all(&text);
}

int hunt_dry(struct arena *a, const struct hunt_spec *spec,
             const struct hunt_options *o, const char *maker, bool task,
             bool json, struct err *e)
{
    struct forecast f;
    struct store *s;
    bool ok;

    if (!open_store(run_store_path(spec->store), &s, e))
        return -1;
    ok = maker  ? hunt_forecast_taxonomy(a, spec, o, maker, &f, e)
         : task ? hunt_forecast_task(a, spec, o, &f, e)
                : hunt_forecast(a, s, spec, o, &f, e);
    close_store(s);
    return ok ? show(a, &f, o->session.ask.prices, json) : -1;
}

int evolve_dry(struct arena *a, const struct evolve_spec *spec,
               const struct session_options *o, bool json, struct err *e)
{
    struct forecast f;
    struct store *s;
    bool ok;

    if (!open_store(run_store_path(spec->store), &s, e))
        return -1;
    ok = evolve_forecast(a, s, spec, o, &f, e);
    close_store(s);
    return ok ? show(a, &f, o->ask.prices, json) : -1;
}
