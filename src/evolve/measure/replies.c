/* SPDX-License-Identifier: Apache-2.0 */
/* The replies of a run, from the store, each judged question by question. */
#include "evolve/measure/measure_int.h"
#include "store/journal.h"

#include <inttypes.h>
#include <string.h>

/* Results are told by their place: the problems must be the run's, in its
 * order. */
static bool check_problems(struct arena *a, struct store *s,
                           const struct run_info *run,
                           const struct problem *problems, size_t n,
                           struct err *e)
{
    const char **lines;
    size_t n_lines;

    if (!runs_problems(s, a, run->id, &lines, &n_lines, e))
        return false;
    if (n_lines != n)
        return err_set(e, ERR_DOMAIN, "run %s has %zu problems, not %zu",
                       run->name, n_lines, n);
    for (size_t i = 0; i < n; i++) {
        const char *id;
        struct json *row;

        if (!json_read(a, lines[i], strlen(lines[i]), i + 1, &row, e))
            return err_prefix(e, "run %s, problem %zu: ", run->name, i + 1);
        id = json_string(json_get(row, "id"));
        if (id && problems[i].id && !str_eq(id, problems[i].id))
            return err_set(e, ERR_DOMAIN,
                           "problem %zu of run %s is %.60s, not %.60s", i + 1,
                           run->name, id, problems[i].id);
    }
    return true;
}

static bool check_result(const struct run_info *run, const struct result *r,
                         size_t n, struct err *e)
{
    if (r->problem < n && r->model < run->n_models)
        return true;
    return err_set(e, ERR_DOMAIN,
                   "run %s: a result lies outside of the run; `assay store "
                   "verify` tells more",
                   run->name);
}

static bool judge_one(struct arena *a, struct store *s, const struct result *r,
                      const struct problem *p, bool strict, struct told *out,
                      struct err *e)
{
    struct call c = { 0 };
    bool found = false;

    if (r->outcome == OUTCOME_OK &&
        !journal_find(s, a, r->call, false, &c, &found, e))
        return false;
    if (r->outcome == OUTCOME_OK && !found)
        return err_set(e, ERR_DOMAIN,
                       "a result rests on a reply that is not in the store; "
                       "`assay store verify` tells more");
    told_judge(a, p, c.reply.text, r->outcome, strict, out);
    /* The run judged a single value itself, perhaps with options of its own:
     * its word stands. */
    if (p->n_keys < 2)
        out->first = out->final = mark_of(r, strict);
    return true;
}

bool told_final(struct arena *a, struct store *s, const struct problem *p,
                const struct result *r, bool strict, enum mark *out,
                struct err *e)
{
    struct told t;

    if (!judge_one(a, s, r, p, strict, &t, e))
        return false;
    *out = t.final;
    return true;
}

bool replies_judge(struct arena *a, struct store *s, const struct run_info *run,
                   const struct problem *problems, size_t n, bool strict,
                   struct replies *out, struct err *e)
{
    struct arena scratch = { 0 };
    struct result *results = NULL;
    bool ok = check_problems(&scratch, s, run, problems, n, e) &&
              runs_results(s, a, run->id, &results, &out->n, e);

    if (ok)
        out->told = arena_array(a, struct told, out->n + 1);
    for (size_t i = 0; ok && i < out->n; i++) {
        arena_reset(&scratch);
        ok = check_result(run, &results[i], n, e) &&
             judge_one(&scratch, s, &results[i], &problems[results[i].problem],
                       strict, &out->told[i], e);
    }
    out->results = results;
    arena_clear(&scratch);
    return ok;
}
