/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/str.h"
#include "cli/args.h"
#include "cli/card.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "family/mathador/report.h"
#include "family/table.h"
#include "report/document.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

struct job {
    struct cli cli;
    const char *numbers;
    uint64_t target;
    bool json, all, each;
    struct vec set;
};

/*
 * assay solve mathador --all: every draw, every target, and the exact
 * distribution of difficulty. Shares are shares of draws: what the dice give,
 * not what is different.
 */

#define QUANTILES 20 /* steps of five hundredths */

/* One distribution, from the easiest instance to the hardest. */
struct distribution {
    struct whole whole;
    struct difficulty quantile[QUANTILES + 1];
    uint64_t instances[MATHADOR_LEVELS], draws[MATHADOR_LEVELS];
    struct difficulty from[MATHADOR_LEVELS], to[MATHADOR_LEVELS];
};

/* ---- counting ---- */

static void count_level(struct distribution *d, struct difficulty x,
                        uint32_t draws)
{
    int level = whole_level(d->whole.edges, x) - 1;

    if (d->instances[level]++ == 0)
        d->from[level] = x;
    d->to[level] = x;
    d->draws[level] += draws;
}

static void solve_measure(struct distribution *d)
{
    const struct whole *w = &d->whole;
    uint64_t sum = 0, next = 0;

    for (size_t i = 0; i < w->n_instances; i++) {
        const struct instance *at = &w->instances[w->order[i]];

        sum += at->draws;
        count_level(d, at->difficulty, at->draws);
        while (next <= QUANTILES && sum * QUANTILES >= w->weight * next)
            d->quantile[next++] = at->difficulty;
    }
}

/* ---- solving ---- */

static bool solve_tick(void *ctx, size_t done, size_t all)
{
    struct progress *p = ctx;

    (void)all;
    if (done % 64 == 0)
        progress_add(p, 64);
    return !interrupt_came();
}

static bool solve_it(struct whole *w, const struct settings *s, struct err *e)
{
    struct progress p;
    bool ok;

    progress_open(&p, stderr, clock_real(), "solving sets", 0);
    ok = whole_solve(w, s, solve_tick, &p, e);
    progress_close(&p);
    return ok;
}

/* ---- JSON ---- */

/* A number with all of its digits. */
static struct datum cmd_solve_exact(struct arena *a, const char *digits)
{
    return datum_tree(json_new_number(a, digits));
}

static void solve_add_all(struct document *d, const char *name,
                          const struct distribution *x)
{
    struct arena *a = d->arena;
    struct doc_table *t;

    document_within(d, name);
    document_fact(d, "instances", datum_count(x->whole.n_instances));
    document_fact(d, "draws", datum_count(x->whole.weight));
    t = document_table(d, "quantiles");
    for (uint64_t i = 0; i <= QUANTILES; i++) {
        struct difficulty q = x->quantile[i];

        table_row(t);
        table_cell(t, "share", NULL,
                   cmd_solve_exact(a, decimal_text(a, i, QUANTILES)));
        table_cell(t, "difficulty", NULL,
                   cmd_solve_exact(a, difficulty_text(a, q)));
        table_cell(t, "points", NULL, datum_count(q.points));
        table_cell(t, "solutions", NULL, datum_count(q.solutions));
    }
}

static void solve_add_levels(struct document *d, const struct distribution *x)
{
    struct doc_table *t = document_table(d, "levels");
    struct arena *a = d->arena;

    for (int l = 0; l < MATHADOR_LEVELS; l++) {
        bool any = x->instances[l];

        table_row(t);
        table_cell(t, "level", NULL, datum_count((uint64_t)l + 1));
        table_cell(t, "name", NULL, datum_text(mathador.levels[l].name));
        table_cell(t, "instances", NULL, datum_count(x->instances[l]));
        table_cell(t, "draws", NULL, datum_count(x->draws[l]));
        table_cell(t, "from", NULL,
                   any ? cmd_solve_exact(a, difficulty_text(a, x->from[l]))
                       : datum_absent);
        table_cell(t, "to", NULL,
                   any ? cmd_solve_exact(a, difficulty_text(a, x->to[l]))
                       : datum_absent);
    }
}

static void solve_write_json(struct str *out, struct arena *a,
                             const struct distribution *every,
                             const struct distribution *asked,
                             const struct json *knobs)
{
    struct document *d = document_new(a, 0);

    document_fact(d, "draws", datum_count(asked->whole.draws));
    document_fact(d, "sets", datum_count(asked->whole.n_sets));
    if (every)
        solve_add_all(d, "every_target", every);
    else
        document_fact(d, "every_target", datum_unknown);
    solve_add_all(d, "asked", asked);
    solve_add_levels(d, asked);
    document_within(d, "asked.knobs");
    for (size_t i = 0; i < FAMILY_KNOBS && mathador.knobs[i].name; i++) {
        const char *name = mathador.knobs[i].name;

        document_fact(d, name,
                      datum_text(family_knob_value(a, &mathador, knobs, name)));
    }
    document_json(out, d);
}

/* ---- text ---- */

/* A difficulty cut to a readable length. */
static const char *solve_brief(struct arena *a, struct difficulty d)
{
    char *text = arena_strdup(a, difficulty_text(a, d));
    size_t i = 0, digits = 0;

    for (; text[i] && digits < 4; i++)
        digits += text[i] != '.' && (digits > 0 || text[i] != '0');
    text[i] = '\0';
    return text;
}

static void solve_write_text(struct str *out, struct arena *a,
                             const struct distribution *every,
                             const struct distribution *asked)
{
    str_addf(out, "%" PRIu64 " draws, %zu distinct sets\n", asked->whole.draws,
             asked->whole.n_sets);
    if (every)
        str_addf(out,
                 "%zu instances over all targets, %" PRIu64
                 " draws of an instance\n",
                 every->whole.n_instances, every->whole.weight);
    str_addf(out,
             "%zu instances with the chosen knobs, %" PRIu64
             " draws of an instance\n"
             "\n"
             "share of draws  difficulty, chosen knobs%s\n",
             asked->whole.n_instances, asked->whole.weight,
             every ? "      all targets" : "");
    for (int i = 0; i <= QUANTILES; i++)
        str_addf(out, "%9d %%     %-26s    %s\n", i * 100 / QUANTILES,
                 solve_brief(a, asked->quantile[i]),
                 every ? solve_brief(a, every->quantile[i]) : "");
    str_add(out, "\nlevel         instances  difficulty\n");
    for (int l = 0; l < MATHADOR_LEVELS; l++)
        str_addf(out, "%d %-8s %12" PRIu64 "  %s to %s\n", l + 1,
                 mathador.levels[l].name, asked->instances[l],
                 asked->instances[l] ? solve_brief(a, asked->from[l]) : "-",
                 asked->instances[l] ? solve_brief(a, asked->to[l]) : "-");
}

/* ---- every instance ---- */

static bool write_instance(const struct whole *w, const struct drawn_set *set,
                           const struct instance *i)
{
    struct arena a = { 0 };
    struct str line = str_in(&a);
    bool ok;

    str_add(&line, "{\"numbers\": [");
    for (int k = 0; k < set->bag.n; k++)
        str_addf(&line, "%s%" PRId64, k ? ", " : "", set->bag.numbers[k]);
    str_addf(&line,
             "], \"draws\": %" PRIu32 ", \"target\": %" PRId64
             ", \"solutions\": %" PRIu64 ", \"points\": %" PRIu64
             ", \"difficulty\": %s, \"level\": %d}\n",
             set->draws, i->target, i->difficulty.solutions,
             i->difficulty.points, difficulty_text(&a, i->difficulty),
             whole_level(w->edges, i->difficulty));
    ok = out_str(&line);
    arena_clear(&a);
    return ok;
}

static bool write_each(const struct whole *w)
{
    bool ok = true;

    for (size_t s = 0; ok && s < w->n_sets; s++)
        for (size_t i = 0; ok && i < w->sets[s].n; i++)
            ok = !interrupt_came() &&
                 write_instance(w, &w->sets[s],
                                &w->instances[w->sets[s].from + i]);
    return ok;
}

/* ---- all of it ---- */

static int solve_check_knob(void *ctx, const char *name, const char *value)
{
    const struct job *j = ctx;

    return knob_check(j->cli.self, &mathador, name, value);
}

/* Every target is solved, and what is asked for is a part of that; where that
 * is too much, only what is asked for is solved. */
static bool solve_both(struct distribution *every, struct distribution *asked,
                       const struct settings *s, struct err *e)
{
    struct settings widest = *s;

    widest.target_lo = 0;
    widest.target_hi = GAME_TARGET_MAX;
    widest.required = false;
    if (solve_it(&every->whole, &widest, e))
        return whole_narrow(&asked->whole, &every->whole, s, e);
    return e->code == ERR_LIMIT && solve_it(&asked->whole, s, e);
}

/* Solves the whole game and prints its distribution; returns the exit
 * status. */
static int solve_all(struct job *o)
{
    struct distribution asked = { 0 }, every = { 0 }, *both;
    struct str out = str_in(o->cli.arena);
    const struct json *knobs;
    struct settings s;
    struct err e;
    bool ok;
    int status = knobs_read(o->cli.self, o->cli.arena, &o->set,
                            solve_check_knob, o, &knobs);

    if (status >= 0)
        return status;
    interrupt_watch("the remaining sets were not solved");
    ok = settings_read(knobs, &s, &e) &&
         (o->each ? solve_it(&asked.whole, &s, &e)
                  : solve_both(&every, &asked, &s, &e));
    if (!ok) {
        talk_err(NULL, &e);
    } else if (o->each) {
        ok = write_each(&asked.whole);
    } else {
        solve_measure(&every);
        solve_measure(&asked);
        both = every.whole.n_sets ? &every : NULL;
        if (o->json)
            solve_write_json(&out, o->cli.arena, both, &asked, knobs);
        else
            solve_write_text(&out, o->cli.arena, both, &asked);
        ok = out_str(&out);
    }
    whole_clear(&every.whole);
    whole_clear(&asked.whole);
    return out_finish() && ok ? EXIT_DONE : EXIT_COULD_NOT;
}

/*
 * assay solve: what can be reached, in how many ways and for how many points.
 */

#define NOT_GIVEN UINT64_MAX

/* ---- one set of numbers ---- */

static void solve_add_steps(struct str *out, struct arena *a, const char *what,
                            const struct solution *s)
{
    str_addf(out, "  %-11s %d points: ", what, solution_score(s));
    for (int i = 0; i < s->n; i++)
        str_addf(out, "%s%s", i ? ", " : "", step_text(a, &s->steps[i]));
    str_addc(out, '\n');
}

static void write_found(struct str *out, struct arena *a, const struct game *g,
                        const struct found *f)
{
    const struct solve_outcome *o = &f->outcome;

    str_addf(out, "%" PRId64 " from ", g->target);
    for (size_t i = 0; i < g->n; i++)
        str_addf(out, "%s%" PRId64, i ? ", " : "", g->numbers[i]);
    str_addf(out,
             "\n"
             "  solutions   %" PRIu64 ", %" PRIu64 " of them distinct, %" PRIu64
             " Mathadors\n"
             "  difficulty  %s (over distinct solutions %s)\n",
             o->solutions, o->distinct, o->mathadors,
             difficulty_text(a, difficulty_of(o, false)),
             difficulty_text(a, difficulty_of(o, true)));
    solve_add_steps(out, a, "best", &f->best);
    solve_add_steps(out, a, "simple", &f->simple);
}

/* The target's line or block; false when it cannot be reached. */
static bool write_target(struct str *out, const struct job *o, struct solver *s,
                         const struct game *g, const struct solve_outcome *at)
{
    struct arena a = { 0 };
    struct found f;

    if (at)
        f = solver_found(s, g, at);
    if (o->json) {
        json_write(out, report_game(&a, g, at ? &f : NULL));
        str_addc(out, '\n');
    } else if (at) {
        write_found(out, &a, g, &f);
    } else {
        str_addf(out, "%" PRId64 " cannot be reached\n", g->target);
    }
    arena_clear(&a);
    return at != NULL;
}

static void write_targets(struct str *out, const struct job *o,
                          struct solver *s, struct game *g,
                          const struct solve_outcomes *all)
{
    if (!o->json)
        str_add(out, "  target  solutions  distinct  best  worst  mathadors  "
                     "difficulty\n");
    for (size_t i = 0; i < all->n; i++) {
        const struct solve_outcome *at = &all->items[i];

        g->target = at->value;
        if (o->json)
            write_target(out, o, s, g, at);
        else
            str_addf(out,
                     "%8" PRId64 " %10" PRIu64 " %9" PRIu64
                     " %5d %6d %10" PRIu64 "  %s\n",
                     at->value, at->solutions, at->distinct, outcome_best(at),
                     outcome_worst(at), at->mathadors,
                     difficulty_text(o->cli.arena, difficulty_of(at, false)));
    }
}

static int cmd_solve_one(const struct job *o, struct game *g)
{
    struct solver *s = solver_new();
    const struct solve_outcomes *all = solver_solve(s, g->numbers, g->n);
    struct str out = { 0 };
    bool reached = true, ok;

    if (o->target == NOT_GIVEN)
        write_targets(&out, o, s, g, all);
    else
        reached = write_target(&out, o, s, g, outcomes_find(all, g->target));
    ok = out_str(&out) && out_finish();
    str_clear(&out);
    solver_free(s);
    return !ok ? EXIT_COULD_NOT : reached ? EXIT_DONE : EXIT_NO;
}

/* ---- the command line ---- */

/* "2,6,3,1,11": -1 when that is what it is. */
static int solve_read_numbers(const struct command *self, const char *text,
                              struct game *g)
{
    for (const char *p = text;; p++) {
        int64_t x = 0;

        p += strspn(p, " ");
        if (g->n == GAME_MOST || !is_digit(*p))
            break;
        for (; is_digit(*p) && x <= GAME_NUMBER_MAX; p++)
            x = x * 10 + (*p - '0');
        if (x < 1 || x > GAME_NUMBER_MAX)
            break;
        g->numbers[g->n++] = x;
        p += strspn(p, " ");
        if (*p == '\0' && g->n >= GAME_LEAST)
            return -1;
        if (*p != ',')
            break;
    }
    return args_mistake(self,
                        "--numbers takes %d to %d numbers from 1 to %d, "
                        "separated by commas, for example 2,6,3,1,11; not "
                        "\"%s\"",
                        GAME_LEAST, GAME_MOST, GAME_NUMBER_MAX, text);
}

static int solve_work(void *job)
{
    static const char *const names[] = { "mathador" };
    struct job *o = job;
    const char *game = cli_word(&o->cli, 0);
    const struct mistake mistakes[] = {
        { o->all && (o->numbers || o->target != NOT_GIVEN),
          "--all solves every set and every target; leave --numbers and "
          "--target out" },
        { o->json && o->each, "give --json or --each, not both" },
        { !o->all && (o->each || o->set.n), "--each and --set need --all" },
        { !o->all && !o->numbers, "give the numbers, for example --numbers "
                                  "2,6,3,1,11, or --all" },
    };
    struct game g = { .target = (int64_t)o->target };
    int status;

    if (!str_eq(game, names[0]))
        return args_unknown(o->cli.self, "game", game, names, 1);
    if ((status = ARGS_CHECK(&o->cli, mistakes)) >= 0)
        return status;
    if (o->all)
        return solve_all(o);
    status = solve_read_numbers(o->cli.self, o->numbers, &g);
    if (status >= 0)
        return status;
    if (o->target != NOT_GIVEN && o->target > GAME_TARGET_MAX)
        return args_mistake(o->cli.self, "--target is too large");
    return cmd_solve_one(o, &g);
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    { "numbers", 0, OPTION_TEXT, AT(numbers), "LIST",
      "base numbers: 2,6,3,1,11" },
    { "target", 0, OPTION_COUNT, AT(target), "T",
      "target number (default: every reachable target)" },
    { "all", 0, OPTION_FLAG, AT(all), NULL,
      "solve the whole game: every draw and every target, with the exact "
      "distribution of difficulty" },
    { "set", 0, OPTION_MANY, AT(set), "K=V",
      "with --all: set a knob of the family; may be repeated" },
    { "each", 0, OPTION_FLAG, AT(each), NULL,
      "with --all: print a JSON line for every instance" },
    { "json", 0, OPTION_FLAG, AT(json), NULL,
      "print JSON, one line for each target" },
    { 0 },
};

const struct command cmd_solve = {
    .name = "solve",
    .summary = "solve a game of Mathador, or all of them",
    .usage = "mathador --numbers LIST [--target T] [--json] | --all "
             "[--set K=V] [--json | --each]",
    .help =
        "Counts all solutions without listing them:\n"
        "    assay solve mathador --numbers 2,6,3,1,11 --target 11 --json\n"
        "`solutions` counts expressions in every order and with all brackets; `distinct` counts\n"
        "those that really differ. The difficulty is the sum of their scores divided by the\n"
        "square of their number. docs/mathador.md explains the rules.\n",
    .no = "the target cannot be reached",
    .could_not = "the output cannot be written",
    .job = sizeof(struct job),
    .init = &(const struct job){ .target = NOT_GIVEN },
    .options = options,
    .least = 1,
    .most = 1,
    .words = "name the game: assay solve mathador",
    .work = solve_work,
};
