/* SPDX-License-Identifier: Apache-2.0 */
#include "run/compare/compare.h"
#include "base/alloc.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "family/table.h"
#include "run/plan.h"
#include "run/review/decisions.h"
#include "stats/cluster.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Which problem of one run is which of another. The surest sign first: each
 * round looks at what the rounds before it left.
 */

struct match {
    size_t a, b; /* places of one problem in its runs */
};

enum sign {
    SIGN_WHOLE,     /* id, statement and keys */
    SIGN_CONTENT,   /* statement and keys: one problem under two ids */
    SIGN_ORIGIN,    /* coordinates and keys, in two languages */
    SIGN_STATEMENT, /* but another key */
    SIGN_ID         /* but another statement */
};

/* The problems of a side that no round has taken yet. */
struct rest {
    const struct problem *problems;
    size_t n;
    bool *taken;
};

static struct rest compare_rest_of(struct arena *a, const struct summary *v)
{
    size_t n = (size_t)v->info.n_problems;

    return (struct rest){ v->problems, n, arena_array(a, bool, n + 1) };
}

/* Appends the coordinates of a generated problem, and all its knobs but one. */
static void compare_origin(struct str *out, const struct problem *p,
                           const char *but)
{
    str_addf(out, "%s@%d:%d:%s:%" PRIu64, p->family, p->version, p->level,
             p->seed, p->index);
    for (const struct json *k = p->knobs ? p->knobs->first : NULL; k;
         k = k->next)
        if (!str_eq(k->name, but)) {
            str_addf(out, ";%s=", k->name);
            json_write(out, k);
        }
}

/* The sign of a problem, as a key for a map. */
static struct hash128 compare_sign_of(const struct problem *p, enum sign sign)
{
    struct hasher h;

    if (sign == SIGN_CONTENT)
        return plan_content(p);
    hasher_open(&h);
    if (sign == SIGN_WHOLE || sign == SIGN_ID)
        hasher_text(&h, p->id);
    if (sign == SIGN_ORIGIN) {
        struct str origin = { 0 };

        compare_origin(&origin, p, "lang");
        hasher_text(&h, str_get(&origin));
        str_clear(&origin);
    } else if (sign != SIGN_ID) {
        hasher_text(&h, p->statement);
    }
    for (size_t i = 0; sign <= SIGN_ORIGIN && i < p->n_keys; i++) {
        hasher_text(&h, p->keys[i].name);
        hasher_text(&h, p->keys[i].latex);
    }
    return hasher_close(&h);
}

/* The rest of a side by a sign; of equal problems the first. */
static void index_rest(const struct rest *r, enum sign sign, struct map *m)
{
    for (size_t i = 0; i < r->n; i++) {
        struct hash128 h;
        bool added;
        size_t *at;

        if (r->taken[i] || (sign == SIGN_ORIGIN &&
                            (!r->problems[i].family || !r->problems[i].seed)))
            continue;
        h = compare_sign_of(&r->problems[i], sign);
        at = map_put(m, &h, sizeof(h), &added);
        if (added)
            *at = i;
        else if (sign == SIGN_WHOLE)
            r->taken[i] = true; /* the same row again: no problem of its own */
    }
}

/* Pairs the problems that agree in the sign: b_of[i] becomes 1 + the partner of
 * a's problem i. Returns how many. */
static uint64_t take_round(const struct rest *a, const struct rest *b,
                           enum sign sign, size_t *b_of)
{
    struct map of_a = { 0 }, of_b = { 0 };
    uint64_t n = 0;

    index_rest(a, sign, &of_a);
    index_rest(b, sign, &of_b);
    for (size_t i = 0; i < of_a.n; i++) {
        const struct map_entry *e = &of_a.entries[i];
        const size_t *at = map_get(&of_b, e->key, e->key_n);
        const char *x, *y;

        if (!at)
            continue;
        x = json_string(json_get(a->problems[e->value].knobs, "lang"));
        y = json_string(json_get(b->problems[*at].knobs, "lang"));
        if (sign == SIGN_ORIGIN && str_eq(x ? x : "en", y ? y : "en"))
            continue;
        a->taken[e->value] = b->taken[*at] = true;
        if (b_of)
            b_of[e->value] = *at + 1;
        n++;
    }
    map_clear(&of_a);
    map_clear(&of_b);
    return n;
}

static uint64_t count_rest(const struct rest *r)
{
    uint64_t n = 0;

    for (size_t i = 0; i < r->n; i++)
        n += !r->taken[i];
    return n;
}

/* Fills *out with the problems that both runs have, in the
 * order of x, and counts in *p what is left out. Returns how many. *out has
 * room for all problems of x. */
static size_t compare_match(struct arena *a, const struct summary *x,
                            const struct summary *y, struct match *out,
                            struct compare_pair *p)
{
    struct rest of_x = compare_rest_of(a, x), of_y = compare_rest_of(a, y);
    size_t *partner = arena_array(a, size_t, of_x.n + 1), n = 0;

    take_round(&of_x, &of_y, SIGN_WHOLE, partner);
    take_round(&of_x, &of_y, SIGN_CONTENT, partner);
    p->translated = take_round(&of_x, &of_y, SIGN_ORIGIN, partner);
    p->other_key = take_round(&of_x, &of_y, SIGN_STATEMENT, NULL);
    p->other_problem = take_round(&of_x, &of_y, SIGN_ID, NULL);
    p->only_a = count_rest(&of_x);
    p->only_b = count_rest(&of_y);
    for (size_t i = 0; i < of_x.n; i++)
        if (partner[i])
            out[n++] = (struct match){ i, partner[i] - 1 };
    return n;
}

/*
 * The settings in which the runs of the sides differ, besides the model. They
 * are read from the specs of the runs.
 */

#define VERSION       "judge version"
#define VERSIONS_MOST 8 /* of the judge, shown for one side */

/* Name -> place in `all`, whose members have a value for each side. */
struct sheaf {
    struct arena *arena;
    const struct compare *compare;
    struct map names;
    struct vec all; /* struct setting_difference */
};

static void compare_put(struct sheaf *s, size_t side, enum setting_kind kind,
                        const char *name, const struct json *value)
{
    bool added;
    size_t *at;
    struct setting_difference *set;

    if (!value)
        return;
    at = map_put(&s->names, name, strlen(name), &added);
    if (added) {
        *at = s->all.n;
        set = vec_push(&s->all);
        set->name = arena_strdup(s->arena, name);
        set->kind = kind;
        set->value =
            arena_array(s->arena, const struct json *, s->compare->n_sides);
    }
    set = vec_get(&s->all, struct setting_difference, *at);
    set->value[side] = value;
}

/* Members of members have names with points: "extra.thinking.budget_tokens". */
static void put_members(struct sheaf *s, size_t side, enum setting_kind kind,
                        const char *prefix, const struct json *object)
{
    if (!object || object->type != JSON_OBJECT)
        return;
    for (const struct json *m = object->first; m; m = m->next) {
        const char *name = arena_printf(s->arena, "%s%s", prefix, m->name);

        if (m->type == JSON_OBJECT && m->first)
            put_members(s, side, kind, arena_printf(s->arena, "%s.", name), m);
        else
            compare_put(s, side, kind, name, m);
    }
}

/* One model under two addresses is two servers. */
static void put_url(struct sheaf *s, size_t side, const struct json *models)
{
    const struct compare_side *sides = s->compare->sides;
    const struct json *m = models ? models->first : NULL;
    const char *name = sides[0].view->models[sides[0].model];

    for (size_t i = 1; i < s->compare->n_sides; i++)
        if (!str_eq(sides[i].view->models[sides[i].model], name))
            return;
    for (size_t i = 0; m && i < sides[side].model; i++)
        m = m->next;
    compare_put(s, side, SETTING_OTHER, "url", json_get(m, "url"));
}

/* Who judged this side's replies: usually one version of the program. */
static void compare_versions(struct sheaf *s, size_t side)
{
    const struct compare_side *x = &s->compare->sides[side];
    const char *met[VERSIONS_MOST];
    struct str text = str_in(s->arena);
    size_t n = 0;

    for (size_t i = 0; i < x->view->n_results && n < VERSIONS_MOST; i++) {
        const struct result *r = &x->view->results[i];
        size_t k = 0;

        if (r->model != x->model || r->outcome != OUTCOME_OK || !r->judge ||
            str_eq(r->judge, DECISIONS_JUDGE))
            continue;
        while (k < n && !str_eq(met[k], r->judge))
            k++;
        if (k < n)
            continue;
        met[n++] = r->judge;
        str_addf(&text, "%s%s", text.n ? ", " : "", r->judge);
    }
    if (n)
        compare_put(s, side, SETTING_JUDGE, VERSION,
                    json_new_string(s->arena, str_get(&text)));
}

static void compare_put_side(struct sheaf *s, size_t side)
{
    const struct json *spec =
        json_parse(s->arena, s->compare->sides[side].view->info.spec);
    const struct json *problems = json_get(spec, "problems");

    compare_versions(s, side);
    if (!spec)
        return;
    compare_put(s, side, SETTING_OTHER, "attempts", json_get(spec, "attempts"));
    put_members(s, side, SETTING_DECODING, "", json_get(spec, "decoding"));
    put_members(s, side, SETTING_PROMPT, "", json_get(spec, "prompt"));
    put_members(s, side, SETTING_JUDGE, "judge ", json_get(spec, "judge"));
    compare_put(s, side, SETTING_OTHER, "problems", json_get(problems, "file"));
    compare_put(s, side, SETTING_OTHER, "number of problems",
                json_get(problems, "count"));
    compare_put(s, side, SETTING_OTHER, "of", json_get(spec, "of"));
    put_url(s, side, json_get(spec, "models"));
}

/* A side of which nothing was judged yet has no version, and none that is
 * another. */
static bool compare_all_equal(const struct setting_difference *s, size_t n)
{
    bool skip = str_eq(s->name, VERSION);
    size_t first = 0;

    while (skip && first + 1 < n && !s->value[first])
        first++;
    for (size_t i = first + 1; i < n; i++) {
        const struct json *x = s->value[first], *y = s->value[i];

        if (skip && !y)
            continue;
        if (!x != !y || (x && !json_equal(x, y)))
            return false;
    }
    return true;
}

void compare_settings(struct arena *a, struct compare *c)
{
    struct sheaf s = { .arena = a,
                       .compare = c,
                       .all = vec_in(a, sizeof(struct setting_difference)) };

    for (size_t i = 0; i < c->n_sides; i++)
        compare_put_side(&s, i);
    map_clear(&s.names);
    c->settings = arena_array(a, struct setting_difference, s.all.n + 1);
    for (size_t i = 0; i < s.all.n; i++) {
        const struct setting_difference *set =
            vec_get(&s.all, struct setting_difference, i);

        if (compare_all_equal(set, c->n_sides))
            continue;
        c->settings[c->n_settings++] = *set;
        c->judged_apart |= set->kind == SETTING_JUDGE;
    }
}

/*
 * Sides, paired by problem. Both answered the same questions, so that most of
 * the spread between questions is common to them and cancels: a test that
 * forgets the pairing misses what this one shows.
 */

#define PERMUTATION_ROUNDS 100000
#define BOOTSTRAP_ROUNDS   10000

/* ---- problems of two sides ---- */

/* The share of a problem's attempts that are right, what is open counted as
 * wrong and as right; NaN: none counts. What is open is added to *open. */
static struct interval average(const struct compare_side *s, size_t problem,
                               bool strict, struct open_attempts *open_of)
{
    const struct result *r;
    size_t found, counted = 0, correct = 0, open = 0;
    size_t n = summary_attempts(s->view, problem, s->model, &r, &found);

    for (size_t i = 0; i < n; i++) {
        enum mark m = i < found ? mark_of(&r[i], strict) : MARKS;

        counted += m == MARKS || mark_counts(m);
        open += m == MARKS || mark_is_open(m);
        open_of->missing += m == MARKS;
        open_of->undecided += m == MARK_UNDECIDED;
        open_of->errors += m == MARK_ERROR;
        correct += m == MARK_CORRECT;
    }
    if (!counted)
        return (struct interval){ NAN, NAN };
    return (struct interval){ (double)correct / (double)counted,
                              (double)(correct + open) / (double)counted };
}

/* ---- one pair of sides ---- */

/* The pairs of one comparison. */
struct paired {
    struct match *match;
    const char **problem;
    double *a, *b, *d;
    double *most_a, *most_b;
    double *least, *most; /* d, at the ends of the bracket */
    size_t n;
};

static void fill_one(struct paired *out, size_t k, struct interval a,
                     struct interval b, struct compare_pair *p)
{
    out->a[k] = a.low;
    out->b[k] = b.low;
    out->most_a[k] = a.high;
    out->most_b[k] = b.high;
    out->d[k] = b.low - a.low;
    out->least[k] = b.low - a.high;
    out->most[k] = b.high - a.low;
    p->open += out->least[k] < out->most[k];
    p->a_only += p->single && a.low > b.high;
    p->b_only += p->single && b.low > a.high;
    p->both += p->single && a.low > 0 && b.low > 0;
    p->neither += p->single && a.high <= 0 && b.high <= 0;
}

static void compare_fill(struct arena *a, const struct compare_side *x,
                         const struct compare_side *y, bool strict,
                         struct match *m, size_t n, struct paired *out,
                         struct compare_pair *p)
{
    *out = (struct paired){ .match = m,
                            .problem = arena_array(a, const char *, n),
                            .a = arena_array(a, double, n),
                            .b = arena_array(a, double, n),
                            .d = arena_array(a, double, n),
                            .most_a = arena_array(a, double, n),
                            .most_b = arena_array(a, double, n),
                            .least = arena_array(a, double, n),
                            .most = arena_array(a, double, n) };
    for (size_t i = 0; i < n; i++) {
        struct open_attempts open_a = p->open_a, open_b = p->open_b;
        struct interval of_a = average(x, m[i].a, strict, &open_a);
        struct interval of_b = average(y, m[i].b, strict, &open_b);
        const char *id = x->view->problems[m[i].a].id;

        if (isnan(of_a.low) || isnan(of_b.low)) {
            p->uncounted++;
            continue;
        }
        out->match[out->n] = m[i]; /* those that count move up */
        out->problem[out->n] = id ? id : "";
        p->open_a = open_a;
        p->open_b = open_b;
        fill_one(out, out->n, of_a, of_b, p);
        out->n++;
    }
}

/* ---- clusters ---- */

/* The differences of each cluster's problems: their sum, and how many. */
struct differences {
    double *sum, *size;
    size_t n;
};

static void compare_join(struct clusters *c, size_t pair,
                         const struct summary *v, size_t problem,
                         const char *side, struct str *key)
{
    if (!v->count.cluster)
        return;
    str_reset(key);
    str_addf(key, "%s %u", side, (unsigned)v->count.cluster[problem]);
    clusters_join(c, pair, str_get(key), key->n);
}

static struct differences sum_clusters(struct arena *a, const struct summary *x,
                                       const struct summary *y,
                                       const struct match *m, const double *d,
                                       size_t n)
{
    struct differences out = { .sum = arena_array(a, double, n + 1),
                               .size = arena_array(a, double, n + 1) };
    struct clusters c = clusters_in(a, n);
    uint32_t *number = arena_array(a, uint32_t, n + 1);
    struct str key = { 0 };

    for (size_t i = 0; i < n; i++) {
        compare_join(&c, i, x, m[i].a, "a", &key);
        compare_join(&c, i, y, m[i].b, "b", &key);
    }
    out.n = clusters_number(&c, number);
    for (size_t i = 0; i < n; i++) {
        out.sum[number[i]] += d[i];
        out.size[number[i]] += 1;
    }
    clusters_clear(&c);
    str_clear(&key);
    return out;
}

/* ---- tests ---- */

/* The interval of the mean of d[0..n), and whether it has a spread. */
static struct interval compare_interval_of(const double *d, size_t n,
                                           const struct differences *c,
                                           uint64_t seed, double *sd)
{
    double mean = stats_mean(d, n);

    *sd = stats_ratio_deviation(c->sum, c->size, c->n, mean);
    if (n == 0)
        return (struct interval){ -1, 1 };
    if (!(*sd > 1e-12))
        return stats_no_spread(mean, c->n);
    return c->n == n ? stats_bootstrap(d, n, BOOTSTRAP_ROUNDS, seed)
                     : stats_bootstrap_ratio(
                           c->sum, c->size, c->n, BOOTSTRAP_ROUNDS,
                           stats_stream("bootstrap of clusters", seed));
}

/* Whole clusters change their sign: problems of a cluster are not right or
 * wrong independently of each other. */
static double test_of(const double *d, size_t n, const struct differences *c,
                      uint64_t seed, bool exact)
{
    uint64_t up = 0, down = 0;

    if (!exact)
        return stats_permutation(c->sum, c->n, PERMUTATION_ROUNDS, seed);
    for (size_t i = 0; i < n; i++) {
        up += d[i] > 0;
        down += d[i] < 0;
    }
    return stats_mcnemar(down, up);
}

/* What the ends of the bracket do to interval and p. */
static void compare_widen(struct arena *a, const struct compare_side *x,
                          const struct compare_side *y, const struct paired *s,
                          uint64_t seed, struct compare_pair *p)
{
    const double *const ends[] = { s->least, s->most };

    for (size_t k = 0; k < 2; k++) {
        struct differences c =
            sum_clusters(a, x->view, y->view, s->match, ends[k], s->n);
        double sd, of = test_of(ends[k], s->n, &c, seed, p->exact);
        struct interval i = compare_interval_of(ends[k], s->n, &c, seed, &sd);

        p->p = of > p->p ? of : p->p;
        p->interval.low = fmin(p->interval.low, i.low);
        p->interval.high = fmax(p->interval.high, i.high);
    }
    if (p->bracket.low <= 0 && p->bracket.high >= 0)
        p->p = 1;
}

static void test(struct arena *a, const struct compare_side *x,
                 const struct compare_side *y, const struct paired *s,
                 uint64_t seed, struct compare_pair *p)
{
    struct differences c =
        sum_clusters(a, x->view, y->view, s->match, s->d, s->n);
    double sd;

    p->pairs = s->n;
    p->clusters = c.n;
    p->mean_a = stats_mean(s->a, s->n);
    p->mean_b = stats_mean(s->b, s->n);
    p->bracket_a = (struct interval){ p->mean_a, stats_mean(s->most_a, s->n) };
    p->bracket_b = (struct interval){ p->mean_b, stats_mean(s->most_b, s->n) };
    p->difference = stats_mean(s->d, s->n);
    p->bracket = (struct interval){ stats_mean(s->least, s->n),
                                    stats_mean(s->most, s->n) };
    p->exact = p->single && p->clusters == s->n;
    p->p = test_of(s->d, s->n, &c, seed, p->exact);
    p->interval = compare_interval_of(s->d, s->n, &c, seed, &sd);
    p->spread = sd > 1e-12;
    p->smallest = s->n && p->spread ? stats_smallest_difference(sd, c.n) : NAN;
    if (p->open)
        compare_widen(a, x, y, s, seed, p);
}

/* A flip and its place, to sort by. Sizes are whole billionths: 5/8 - 3/8
 * and 2/8 - 0 are the same but for rounding. */
struct placed {
    double size;
    size_t at;
};

static int compare_by_size(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;

    if (x->size != y->size)
        return x->size < y->size ? 1 : -1;
    return (x->at > y->at) - (x->at < y->at);
}

static void list_flips(struct arena *a, const struct paired *s,
                       struct compare_pair *p)
{
    struct placed *sorted = arena_array(a, struct placed, s->n);
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++)
        if (s->least[i] > 0 || s->most[i] < 0)
            sorted[n++] = (struct placed){ rint(fabs(s->d[i]) * 1e9), i };
    qsort(sorted, n, sizeof(*sorted), compare_by_size);
    p->flips = arena_array(a, struct flip, n);
    p->n_flips = n;
    for (size_t i = 0; i < n; i++) {
        size_t at = sorted[i].at;

        p->flips[i] = (struct flip){ s->problem[at], s->a[at], s->b[at] };
    }
}

/* Why nothing could be paired: often a corrected or another file. */
static bool nothing_shared(struct arena *a, const struct compare_side *x,
                           const struct compare_side *y,
                           const struct compare_pair *p, struct err *e)
{
    struct str why = str_in(a);

    if (p->other_problem)
        str_addf(&why,
                 "; %" PRIu64
                 " problem%s with the same id but another statement",
                 p->other_problem, p->other_problem == 1 ? "" : "s");
    if (p->other_key)
        str_addf(&why, "; %" PRIu64 " with the same statement but another key",
                 p->other_key);
    return err_set(e, ERR_DOMAIN,
                   "%s and %s have no problem in common: cannot compare them%s",
                   x->name, y->name, str_get(&why));
}

/* Fills in *p what m[0..n) show, which are changed; x and y may be the same
 * side. */
static void compare_matched(struct arena *a, const struct compare_side *x,
                            const struct compare_side *y, struct match *m,
                            size_t n, bool strict, uint64_t seed,
                            struct compare_pair *p)
{
    struct paired s;

    p->single = x->view->info.attempts == 1 && y->view->info.attempts == 1;
    compare_fill(a, x, y, strict, m, n, &s, p);
    test(a, x, y, &s, seed, p);
    list_flips(a, &s, p);
}

static bool compare_two(struct arena *a, const struct compare *c, uint64_t seed,
                        struct compare_pair *p, struct err *e)
{
    const struct compare_side *x = &c->sides[p->a], *y = &c->sides[p->b];
    struct match *m =
        arena_array(a, struct match, x->view->info.n_problems + 1);
    size_t n = compare_match(a, x->view, y->view, m, p);

    if (n == 0)
        return nothing_shared(a, x, y, p, e);
    compare_matched(a, x, y, m, n, c->strict, seed, p);
    return true;
}

bool compare_make(struct arena *a, const struct compare_side *sides, size_t n,
                  bool strict, uint64_t seed, struct compare *out,
                  struct err *e)
{
    double *p;

    if (n < 2)
        return err_set(e, ERR_USAGE,
                       "there is nothing to compare with: give "
                       "two runs, or a run of two models");
    *out = (struct compare){ .sides = sides, .n_sides = n, .strict = strict };
    out->pairs = arena_array(a, struct compare_pair, n * (n - 1) / 2);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            struct compare_pair *pair = &out->pairs[out->n_pairs++];

            pair->a = i;
            pair->b = k;
            if (!compare_two(a, out, seed, pair, e))
                return false;
        }
    p = arena_array(a, double, 2 * out->n_pairs);
    for (size_t i = 0; i < out->n_pairs; i++)
        p[i] = out->pairs[i].p;
    stats_holm(p, out->n_pairs, p + out->n_pairs);
    for (size_t i = 0; i < out->n_pairs; i++)
        out->pairs[i].p_holm = p[out->n_pairs + i];
    compare_settings(a, out);
    return true;
}

struct compare_side *compare_run_sides(struct arena *a, const struct summary *v)
{
    size_t n = (size_t)v->info.n_models;
    struct compare_side *out = arena_array(a, struct compare_side, n + 1);

    for (size_t i = 0; i < n; i++)
        out[i] = (struct compare_side){ v, i, v->models[i] };
    return out;
}

const char **compare_names(struct arena *a, const struct compare_side *sides,
                           size_t n)
{
    const char **names = arena_array(a, const char *, n + 1);

    for (size_t i = 0; i < n; i++)
        names[i] = sides[i].name;
    return names;
}

/* ---- several sides at once ---- */

size_t compare_shared(const struct summary *x, const struct summary *y)
{
    struct arena a = { 0 };
    struct match *m = arena_array(&a, struct match, x->info.n_problems + 1);
    struct compare_pair unused = { 0 };
    size_t n = compare_match(&a, x, y, m, &unused);

    arena_clear(&a);
    return n;
}

/* Fills right[problem * n + side], and most likewise, of one side. */
static void fill_right(struct arena *a, const struct compare_side *sides,
                       size_t n, size_t side, bool strict, double *right,
                       double *most)
{
    const struct summary *first = sides[0].view;
    struct match *m = arena_array(a, struct match, first->info.n_problems + 1);
    struct compare_pair unused = { 0 };
    size_t matched = compare_match(a, first, sides[side].view, m, &unused);

    for (size_t i = 0; i < matched; i++) {
        struct open_attempts unasked = { 0 };
        struct interval of = average(&sides[side], m[i].b, strict, &unasked);

        right[m[i].a * n + side] = of.low;
        most[m[i].a * n + side] = of.high;
    }
}

static int by_spread(const void *a, const void *b)
{
    const struct differing *x = a, *y = b;

    if (x->spread != y->spread)
        return x->spread > y->spread ? -1 : 1;
    return (x->problem > y->problem) - (x->problem < y->problem);
}

size_t compare_differing(struct arena *a, const struct compare_side *sides,
                         size_t n, bool strict, struct differing **out)
{
    size_t problems = (size_t)sides[0].view->info.n_problems, found = 0;
    double *right = arena_array(a, double, problems *n + 1);
    double *most = arena_array(a, double, problems *n + 1);

    *out = arena_array(a, struct differing, problems + 1);
    for (size_t i = 0; i < problems * n; i++)
        right[i] = most[i] = NAN;
    for (size_t i = 0; i < n; i++)
        fill_right(a, sides, n, i, strict, right, most);
    for (size_t i = 0; i < problems; i++) {
        double worst = INFINITY, best = -INFINITY, spread;

        for (size_t k = i * n; k < i * n + n; k++) {
            worst = most[k] < worst ? most[k] : worst;
            best = right[k] > best ? right[k] : best;
        }
        /* the best side at its least less the worst at its most */
        spread = best > worst ? best - worst : 0;
        if (spread > 0)
            (*out)[found++] =
                (struct differing){ i, right + i * n, most + i * n, spread };
    }
    qsort(*out, found, sizeof(**out), by_spread);
    return found;
}

const struct twin_forms twins_disguised = {
    "disguise", "none",
    (const char *const[]){ "structure", "vanishing", "trap", NULL }
};
const struct twin_forms twins_worded = {
    "templates", "seen", (const char *const[]){ "unseen", NULL }
};

/* Returns the form of a problem, or NULL if it has none: as its knob was set,
 * or as it stands by itself on the family's card. The card of a family that is
 * a file need not be at hand. */
static const char *twins_form_of(struct arena *a, const struct problem *p,
                                 const char *knob)
{
    const struct family *f = family_card(p->family);

    if (!p->family || !p->seed || (f && !family_knob_find(f, knob)))
        return NULL;
    return f ? family_knob_value(a, f, p->knobs, knob)
             : json_string(json_get(p->knobs, knob));
}

static void twins_write_key(struct str *key, const struct problem *p,
                            const char *form, const char *knob)
{
    str_reset(key);
    str_addf(key, "%s ", form);
    compare_origin(key, p, knob);
}

/* Gives each problem a place under its key; of two with one key the first. */
static void list_forms(struct arena *a, const struct summary *v,
                       const char *knob, struct map *forms)
{
    struct str key = { 0 };

    for (size_t i = 0; i < v->info.n_problems; i++) {
        const char *form = twins_form_of(a, &v->problems[i], knob);
        size_t *at;
        bool added;

        if (!form)
            continue;
        twins_write_key(&key, &v->problems[i], form, knob);
        at = map_put(forms, key.s, key.n, &added);
        if (added)
            *at = i;
    }
    str_clear(&key);
}

/* The pairs of a form, in the order of the problems in it. Returns how many;
 * *alone counts those without a plain one. */
static size_t match_forms(struct arena *a, const struct summary *v,
                          const struct map *forms, const struct twin_forms *of,
                          const char *form, struct match *out, uint64_t *alone)
{
    struct str key = { 0 };
    size_t n = 0;

    *alone = 0;
    for (size_t i = 0; i < forms->n; i++) {
        size_t at = forms->entries[i].value;
        const struct problem *p = &v->problems[at];
        const size_t *plain;

        if (!str_eq(twins_form_of(a, p, of->knob), form))
            continue;
        twins_write_key(&key, p, of->plain, of->knob);
        plain = map_get(forms, key.s, key.n);
        if (plain)
            out[n++] = (struct match){ *plain, at };
        else
            ++*alone;
    }
    str_clear(&key);
    return n;
}

struct twins *twins_make(struct arena *a, const struct summary *v,
                         const struct twin_forms *of, uint64_t seed, size_t *n)
{
    size_t models = (size_t)v->info.n_models, most = 0;
    struct map forms = { 0 };
    struct twins *out;

    while (of->others[most])
        most++;
    out = arena_array(a, struct twins, most * models + 1);
    *n = 0;
    list_forms(a, v, of->knob, &forms);
    for (size_t i = 0; i < most; i++)
        for (size_t m = 0; m < models; m++) {
            struct compare_side side = { v, m, v->models[m] };
            struct match *match = arena_array(a, struct match, forms.n + 1);
            struct twins *t = &out[*n];
            size_t pairs;

            *t = (struct twins){ .form = of->others[i], .model = m };
            pairs = match_forms(a, v, &forms, of, t->form, match, &t->alone);
            if (!pairs)
                break;
            compare_matched(a, &side, &side, match, pairs, v->strict, seed,
                            &t->pair);
            ++*n;
        }
    map_clear(&forms);
    return out;
}
