/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CSV by RFC 4180, lines ended by \r\n. A spreadsheet takes a field that
 * begins with = + - or @ for a formula. Names of models and groups come from
 * outside and are labels, so such a one gets a ' before it (OWASP's advice on
 * CSV injection); plain numbers stay what they are. A figure that is not
 * known is an empty field.
 */
#include "base/csv.h"
#include "base/ascii.h"
#include "run/print/cells.h"
#include "run/print/print.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- fields ---- */

/* Digits with at most a sign, a point and an exponent. */
static bool is_plain_number(const char *s)
{
    s += *s == '-' || *s == '+';
    if (!is_digit(*s))
        return false;
    while (is_digit(*s))
        s++;
    if (*s == '.' && is_digit(s[1]))
        for (s++; is_digit(*s); s++)
            ;
    return *s == '\0';
}

/* Line ends and tabs stay, in quotes; other control characters are "?". */
static void add_text(struct str *out, const char *name)
{
    while (*name) {
        size_t n = strcspn(name, "\t\r\n");

        if (n == 0) {
            str_addc(out, *name++);
            continue;
        }
        str_add_printable(out, arena_strndup(out->arena, name, n));
        name += n;
    }
}

static void add_name(struct str *out, struct arena *a, const char *name)
{
    struct str b = str_in(a);

    /* Some programs skip blanks, tabs and line ends before a formula. */
    if (name[0] && strchr("=+-@ \t\r\n", name[0]) && !is_plain_number(name))
        str_addc(&b, '\'');
    add_text(&b, name);
    csv_write(out, str_get(&b));
}

static void add_count(struct str *out, uint64_t n)
{
    str_addf(out, ",%" PRIu64, n);
}

static void add_number(struct str *out, struct arena *a, double x)
{
    const char *s = cell_number(a, x);

    str_addc(out, ',');
    if (s)
        str_add(out, s);
}

static void add_value(struct str *out, struct arena *a, const struct rate *r)
{
    add_number(out, a, r && r->n ? r->value : NAN);
}

/* ---- rows ---- */

static void add_header(struct str *out, const struct view *v, bool points)
{
    uint64_t k = v->info.attempts;

    str_add(out, "model,grouping,group,problems,results");
    for (int m = 0; m < MARKS; m++)
        str_addf(out, ",%s", mark_name((enum mark)m));
    str_addf(out,
             ",accuracy,low,high,bracket_low,bracket_high,%s_correct,"
             "%s_accuracy",
             v->strict ? "lenient" : "strict",
             v->strict ? "lenient" : "strict");
    for (uint64_t i = 1; i <= k; i++)
        str_addf(out, ",pass_%" PRIu64, i);
    for (uint64_t i = 1; i <= k; i++)
        str_addf(out, ",all_%" PRIu64, i);
    str_add(out, ",majority,short_problems,calls,prompt_tokens,"
                 "completion_tokens,reasoning_tokens,cached_tokens,"
                 "unknown_calls,cost,unpriced_calls,seconds,slowest_seconds");
    if (points)
        str_add(out, ",solved,optimal,score_share,score_share_low,"
                     "score_share_high,score_of_best");
    str_add(out, "\r\n");
}

static void add_rates(struct str *out, struct arena *a, const struct tally *t,
                      uint64_t attempts)
{
    bool known = t->accuracy.n > 0;
    bool says = cell_counted(t) + t->count[MARK_UNDECIDED] > 0;

    add_value(out, a, &t->accuracy);
    add_number(out, a, known ? t->accuracy.interval.low : NAN);
    add_number(out, a, known ? t->accuracy.interval.high : NAN);
    add_number(out, a, says ? t->bracket.low : NAN);
    add_number(out, a, says ? t->bracket.high : NAN);
    add_count(out, t->other_correct);
    add_number(out, a, t->other_accuracy);
    for (uint64_t k = 0; k < attempts; k++)
        add_value(out, a, t->pass && k < t->attempts ? &t->pass[k] : NULL);
    for (uint64_t k = 0; k < attempts; k++)
        add_value(out, a, t->all_of && k < t->attempts ? &t->all_of[k] : NULL);
    add_value(out, a, &t->majority);
}

static void add_said(struct str *out, uint64_t sum, uint64_t calls)
{
    if (calls)
        add_count(out, sum);
    else
        str_addc(out, ',');
}

static void add_costs(struct str *out, struct arena *a, const struct tally *t)
{
    add_count(out, t->calls);
    add_said(out, t->prompt_tokens, t->prompt_said);
    add_said(out, t->completion_tokens, t->completion_said);
    add_said(out, t->reasoning_tokens, t->reasoning_said);
    add_said(out, t->cached_tokens, t->cached_said);
    add_count(out, t->usage_unknown);
    add_number(out, a, t->cost);
    add_count(out, t->cost_unknown);
    add_number(out, a, t->seconds);
    add_number(out, a, t->calls ? t->slowest : NAN);
}

static void add_points(struct str *out, struct arena *a,
                       const struct play_scores *p)
{
    bool known = p->of_18.n > 0;

    add_value(out, a, &p->solved);
    add_value(out, a, &p->optimal);
    add_value(out, a, &p->of_18);
    add_number(out, a, known ? p->of_18.interval.low : NAN);
    add_number(out, a, known ? p->of_18.interval.high : NAN);
    add_value(out, a, &p->of_best);
}

/* A row in the making: of a model, and of a group of a grouping. */
struct row {
    size_t model;
    const char *grouping, *group;
    const struct tally *tally;
    const struct play_scores *points; /* NULL: no Mathador */
};

static void add_row(struct str *out, const struct view *v, const struct row *r)
{
    struct arena a = { 0 };
    const struct tally *t = r->tally;

    add_name(out, &a, v->models[r->model]);
    str_addc(out, ',');
    add_name(out, &a, r->grouping);
    str_addc(out, ',');
    add_name(out, &a, r->group);
    add_count(out, t->problems);
    add_count(out, t->results);
    for (int m = 0; m < MARKS; m++)
        add_count(out, t->count[m]);
    add_rates(out, &a, t, v->info.attempts);
    add_count(out, t->short_problems);
    add_costs(out, &a, t);
    if (r->points)
        add_points(out, &a, r->points);
    str_add(out, "\r\n");
    arena_clear(&a);
}

/* The rows of a model's groups. points[grouping] is of all models. */
static void add_groups(struct str *out, const struct view *v, size_t model,
                       struct play_scores *const *points)
{
    for (size_t i = 0; i < v->n_groups; i++) {
        const struct view_group *g = &v->groups[i];

        for (size_t k = 0; k < g->grouping.n; k++) {
            size_t cell = model * g->grouping.n + k;
            struct row r = { model, g->grouping.name, g->grouping.values[k],
                             &g->cells[cell],
                             points[i] ? &points[i][cell] : NULL };

            add_row(out, v, &r);
        }
    }
}

void print_csv(struct str *out, const struct view *v)
{
    struct arena a = { 0 };
    struct play_scores *whole = play_by(&a, v, NULL);
    struct play_scores **points =
        arena_array(&a, struct play_scores *, v->n_groups + 1);

    for (size_t i = 0; i < v->n_groups && whole; i++)
        points[i] = play_by(&a, v, &v->groups[i].grouping);
    add_header(out, v, whole != NULL);
    for (size_t m = 0; m < v->info.n_models; m++) {
        struct row r = { m, "", "", &v->whole[m], whole ? &whole[m] : NULL };

        add_row(out, v, &r);
        add_groups(out, v, m, points);
    }
    arena_clear(&a);
}
