/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/dry.h"
#include "base/str.h"
#include "cli/run_show.h"
#include "cli/talk.h"
#include "report/document.h"
#include "stats/prices.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* English and LaTeX have about this many bytes in a token. */
#define BYTES_PER_TOKEN 3.5

#define FREE ", at no cost: the model runs inside assay"

/* Tokens of a reply: the mean of those so far, or else the limit; 0: unknown. */
static double reply_size(const struct forecast_row *r)
{
    if (r->replies > 0)
        return r->reply_tokens / r->replies;
    return r->max_tokens ? strtod(r->max_tokens, NULL) : 0;
}

static const char *dry_name_of(const struct forecast_row *r)
{
    return r->name ? r->name : r->model->spec;
}

static bool dry_is_known(struct call_range c)
{
    return c.least == c.most;
}

/* ---- what calls use ---- */

static double dry_prompt_tokens(const struct forecast_row *r)
{
    return r->bytes / BYTES_PER_TOKEN;
}

static double dry_reply_tokens(const struct forecast_row *r)
{
    return (double)r->ask.most * reply_size(r);
}

static bool find_price(const struct forecast_row *r, const struct prices *p,
                       struct price *out)
{
    return p && prices_find(p, r->model->spec, r->model->name, out);
}

static double money_of(const struct forecast_row *r, const struct price *p)
{
    double money =
        dry_prompt_tokens(r) * p->input + dry_reply_tokens(r) * p->output;

    return r->batch ? money * PRICE_BATCH : money;
}

/* If only the size of the prompts or only that of the replies is known, the
 * cost is of that part, and the text says so. */
static void add_cost(struct str *out, const struct forecast_row *r, bool most,
                     const struct prices *prices)
{
    struct price p;

    if (!prices || (r->bytes <= 0 && reply_size(r) <= 0 && r->ask.most))
        return;
    if (!find_price(r, prices, &p)) {
        str_add(out, ", price unknown");
        return;
    }
    str_add(out, reply_size(r) <= 0 ? ", for the prompts only "
                 : r->bytes <= 0    ? ", for the replies only "
                                    : ", ");
    str_add(out, most || (reply_size(r) > 0 && r->replies <= 0)
                     ? "at most about "
                     : "about ");
    add_money(out, money_of(r, &p));
    str_add(out, r->batch ? " at the batch price" : "");
}

static void dry_add_use(struct str *out, const struct forecast_row *r,
                        const struct prices *prices)
{
    bool most = !dry_is_known(r->ask), none = r->ask.most == 0;

    str_add_printable(out, dry_name_of(r));
    str_add(out, ": ");
    calls_words(out, r->ask);
    str_add(out, dry_is_known(r->ask) && r->ask.most == 1 ? " call" : " calls");
    if (model_reads_note(r->model)) {
        str_add(out, FREE);
        return;
    }
    if (r->bytes > 0 || none) {
        str_add(out, most ? ", at most about " : ", about ");
        add_short(out, dry_prompt_tokens(r));
        str_add(out, " prompt tokens");
    }
    if (reply_size(r) > 0) {
        str_add(out, r->replies > 0 && !most ? ", about " : ", at most ");
        add_short(out, dry_reply_tokens(r));
        str_add(out, r->replies > 0 ? " reply tokens (estimated from earlier "
                                      "replies)"
                                    : " reply tokens");
    }
    if (model_is_local(r->model))
        str_add(out, FREE);
    else
        add_cost(out, r, most, prices);
}

/* ---- the stages ---- */

static void dry_put_calls(struct doc_table *t, const char *name,
                          const char *heading, struct call_range c)
{
    struct str words = str_in(t->arena);

    calls_words(&words, c);
    table_cell(t, arena_printf(t->arena, "%s.least", name), NULL,
               datum_count(c.least));
    table_cell(t, arena_printf(t->arena, "%s.most", name), NULL,
               datum_count(c.most));
    table_cell(t, NULL, heading, datum_text(str_get(&words)));
}

static void dry_put_row(struct doc_table *t, const struct forecast_row *r,
                        const struct prices *prices)
{
    bool local = model_is_local(r->model), small = model_reads_note(r->model);
    bool sized = !small && r->bytes > 0, replies = !small && reply_size(r) > 0;
    struct price p;
    bool priced = find_price(r, prices, &p) && (sized || replies);

    table_row(t);
    if (r->set)
        table_key(t, "set", "set", datum_text(r->set));
    table_key(t, "stage", "stage", datum_text(r->stage));
    table_key(t, "role", "role", datum_text(r->role));
    table_key(t, "model", "model", datum_text(dry_name_of(r)));
    dry_put_calls(t, "calls", "calls", r->calls);
    table_cell(t, "journalled", "in the store",
               r->looked ? datum_count(r->calls.most - r->ask.most)
                         : datum_unknown);
    dry_put_calls(t, "ask", "to ask", r->ask);
    table_cell(t, "prompt_tokens", NULL,
               datum_number(sized ? dry_prompt_tokens(r) : NAN, 0));
    table_cell(t, "reply_tokens", NULL,
               datum_number(replies ? dry_reply_tokens(r) : NAN, 0));
    table_cell(t, "cost", NULL,
               datum_money(local    ? 0
                           : priced ? money_of(r, &p)
                                    : NAN));
}

/* ---- what they come to ---- */

struct sum {
    uint64_t known, more;
    double money;
    bool priced, most, whole; /* whole: of every row that costs something */
};

static struct sum dry_sum_up(const struct forecast_row *rows, size_t n,
                             const struct prices *prices)
{
    struct sum s = { .whole = true };

    for (size_t i = 0; i < n; i++) {
        const struct forecast_row *r = &rows[i];
        struct price p;

        s.known += r->ask.least;
        s.more += r->ask.most - r->ask.least;
        if (model_is_local(r->model) || !r->ask.most)
            continue;
        if (find_price(r, prices, &p)) {
            s.money += money_of(r, &p);
            s.priced = true;
            s.most = s.most || !dry_is_known(r->ask) || r->replies <= 0;
        }
        s.whole = s.whole && r->bytes > 0 && reply_size(r) > 0 &&
                  find_price(r, prices, &p);
    }
    return s;
}

static void add_sum(struct document *d, const struct sum *s)
{
    struct str b = str_in(d->arena);

    document_fact(d, "ask.least", datum_count(s->known));
    document_fact(d, "ask.most", datum_count(s->known + s->more));
    document_fact(d, "cost", datum_money(s->priced ? s->money : NAN));
    str_addf(&b, "%s would be made", datum_plural(d->arena, s->known, "call"));
    if (s->more)
        str_addf(&b, ", and at most %" PRIu64 " more, depending on the replies",
                 s->more);
    if (s->priced) {
        str_add(&b, !s->whole ? "; known part of the cost: "
                    : s->most ? "; at most about "
                              : "; about ");
        add_money(&b, s->money);
    }
    document_say(d, "%s", str_get(&b));
}

/* Rows of one model and stage are added up, and a model of the process is
 * listed once. Unknown sizes of prompts and replies are left out. */
static void say_uses(struct document *d, const struct forecast_row *rows,
                     size_t n, const struct prices *prices)
{
    for (size_t i = 0; i < n; i++) {
        bool local = model_is_local(rows[i].model), before = false;
        struct str b = str_in(d->arena);
        struct forecast_row sum = rows[i];

        for (size_t k = 0; k < n; k++) {
            const struct model *x = rows[k].model, *y = sum.model;

            if (k == i || !str_eq(model_identity(x), model_identity(y)) ||
                !str_eq(x->name, y->name) ||
                !(local || str_eq(rows[k].stage, sum.stage)))
                continue;
            before = before || k < i;
            sum.ask.least += rows[k].ask.least;
            sum.ask.most += rows[k].ask.most;
            sum.bytes += rows[k].bytes;
        }
        if (before || !sum.ask.most ||
            (!local && sum.bytes <= 0 && reply_size(&sum) <= 0))
            continue;
        str_addf(&b, "  %s%s", local ? "" : sum.stage, local ? "" : ", ");
        dry_add_use(&b, &sum, prices);
        document_say(d, "%s", str_get(&b));
    }
}

/* A table of all rows, the use of each model, the notes and the sum. */
static int dry_show(struct arena *a, const struct forecast *f,
                    const struct prices *prices, bool json)
{
    struct document *d = document_new(a, terminal_width());
    const struct forecast_row *rows = f->rows.items;
    struct sum sum = dry_sum_up(rows, f->rows.n, prices);
    struct doc_table *t = document_table(d, "stages");

    d->digits = 6;
    for (size_t i = 0; i < f->rows.n; i++)
        dry_put_row(t, &rows[i], prices);
    if (f->rows.n) {
        document_show(d, t, 0);
        document_gap(d);
    }
    say_uses(d, rows, f->rows.n, prices);
    for (size_t i = 0; i < f->notes.n; i++)
        document_say(d, "%s", *vec_get(&f->notes, const char *, i));
    add_sum(d, &sum);
    document_fact(d, "notes", datum_list(a, f->notes.items, f->notes.n));
    if (f->head && !json)
        printf("%s\n", f->head);
    return show_document(d, &(struct show_as){ .json = json });
}

/* ---- the dry runs ---- */

static int print_estimate(const struct plan *p, const struct ask_options *o,
                          const struct ask_estimate *t)
{
    struct str out = { 0 };

    str_addf(&out,
             "%zu problem%s x %zu model%s x %" PRIu64 " attempt%s = %" PRIu64
             " calls: %" PRIu64 " have a result, %" PRIu64
             " have a reply in the store, %" PRIu64 " would be made\n",
             p->n_problems, p->n_problems == 1 ? "" : "s", p->n_models,
             p->n_models == 1 ? "" : "s", p->attempts,
             p->attempts == 1 ? "" : "s", t->calls, t->results, t->journalled,
             t->to_ask);
    for (size_t i = 0; i < p->n_models; i++) {
        struct forecast_row r = { .model = &p->models[i],
                                  .ask = { t->model_to_ask[i],
                                           t->model_to_ask[i] },
                                  .bytes = (double)t->model_bytes[i],
                                  .batch = o->batch,
                                  .max_tokens = p->decoding.max_tokens,
                                  .replies = (double)t->replies,
                                  .reply_tokens = t->reply_tokens };

        str_add(&out, "  ");
        dry_add_use(&out, &r, o->prices);
        str_addc(&out, '\n');
    }
    if (t->first_body) {
        str_addf(&out, "the first request, to %s:\n", p->models[0].url);
        str_add_printable(&out, t->first_body);
        str_addc(&out, '\n');
    }
    return out_all(&out);
}

int run_dry(struct arena *a, struct plan *plan, const char *of,
            const struct ask_options *o, const char *store)
{
    bool again = plan_asks_again(plan), ok;
    struct run_info old;
    struct ask_estimate t;
    struct store *s = NULL;
    struct err e;

    ok = !store_is_there(store) || store_open(&s, store, STORE_READ, &e);
    if (ok && again && !s)
        ok = err_set(&e, ERR_IO,
                     "there is no store \"%.200s\"; `assay run` creates one; "
                     "--store FILE names another",
                     store);
    ok = ok && (!again || run_find_old(a, s, plan, of, &old, &e)) &&
         forecast_look(a, s, plan, again ? &old : NULL, &t, &e);
    if (s)
        store_close(s);
    return ok ? print_estimate(plan, o, &t) : talk_failure(&e);
}

int study_dry(void *job, const char *store, const struct session_options *o,
              dry_forecast *forecast)
{
    const struct spec_args *p = job;
    struct forecast f;
    struct store *s = NULL;
    struct err e;
    bool ok =
        (!store_is_there(store) || store_open(&s, store, STORE_READ, &e)) &&
        forecast(job, s, &f, &e);

    if (s)
        store_close(s);
    return ok ? dry_show(p->cli.arena, &f, o->ask.prices, p->flags.as.json)
              : talk_could_not(&e);
}
