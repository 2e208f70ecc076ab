/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole evolution without models: the same bytes from the same seed, every
 * problem checked again from its line, and no change of a line that check
 * would not see.
 */
#include "../lib/figures.h"
#include "base/str.h"
#include "evolve/evolve_int.h"
#include "evolve/print/print.h"
#include "family/audit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void evolve_small(struct arena *a, const struct evolve_spec *spec,
                         struct evolve_report *r)
{
    struct session_options o = { 0 };
    struct err e;

    if (!evolve_spec_check(spec, &e) || !evolve_run(a, NULL, spec, &o, r, &e) ||
        !evolve_load(a, r, &e))
        fail_msg("%s", e.msg);
}

static void add_set(struct str *out, const struct evolve_set *set)
{
    struct err e;

    for (size_t i = 0; i < set->n; i++)
        if (!evolve_set_line(set, i, out, &e))
            fail_msg("%s", e.msg);
}

static struct evolve_spec small(const char *seed, size_t n)
{
    struct evolve_spec s;

    spec_table_defaults(&evolve_table, &s);
    s.seed = seed;
    s.population = n;
    return s;
}

static const char *line_of(struct arena *a, const struct problem *p)
{
    struct str out = str_in(a);

    problem_write(&out, p);
    return str_get(&out);
}

static enum audit_status audit_line(struct arena *a, const char *line,
                                    const char **why)
{
    struct audit found;
    struct problem p;
    struct json *v;
    struct err e;

    if (!json_read(a, line, strlen(line), 1, &v, &e) ||
        !problem_read(a, v, &p, &e))
        return AUDIT_FAILS;
    assert_true(evolve_audit(a, &p, &found));
    *why = found.detail;
    return found.status;
}

/* ---- sets ---- */

static void same_seed_same_bytes(void **state)
{
    struct arena a = { 0 }, b = { 0 };
    struct evolve_spec s = small("bytes", 24), t = small("other", 24);
    struct evolve_report x, y, z;
    struct str one = { 0 }, two = { 0 }, three = { 0 };

    (void)state;
    evolve_small(&a, &s, &x);
    evolve_small(&b, &s, &y);
    add_set(&one, &x.population);
    add_set(&two, &y.population);
    assert_string_equal(str_get(&one), str_get(&two));
    evolve_small(&b, &t, &z);
    add_set(&three, &z.population);
    assert_string_not_equal(str_get(&one), str_get(&three));
    str_clear(&one);
    str_clear(&two);
    str_clear(&three);
    arena_clear(&a);
    arena_clear(&b);
}

/* Blocks are how work is cut up; windows, not blocks, say who is crossed with
 * whom. */
static void blocks_change_nothing(void **state)
{
    struct evolve_spec s = small("blocks", 3 * EVOLVE_WINDOW + 9);
    struct session_options o = { 0 };
    struct str sets[3] = { 0 };

    (void)state;
    s.percentile = 0.1;
    for (size_t i = 0; i < 3; i++) {
        struct arena a = { 0 };
        struct evolve_report r = { 0 };
        struct evolve v = evolve_open(&a, NULL, &s, &o, &r);
        struct err e;

        v.windows = (size_t)1 << i;
        o.ask.threads = (int)i + 1;
        if (!evolve_begin(&v, &e) || !evolve_source(&v, &e) ||
            !evolve_make(&v, &e))
            fail_msg("%s", e.msg);
        assert_true(r.evolved_easy.n > EVOLVE_WINDOW / 4);
        add_set(&sets[i], &r.population);
        assert_string_equal(str_get(&sets[i]), str_get(&sets[0]));
        arena_clear(&a);
    }
    for (size_t i = 0; i < 3; i++)
        str_clear(&sets[i]);
}

static void windows_are_whole(void **state)
{
    (void)state;
    assert_int_equal(evolve_windows(0), 0);
    assert_int_equal(evolve_windows(1), 1);
    assert_int_equal(evolve_windows(EVOLVE_WINDOW), 1);
    assert_int_equal(evolve_windows(2 * EVOLVE_WINDOW - 1), 1);
    assert_int_equal(evolve_windows(2 * EVOLVE_WINDOW), 2);
}

/* Easy and hard are the first generation; the population is the hard ones and
 * what became of the easy ones. */
static void sets_fit_together(void **state)
{
    struct arena a = { 0 };
    struct evolve_spec s = small("sets", 40);
    struct evolve_report r;
    size_t found = 0;

    (void)state;
    s.settings = true;
    s.percentile = 0.1;
    evolve_small(&a, &s, &r);
    assert_int_equal(r.seeds.n, 40);
    assert_int_equal(r.population.n, 40);
    assert_int_equal(r.easy.n + r.hard.n, 40);
    assert_true(r.easy.n > 0);
    assert_int_equal(r.easy.n, r.evolved_easy.n);
    assert_int_equal(r.n_settings, EVOLVE_SETTINGS);
    for (size_t i = 0; i < r.population.n; i++)
        for (size_t k = 0; k < r.hard.n + r.evolved_easy.n; k++) {
            const struct problem *p =
                k < r.hard.n ? &r.hard.problems[k]
                             : &r.evolved_easy.problems[k - r.hard.n];

            found += str_eq(p->statement, r.population.problems[i].statement);
        }
    assert_int_equal(found, 40);
    for (size_t i = 0; i < r.evolved_easy.n; i++)
        assert_int_equal(r.evolved_easy.individuals[i].generation, 2);
    arena_clear(&a);
}

/* What a setting leaves out is not in its problems. */
static void settings_leave_out(void **state)
{
    struct arena a = { 0 };
    struct evolve_spec s = small("out", 16);
    struct evolve_report r;

    (void)state;
    s.settings = true;
    evolve_small(&a, &s, &r);
    for (size_t i = 0; i < r.n_settings; i++) {
        const struct evolve_set *set = &r.settings[i];
        bool fm = false, lm = false, co = false;

        for (size_t k = 0; k < set->n; k++)
            for (size_t t = 0; t < set->individuals[k].n_steps; t++) {
                const struct operator_card *c =
                    operator_find(set->individuals[k].steps[t].name);

                fm = fm || c->kind == OPERATOR_FORMULA;
                lm = lm || c->kind == OPERATOR_TEXT;
                co = co || c->kind == OPERATOR_CROSS;
            }
        assert_int_equal(fm, !strstr(set->name, "without-fm"));
        assert_int_equal(lm, !strstr(set->name, "without-lm"));
        assert_int_equal(co, !strstr(set->name, "without-co"));
    }
    arena_clear(&a);
}

/* ---- lines ---- */

static void lines_read_back(void **state)
{
    struct arena a = { 0 };
    struct evolve_spec s = small("back", 30);
    struct evolve_report r;
    const char *why = "";

    (void)state;
    evolve_small(&a, &s, &r);
    for (size_t i = 0; i < r.population.n; i++) {
        const char *line = line_of(&a, &r.population.problems[i]);

        if (audit_line(&a, line, &why) != AUDIT_HOLDS)
            fail_msg("%s: %s", r.population.problems[i].id, why);
    }
    arena_clear(&a);
}

/* Every scalar below v, by number; NULL: no more. */
static struct json *leaf(struct json *v, size_t *number, const char **member)
{
    if (v->type != JSON_ARRAY && v->type != JSON_OBJECT)
        return (*number)-- == 0 ? v : NULL;
    for (struct json *m = v->first; m; m = m->next) {
        struct json *found = leaf(m, number, member);

        if (found && m->name && !*member)
            *member = m->name;
        if (found)
            return found;
    }
    return NULL;
}

static void change(struct arena *a, struct json *v)
{
    struct ratio x;

    if (v->type == JSON_NUMBER || v->type == JSON_STRING) {
        if (ratio_read(&x, v->text, strlen(v->text)) &&
            ratio_add(&x, x, RATIO(1)))
            v->text = ratio_text(a, x);
        else
            v->text = arena_printf(a, "%sx", v->text);
    } else {
        v->truth = !v->truth;
        v->type = JSON_BOOL;
    }
}

/* What a problem does not depend on: where its numbers were drawn from, what it
 * came from; styles come in more numbers than there are templates. */
static bool is_free(const char *member)
{
    return str_eq(member, "range") || str_eq(member, "source") ||
           str_eq(member, "styles");
}

/* A changed structure tells another problem, or none: check sees it. */
static void no_change_passes(void **state)
{
    struct arena a = { 0 };
    struct evolve_spec s = small("change", 4);
    struct evolve_report r;
    size_t tried = 0;

    (void)state;
    evolve_small(&a, &s, &r);
    for (size_t i = 0; i < r.population.n; i++) {
        const char *line = line_of(&a, &r.population.problems[i]);

        for (size_t k = 0;; k++, tried++) {
            struct arena b = { 0 };
            struct json *v, *params, *at;
            struct str out = str_in(&b);
            const char *why = "", *member = NULL;
            size_t number = k;
            struct err e;

            assert_true(json_read(&b, line, strlen(line), 1, &v, &e));
            params = (struct json *)json_get(v, "params");
            at = leaf(params, &number, &member);
            if (!at) {
                arena_clear(&b);
                break;
            }
            change(&b, at);
            json_write(&out, v);
            if (!is_free(member) &&
                audit_line(&b, str_get(&out), &why) == AUDIT_HOLDS)
                fail_msg("%s: \"%s\" became \"%s\" unseen",
                         r.population.problems[i].id, member,
                         at->text ? at->text : "");
            arena_clear(&b);
        }
    }
    assert_true(tried > 200);
    arena_clear(&a);
}

/* Keys and statement are part of what is checked. */
static void forged_keys_fail(void **state)
{
    struct arena a = { 0 };
    struct evolve_spec s = small("keys", 6);
    struct evolve_report r;
    const char *why = "";

    (void)state;
    evolve_small(&a, &s, &r);
    for (size_t i = 0; i < r.population.n; i++) {
        struct problem p = r.population.problems[i];

        p.statement = arena_printf(&a, "%s ", p.statement);
        assert_int_equal(audit_line(&a, line_of(&a, &p), &why), AUDIT_FAILS);
        p = r.population.problems[i];
        for (size_t k = 0; k < p.n_keys; k++) {
            const char *was = p.keys[k].latex;

            p.keys[k].latex = "77";
            assert_int_equal(audit_line(&a, line_of(&a, &p), &why),
                             AUDIT_FAILS);
            p.keys[k].latex = was;
        }
    }
    arena_clear(&a);
}

/* ---- the spec ---- */

static void spec_reads_back(void **state)
{
    struct arena a = { 0 };
    struct evolve_spec s = small("x1", 12), t;
    struct str text = str_in(&a);
    struct err e;

    (void)state;
    s.threshold = -1.25;
    s.variables = 6;
    s.features = FEATURES_PAPER;
    spec_table_write(&text, &evolve_table, &s, true);
    spec_table_defaults(&evolve_table, &t);
    assert_true(spec_table_read_text(&a, &evolve_table, str_get(&text), text.n,
                                     "", &t, &e));
    assert_string_equal(spec_table_hash(&a, &evolve_table, &s),
                        spec_table_hash(&a, &evolve_table, &t));
    assert_int_equal(t.features, FEATURES_PAPER);
    t.variables = 5;
    assert_string_not_equal(spec_table_hash(&a, &evolve_table, &s),
                            spec_table_hash(&a, &evolve_table, &t));
    arena_clear(&a);
}

static void bad_specs(void **state)
{
    static const char *const rows[][2] = {
        { "variables: 1", "variables" },
        { "variables: 5\ndepth: 5",
          "no seed of 5 variables has depth 5, distance any" },
        { "depth: 0\ndistance: 0", "depth 0 needs a distance" },
        { "depth: 10", "depth" },
        { "sparsity: 5", "sparsity" },
        { "variables: 3\nsparsity: 4", "sparsity needs a greater depth" },
        { "low: 9\nhigh: 9", "below" },
        { "low: 1\nhigh: 3", "differ" },
        { "theme: nothing", "prices" },
        { "operators: [crossing]", "crossover" },
        { "families: [concept/none]", "concept/none" },
        { "families: [concept/crt]\nsource: x.jsonl", "not both" },
        { "without: [xx]", "fm" },
        { "generations: 0", "generations" },
        { "populaton: 5", "population" },
        { "features: mine", "paper" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct arena a = { 0 };
        struct evolve_spec s;
        struct err e;

        spec_table_defaults(&evolve_table, &s);
        if (spec_table_read_text(&a, &evolve_table, rows[i][0],
                                 strlen(rows[i][0]), "", &s, &e) &&
            evolve_spec_check(&s, &e))
            fail_msg("\"%s\" was taken", rows[i][0]);
        if (!strstr(e.msg, rows[i][1]))
            fail_msg("\"%s\": %s", rows[i][0], e.msg);
        arena_clear(&a);
    }
}

/* ---- for people ---- */

static bool has_text(const struct doc_step *steps, size_t n, const char *text)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(steps[i].text, text))
            return true;
    return false;
}

static void check_steps(struct arena *a, const struct problem *p,
                        const struct doc_step *steps, size_t n)
{
    struct doc_step *again;

    assert_true(n >= 2);
    assert_string_equal(steps[n - 1].text, p->statement);
    for (size_t i = 1; i < n; i++)
        assert_string_not_equal(steps[i].text, steps[i - 1].text);
    /* From the line of the file it is the same. */
    assert_int_equal(evolve_lineage(a, p, &again), n);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(again[i].text, steps[i].text);
        assert_string_equal(again[i].what, steps[i].what);
    }
}

/* The steps begin with a seed, pass the problem of the first generation and end
 * with the problem itself. */
static void steps_pass_what_was_there(void **state)
{
    struct arena a = { 0 };
    struct evolve_spec spec = small("5", 24);
    struct evolve_report r;
    struct doc_step *steps;

    (void)state;
    spec.percentile = 0.2;
    evolve_small(&a, &spec, &r);
    assert_true(r.evolved_easy.n > 2 && r.evolved_easy.n == r.easy.n);
    for (size_t i = 0; i < r.population.n; i++) {
        size_t n =
            lineage_steps(&a, &r.population.individuals[i], NULL, &steps);
        bool seed = false;

        check_steps(&a, &r.population.problems[i], steps, n);
        for (size_t k = 0; k < r.seeds.n; k++)
            seed =
                seed || !strcmp(r.seeds.problems[k].statement, steps[0].text);
        assert_true(seed);
    }
    for (size_t i = 0; i < r.easy.n; i++) {
        size_t n =
            lineage_steps(&a, &r.evolved_easy.individuals[i], NULL, &steps);

        assert_true(has_text(steps, n, r.easy.problems[i].statement));
    }
    arena_clear(&a);
}

/* With operators that replace what was there. */
static void steps_of_fresh_operators(void **state)
{
    static const char *const list[] = { "useless-condition", "reorder",
                                        "renumber",          "misleading-text",
                                        "crossover",         "rename",
                                        "background" };
    struct arena a = { 0 };
    struct evolve_spec spec = small("6", 16);
    struct evolve_report r;

    (void)state;
    spec.operators = list;
    spec.n_operators = sizeof(list) / sizeof(*list);
    spec.percentile = 0.2;
    evolve_small(&a, &spec, &r);
    for (size_t i = 0; i < r.population.n; i++) {
        struct doc_step *steps;
        size_t n = lineage_steps(&a, &r.population.individuals[i],
                                 "Before all that.", &steps);

        assert_string_equal(steps[0].text, "Before all that.");
        assert_string_equal(steps[0].what, "the original");
        assert_string_equal(steps[n - 1].text,
                            r.population.problems[i].statement);
        for (size_t k = 1; k < n; k++)
            assert_string_not_equal(steps[k].text, steps[k - 1].text);
    }
    arena_clear(&a);
}

static void page_shows_the_report(void **state)
{
    struct arena a = { 0 };
    struct evolve_spec spec = small("5", 24);
    struct document *d = document_new(&a, 80);
    struct evolve_report r;
    const struct figure *f;
    size_t lineages = 0;

    (void)state;
    spec.percentile = 0.2;
    evolve_small(&a, &spec, &r);
    evolve_page(d, &spec, &r, NULL, 0);
    check_screen(d, 40, 80);
    f = figure_named(d, "operators");
    for (size_t i = 0; i < r.n_counts; i++) {
        const char *name = r.counts[i].card->name;

        assert_true(figure_dot_at(f, name, 0)->value ==
                    (double)r.counts[i].applied);
        assert_true(figure_dot_at(f, name, 1)->value ==
                    (double)r.counts[i].refused);
    }
    f = figure_named(d, "fitness");
    assert_int_equal(f->dots.n, r.n_generations);
    for (size_t i = 0; i < r.n_generations; i++) {
        const struct evolve_generation *g = &r.generations[i];
        const struct dot *p = vec_get(&f->dots, struct dot, i);

        assert_true(p->least == g->least && p->value == g->median &&
                    p->most == g->most && p->n == g->n);
        assert_true(p->least <= p->low && p->low <= p->value &&
                    p->value <= p->high && p->high <= p->most);
    }
    for (const struct block *b = d->first; b; b = b->next)
        lineages += b->kind == BLOCK_STEPS;
    assert_int_equal(lineages, 6);
    assert_null(figure_named(d, "settings-final")); /* nobody was asked */
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_seed_same_bytes),
        cmocka_unit_test(blocks_change_nothing),
        cmocka_unit_test(windows_are_whole),
        cmocka_unit_test(sets_fit_together),
        cmocka_unit_test(settings_leave_out),
        cmocka_unit_test(lines_read_back),
        cmocka_unit_test(no_change_passes),
        cmocka_unit_test(forged_keys_fail),
        cmocka_unit_test(spec_reads_back),
        cmocka_unit_test(bad_specs),
        cmocka_unit_test(steps_pass_what_was_there),
        cmocka_unit_test(steps_of_fresh_operators),
        cmocka_unit_test(page_shows_the_report),
    };

    return cmocka_run_group_tests_name("evolve", tests, NULL, NULL);
}
