/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the spread of results comes from (stats/variance.h), for each model, and
 * what to ask more of. Problems that share a cluster (twins: the same
 * coordinates with other knobs; instances of a template) are wordings of one
 * problem; several runs are a part that is called by what differs in them. What
 * is open counts as not right, as in the accuracy.
 */
#include "base/hash.h"
#include "base/map.h"
#include "run/compare/compare.h"
#include "run/count/tally.h"
#include "run/plan.h"
#include "run/print/print.h"
#include "stats/variance.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const part_names[VARIANCE_PARTS] = {
    [VARIANCE_PROBLEMS] = "problems",
    [VARIANCE_WORDINGS] = "wordings",
    [VARIANCE_ATTEMPTS] = "attempts",
};

struct variance_telling {
    struct document *d;
    struct arena *a;
    const struct summary *const *views;
    size_t n;
    double width;
    const char *varied; /* what differs in the runs: "prompts" */
    struct doc_table *parts, *plans;
};

static const char *part_name(const struct variance_telling *x,
                             enum variance_part k)
{
    if (k == VARIANCE_PROMPTS)
        return x->varied;
    if (k == VARIANCE_MEETINGS)
        return arena_printf(x->a, "%s x problems", x->varied);
    return part_names[k];
}

/* What to call the part of the runs: one kind of setting, if no other differs. */
static const char *varied_in(const struct variance_telling *x)
{
    struct compare_side *sides =
        arena_array(x->a, struct compare_side, x->n + 1);
    struct compare c = { .sides = sides, .n_sides = x->n };
    bool prompts = true, decoding = true;

    for (size_t i = 0; i < x->n; i++)
        sides[i] =
            (struct compare_side){ x->views[i], 0, x->views[i]->info.name };
    compare_settings(x->a, &c);
    for (size_t i = 0; i < c.n_settings; i++) {
        prompts = prompts && c.settings[i].kind == SETTING_PROMPT;
        decoding = decoding && c.settings[i].kind == SETTING_DECODING;
    }
    return !c.n_settings ? "runs"
           : prompts     ? "prompts"
           : decoding    ? "decoding"
                         : "runs";
}

/* ---- values ---- */

/* The number of a problem, by its statement and keys: a run has no two that
 * share both, so that those of the first run have the run's own numbers. */
static size_t variance_place_of(struct map *ids, const struct problem *p)
{
    struct hash128 hash = plan_content(p);
    bool added;
    size_t *at = map_put(ids, &hash, sizeof(hash), &added);

    if (added)
        *at = ids->n - 1;
    return *at;
}

/* Adds what one run has of a model and one of its problems, a missing result
 * as one that is not right. Problems are the same ones in every run by statement
 * and keys; clusters are those of the first run. Returns how many. */
static size_t variance_add_problem(const struct variance_telling *x, size_t run,
                                   size_t model, size_t problem,
                                   struct map *ids, struct variance_value *out,
                                   struct open_attempts *open)
{
    const struct summary *v = x->views[run], *first = x->views[0];
    size_t p = variance_place_of(ids, &v->problems[problem]), found, n = 0;
    const struct result *r;
    size_t all = summary_attempts(v, problem, model, &r, &found);
    struct variance_value value = {
        .problem = first->count.cluster && p < first->info.n_problems
                       ? first->count.cluster[p]
                       : (uint32_t)p,
        .wording = (uint32_t)p,
        .prompt = (uint32_t)run,
    };

    for (size_t i = 0; i < all; i++) {
        enum mark m = i < found ? mark_of(&r[i], v->strict) : MARKS;

        if (i < found && !mark_counts(m))
            continue;
        open->undecided += m == MARK_UNDECIDED;
        open->errors += m == MARK_ERROR;
        open->missing += m == MARKS;
        value.value = m == MARK_CORRECT;
        out[n++] = value;
    }
    return n;
}

static void variance_find_parts(const struct variance_telling *x,
                                const char *model, struct variance *out,
                                struct open_attempts *open)
{
    struct map ids = { 0 };
    struct variance_value *values;
    size_t most = 0, n = 0;

    for (size_t i = 0; i < x->n; i++)
        most += x->views[i]->n_results +
                x->views[i]->info.n_problems * x->views[i]->count.planned;
    values = arena_array(x->a, struct variance_value, most + 1);
    for (size_t i = 0; i < x->views[0]->info.n_problems; i++)
        variance_place_of(&ids, &x->views[0]->problems[i]);
    for (size_t i = 0; i < x->n; i++)
        for (size_t p = 0; p < x->views[i]->info.n_problems; p++)
            n += variance_add_problem(x, i, summary_model(x->views[i], model),
                                      p, &ids, values + n, open);
    variance_make(x->a, values, n, out);
    map_clear(&ids);
}

/* ---- telling ---- */

static void put_parts(const struct variance_telling *x, const char *model,
                      const struct variance *v,
                      const struct open_attempts *open)
{
    const struct table_entry entries[] = {
        { { .name = "open.undecided", .csv = "open_undecided" },
          datum_count(open->undecided) },
        { { .name = "open.error", .csv = "open_error" },
          datum_count(open->errors) },
        { { .name = "open.missing", .csv = "open_missing" },
          datum_count(open->missing) },
    };
    double sum = 0;

    for (int k = 0; k < VARIANCE_PARTS; k++)
        sum += v->part[k] > 0 ? v->part[k] : 0;
    for (int k = 0; k < VARIANCE_PARTS; k++) {
        bool joined = (int)v->joined == k && k != VARIANCE_ATTEMPTS;

        if (isnan(v->part[k]))
            continue;
        table_row(x->parts);
        table_key(x->parts, "model", "model", datum_text(model));
        table_key(x->parts, "part", "from",
                  datum_text(
                      joined ? arena_printf(x->a, "%s and attempts",
                                            part_name(x, (enum variance_part)k))
                             : part_name(x, (enum variance_part)k)));
        table_cell(x->parts, "variance", "variance",
                   datum_number(v->part[k], 4));
        table_cell(x->parts, "error", "+-", datum_number(v->error[k], 4));
        table_cell(x->parts, "share", "share",
                   datum_share(sum > 0 ? fmax(v->part[k], 0) / sum : NAN));
        table_cell(x->parts, "deviation", "deviation",
                   datum_share(sqrt(fmax(v->part[k], 0))));
        table_cell(x->parts, "results", NULL, datum_count(v->n));
        TABLE_PUT_ALL(x->parts, entries);
    }
}

static void put_plan(const struct variance_telling *x, const char *model,
                     const struct variance *v, struct variance_plan p)
{
    double problems = variance_problems(v, &p, x->width);

    table_row(x->plans);
    table_key(x->plans, "model", "model", datum_text(model));
    table_cell(x->plans, "runs", v->prompts > 1 ? "runs" : NULL,
               datum_number(p.prompts, 0));
    table_cell(x->plans, "wordings",
               v->wordings > v->problems ? "wordings" : NULL,
               datum_number(p.wordings, 0));
    table_cell(x->plans, "attempts", "attempts", datum_number(p.attempts, 0));
    table_cell(x->plans, "problems", "problems", datum_number(problems, 0));
    table_cell(x->plans, "calls", "calls",
               datum_number(problems * p.wordings * p.prompts * p.attempts, 0));
}

static const char *variance_points(struct arena *a, double width)
{
    return arena_printf(a, "%.1f points", 100 * width);
}

/* What more of one thing alone would reach. */
static void say_floors(const struct variance_telling *x, const char *model,
                       const struct variance *v,
                       const struct variance_plan *now)
{
    struct variance_plan attempts = *now, problems = *now;

    attempts.attempts = problems.problems = INFINITY;
    document_say(
        x->d,
        "%s: now +- %s, with %s; more attempts alone reach +- %s at "
        "best; more problems alone reach %s",
        model, variance_points(x->a, variance_width(v, now)),
        datum_plural(x->a, v->n, "result"),
        variance_points(x->a, variance_width(v, &attempts)),
        v->part[VARIANCE_PROMPTS] > 0
            ? arena_printf(x->a, "+- %s at best, because the runs differ",
                           variance_points(x->a, variance_width(v, &problems)))
            : "any width");
    if (v->joined != VARIANCE_ATTEMPTS)
        document_say(
            x->d,
            "%s: with one attempt per problem, the variance of attempts cannot "
            "be separated from that of %s; use --attempts 2 or more",
            model, part_name(x, v->joined));
}

/* The parts are of the results with what is open counted as not right: part of
 * the spread may be the server's. */
static void variance_say_open(const struct variance_telling *x,
                              const char *model, const struct variance *v,
                              const struct open_attempts *o)
{
    uint64_t open = o->undecided + o->errors + o->missing;

    if (open)
        document_say(
            x->d,
            "%s: %" PRIu64 " of %s (%s %%) are open (%" PRIu64
            " missing, %" PRIu64 " failed, %" PRIu64
            " undecided) and count as not correct, as in the lower end "
            "of the accuracy: part of the variance may come from them",
            model, open, datum_plural(x->a, v->n, "result"),
            datum_percent(x->a, (double)open / (double)v->n, 1), o->missing,
            o->errors, o->undecided);
}

/* Without a spread that was seen, no number of problems can be told: 0 would be
 * a plan. Returns whether something can be planned. */
static bool say_unplanned(const struct variance_telling *x, const char *model,
                          const struct variance *v,
                          const struct open_attempts *o)
{
    uint64_t open = o->undecided + o->errors + o->missing;
    bool spread = false, negative = false;

    for (int k = 0; k < VARIANCE_PARTS; k++) {
        spread |= v->part[k] > 0;
        negative |= v->part[k] < 0;
    }
    if (negative) /* an estimate of a variance can come out below 0 */
        document_say(x->d, "%s: a negative estimate of a variance counts as 0",
                     model);
    if (v->n == open)
        document_say(x->d, "%s: no result was judged, so no plan is possible",
                     model);
    else if (!spread)
        document_say(x->d,
                     "%s: all results are equal and show no variance, so no "
                     "plan is possible",
                     model);
    return v->n > open && spread;
}

static void variance_tell_model(const struct variance_telling *x,
                                const char *model)
{
    static const double tries[] = { 1, 2, 4, 8 };
    struct open_attempts open = { 0 };
    struct variance_plan now;
    struct variance v;

    variance_find_parts(x, model, &v, &open);
    if (v.problems)
        put_parts(x, model, &v, &open);
    variance_say_open(x, model, &v, &open);
    if (!say_unplanned(x, model, &v, &open))
        return;
    now = (struct variance_plan){ (double)v.problems,
                                  (double)v.wordings / (double)v.problems,
                                  (double)v.prompts,
                                  (double)v.n / (double)v.cells };
    for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
        struct variance_plan p = now;

        p.attempts = tries[i];
        if (v.joined == VARIANCE_ATTEMPTS || i == 0)
            put_plan(x, model, &v, p);
    }
    for (int k = 2; v.prompts > 1 && k <= 8; k *= 2) {
        struct variance_plan p = now;

        p.prompts = k * (double)v.prompts;
        p.attempts = 1;
        put_plan(x, model, &v, p);
    }
    say_floors(x, model, &v, &now);
}

/* Runs of other problems or models are no parts of one experiment. */
static bool variance_check(const struct variance_telling *x, struct err *e)
{
    const struct summary *first = x->views[0];

    for (size_t i = 1; i < x->n; i++) {
        const struct summary *v = x->views[i];
        bool same = v->info.n_models == first->info.n_models;

        for (size_t m = 0; same && m < first->info.n_models; m++)
            same = summary_model(v, first->models[m]) < v->info.n_models;
        if (!same)
            return err_set(e, ERR_USAGE,
                           "%s and %s have different models: --variance needs "
                           "runs of the same models",
                           first->info.name, v->info.name);
    }
    for (size_t i = 1; i < x->n; i++)
        if (compare_shared(first, x->views[i]) != first->info.n_problems ||
            x->views[i]->info.n_problems != first->info.n_problems)
            return err_set(e, ERR_USAGE,
                           "%s and %s have different problems: --variance "
                           "needs runs of the same problems",
                           first->info.name, x->views[i]->info.name);
    return true;
}

bool variance_document(struct document *d, const struct summary *const *views,
                       size_t n, double width, struct err *e)
{
    struct variance_telling x = {
        .d = d, .a = d->arena, .views = views, .n = n, .width = width
    };

    if (!variance_check(&x, e))
        return false;
    x.varied = varied_in(&x);
    document_fact(d, "varied", n > 1 ? datum_text(x.varied) : datum_absent);
    x.parts = document_table(d, "variance");
    x.plans = document_table(d, "plans");
    document_fact(d, "wanted_width", datum_number(width, -1));
    document_section(d, "sources of variance in the results:");
    for (size_t m = 0; m < views[0]->info.n_models; m++)
        variance_tell_model(&x, views[0]->models[m]);
    document_gap(d);
    document_show(d, x.parts, 0);
    if (x.plans->rows.n) {
        document_section(
            d, "for +- %s (95 %%), one of:", variance_points(x.a, width));
        document_show(d, x.plans, 0);
    }
    document_gap(d);
    document_say(
        d,
        "variance: of single results, 0 or 1, estimated without bias from mean "
        "products of pairs; +-: standard error, by a jackknife over problems; "
        "problems -: no number is enough; wordings: problems that share a "
        "template, or family, level, seed and index%s",
        n > 1 ? arena_printf(
                    x.a, "; %s: what differs between the runs%s", x.varied,
                    str_eq(x.varied, "runs") ? ", of several kinds" : "")
              : "; runs of the same problems with other templates would show "
                "the variance from prompts");
    return true;
}
