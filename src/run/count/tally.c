/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results into cells. A cell is counted problem by problem: each gives one
 * row (counted, correct, vote), and every rate is a sum over the rows. Rows
 * stand in the order of their clusters, so that a cluster's sum is a walk.
 */
#include "run/count/tally.h"

#include "base/err.h"

#include <math.h>
#include <stdlib.h>

const char *mark_name(enum mark m)
{
    static const char *const names[] = {
        [MARK_CORRECT] = "correct",     [MARK_WRONG] = "wrong",
        [MARK_UNDECIDED] = "undecided", [MARK_UNREADABLE] = "unreadable",
        [MARK_NO_ANSWER] = "no_answer", [MARK_TRUNCATED] = "truncated",
        [MARK_REFUSED] = "refused",     [MARK_ERROR] = "error",
        [MARK_BAD_KEY] = "bad_key",
    };

    INVARIANT(m < MARKS);
    return names[m];
}

static enum mark mark_of_verdict(enum verdict v)
{
    switch (v) {
    case VERDICT_CORRECT: return MARK_CORRECT;
    case VERDICT_WRONG: return MARK_WRONG;
    case VERDICT_NO_ANSWER: return MARK_NO_ANSWER;
    case VERDICT_UNREADABLE: return MARK_UNREADABLE;
    case VERDICT_BAD_KEY: return MARK_BAD_KEY;
    default: return MARK_UNDECIDED;
    }
}

enum mark mark_of(const struct result *r, bool strict)
{
    switch (r->outcome) {
    case OUTCOME_OK: return mark_of_verdict(strict ? r->strict : r->lenient);
    case OUTCOME_TRUNCATED: return MARK_TRUNCATED;
    case OUTCOME_REFUSED: return MARK_REFUSED;
    default: return MARK_ERROR;
    }
}

bool mark_counts(enum mark m)
{
    return m != MARK_UNDECIDED && m != MARK_ERROR && m != MARK_BAD_KEY;
}

/* ---- finding ---- */

static bool comes_before(const struct result *r, size_t problem, size_t model)
{
    return r->problem != problem ? r->problem < problem : r->model < model;
}

/* The first result that is not before (problem, model). */
static size_t first_at(const struct result *all, size_t n, size_t problem,
                       size_t model)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (comes_before(&all[middle], problem, model))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct result *tally_results(const struct result *all, size_t n,
                                   size_t problem, size_t model, size_t *found)
{
    size_t first = first_at(all, n, problem, model), end = first;

    while (end < n && all[end].problem == problem && all[end].model == model)
        end++;
    *found = end - first;
    return *found ? all + first : NULL;
}

static bool is_in(const struct grouping *g, size_t problem, size_t value)
{
    if (!g)
        return true;
    for (const uint32_t *v = g->of[problem]; *v != UINT32_MAX; v++)
        if (*v == value)
            return true;
    return false;
}

/* ---- counting ---- */

/* What one problem brings to the rates. */
struct row {
    size_t cluster;
    double counted, correct; /* attempts */
    double vote;             /* credit of the majority, -1: none */
    double none, all; /* chances that k tries bring none, and only, right ones:
                         carried on from k to k + 1 */
};

/* A cell in the making. */
struct cell {
    const struct count *count;
    size_t model;
    struct tally *out;
    struct row *rows;
    size_t n;
    double *total, *size;   /* of the clusters; scratch */
    uint64_t other_counted; /* by the other reading */
};

static void add_tokens(int64_t n, uint64_t *sum, uint64_t *said)
{
    if (n < 0)
        return;
    *sum += (uint64_t)n;
    ++*said;
}

static void add_cost(struct cell *c, const struct usage *u)
{
    bool known = c->count->cost && u->prompt >= 0 && u->completion >= 0;
    double cost = known ? c->count->cost(c->count->prices, c->model, u) : NAN;

    if (isfinite(cost))
        c->out->cost += cost;
    else
        c->out->cost_unknown++;
}

static void add_call(struct cell *c, const struct result *r)
{
    struct tally *t = c->out;
    const struct usage *u = &r->usage;
    double seconds = r->took_ms > 0 ? (double)r->took_ms / 1000 : 0;

    if (r->outcome >= OUTCOME_ERROR)
        return;
    t->calls++;
    add_tokens(u->prompt, &t->prompt_tokens, &t->prompt_said);
    add_tokens(u->completion, &t->completion_tokens, &t->completion_said);
    add_tokens(u->reasoning, &t->reasoning_tokens, &t->reasoning_said);
    add_tokens(u->cached, &t->cached_tokens, &t->cached_said);
    t->usage_unknown += u->prompt < 0 || u->completion < 0;
    add_cost(c, u);
    t->seconds += seconds;
    t->slowest = fmax(t->slowest, seconds);
}

static void add_result(struct cell *c, const struct result *r, struct row *row)
{
    enum mark m = mark_of(r, c->count->strict);
    enum mark other = mark_of(r, !c->count->strict);

    c->out->results++;
    c->out->count[m]++;
    c->out->other_correct += other == MARK_CORRECT;
    c->other_counted += mark_counts(other);
    row->counted += mark_counts(m);
    row->correct += m == MARK_CORRECT;
    add_call(c, r);
}

static void add_problem(struct cell *c, size_t problem)
{
    const struct count *count = c->count;
    struct row row = { .cluster = problem, .vote = -1, .none = 1, .all = 1 };
    size_t n;
    const struct result *r =
        tally_results(count->results, count->n_results, problem, c->model, &n);

    if (n == 0)
        return;
    c->out->problems++;
    for (size_t i = 0; i < n; i++)
        add_result(c, &r[i], &row);
    c->out->short_problems += row.counted < (double)count->attempts;
    if (count->cluster)
        row.cluster = count->cluster[problem];
    if (count->majority)
        row.vote = count->majority[problem * count->n_models + c->model];
    c->rows[c->n++] = row;
}

static int by_cluster(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    return (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

/* ---- rates ---- */

enum rate_of { RATE_ACCURACY, RATE_PASS, RATE_ALL, RATE_VOTE };

/* What the row adds to the rate: the weight it returns, 0 when it has no part
 * in it, and the sum of its values. */
static double row_part(const struct row *r, enum rate_of what, double k,
                       double *sum)
{
    switch (what) {
    case RATE_ACCURACY: *sum = r->correct; return r->counted;
    case RATE_PASS: *sum = 1 - r->none; return r->counted >= k;
    case RATE_ALL: *sum = r->all; return r->counted >= k;
    default: *sum = r->vote; return r->vote >= 0;
    }
}

/* The rate over all rows, by clusters. One value of 0 or 1 in each cluster is
 * a plain proportion. */
static struct rate rate_make(struct cell *c, enum rate_of what, double k)
{
    struct rate out = { NAN, { 0, 1 }, 0 };
    double sum = 0, weight = 0;
    bool plain = true;
    size_t g = 0;

    for (size_t i = 0, last = 0; i < c->n; i++) {
        double value, w = row_part(&c->rows[i], what, k, &value);

        if (w == 0)
            continue;
        if (out.n == 0 || c->rows[i].cluster != last) {
            last = c->rows[i].cluster;
            c->total[g] = c->size[g] = 0;
            g++;
        }
        c->total[g - 1] += value;
        c->size[g - 1] += w;
        plain = plain && c->size[g - 1] == 1 && (value == 0 || value == 1);
        sum += value;
        weight += w;
        out.n++;
    }
    if (out.n == 0)
        return out;
    out.value = sum / weight;
    out.interval = plain ? stats_wilson(sum, weight)
                         : stats_clustered(c->total, c->size, g, 0, 1);
    return out;
}

/* From k - 1 tries to k: C(m, k)/C(n, k) is C(m, k-1)/C(n, k-1) times
 * (m-k+1)/(n-k+1). The same numbers as stats_pass_at() and stats_all_of(),
 * without their loop for every k. */
static void step_rows(struct cell *c, double k)
{
    for (size_t i = 0; i < c->n; i++) {
        struct row *r = &c->rows[i];
        double left = r->counted - k + 1;

        if (left < 1)
            continue;
        r->none *= fmax(0, left - r->correct) / left;
        r->all *= fmax(0, r->correct - k + 1) / left;
    }
}

static void find_rates(struct arena *a, struct cell *c)
{
    struct tally *t = c->out;

    t->accuracy = rate_make(c, RATE_ACCURACY, 0);
    t->pass = arena_array(a, struct rate, t->attempts);
    t->all_of = arena_array(a, struct rate, t->attempts);
    for (uint64_t k = 1; k <= t->attempts; k++) {
        step_rows(c, (double)k);
        t->pass[k - 1] = rate_make(c, RATE_PASS, (double)k);
        t->all_of[k - 1] = rate_make(c, RATE_ALL, (double)k);
    }
    t->majority = (struct rate){ NAN, { 0, 1 }, 0 };
    if (t->attempts > 1)
        t->majority = rate_make(c, RATE_VOTE, 0);
}

static void find_shares(struct cell *c)
{
    struct tally *t = c->out;
    double correct = (double)t->count[MARK_CORRECT];
    double undecided = (double)t->count[MARK_UNDECIDED], counted = 0;

    for (enum mark m = 0; m < MARKS; m++)
        counted += mark_counts(m) ? (double)t->count[m] : 0;
    t->bracket = (struct interval){ 0, 1 };
    if (counted + undecided > 0) {
        t->bracket.low = correct / (counted + undecided);
        t->bracket.high = (correct + undecided) / (counted + undecided);
    }
    t->other_accuracy = NAN;
    if (c->other_counted)
        t->other_accuracy = (double)t->other_correct / (double)c->other_counted;
    if (t->cost_unknown == t->calls)
        t->cost = NAN;
}

void tally_cell(struct arena *a, const struct count *count, size_t model,
                const struct grouping *g, size_t value, struct tally *out)
{
    struct arena scratch = { 0 };
    struct cell c = { .count = count, .model = model, .out = out };

    *out = (struct tally){ .attempts = count->attempts };
    c.rows = arena_array(&scratch, struct row, count->n_problems);
    c.total = arena_array(&scratch, double, count->n_problems);
    c.size = arena_array(&scratch, double, count->n_problems);
    for (size_t i = 0; i < count->n_problems; i++)
        if (is_in(g, i, value))
            add_problem(&c, i);
    if (count->cluster)
        qsort(c.rows, c.n, sizeof(*c.rows), by_cluster);
    find_rates(a, &c);
    find_shares(&c);
    arena_clear(&scratch);
}
