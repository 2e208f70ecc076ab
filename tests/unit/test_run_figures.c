/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The figures of runs and comparisons: their numbers are those of the JSON, the
 * worst groups come first, and the query behind a dot finds as many results
 * among the items as the dot says.
 */
#include "../lib/stores.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/str.h"
#include "report/figure.h"
#include "run/judge.h"
#include "run/print/items.h"
#include "run/print/print.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- runs ---- */

#define PROBLEMS 150
#define ATTEMPTS 3

struct fixture {
    struct stores t;
    struct arena a;
    struct store *s;
    struct summary view[3]; /* two models x three attempts; one model on the
                               same problems; one on others, no games */
    struct rng r;
};

static bool is_game(size_t i)
{
    return i % 3 == 2 && i < 1000;
}

/* A concept for each two problems: more than a figure has rows. Every third
 * problem is a game, the others come from templates of four or of one. */
static const char *problem_line(struct arena *a, size_t i)
{
    if (is_game(i))
        return arena_printf(
            a,
            "{\"id\": \"game %zu\", \"family\": \"mathador\", \"version\": 1, "
            "\"level\": %zu, \"seed\": \"s\", \"index\": %zu, \"statement\": "
            "\"Reach %zu.\", \"key\": {\"kind\": \"text\", \"latex\": \"x\"}, "
            "\"concepts\": [\"Games & <play>\"], \"params\": {\"numbers\": [2, "
            "3, 4, 5, 6], \"target\": %zu, \"difficulty\": %zu}}",
            i, i % 2 + 1, i, 10 + i, 10 + i % 15, i % 50 + 1);
    return arena_printf(
        a,
        "{\"id\": \"p%zu\", \"family\": \"%s\", \"version\": 1, \"level\": "
        "%zu, \"seed\": \"s\", \"index\": %zu, \"statement\": \"What is %zu?\","
        " \"key\": {\"kind\": \"integer\", \"latex\": \"1\"}, \"concepts\": "
        "[\"c%zu\", \"d%zu\"], \"meta\": {\"template\": \"t%zu\", \"fields\": "
        "{\"subject\": \"s %zu\"}}}",
        i, i % 3 ? "concept/crt" : "concept/euler-phi", i % 3 + 1, i, i, i / 2,
        i % 4, i % 10 ? i / 6 : i, i % 5);
}

static const char *const games[] = {
    "6 - 2 = 4\n5 * 4 = 20\n",
    "2 + 3 = 6\n",
    "no idea",
    "6 * 2 = 12\n",
    "4 * 3 = 12\n5 + 6 = 11\n12 - 2 = 10\n",
};

/* Every mark that there is, the right one more often on low problems. */
static void draw_result(struct fixture *f, struct arena *a,
                        const struct problem *p, size_t i, struct result *r)
{
    struct reply reply = { .outcome = OUTCOME_OK,
                           .text = games[rng_below(&f->r, 5)] };
    uint64_t n = rng_below(&f->r, 20);

    if (n < 3)
        reply = reply_none(a,
                           n == 0   ? OUTCOME_TRUNCATED
                           : n == 1 ? OUTCOME_REFUSED
                                    : OUTCOME_ERROR,
                           "so it is");
    run_judge(a, p, NULL, &reply, r);
    if (r->outcome != OUTCOME_OK || is_game(i))
        return;
    r->lenient = n == 3                                  ? VERDICT_UNDECIDED
                 : n == 4                                ? VERDICT_NO_ANSWER
                 : n == 5                                ? VERDICT_UNREADABLE
                 : n == 6                                ? VERDICT_BAD_KEY
                 : rng_below(&f->r, PROBLEMS) > i % 1000 ? VERDICT_CORRECT
                                                         : VERDICT_WRONG;
    r->strict = r->lenient;
    r->more = n == 7 ? "{\"reason\": \"sign_lost\"}" : NULL;
}

static void add_result(struct fixture *f, const struct run_info *run,
                       const struct problem *p, size_t from, uint64_t n)
{
    struct arena a = { 0 };
    size_t i = (size_t)(n / run->attempts / run->n_models);
    struct result r = { .problem = i,
                        .model = n / run->attempts % run->n_models,
                        .attempt = n % run->attempts + 1 };
    const struct result *list = &r;
    struct call call = stores_call(&a, (uint64_t)run->id * 100000 + n);
    const struct call *calls = &call;
    struct err e;

    draw_result(f, &a, &p[i], from + i, &r);
    call.reply.outcome = r.outcome;
    call.reply.usage.completion = 10 + (int64_t)(r.model * 10 + n % 5);
    if (r.outcome < OUTCOME_ERROR) {
        r.call = call.key;
        assert_true(journal_commit(f->s, &calls, 1, NULL, &e));
    }
    assert_true(runs_append(f->s, run->id, &list, 1, 5, &e));
    arena_clear(&a);
}

static struct problem *read_problems(struct arena *a, const char **lines,
                                     size_t n)
{
    struct problem *p = arena_array(a, struct problem, n);
    struct json *row;
    struct err e;

    for (size_t i = 0; i < n; i++) {
        assert_true(json_read(a, lines[i], strlen(lines[i]), 1, &row, &e));
        assert_true(problem_read(a, row, &p[i], &e));
    }
    return p;
}

static void add_run(struct fixture *f, struct summary *v, size_t from,
                    size_t models, uint64_t attempts)
{
    static const char *const names[] = { "openai:x&y=z", "openai:b b" };
    const char **lines = arena_array(&f->a, const char *, PROBLEMS);
    static const char *const by[] = { "version", "reason", "concept" };
    struct summary_options o = { .by = v == f->view ? NULL : by, .n_by = 3 };
    struct run_info run;
    struct problem *p;
    struct err e;
    bool found;

    for (size_t i = 0; i < PROBLEMS; i++)
        lines[i] = problem_line(&f->a, from + i);
    p = read_problems(&f->a, lines, PROBLEMS);
    assert_true(runs_open(
        f->s, &f->a, arena_printf(&f->a, "{\"n\": %td}", v - f->view), "1",
        lines, PROBLEMS, names, models, attempts, 1, &run, &found, &e));
    assert_true(store_begin(f->s, &e));
    for (uint64_t n = 0; n < PROBLEMS * models * attempts; n++)
        add_result(f, &run, p, from, n);
    assert_true(store_commit(f->s, &e));
    assert_true(runs_find(f->s, &f->a, run.name, &run, &e));
    assert_true(summary_load(&f->a, f->s, &run, &o, v, &e));
}

static int set_up(void **state)
{
    static struct fixture f;

    stores_open(&f.t);
    f.a = (struct arena){ 0 };
    f.r = stats_stream("figures", 1);
    f.s = stores_store(&f.t, STORE_MAKE);
    add_run(&f, &f.view[0], 0, 2, ATTEMPTS);
    add_run(&f, &f.view[1], 0, 1, 1);
    add_run(&f, &f.view[2], 1000, 1, 1);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    store_close(f->s);
    arena_clear(&f->a);
    stores_close(&f->t);
    return 0;
}

/* ---- looking at documents ---- */

static struct document *run_of(struct fixture *f, size_t i)
{
    struct document *d = document_new(&f->a, 100);
    struct err e;

    assert_true(run_document(d, &f->view[i], NULL, &e));
    return d;
}

static struct document *runs_of(struct fixture *f, size_t a, size_t b)
{
    const struct summary *views[] = { &f->view[a], &f->view[b] };
    struct document *d = document_new(&f->a, 100);

    runs_document(d, views, 2);
    return d;
}

static const struct figure *find_figure(const struct document *d,
                                        const char *name)
{
    for (const struct block *b = d->first; b; b = b->next)
        if (b->kind == BLOCK_FIGURE && str_eq(b->figure->name, name))
            return b->figure;
    return NULL;
}

static const struct figure *figure_of(const struct document *d,
                                      const char *name)
{
    const struct figure *f = find_figure(d, name);

    if (!f)
        fail_msg("there is no figure \"%s\"", name);
    return f;
}

static const struct json *json_of(struct arena *a, const struct document *d)
{
    struct str out = str_in(a);
    struct json *v;
    struct err e;

    document_json(&out, d);
    assert_true(json_read(a, out.s, out.n, 1, &v, &e));
    return v;
}

static const char *row_of(const struct figure *f, const struct dot *s)
{
    return *vec_get(&f->rows, const char *, s->row);
}

static double number(const struct json *v)
{
    return v && v->type == JSON_NUMBER ? strtod(v->text, NULL) : NAN;
}

static void assert_near(double x, double y)
{
    if (!(isnan(x) && isnan(y)) && !(fabs(x - y) < 1e-9))
        fail_msg("%g is not %g", x, y);
}

/* ---- items ---- */

static struct page_item *read_items(struct fixture *f,
                                    const struct summary *const *views,
                                    size_t n, size_t *count)
{
    struct item_options o = { .threads = 2 };
    struct items *t = items_open(&f->a, f->s, views, n, &o);
    struct item_source s = items_source(t);
    struct page_item *all = arena_array(&f->a, struct page_item, s.total + 1);
    struct err e;
    bool end = false;

    for (*count = 0; !end; (*count)++)
        assert_true(s.next(s.ctx, &f->a, &all[*count], &end, &e));
    (*count)--;
    items_close(t);
    return all;
}

static const char *decode(struct arena *a, const char *s, size_t n)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < n; i++) {
        char hex[3] = { 0 };

        if (s[i] != '%' || i + 2 >= n) {
            str_addc(&out, s[i]);
            continue;
        }
        memcpy(hex, s + i + 1, 2);
        str_addc(&out, (char)strtol(hex, NULL, 16));
        i += 2;
    }
    return str_get(&out);
}

static bool result_has(const struct page_item *p, const struct item_result *r,
                       const char *name, const char *value)
{
    if (str_eq(name, "set"))
        return str_eq(p->set, value);
    if (str_eq(name, "problem"))
        return str_eq(p->id, value);
    if (str_eq(name, "model"))
        return str_eq(r->model, value);
    if (str_eq(name, "mark"))
        return str_eq(r->mark, value);
    if (str_eq(name, "reason"))
        return r->reason && str_eq(r->reason, value);
    for (size_t i = 0; i < p->n_facets; i++)
        if (str_eq(p->facets[i].name, name) &&
            str_eq(p->facets[i].value, value))
            return true;
    return false;
}

static bool matches(struct arena *a, const char *query,
                    const struct page_item *p, const struct item_result *r)
{
    while (*query) {
        size_t n = strcspn(query, "&"), is = strcspn(query, "=");

        assert_true(is < n);
        if (!result_has(p, r, decode(a, query, is),
                        decode(a, query + is + 1, n - is - 1)))
            return false;
        query += n + (query[n] == '&');
    }
    return true;
}

/* Does the query lead to more than is drawn: no facet tells bands of difficulty,
 * problems whose attempts count, nor what both sides of a pair have? */
static bool leads_further(const struct figure *f)
{
    return str_among(
        f->name, "mathador-difficulty mathador-level mathador-best pass-at-k "
                 "all-of-k differences changes");
}

/* Checks every query of the document's figures, which finds as many results, or
 * problems, as are drawn; returns how many there are. */
static size_t check_queries(struct fixture *f, const struct document *d,
                            const struct summary *const *views, size_t n)
{
    struct arena scratch = { 0 };
    size_t items, queries = 0;
    struct page_item *all = read_items(f, views, n, &items);

    for (const struct block *b = d->first; b; b = b->next)
        for (size_t k = 0; b->kind == BLOCK_FIGURE && k < b->figure->dots.n;
             k++) {
            const struct dot *s = vec_get(&b->figure->dots, struct dot, k);
            uint64_t found = 0, problems = 0;

            if (!s->items)
                continue;
            for (size_t i = 0; i < items; i++) {
                uint64_t before = found;

                for (size_t r = 0; r < all[i].n_results; r++)
                    found += matches(&scratch, s->items, &all[i],
                                     &all[i].results[r]);
                problems += found > before;
            }
            if (!found ||
                (leads_further(b->figure) ? problems < s->n
                                          : found != s->n && problems != s->n))
                fail_msg("%s: %s finds %" PRIu64 " of %" PRIu64,
                         b->figure->name, s->items, found, s->n);
            queries++;
            arena_reset(&scratch);
        }
    arena_clear(&scratch);
    return queries;
}

/* ---- tests ---- */

static void queries_find_what_is_drawn(void **state)
{
    struct fixture *f = *state;
    const struct summary *views[] = { &f->view[0], &f->view[1] };

    assert_true(check_queries(f, run_of(f, 0), views, 1) > 150);
    assert_true(check_queries(f, run_of(f, 1), views + 1, 1) > 70);
    assert_true(check_queries(f, runs_of(f, 0, 1), views, 2) > 150);
    views[0] = &f->view[2];
    assert_true(check_queries(f, run_of(f, 2), views, 1) > 60);
}

/* The row of a number has the name of the group before it: "level 2". */
static const char *group_value(const struct figure *f, const struct dot *s,
                               const char *name)
{
    const char *row = row_of(f, s);
    size_t n = strlen(name);

    return strncmp(row, name, n) == 0 && row[n] == ' ' ? row + n + 1 : row;
}

/* The cells of groups are those of the JSON. */
static size_t check_group(const struct figure *f, const char *name,
                          const struct json *models)
{
    for (size_t i = 0; i < f->dots.n; i++) {
        const struct dot *s = vec_get(&f->dots, struct dot, i);
        const struct json *m = models->first, *cell;

        for (size_t k = 0; k < s->series; k++)
            m = m->next;
        cell = json_get(json_get(json_get(m, "groups"), name),
                        group_value(f, s, name));
        assert_non_null(cell);
        assert_near(s->value,
                    number(json_get(json_get(cell, "accuracy"), "value")));
        assert_near(s->low,
                    number(json_get(json_get(cell, "accuracy"), "low")));
        assert_near((double)s->n, number(json_get(cell, "results")));
    }
    return f->dots.n;
}

/* Words of a family's own judge lead nowhere. */
static void check_reasons(const struct figure *f, const struct json *models,
                          bool lead)
{
    const struct json *all =
        json_get(json_get(models->first, "groups"), "reason");
    const struct json *cell;

    assert_int_equal(f->dots.n, all->count);
    for (size_t i = 0; i < f->dots.n; i++) {
        const struct dot *s = vec_get(&f->dots, struct dot, i);

        cell = json_get(all, row_of(f, s));
        assert_near(s->value, number(json_get(cell, "results")));
        assert_true(lead == (s->items != NULL));
    }
}

static void numbers_are_those_of_the_json(void **state)
{
    struct fixture *f = *state;

    for (size_t run = 0; run < 3; run++) {
        struct document *d = run_of(f, run);
        const struct json *models = json_get(json_of(&f->a, d), "models");
        size_t n = 0;

        for (size_t i = 0; i < f->view[run].n_groups; i++) {
            const char *name = f->view[run].groups[i].grouping.name;

            if (str_eq(name, "reason"))
                check_reasons(figure_of(d, "reasons"), models, run == 2);
            else
                n += check_group(
                    figure_of(d, arena_printf(&f->a, "accuracy-by-%s", name)),
                    name, models);
        }
        assert_true(n > 60);
    }
}

static void marks_are_those_of_the_json(void **state)
{
    struct fixture *f = *state;
    struct document *d = run_of(f, 0);
    const struct json *m = json_get(json_of(&f->a, d), "models")->first;
    const struct figure *bars = figure_of(d, "results");
    double sum[2] = { 0 };

    assert_true(bars->marks && bars->stacked);
    assert_int_equal(bars->series.n, MARKS - 3); /* those that occur */
    for (size_t i = 0; i < bars->dots.n; i++) {
        const struct dot *s = vec_get(&bars->dots, struct dot, i);
        const struct json *cell = json_get(s->row ? m->next : m, "cell");
        const char *mark = *vec_get(&bars->series, const char *, s->series);

        assert_near((double)s->n,
                    number(json_get(json_get(cell, "counts"), mark)));
        sum[s->row] += s->value;
    }
    assert_near(sum[0], 1);
    assert_near(sum[1], 1);
}

static void curves_are_those_of_the_json(void **state)
{
    struct fixture *f = *state;
    struct document *d = run_of(f, 0);
    const struct json *m = json_get(json_of(&f->a, d), "models")->first;
    const struct figure *curve = figure_of(d, "pass-at-k");

    assert_int_equal(curve->dots.n, 2 * ATTEMPTS);
    for (size_t i = 0; i < curve->dots.n; i++) {
        const struct dot *s = vec_get(&curve->dots, struct dot, i);
        const struct json *cell = json_get(s->series ? m->next : m, "cell");
        const struct json *point = json_get(cell, "pass")->first;

        for (double k = 1; k < s->x; k++)
            point = point->next;
        assert_near(s->x, number(json_get(point, "k")));
        assert_near(s->value, number(json_get(point, "value")));
        assert_near((double)s->n, number(json_get(point, "n")));
    }
    assert_int_equal(figure_of(d, "all-of-k")->dots.n, 2 * ATTEMPTS);
    assert_null(find_figure(run_of(f, 1), "pass-at-k"));
}

/* The mean of a row over the series that have a value. */
static double row_mean(const struct figure *f, size_t row)
{
    double sum = 0, n = 0;

    for (size_t i = 0; i < f->dots.n; i++) {
        const struct dot *s = vec_get(&f->dots, struct dot, i);

        if (s->row == row && !isnan(s->value)) {
            sum += s->value;
            n++;
        }
    }
    return sum / n;
}

static void the_worst_come_first(void **state)
{
    struct fixture *f = *state;

    for (size_t run = 0; run < 2; run++) {
        struct document *d = run_of(f, run);
        const struct figure *g = figure_of(d, "accuracy-by-concept");

        assert_int_equal(g->kind, run ? FIGURE_DOTS : FIGURE_HEAT);
        assert_int_equal(g->rows.n, 80);
        for (size_t i = 1; i < g->rows.n; i++) {
            double before = row_mean(g, i - 1), mean = row_mean(g, i);

            assert_true(before <= mean + 1e-12 || isnan(mean));
        }
        for (const struct block *b = d->first; b; b = b->next)
            assert_int_equal(b->kind == BLOCK_FIGURE ? b->shown : SHOWN_FULL,
                             SHOWN_FULL);
    }
}

/* A template is solved if all that counts is right. */
static void templates_are_counted_whole(void **state)
{
    struct fixture *f = *state;
    const struct summary *v = &f->view[1];
    const struct figure *g = figure_of(run_of(f, 1), "consistency");
    const struct dot *whole = vec_get(&g->dots, struct dot, 1);
    double solved = 0, all = 0;

    for (size_t t = 0; t < PROBLEMS; t++) {
        size_t problems = 0, wrong = 0;

        for (size_t i = 0; i < v->n_results; i++) {
            enum mark m = mark_of(&v->results[i], false);

            if (v->count.cluster[v->results[i].problem] == t &&
                mark_counts(m)) {
                problems++;
                wrong += m != MARK_CORRECT;
            }
        }
        all += problems > 1;
        solved += problems > 1 && !wrong;
    }
    assert_true(solved > 0 && solved < all);
    assert_near(whole->value, solved / all);
    assert_near((double)whole->n, all);
}

static void games_have_figures(void **state)
{
    struct fixture *f = *state;
    struct document *d = run_of(f, 0);
    const struct figure *g = figure_of(d, "mathador-errors");
    const struct json *m =
        json_get(json_get(json_of(&f->a, d), "mathador"), "models");
    const struct json *errors = json_get(m->first, "errors");

    for (size_t i = 0; i < g->dots.n; i++) {
        const struct dot *s = vec_get(&g->dots, struct dot, i);
        const char *name = *vec_get(&g->series, const char *, s->series);

        if (s->row == 0)
            assert_near((double)s->n, number(json_get(errors, name)));
    }
    assert_int_equal(figure_of(d, "mathador-best")->dots.n, 2 * ATTEMPTS);
    assert_true(figure_of(d, "mathador-difficulty")->rows.n >= 2);
    g = figure_of(d, "accuracy-by-level");
    for (size_t i = 0; i < g->dots.n; i++)
        assert_memory_equal(row_of(g, vec_get(&g->dots, struct dot, i)),
                            "level ", 6);
}

static void tokens_stand_against_accuracy(void **state)
{
    struct fixture *f = *state;
    struct document *d = run_of(f, 0);
    const struct figure *g = figure_of(d, "tokens");
    const struct dot *s = vec_get(&g->dots, struct dot, 1);
    const struct tally *t = &f->view[0].whole[1];

    assert_true(g->scatter && g->across.log);
    assert_near(s->x, (double)t->completion_tokens / (double)t->calls);
    assert_near(s->value, t->accuracy.value);
    assert_null(find_figure(d, "cost"));
}

static void pairs_are_drawn(void **state)
{
    struct fixture *f = *state;
    struct compare_side sides[] = { { &f->view[0], 0, "a" },
                                    { &f->view[0], 1, "b" },
                                    { &f->view[1], 0, "c" } };
    struct document *d = document_new(&f->a, 100);
    const struct figure *g;
    struct compare c;
    struct err e;

    assert_true(compare_make(&f->a, sides, 3, false, 1, &c, &e));
    compare_document(d, &c);
    g = figure_of(d, "differences");
    assert_int_equal(g->dots.n, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct dot *s = vec_get(&g->dots, struct dot, i);

        assert_near(s->value, 100 * c.pairs[i].difference);
        assert_near(s->low, 100 * c.pairs[i].interval.low);
        assert_non_null(strstr(s->label, "p "));
        assert_null(strstr(row_of(g, s), ", p ")); /* it is said once */
        assert_non_null(s->items);
    }
    assert_null(find_figure(d, "changes"));
    sides[0].view = &f->view[1];
    assert_true(compare_make(&f->a,
                             (struct compare_side[]){ sides[0], sides[2] }, 2,
                             false, 1, &c, &e));
    d = document_new(&f->a, 100);
    compare_figures(d, &c);
    g = figure_of(d, "changes");
    assert_int_equal(g->dots.n, 5); /* some are open */
    for (size_t i = 0, sum = 0; i < 5; i++) {
        sum += vec_get(&g->dots, struct dot, i)->n;
        assert_true(i < 4 || sum == c.pairs[0].pairs);
    }
}

/* The two models of one run, each against the other; one model alone is not
 * compared. */
static void compare_models(struct fixture *f)
{
    const struct summary *views[] = { &f->view[0], &f->view[1] };
    struct document *d = document_new(&f->a, 100), *none;
    const struct json *v;

    runs_comparison(d, views, 1);
    v = json_get(json_of(&f->a, d), "comparison");
    assert_int_equal(json_get(v, "pairs")->count, 1);
    assert_true(json_get(v, "differing")->count > 10);
    none = document_new(&f->a, 100);
    runs_comparison(none, views + 1, 1);
    assert_null(none->first);
    assert_int_equal(none->members.n, 0);
}

static void runs_are_compared_where_they_share(void **state)
{
    struct fixture *f = *state;
    const struct json *v = json_of(&f->a, runs_of(f, 0, 1));
    const struct json *row = json_get(json_get(v, "comparison"), "differing");
    const struct json *runs = json_get(v, "runs");
    double before = 1;
    struct str text = str_in(&f->a);

    assert_int_equal(runs->count, 3);
    assert_near(number(json_get(json_get(runs->last, "accuracy"), "value")),
                f->view[1].whole[0].accuracy.value);
    assert_true(row->count > 20 && row->count <= 100);
    for (row = row->first; row; row = row->next) {
        const struct json *open = json_get(row, "most")->first;
        double least = 1, most = 0;

        /* what is open counts against the difference */
        for (const struct json *s = json_get(row, "right")->first; s;
             s = s->next, open = open->next)
            if (!isnan(number(s))) {
                least = fmin(least, number(open));
                most = fmax(most, number(s));
            }
        assert_true(most > least && most - least <= before + 1e-12);
        before = most - least;
    }
    assert_true(before < 1);
    compare_models(f);
    document_text(&text, runs_of(f, 1, 2));
    assert_null(json_get(json_of(&f->a, runs_of(f, 1, 2)), "comparison"));
    assert_non_null(strstr(text.s, "share no problem"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_find_what_is_drawn),
        cmocka_unit_test(numbers_are_those_of_the_json),
        cmocka_unit_test(marks_are_those_of_the_json),
        cmocka_unit_test(curves_are_those_of_the_json),
        cmocka_unit_test(the_worst_come_first),
        cmocka_unit_test(templates_are_counted_whole),
        cmocka_unit_test(games_have_figures),
        cmocka_unit_test(tokens_stand_against_accuracy),
        cmocka_unit_test(pairs_are_drawn),
        cmocka_unit_test(runs_are_compared_where_they_share),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
