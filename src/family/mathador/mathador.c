/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The family of Mathador games: reach a target with +, -, × and ÷.
 *
 * `make` takes an instance from the catalogue, which the exact solver of
 * solve.h has counted; `check` writes every expression down (enumerate.h) and
 * compares what it finds with the key and the counts in the parameters.
 */
#include "family/mathador/catalogue.h"
#include "family/mathador/enumerate.h"
#include "family/mathador/points/points.h"
#include "family/mathador/reply/play.h"
#include "family/mathador/report.h"
#include "family/mathador/statement.h"
#include "family/table.h"

#include <inttypes.h>

/* ---- drawing ---- */

/* The orders in which the dice can show these numbers: the k-th of them into
 * out, or how many there are when k is too large. */
struct orders {
    const struct settings *s;
    struct bag bag;
    uint64_t k, n;
    int64_t *out, at[GAME_MOST];
};

static bool walk_orders(struct orders *o, int i, unsigned taken)
{
    if (i == o->bag.n) {
        if (o->n++ != o->k)
            return false;
        for (int j = 0; j < i; j++)
            o->out[j] = o->at[j];
        return true;
    }
    for (int j = 0; j < o->bag.n; j++) {
        int64_t x = o->bag.numbers[j];

        /* Of equal numbers the first comes first. */
        if ((taken >> j & 1u) || x < o->s->lo[i] || x > o->s->hi[i] ||
            ((o->bag.repeats >> j & 1u) && !(taken >> (j - 1) & 1u)))
            continue;
        o->at[i] = x;
        if (walk_orders(o, i + 1, taken | 1u << j))
            return true;
    }
    return false;
}

/* Put the numbers into the order of one of the draws that give them. */
static void roll(struct game *g, const struct settings *s, struct rng *r)
{
    struct orders o = { .s = s, .k = UINT64_MAX };
    int64_t drawn[GAME_MOST];

    o.bag = bag_of(g->numbers, g->n);
    o.out = drawn;
    walk_orders(&o, 0, 0);
    o.k = rng_below(r, o.n);
    o.n = 0;
    walk_orders(&o, 0, 0);
    for (size_t i = 0; i < g->n; i++)
        g->numbers[i] = drawn[i];
}

/* ---- worked examples ---- */

#define SHOTS_MOST 20

/* Examples of the same level, all different, from sets that are never asked. */
static void say_shots(struct str *out, const struct catalogue *c,
                      const struct settings *s, struct draw *d,
                      struct solver *solver)
{
    uint64_t n = catalogue_count(c, d->level, PART_SHOWN);
    uint64_t taken[SHOTS_MOST];

    for (int i = 0; i < s->shots; i++) {
        struct shot shot;
        struct placed p;
        int same;

        do {
            taken[i] = rng_below(&d->words, n);
            for (same = 0; taken[same] != taken[i]; same++)
                continue;
        } while (same < i);
        p = catalogue_at(c, solver, d->level, PART_SHOWN, taken[i]);
        shot =
            (struct shot){ p.game, solver_found(solver, &p.game, &p.outcome) };
        roll(&shot.game, s, &d->words);
        say_shot(out, &shot, i + 1, s->shots);
    }
}

/* ---- the first road ---- */

static bool mathador_space(const struct family *f, int level,
                           const struct json *knobs, uint64_t *n, struct err *e)
{
    const struct catalogue *c;
    struct settings s;
    uint64_t shown;

    (void)f;
    if (!settings_read(knobs, &s, e) || !catalogue_get(&s, &c, e))
        return false;
    *n = catalogue_count(c, level, PART_ASKED);
    shown = catalogue_count(c, level, PART_SHOWN);
    if (*n == 0)
        return err_set(e, ERR_DOMAIN,
                       "level %d of this game has no instance; use wider "
                       "ranges or targets",
                       level);
    if (shown < (uint64_t)s.shots)
        return err_set(e, ERR_DOMAIN,
                       "level %d of this game keeps %" PRIu64
                       " instances for examples: shots=%d is too many",
                       level, shown, s.shots);
    return true;
}

/* The counts stand beside the game that they belong to, so that the second road
 * can be compared with them. */
static struct json *params_of(struct arena *a, const struct game *g,
                              const struct solve_outcome *o)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "numbers", report_numbers(a, g));
    json_set(a, v, "target", json_new_int(a, g->target));
    report_counts(a, v, o);
    return v;
}

/* Beside the best score: by whose rules a reply is judged, and what they
 * need. */
static const struct json *more_of(struct arena *a, const struct found *f)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "rules", json_new_string(a, mathador.name));
    json_set(a, v, "best_solution", report_steps(a, &f->best));
    json_set(a, v, "simple_solution", report_steps(a, &f->simple));
    json_set(a, v, "scores", report_scores(a, f->outcome.scores));
    return v;
}

static bool mathador_make(const struct family *self, struct arena *a,
                          struct draw *d, struct problem *p, struct err *e)
{
    struct str statement = str_in(a);
    const struct catalogue *c;
    struct solver *solver;
    struct settings s;
    struct placed at;
    struct found f;

    (void)self;
    if (!settings_read(d->knobs, &s, e) || !catalogue_get(&s, &c, e))
        return false;
    solver = catalogue_lend(c);
    at = catalogue_at(c, solver, d->level, PART_ASKED, d->rank);
    f = solver_found(solver, &at.game, &at.outcome);
    /* The parameters keep the numbers in order, so that the same game drawn
     * in another order is known for the same. */
    p->params = params_of(a, &at.game, &f.outcome);
    roll(&at.game, &s, &d->maths);
    say_rules(&statement, at.game.n, s.prompt);
    say_shots(&statement, c, &s, d, solver);
    say_game(&statement, &at.game);
    catalogue_take_back(c, solver);
    p->statement = str_get(&statement);
    p->solution = say_solution(a, &f.best);
    problem_set_key(a, p, ANSWER_INTEGER,
                    arena_printf(a, "%d", outcome_best(&f.outcome)))
        ->more = more_of(a, &f);
    return true;
}

/* ---- the second road ---- */

/* Play the steps of the key with their score. Returns what is wrong, or NULL if
 * all is well. */
static const char *fault_of(const struct game *g, const struct json *list,
                            int score)
{
    struct solution s = { 0 };
    const char *fault;

    if (!list || list->type != JSON_ARRAY || list->count > GAME_STEPS)
        return "it has no list of at most four steps";
    for (const struct json *m = list->first; m; m = m->next)
        if (m->type != JSON_STRING || !step_read(m->text, &s.steps[s.n++]))
            return "a step cannot be read";
    fault = solution_fault(g, &s);
    if (!fault && solution_score(&s) != score)
        fault = "it does not earn the score";
    return fault;
}

static bool same_member(const struct json *v, const struct json *w,
                        const char *name)
{
    const struct json *x = json_get(v, name), *y = json_get(w, name);

    return x && y && json_equal(x, y);
}

/* What of the key or the counts is not what the enumeration found; NULL: all
 * is. */
static const char *difference(struct arena *a, const struct problem *p,
                              const struct game *g,
                              const struct solve_outcome *o)
{
    static const char *const names[] = { "solutions", "distinct", "mathadors",
                                         "difficulty", "difficulty_distinct" };
    const struct json *more = p->keys[0].more;
    struct json *found = json_new(a, JSON_OBJECT);
    const char *fault;

    if (!str_eq(p->keys[0].latex, arena_printf(a, "%d", outcome_best(o))))
        return arena_printf(a, "the best score is %d, not %.40s",
                            outcome_best(o), p->keys[0].latex);
    fault = fault_of(g, json_get(more, "best_solution"), outcome_best(o));
    if (fault)
        return arena_printf(a, "the best solution is none: %s", fault);
    fault = fault_of(g, json_get(more, "simple_solution"), outcome_worst(o));
    if (fault)
        return arena_printf(a, "the simple solution is none: %s", fault);
    json_set(a, found, "scores", report_scores(a, o->scores));
    if (!same_member(more, found, "scores"))
        return "the reachable scores are others";
    report_counts(a, found, o);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (!same_member(p->params, found, names[i]))
            return arena_printf(a, "\"%s\" is %s", names[i],
                                json_get(found, names[i])->text);
    return NULL;
}

static bool mathador_check(const struct family *self, struct arena *a,
                           const struct problem *p, enum truth *holds,
                           struct check_finding *f, struct err *e)
{
    struct game g;
    struct solve_outcome o;
    const char *fault;

    (void)self;
    if (!game_read(p->params, &g, e))
        return false;
    f->by = "enumeration";
    *holds = TRUTH_NO;
    if (p->n_keys != 1) {
        f->detail = "there is more than one key";
        return true;
    }
    o = enumerate(&g);
    if (o.solutions == 0) {
        f->detail = "the target cannot be reached";
        return true;
    }
    fault = difference(a, p, &g, &o);
    if (fault) {
        f->detail = fault;
        return true;
    }
    *holds = TRUTH_YES;
    f->detail = arena_printf(
        a,
        "all expressions written out: %" PRIu64 " reach the target, %" PRIu64
        " of them different, %" PRIu64 " worth %d; the best scores %d",
        o.solutions, o.distinct, o.mathadors, SCORE_MOST, outcome_best(&o));
    return true;
}

/* ---- the card ---- */

static const struct family_level mathador_levels[] = {
    { "easy", "the third of the game with the lowest difficulty: up to "
              "0.00981 with the default knobs" },
    { "medium", "the middle third: up to 0.0230 with the default knobs" },
    { "hard", "the third with the highest difficulty" },
};

static const struct grade_own mathador_judge = { "mathador", mathador_grade };

const struct family mathador = {
    .name = "mathador",
    .version = 1,
    .title = "Mathador",
    .doc =
        "Reach a target with +, -, * and / from five numbers, each used at "
        "most once, and earn points: 5 for the target, 1, 1, 2 and 3 for every "
        "+, *, - and /, and 6 more for a Mathador, a solution that uses each "
        "operator exactly once. A level is a band of difficulty (the sum of "
        "the scores of all solutions divided by the square of their number) in the "
        "exact distribution over all 46,080 draws of the dice and all their "
        "targets. One set of numbers in sixteen is kept for worked examples "
        "and never asked. Replies are judged by the rules of the game: "
        "docs/mathador.md.",
    .concepts = { "Integer arithmetic (+,-,*,/)", "Factors and multiples" },
    .answer = ANSWER_INTEGER,
    .levels = mathador_levels,
    .n_levels = MATHADOR_LEVELS,
    .knobs = {
        { .name = "target",
          .values = "0..99|unbounded|LO..HI",
          .doc = "targets to ask for",
          .allows = settings_allow_target },
        { .name = "mathador",
          .values = "required|any",
          .doc = "required: only targets that a Mathador can reach; any: all "
                 "targets. With four numbers there is no Mathador, and any is "
                 "the default" },
        { .name = "measure",
          .values = "ordered|distinct",
          .doc = "difficulty from all ordered expressions, as in Mathador-LM, "
                 "or only from distinct solutions" },
        { .name = "numbers",
          .values = "5|4|6",
          .doc = "number of base numbers; six numbers use dice 1..4, 1..6, "
                 "1..8, 1..10, 1..12 and 1..20, four numbers use the first "
                 "four of the five dice" },
        { .name = "ranges",
          .values = "dice|LO..HI,LO..HI,...",
          .doc = "ranges to draw the numbers from, instead of the dice: 4 to 6 "
                 "ranges; HI alone means 1..HI",
          .allows = settings_allow_ranges },
        { .name = "shots",
          .values = "0|2|5|10|20",
          .doc = "number of worked examples in the statement, each with a "
                 "simple and a best solution; the question stays the same" },
        { .name = "prompt",
          .values = "full|brief|worked",
          .doc = "style of the rules: sentences (full), as few words as "
                 "possible (brief), or with the request to try and compare "
                 "before answering (worked); the question stays the same" },
    },
    .space = mathador_space,
    .make = mathador_make,
    .check = mathador_check,
    .own_judge = &mathador_judge,
    .show = points_show,
    .figures = points_figures,
};
