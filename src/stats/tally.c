/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Trials into cells. A cell is counted problem by problem: each gives one
 * row (counted, correct, vote), and every rate is a sum over the rows. Rows
 * stand in the order of their clusters, so that a cluster's sum is a walk.
 */
#include "stats/tally.h"

#include "base/alloc.h"
#include "base/err.h"

#include <math.h>
#include <stdlib.h>

const char *mark_name(enum mark m)
{
    static const char *const names[] = {
        [MARK_CORRECT] = "correct",     [MARK_WRONG] = "wrong",
        [MARK_UNDECIDED] = "undecided", [MARK_UNREADABLE] = "unreadable",
        [MARK_NO_ANSWER] = "no_answer", [MARK_ABSTAINED] = "abstained",
        [MARK_TRUNCATED] = "truncated", [MARK_REFUSED] = "refused",
        [MARK_OVERFLOW] = "overflow",   [MARK_MALFORMED] = "malformed",
        [MARK_ERROR] = "error",         [MARK_BAD_KEY] = "bad_key",
    };

    INVARIANT(m < MARKS);
    return names[m];
}

bool mark_counts(enum mark m)
{
    return m != MARK_BAD_KEY;
}

bool mark_is_open(enum mark m)
{
    return m == MARK_UNDECIDED || m == MARK_ERROR;
}

bool mark_is_settled(enum mark m)
{
    return mark_counts(m) && !mark_is_open(m);
}

/* ---- finding ---- */

/* The first trial that is not before (problem, model). */
static const struct trial *first_at(const struct count *c, size_t problem,
                                    size_t model)
{
    size_t low = 0, high = c->n_trials;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct trial *t = &c->trials[middle];

        if (t->problem != problem ? t->problem < problem : t->model < model)
            low = middle + 1;
        else
            high = middle;
    }
    return c->trials + low;
}

/* ---- counting ---- */

/* What one problem brings to the rates. */
struct row {
    size_t cluster;
    double counted, correct, open; /* attempts */
    double vote;                   /* credit of the majority, -1: none */
    double none, all; /* chances that k tries bring none, and only, right ones:
                         carried on from k to k + 1 */
    double none_most; /* that of none, if all that is open were right */
};

/* A cell in the making. */
struct cell {
    const struct count *count;
    size_t model;
    struct tally *out;
    struct row *rows;
    size_t n;
    struct share *shares;   /* of a rate; room for all rows */
    uint64_t other_counted; /* by the other reading */
};

static void add_tokens(int64_t n, uint64_t *sum, uint64_t *said)
{
    if (n < 0)
        return;
    *sum += (uint64_t)n;
    ++*said;
}

static void add_call(struct cell *c, const struct trial *r)
{
    bool priced = c->count->cost && r->prompt >= 0 && r->completion >= 0;
    double cost = priced ? c->count->cost[r - c->count->trials] : NAN;
    struct tally *t = c->out;

    if (!r->replied)
        return;
    t->calls++;
    add_tokens(r->prompt, &t->prompt_tokens, &t->prompt_said);
    add_tokens(r->completion, &t->completion_tokens, &t->completion_said);
    add_tokens(r->reasoning, &t->reasoning_tokens, &t->reasoning_said);
    add_tokens(r->cached, &t->cached_tokens, &t->cached_said);
    t->usage_unknown += r->prompt < 0 || r->completion < 0;
    if (isfinite(cost))
        t->cost += cost;
    else
        t->cost_unknown++;
    t->seconds += r->seconds;
    t->slowest = fmax(t->slowest, r->seconds);
}

static void add_trial(struct cell *c, const struct trial *r, struct row *row)
{
    enum mark m = c->count->strict ? r->strict : r->lenient;
    enum mark other = c->count->strict ? r->lenient : r->strict;

    c->out->results++;
    c->out->count[m]++;
    c->out->other_correct += other == MARK_CORRECT;
    c->other_counted += mark_counts(other);
    row->counted += mark_counts(m);
    row->correct += m == MARK_CORRECT;
    row->open += mark_is_open(m);
    add_call(c, r);
}

/* What was planned and is not there counts, by either reading, and is open;
 * unless no reply could be judged. */
static void stats_tally_add_missing(struct cell *c, size_t problem,
                                    uint64_t there, struct row *row)
{
    uint64_t planned = c->count->planned;
    uint64_t missing = planned > there ? planned - there : 0;

    if (c->count->bad_key && c->count->bad_key[problem])
        return;
    c->out->missing += missing;
    c->other_counted += missing;
    row->counted += (double)missing;
    row->open += (double)missing;
}

/* The credit of a vote. A problem that counts and has none is not right. */
static double vote_of(const struct cell *c, size_t problem,
                      const struct row *row)
{
    const struct count *count = c->count;
    double vote;

    if (!count->majority || !(row->counted > 0))
        return -1;
    vote = count->majority[problem * count->n_models + c->model];
    return vote < 0 ? 0 : vote;
}

static void stats_tally_add_problem(struct cell *c, size_t problem)
{
    const struct count *count = c->count;
    struct row row = {
        .cluster = problem, .none = 1, .all = 1, .none_most = 1
    };
    const struct trial *first = first_at(count, problem, c->model), *r = first;

    for (; r < count->trials + count->n_trials && r->problem == problem &&
           r->model == c->model;
         r++)
        add_trial(c, r, &row);
    stats_tally_add_missing(c, problem, (uint64_t)(r - first), &row);
    if (r == first && !count->planned)
        return;
    c->out->problems++;
    c->out->counted += (uint64_t)row.counted;
    c->out->open += (uint64_t)row.open;
    c->out->short_problems += row.counted < (double)count->attempts;
    if (count->cluster)
        row.cluster = count->cluster[problem];
    row.vote = vote_of(c, problem, &row);
    c->rows[c->n++] = row;
}

static int by_cluster(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    return (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

/* Rows in the order of their clusters, which are numbered from 0. */
static void stats_tally_sort_rows(struct cell *c)
{
    size_t last = 0, next = 0;

    if (c->count->cluster)
        qsort(c->rows, c->n, sizeof(*c->rows), by_cluster);
    for (size_t i = 0; i < c->n; i++) {
        if (i > 0 && c->rows[i].cluster != last)
            next++;
        last = c->rows[i].cluster;
        c->rows[i].cluster = next;
    }
}

/* ---- rates ---- */

enum part { PART_ACCURACY, PART_PASS, PART_ALL, PART_VOTE };

/* What the row adds to the rate: the weight it returns, 0 when it has no part
 * in it, and the sum of its values. */
static double row_part(const struct row *r, enum part what, double most,
                       double *sum)
{
    switch (what) {
    case PART_ACCURACY: *sum = r->correct; return r->counted;
    case PART_PASS: *sum = 1 - r->none; return r->counted >= most;
    case PART_ALL: *sum = r->all; return r->counted >= most;
    default: *sum = r->vote; return r->vote >= 0;
    }
}

static struct rate part_rate(struct cell *c, enum part what)
{
    double most = (double)c->out->attempts;

    for (size_t i = 0; i < c->n; i++) {
        struct share *s = &c->shares[i];

        s->cluster = c->rows[i].cluster;
        s->n = row_part(&c->rows[i], what, most, &s->sum);
    }
    return rate_make(c->shares, c->n);
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
        r->none_most *= fmax(0, left - r->correct - r->open) / left;
        r->all *= fmax(0, r->correct - k + 1) / left;
    }
}

/* pass@k of the same problems, if all that is open were right. */
static double most_pass(const struct cell *c)
{
    double sum = 0, n = 0;

    for (size_t i = 0; i < c->n; i++)
        if (c->rows[i].counted >= (double)c->out->attempts) {
            sum += 1 - c->rows[i].none_most;
            n++;
        }
    return n > 0 ? sum / n : NAN;
}

static void find_rates(struct arena *a, struct cell *c)
{
    struct tally *t = c->out;

    t->accuracy = part_rate(c, PART_ACCURACY);
    t->pass = arena_array(a, struct rate, t->attempts);
    t->all_of = arena_array(a, struct rate, t->attempts);
    t->pass_most = arena_array(a, double, t->attempts);
    for (uint64_t k = 1; k <= t->attempts; k++) {
        step_rows(c, (double)k);
        t->pass[k - 1] = part_rate(c, PART_PASS);
        t->all_of[k - 1] = part_rate(c, PART_ALL);
        t->pass_most[k - 1] = most_pass(c);
    }
    t->majority = (struct rate){ NAN, { 0, 1 }, 0, NAN };
    if (t->attempts > 1)
        t->majority = part_rate(c, PART_VOTE);
}

/* ---- templates ---- */

/* The rows i..end of one cluster, of which n count: whether all is right, and
 * the mean and variance of the problems' shares. */
struct template_sums {
    double n, sum, squares;
    bool whole;
};

static struct template_sums sum_template(const struct row *r, size_t i,
                                         size_t end)
{
    struct template_sums s = { .whole = true };

    for (; i < end; i++) {
        double share;

        if (!(r[i].counted > 0))
            continue;
        share = r[i].correct / r[i].counted;
        s.n++;
        s.sum += share;
        s.squares += share * share;
        s.whole = s.whole && share == 1;
    }
    return s;
}

/* Templates are independent of each other: the variances of their drawn
 * instances add. */
static void find_consistency(struct cell *c)
{
    struct consistency *t = &c->out->templates;
    double mean = 0, variance = 0;
    size_t n = 0;

    for (size_t i = 0, end; c->count->cluster && i < c->n; i = end) {
        struct template_sums s;

        for (end = i + 1;
             end < c->n && c->rows[end].cluster == c->rows[i].cluster;)
            end++;
        s = sum_template(c->rows, i, end);
        if (s.n < 2)
            continue;
        mean += s.sum / s.n;
        variance += s.squares / s.n - (s.sum / s.n) * (s.sum / s.n);
        c->shares[n] = (struct share){ n, 1, s.whole };
        n++;
    }
    t->whole = rate_make(c->shares, n);
    t->n = n;
    t->mean = n ? mean / (double)n : NAN;
    t->spread = n ? sqrt(fmax(0, variance)) / (double)n : NAN;
}

static void find_shares(struct cell *c)
{
    struct tally *t = c->out;
    double correct = (double)t->count[MARK_CORRECT];

    INVARIANT(t->count[MARK_CORRECT] + t->open <= t->counted);
    t->bracket = (struct interval){ 0, 1 };
    if (t->counted) {
        t->bracket.low = correct / (double)t->counted;
        t->bracket.high = (correct + (double)t->open) / (double)t->counted;
    }
    t->other_accuracy = NAN;
    if (c->other_counted)
        t->other_accuracy = (double)t->other_correct / (double)c->other_counted;
    if (t->cost_unknown == t->calls)
        t->cost = NAN;
}

void tally_cell(struct arena *a, const struct count *count, size_t model,
                const uint32_t *problems, size_t n, struct tally *out)
{
    struct arena scratch = { 0 };
    struct cell c = { .count = count, .model = model, .out = out };

    *out = (struct tally){ .attempts = count->attempts };
    if (!problems)
        n = count->n_problems;
    c.rows = arena_array(&scratch, struct row, n);
    c.shares = arena_array(&scratch, struct share, n);
    for (size_t i = 0; i < n; i++)
        stats_tally_add_problem(&c, problems ? problems[i] : i);
    stats_tally_sort_rows(&c);
    find_rates(a, &c);
    find_consistency(&c);
    find_shares(&c);
    arena_clear(&scratch);
}

/* Returns the problems of each group one after another: those of group i end
 * at (*end)[i]. Both are to be freed. */
static uint32_t *list_members(uint32_t *const *groups, size_t n_problems,
                              size_t n, size_t **end)
{
    size_t *at = alloc_new(n + 1, sizeof(*at)), sum = 0;
    uint32_t *list;

    for (size_t i = 0; i < n_problems; i++)
        for (const uint32_t *v = groups[i]; *v != UINT32_MAX; v++) {
            INVARIANT(*v < n);
            at[*v]++;
        }
    for (size_t i = 0; i < n; i++) {
        size_t here = at[i];

        at[i] = sum;
        sum += here;
    }
    list = alloc_new(sum + 1, sizeof(*list));
    for (size_t i = 0; i < n_problems; i++)
        for (const uint32_t *v = groups[i]; *v != UINT32_MAX; v++)
            list[at[*v]++] = (uint32_t)i;
    *end = at;
    return list;
}

void tally_cells(struct arena *a, const struct count *c,
                 uint32_t *const *groups, size_t n, struct tally *cells)
{
    size_t *end;
    uint32_t *list = list_members(groups, c->n_problems, n, &end);

    for (size_t m = 0; m < c->n_models; m++)
        for (size_t i = 0; i < n; i++) {
            size_t start = i ? end[i - 1] : 0;

            tally_cell(a, c, m, list + start, end[i] - start,
                       &cells[m * n + i]);
        }
    free(list);
    free(end);
}

/* ---- votes ---- */

struct ballot {
    size_t votes;   /* of an answer */
    size_t settled; /* of them, those with a verdict */
    size_t correct;
};

/* The largest groups share the credit. A group's members equal each other
 * strictly, but a lenient reading may take "50\%" for a key of 50 and not
 * "0.5": by shares the order of the attempts does not count. */
static double share_credit(const struct ballot *b, size_t n)
{
    size_t most = 1, leaders = 0;
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        most = b[i].votes > most ? b[i].votes : most;
    for (size_t i = 0; i < n; i++) {
        if (b[i].votes < most)
            continue;
        leaders++;
        if (b[i].settled)
            sum += (double)b[i].correct / (double)b[i].settled;
    }
    return leaders ? sum / (double)leaders : 0;
}

double tally_vote(const enum mark *marks, const int *group, size_t n)
{
    struct ballot *b = alloc_new(n + 1, sizeof(*b));
    size_t voters = 0, counted = 0;
    double credit;

    for (size_t i = 0; i < n; i++) {
        counted += mark_counts(marks[i]);
        if (group[i] < 0)
            continue;
        voters++;
        b[group[i]].votes++;
        b[group[i]].settled += mark_is_settled(marks[i]);
        b[group[i]].correct += marks[i] == MARK_CORRECT;
    }
    credit = voters || counted ? share_credit(b, n) : -1;
    free(b);
    return credit;
}
