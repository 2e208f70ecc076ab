/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A comparison for people: two sides in sentences with the problems that
 * changed, several as a table of pairs.
 */
#include "base/hash.h"
#include "report/datum.h"
#include "run/print/cells.h"
#include "run/print/print.h"
#include "run/print/sheet.h"

#include <inttypes.h>
#include <string.h>

#define FLIPS_MOST 20
#define VALUE_MOST 40 /* bytes of a setting, shown */

/* "+5.7": a difference of rates in points. */
static const char *points(struct arena *a, double x, int decimals)
{
    const char *s = cell_fixed(a, 100 * x, decimals);

    if (!s)
        return NULL;
    return arena_printf(a, "%s%s", x > 0 ? "+" : "", s);
}

static const char *points_range(struct arena *a, struct interval i)
{
    const char *low = points(a, i.low, 1), *high = points(a, i.high, 1);

    return low && high ? arena_printf(a, "%s .. %s", low, high) : NULL;
}

static const char *or_dash(const char *s)
{
    return s ? s : "-";
}

/* "p = 0.031", "p < 0.0001" */
static const char *p_text(struct arena *a, double p)
{
    const char *s = or_dash(cell_p(a, p));

    return arena_printf(a, "p %s%s", *s == '<' ? "" : "= ", s);
}

/* ---- who is compared ---- */

/* A setting's value; a long text (a prompt) is known by its hash. */
static const char *setting_text(struct arena *a, const struct json *v)
{
    struct str b = str_in(a);
    char hex[HASH_HEX_SIZE];

    if (v->type == JSON_STRING && !strpbrk(v->text, " ,;"))
        str_add(&b, v->text);
    else
        json_write(&b, v);
    if (b.n <= VALUE_MOST)
        return str_get(&b);
    return arena_printf(a, "(%.8s)", hash_hex(hash_bytes(b.s, b.n), hex));
}

static const char *settings_text(struct arena *a, const struct compare *c,
                                 size_t side)
{
    struct str b = str_in(a);

    for (size_t i = 0; i < c->n_settings; i++) {
        const struct json *v = c->settings[i].value[side];

        if (v)
            str_addf(&b, "%s%s %s", b.n ? ", " : "; ", c->settings[i].name,
                     setting_text(a, v));
    }
    return str_get(&b);
}

/* "r1 = openai:gpt-4o; max_tokens 100": models, and in what runs differ. */
static void say_side(const struct sheet *s, const struct compare *c, size_t i)
{
    const struct side *side = &c->sides[i];
    const char *run = side->view->info.name, *label = s->labels[i];
    const char *model =
        printable(s->arena, side->view->models[side->model], 400);
    const char *settings = settings_text(s->arena, c, i);

    if (str_eq(label, run))
        sheet_say(s, "%s = %s%s", label, model, settings);
    else if (!str_eq(label, side->name))
        sheet_say(s, "%s = %s of %s%s", label, model, run, settings);
    else if (*settings)
        sheet_say(s, "%s%s", label, settings);
}

static void say_sides(const struct sheet *s, const struct compare *c)
{
    for (size_t i = 0; i < c->n_sides; i++)
        say_side(s, c, i);
    if (c->judged_apart)
        sheet_say(s, "the sides were not judged alike: part of a difference "
                     "may be the judge's");
}

/* ---- two sides ---- */

static void add_reason(struct arena *a, struct str *out, uint64_t n,
                       const char *one, const char *many)
{
    if (n)
        str_addf(out, "%s%s %s", out->n ? ", " : "", cell_count(a, n),
                 n == 1 ? one : many);
}

static void say_left_out(const struct sheet *s, const struct compare_pair *p)
{
    struct arena *a = s->arena;
    struct str b = str_in(a);
    const char *in_a = arena_printf(a, "only in %s", s->labels[p->a]);
    const char *in_b = arena_printf(a, "only in %s", s->labels[p->b]);

    add_reason(a, &b, p->only_a, in_a, in_a);
    add_reason(a, &b, p->only_b, in_b, in_b);
    add_reason(a, &b, p->other_problem, "under the same id is another problem",
               "under the same id are other problems");
    add_reason(a, &b, p->other_key, "with another key", "with another key");
    add_reason(a, &b, p->uncounted, "on which a side has no counted attempt",
               "on which a side has no counted attempt");
    if (b.n)
        sheet_say(s, "left out: %s", str_get(&b));
}

static void add_means(const struct sheet *s, const struct compare_pair *p)
{
    struct grid g = grid_in(s->arena, 1);

    grid_column(&g, "side");
    grid_column(&g, "accuracy");
    if (p->single)
        grid_column(&g, "right here alone");
    grid_cell(&g, s->labels[p->a]);
    grid_cell(&g, cell_percent(s->arena, p->mean_a));
    if (p->single)
        grid_cell(&g, cell_count(s->arena, p->a_only));
    grid_cell(&g, s->labels[p->b]);
    grid_cell(&g, cell_percent(s->arena, p->mean_b));
    if (p->single)
        grid_cell(&g, cell_count(s->arena, p->b_only));
    str_addc(s->out, '\n');
    grid_write(s->out, &g, s->width);
}

static bool is_clustered(const struct compare_pair *p)
{
    return p->clusters != p->pairs;
}

/* "problems", "10 clusters by template, parent or game" */
static const char *units(struct arena *a, const struct compare_pair *p)
{
    if (!is_clustered(p))
        return "problems";
    return arena_printf(a, "%s by template, parent or game",
                        cell_plural(a, p->clusters, "cluster"));
}

static const char *interval_source(struct arena *a,
                                   const struct compare_pair *p)
{
    if (p->pairs == 0)
        return "nothing is known";
    if (p->spread)
        return arena_printf(a, "bootstrap over %s", units(a, p));
    if (p->n_flips == 0)
        return "Wilson's: no problem differs, others might";
    return arena_printf(a,
                        "Wilson's: all %s differ by the same, others might "
                        "not",
                        units(a, p));
}

static void say_power(const struct sheet *s, const struct compare_pair *p)
{
    const char *smallest = cell_fixed(s->arena, 100 * p->smallest, 1);
    const char *set = cell_plural(s->arena, p->pairs, "problem");

    if (is_clustered(p))
        set = arena_printf(s->arena, "%s in %s", set,
                           cell_plural(s->arena, p->clusters, "cluster"));
    if (smallest)
        sheet_say(s,
                  "this set of %s shows differences of %s points or more "
                  "with 80 %% power",
                  set, smallest);
    else
        sheet_say(s, "%s: %s to say what difference they could show", set,
                  p->clusters < 2 ? "too few" : "too much alike");
}

static void say_findings(const struct sheet *s, const struct compare_pair *p)
{
    sheet_title(s, "%s - %s: %s points; 95 %% interval %s (%s)",
                s->labels[p->b], s->labels[p->a],
                or_dash(points(s->arena, p->difference, 1)),
                or_dash(points_range(s->arena, p->interval)),
                interval_source(s->arena, p));
    sheet_say(s, "%s%s%s: %s",
              p->exact ? "McNemar's exact test" : "paired permutation test",
              is_clustered(p) ? " over " : "",
              is_clustered(p) ? units(s->arena, p) : "",
              p_text(s->arena, p->p));
    say_power(s, p);
}

static void add_flip(const struct sheet *s, struct grid *g,
                     const struct compare_pair *p, const struct flip *f)
{
    grid_cell(g, f->problem);
    if (p->single) {
        grid_cell(g, f->a > f->b ? "right" : "wrong");
        grid_cell(g, f->a > f->b ? "wrong" : "right");
    } else {
        grid_cell(g, cell_percent(s->arena, f->a));
        grid_cell(g, cell_percent(s->arena, f->b));
        grid_cell(g, points(s->arena, f->b - f->a, 1));
    }
}

static void add_flips(const struct sheet *s, const struct compare_pair *p)
{
    struct grid g = grid_in(s->arena, 1);
    size_t n = p->n_flips < FLIPS_MOST ? p->n_flips : FLIPS_MOST;

    if (n == 0) {
        sheet_title(s, "no problem differs");
        return;
    }
    sheet_title(s, "%s%s",
                p->n_flips == 1
                    ? "1 problem differs"
                    : arena_printf(s->arena, "%zu problems differ", p->n_flips),
                n < p->n_flips ? arena_printf(s->arena, "; the first %zu:", n)
                               : ":");
    grid_column(&g, "problem");
    grid_column(&g, s->labels[p->a]);
    grid_column(&g, s->labels[p->b]);
    if (!p->single)
        grid_column(&g, "points");
    for (size_t i = 0; i < n; i++)
        add_flip(s, &g, p, &p->flips[i]);
    grid_write(s->out, &g, s->width);
}

/* ---- several sides ---- */

/* Columns that are there where a pair has something in them. */
struct extra {
    bool clusters, problem, key;
};

static struct extra extra_of(const struct compare *c)
{
    struct extra x = { 0 };

    for (size_t i = 0; i < c->n_pairs; i++) {
        x.clusters |= is_clustered(&c->pairs[i]);
        x.problem |= c->pairs[i].other_problem > 0;
        x.key |= c->pairs[i].other_key > 0;
    }
    return x;
}

static void add_pair_row(const struct sheet *s, struct grid *g, struct extra x,
                         const struct compare_pair *p)
{
    struct arena *a = s->arena;

    grid_cell(g, s->labels[p->a]);
    grid_cell(g, s->labels[p->b]);
    grid_cell(g, cell_count(a, p->pairs));
    if (x.clusters)
        grid_cell(g, cell_count(a, p->clusters));
    grid_cell(g, cell_percent(a, p->mean_a));
    grid_cell(g, cell_percent(a, p->mean_b));
    grid_cell(g, points(a, p->difference, 1));
    grid_cell(g, points_range(a, p->interval));
    grid_cell(g, cell_p(a, p->p));
    grid_cell(g, cell_p(a, p->p_holm));
    grid_cell(g, cell_fixed(a, 100 * p->smallest, 1));
    grid_cell(g, cell_count(a, p->n_flips));
    grid_cell(g, cell_count(a, p->only_a + p->only_b + p->uncounted));
    if (x.problem)
        grid_cell(g, cell_count(a, p->other_problem));
    if (x.key)
        grid_cell(g, cell_count(a, p->other_key));
}

static void add_pair_columns(struct grid *g, struct extra x)
{
    grid_column(g, "a");
    grid_column(g, "b");
    grid_column(g, "problems");
    if (x.clusters)
        grid_column(g, "clusters");
    grid_column(g, "a right");
    grid_column(g, "b right");
    grid_column(g, "b - a");
    grid_joined(g, "95 %");
    grid_part(g);
    grid_column(g, "p");
    grid_joined(g, "p (Holm)");
    grid_column(g, "least");
    grid_column(g, "differ");
    grid_column(g, "left out");
    if (x.problem)
        grid_column(g, "other problem");
    if (x.key)
        grid_column(g, "other key");
}

static void explain_pairs(const struct sheet *s, const struct compare *c,
                          struct extra x)
{
    const char *what = x.clusters ? "clusters" : "problems";

    sheet_say(s,
              "b - a in points, with a bootstrap interval over %s; p "
              "by McNemar's exact test where each side has one attempt%s, "
              "else by a paired permutation test; p (Holm) is corrected "
              "for the %s",
              what,
              x.clusters ? " and each cluster (template, parent or game) is "
                           "one problem"
                         : "",
              cell_plural(s->arena, c->n_pairs, "comparison"));
    sheet_say(s,
              "least: the difference that the %s of a pair show with 80 %% "
              "power",
              what);
    if (x.problem || x.key)
        sheet_say(s, "left out besides: other problems under the same id, and "
                     "the same ones with another key");
}

static void add_pairs(const struct sheet *s, const struct compare *c)
{
    struct grid g = grid_in(s->arena, 2);
    struct extra x = extra_of(c);

    add_pair_columns(&g, x);
    for (size_t i = 0; i < c->n_pairs; i++)
        add_pair_row(s, &g, x, &c->pairs[i]);
    str_addc(s->out, '\n');
    grid_write(s->out, &g, s->width);
    str_addc(s->out, '\n');
    explain_pairs(s, c, x);
}

void print_compare(struct str *out, const struct compare *c, size_t width)
{
    struct arena a = { 0 };
    struct sheet s = { .arena = &a,
                       .out = out,
                       .width = width ? width : 100,
                       .labels = arena_array(&a, const char *, c->n_sides) };
    const char **names = arena_array(&a, const char *, c->n_sides);

    for (size_t i = 0; i < c->n_sides; i++)
        names[i] = c->sides[i].name;
    s.legend = sheet_labels(&a, names, c->n_sides, s.width, s.labels);
    sheet_say(&s, "%s compared by problem; %s reading",
              cell_plural(&a, c->n_sides, "side"),
              c->strict ? "strict" : "lenient");
    say_sides(&s, c);
    if (c->n_sides == 2 && c->n_pairs == 1) {
        say_left_out(&s, &c->pairs[0]);
        add_means(&s, &c->pairs[0]);
        say_findings(&s, &c->pairs[0]);
        add_flips(&s, &c->pairs[0]);
    } else {
        add_pairs(&s, c);
    }
    arena_clear(&a);
}
