/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay run --dry-run: nothing is asked, and no store is made or changed.
 */
#include "base/hash.h"
#include "base/str.h"
#include "cli/dry.h"
#include "cli/dry_show.h"
#include "cli/run_options.h"
#include "cli/talk.h"

#include <inttypes.h>
#include <unistd.h>

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

/* The run of this plan, if the store has it. */
static const struct run_info *find_run(struct arena *a, struct store *s,
                                       const struct plan *p,
                                       struct run_info *info)
{
    const char *spec = plan_spec(a, p);
    char hex[HASH_HEX_SIZE];
    struct err e;

    hash_hex(runs_hash(spec), hex);
    return runs_find(s, a, hex, info, &e) ? info : NULL;
}

int run_dry(struct arena *a, struct plan *plan, const char *of,
            const struct ask_options *o, const char *store)
{
    bool again = plan_asks_again(plan);
    const struct run_info *run = NULL;
    struct run_info info, old;
    struct ask_estimate t;
    struct store *s = NULL;
    struct err e;
    bool ok = true;

    if (access(store, F_OK) == 0)
        ok = store_open(&s, store, STORE_READ, &e);
    else if (again)
        ok = err_set(&e, ERR_IO, "there is no store \"%s\"", store);
    ok = ok && (!again || run_find_old(a, s, plan, of, &old, &e));
    if (ok && s)
        run = find_run(a, s, plan, &info);
    ok = ok && ask_look(a, s, run, again ? &old : NULL, plan, &t, &e);
    if (s)
        store_close(s);
    if (!ok) {
        talk_err(NULL, &e);
        return EXIT_COULD_NOT;
    }
    return print_estimate(plan, o, &t);
}
