/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The family of linear seeds: a system of equations written as sentences, all
 * of which are needed.
 *
 * `make` draws a system and words, writes the sentences and solves the system
 * by substitution and elimination. `check` uses determinants instead, asks which
 * equations are needed, and reads the statement back.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "family/linear/linear_problem.h"
#include "family/linear/linear_second.h"
#include "family/table.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

/* ---- knobs ---- */

#define RANGE_DIGITS 7

static bool read_number(const char **p, int64_t *out)
{
    const char *start = *p;

    *out = 0;
    for (; is_digit(**p) && *p - start < RANGE_DIGITS; ++*p)
        *out = *out * 10 + (**p - '0');
    return *p > start && !is_digit(**p);
}

static bool read_range(const char *text, int64_t *low, int64_t *high)
{
    if (!read_number(&text, low) || text[0] != '.' || text[1] != '.')
        return false;
    text += 2;
    return read_number(&text, high) && *text == '\0' && *low >= 1 &&
           *low < *high && *high <= PROBLEM_HIGH;
}

static bool allow_range(const char *value)
{
    int64_t low, high;

    return read_range(value, &low, &high);
}

static bool allow_theme(const char *value)
{
    return str_eq(value, "any") || theme_find(value);
}

/* What the levels promise. */
static const struct linear_shape by_level[] = {
    { .variables = 5 },
    { .variables = 6, .depth = { true, 2 }, .distance = { true, 1 } },
    { .variables = 8, .depth = { true, 5 }, .distance = { true, 1 } },
};

static size_t number_of(const char *digits)
{
    int64_t n = 0;

    return read_number(&digits, &n) ? (size_t)n : 0;
}

/* "auto" leaves what the level promises. */
static void read_promise(const char *knob, struct linear_promise *out)
{
    if (!str_eq(knob, "auto"))
        *out = (struct linear_promise){ !str_eq(knob, "any"), number_of(knob) };
}

static bool read_knobs(struct arena *a, const struct family *f,
                       const struct draw *d, struct linear_shape *shape,
                       const struct theme **theme, struct err *e)
{
    const char *range = family_knob_value(a, f, d->knobs, "range");
    const char *depth = family_knob_value(a, f, d->knobs, "depth");
    const char *distance = family_knob_value(a, f, d->knobs, "distance");
    const char *sparsity = family_knob_value(a, f, d->knobs, "sparsity");

    *shape = by_level[d->level - 1];
    read_promise(depth, &shape->depth);
    read_promise(distance, &shape->distance);
    linear_shape_settle(
        shape, number_of(family_knob_value(a, f, d->knobs, "variables")),
        str_eq(depth, "auto"));
    shape->terms = number_of(sparsity);
    *theme = theme_find(family_knob_value(a, f, d->knobs, "theme"));
    if (!read_range(range, &shape->low, &shape->high))
        return err_set(e, ERR_DOMAIN, "range=%.40s cannot be read", range);
    if (!linear_shape_holds(shape))
        return err_set(e, ERR_USAGE,
                       "no system of %zu unknowns has depth=%s, distance=%s "
                       "and sparsity=%s: the number of unknowns must exceed "
                       "depth plus distance, depth 0 needs a distance, and "
                       "a higher sparsity needs a greater depth",
                       shape->variables, depth, distance, sparsity);
    return true;
}

/* ---- the first road ---- */

/* Sentences joined by blanks, the question last. */
static const char *statement_of(struct arena *a, const struct linear_problem *t)
{
    struct str s = str_in(a);

    for (size_t i = 0; i < t->system.n_eqs; i++) {
        linear_problem_say(&s, t, i, SIZE_MAX, NULL, NULL);
        str_addc(&s, ' ');
    }
    linear_problem_ask(&s, t);
    return s.s;
}

static bool make(const struct family *f, struct arena *a, struct draw *d,
                 struct problem *p, struct err *e)
{
    struct steps steps = steps_in(a);
    const struct theme *theme;
    struct linear_shape shape;
    struct linear_problem t;
    struct ratio answer;

    if (!read_knobs(a, f, d, &shape, &theme, e))
        return false;
    linear_problem_draw(&d->maths, &d->words, &shape, theme, &t);
    p->statement = statement_of(a, &t);
    if (!linear_worked(a, &t, &steps, &answer))
        return err_set(e, ERR_DOMAIN, "its worked solution does not end");
    p->solution = str_get(&steps.text);
    p->params = linear_problem_write(a, &t);
    problem_set_key(a, p, ANSWER_INTEGER, ratio_latex(a, answer));
    return true;
}

/* ---- the second road ---- */

/* Are all values whole and in the range? */
static const char *out_of_range(struct arena *a, const struct linear_problem *t,
                                const struct ratio *x)
{
    for (size_t i = 0; i < t->system.n_vars; i++)
        if (!ratio_whole(x[i]) || x[i].p < t->shape.low ||
            x[i].p > t->shape.high)
            return arena_printf(a, "%s is %s: not a whole number of the range",
                                t->theme->things[t->thing[i]],
                                ratio_text(a, x[i]));
    return NULL;
}

static const char *statement_fault(struct arena *a,
                                   const struct linear_problem *t,
                                   const char *text)
{
    struct system read;
    const char *fault = linear_problem_read_text(a, t, text, &read);

    if (!fault)
        fault = linear_problem_differs(a, &t->system, &read);
    return fault ? arena_printf(a, "the statement is another: %s", fault)
                 : NULL;
}

/* Without knobs, a problem of a level has what the level promises. */
static const char *level_fault(struct arena *a, const struct linear_problem *t,
                               int level)
{
    const struct linear_shape *want;

    if (level < 1 || level > (int)(sizeof by_level / sizeof *by_level))
        return "there is no such level";
    want = &by_level[level - 1];
    if (want->variables == t->system.n_vars &&
        want->depth.set == t->shape.depth.set &&
        want->depth.is == t->shape.depth.is &&
        want->distance.is == t->shape.distance.is)
        return NULL;
    return arena_printf(a, "level %d promises %zu unknowns at depth %zu", level,
                        want->variables, want->depth.is);
}

/* Returns what is wrong with the problem, or NULL if there is nothing. */
static const char *fault_of(struct arena *a, const struct linear_problem *t,
                            const struct problem *p)
{
    struct linear_second found;
    const char *fault = linear_second_solve(a, &t->system, &found), *value;

    if (!fault)
        fault = linear_second_needed(a, &t->system, &found);
    if (!fault)
        fault = out_of_range(a, t, found.x);
    if (!fault)
        fault = linear_second_promise(a, &t->system, &found, &t->shape);
    if (!fault && p->version > 1 && !p->knobs)
        fault = level_fault(a, t, p->level);
    if (fault)
        return fault;
    value = ratio_text(a, found.x[t->system.asked]);
    if (p->n_keys != 1)
        return "there is more than one key";
    if (!str_eq(p->keys[0].latex, value))
        return arena_printf(a, "the answer is %s, not %.40s", value,
                            p->keys[0].latex);
    return p->statement ? statement_fault(a, t, p->statement) : NULL;
}

static bool check(const struct family *self, struct arena *a,
                  const struct problem *p, enum truth *holds,
                  struct check_finding *f, struct err *e)
{
    struct linear_problem t;
    const char *fault;

    (void)self;
    if (!linear_problem_parse(p->params, &t, e))
        return false;
    f->by = "determinants";
    fault = fault_of(a, &t, p);
    *holds = fault ? TRUTH_NO : TRUTH_YES;
    f->detail = fault ? fault
                      : arena_printf(a,
                                     "Cramer's rule gives the key; with any "
                                     "one of the %zu equations taken away the "
                                     "answer is open",
                                     t.system.n_eqs);
    return true;
}

/* ---- the card ---- */

static const struct family_level levels[] = {
    { "easy", "5 unknowns and 5 equations, as published: 60 % of them need "
              "only substitution" },
    { "medium", "6 unknowns, 3 of which must be solved together" },
    { "hard", "8 unknowns, 6 of which must be solved together" },
};

const struct family linear_card = {
    .name = "linear",
    .version = 2,
    .title = "Linear systems in words",
    .doc =
        "A system of linear equations in words, about prices, distances, ages "
        "or other things of one theme; one of the unknowns is asked for. There "
        "are as many equations as unknowns, with 2 unknowns each on average, "
        "and coefficients from -5 to 5 or halves. Every equation is needed: "
        "without any one of them the answer is not determined. All values are "
        "whole numbers in the range. Levels differ in elimination depth: the "
        "number of unknowns, minus one, that must be solved together because "
        "no smaller set of equations determines any of them; at depth 0 "
        "substitution is enough, one value after the other. The text is parsed "
        "again and compared before it is written. These are the seeds of "
        "`assay evolve`.",
    .concepts = { HIGH_SYSTEMS, HIGH_LINEAR },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    .knobs = {
        { .name = "variables",
          .values = "auto|2|3|4|5|6|7|8|9|10",
          .doc = "number of unknowns and equations; auto: that of the level, "
                 "or as many as depth and distance need" },
        { .name = "depth",
          .values = "auto|any|0|1|2|3|4|5|6|7|8|9",
          .doc = "elimination depth: unknowns that must be solved together, "
                 "minus 1; auto: that of the level, or 1 if the level has none "
                 "and a distance is set; any: not restricted" },
        { .name = "distance",
          .values = "auto|any|0|1|2|3|4|5|6|7|8|9",
          .doc = "least number of substitution steps from known values (given, "
                 "or solved together) to the asked unknown" },
        { .name = "sparsity",
          .values = "2|3|4",
          .doc = "average number of unknowns in an equation (more is denser); "
                 "the maximum is twice that, minus 1. With depth 0 and the "
                 "largest distance, the equations have one term less in total" },
        { .name = "range",
          .values = "1..20|LO..HI",
          .doc = "range of the values of the unknowns, within 1 to 1000000",
          .allows = allow_range },
        { .name = "theme",
          .values = "any|NAME",
          .doc = "theme of the unknowns, as in params.theme: ages, prices, "
                 "speeds ...; the numbers stay the same",
          .allows = allow_theme },
    },
    .make = make,
    .check = check,
};
