/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay solve: what can be reached, in how many ways and for how many points.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "cli/args.h"
#include "cli/card.h"
#include "cli/solve.h"
#include "cli/talk.h"
#include "family/mathador/report.h"
#include "family/table.h"

#include <inttypes.h>
#include <string.h>

struct options {
    const char *numbers;
    uint64_t target;
    bool json, all, each;
    struct vec set;
};

#define NOT_GIVEN UINT64_MAX

/* ---- one set of numbers ---- */

static void add_steps(struct str *out, struct arena *a, const char *what,
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
    add_steps(out, a, "best", &f->best);
    add_steps(out, a, "simple", &f->simple);
}

/* The target's line or block; false when it cannot be reached. */
static bool write_target(struct str *out, const struct options *o,
                         struct solver *s, const struct game *g,
                         const struct solve_outcome *at)
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

static void write_row(struct str *out, const struct solve_outcome *o)
{
    struct arena a = { 0 };

    str_addf(
        out,
        "%8" PRId64 " %10" PRIu64 " %9" PRIu64 " %5d %6d %10" PRIu64 "  %s\n",
        o->value, o->solutions, o->distinct, outcome_best(o), outcome_worst(o),
        o->mathadors, difficulty_text(&a, difficulty_of(o, false)));
    arena_clear(&a);
}

static void write_targets(struct str *out, const struct options *o,
                          struct solver *s, struct game *g,
                          const struct solve_outcomes *all)
{
    if (!o->json)
        str_add(out, "  target  solutions  distinct  best  worst  mathadors  "
                     "difficulty\n");
    for (size_t i = 0; i < all->n; i++) {
        g->target = all->items[i].value;
        if (o->json)
            write_target(out, o, s, g, &all->items[i]);
        else
            write_row(out, &all->items[i]);
    }
}

static int solve_one(const struct options *o, struct game *g)
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
static int read_numbers(const struct command *self, const char *text,
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

struct checked {
    const struct command *self;
};

static int check_knob(void *ctx, const char *name, const char *value)
{
    const struct checked *c = ctx;

    return knob_check(c->self, &mathador, name, value);
}

static int run_all(const struct command *self, const struct options *o)
{
    struct solve_all how = { .json = o->json, .each = o->each };
    struct checked c = { self };
    struct arena a = { 0 };
    int status;

    status = knobs_read(self, &a, &o->set, check_knob, &c, &how.knobs);
    if (status < 0)
        status = solve_all(&how);
    arena_clear(&a);
    return status;
}

static int run_mathador(const struct command *self, const struct options *o)
{
    struct game g = { 0 };
    int status;

    if (o->all && (o->numbers || o->target != NOT_GIVEN))
        return args_mistake(self, "--all solves every set and every target; "
                                  "leave --numbers and --target out");
    if (o->json && o->each)
        return args_mistake(self, "give --json or --each, not both");
    if (o->all)
        return run_all(self, o);
    if (o->each || o->set.n)
        return args_mistake(self, "--each and --set need --all");
    if (!o->numbers)
        return args_mistake(self, "give the numbers, for example --numbers "
                                  "2,6,3,1,11, or --all");
    status = read_numbers(self, o->numbers, &g);
    if (status >= 0)
        return status;
    if (o->target != NOT_GIVEN && o->target > GAME_TARGET_MAX)
        return args_mistake(self, "--target is too large");
    g.target = (int64_t)o->target;
    return solve_one(o, &g);
}

static int run(const struct command *self, int argc, char **argv)
{
    static const char *const names[] = { "mathador" };
    struct options o = { .target = NOT_GIVEN,
                         .set = { .size = sizeof(const char *) } };
    const struct option options[] = {
        { "numbers", 0, OPTION_TEXT, &o.numbers, "LIST",
          "base numbers: 2,6,3,1,11" },
        { "target", 0, OPTION_COUNT, &o.target, "T",
          "target number (default: every reachable target)" },
        { "all", 0, OPTION_FLAG, &o.all, NULL,
          "solve the whole game: every draw and every target, with the exact "
          "distribution of difficulty" },
        { "set", 0, OPTION_MANY, &o.set, "K=V",
          "with --all: set a knob of the family; may be repeated" },
        { "each", 0, OPTION_FLAG, &o.each, NULL,
          "with --all: print a JSON line for every instance" },
        { "json", 0, OPTION_FLAG, &o.json, NULL,
          "print JSON, one line for each target" },
        { 0 },
    };
    struct args args;
    int status = args_read(self, options, argc, argv, &args);

    if (status < 0 && args.n != 1)
        status = args_mistake(self, "name the game: assay solve mathador");
    else if (status < 0 && !str_eq(args.words[0], names[0]))
        status = args_unknown(self, "game", args.words[0], names, 1);
    else if (status < 0)
        status = run_mathador(self, &o);
    vec_clear(&o.set);
    return status;
}

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
    .run = run,
};
