/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The family of linear seeds: a system of equations written as sentences, all
 * of which are needed.
 *
 * `make` draws a system and words, writes the sentences, reads them back and
 * solves what was read. `check` uses determinants instead, takes each equation
 * away in turn, and also reads the statement if it has one.
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

static size_t variables_of(const char *knob, int level)
{
    static const size_t by_level[] = { 5, 6, 8 };
    size_t n = 0;

    if (str_eq(knob, "auto"))
        return by_level[level - 1];
    for (; is_digit(*knob) && n <= PROBLEM_VARIABLES; knob++)
        n = n * 10 + (size_t)(*knob - '0');
    return n;
}

static bool read_knobs(struct arena *a, const struct family *f,
                       const struct draw *d, struct linear_shape *shape,
                       const struct theme **theme, struct err *e)
{
    const char *range = family_knob_value(a, f, d->knobs, "range");

    shape->variables =
        variables_of(family_knob_value(a, f, d->knobs, "variables"), d->level);
    *theme = theme_find(family_knob_value(a, f, d->knobs, "theme"));
    if (!read_range(range, &shape->low, &shape->high))
        return err_set(e, ERR_DOMAIN, "range=%.40s cannot be read", range);
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

/* Solve what the statement says: all its sentences must be needed. */
static const char *solve_text(struct arena *a, const struct linear_problem *t,
                              const char *text, struct ratio *answer)
{
    struct settled found;
    struct system read;
    const char *fault = linear_problem_read_text(a, t, text, &read);

    if (fault)
        return fault;
    if (!linear_all_needed(&read))
        return "a sentence is not needed";
    if (!linear_settle(&read, read.asked, read.n_eqs, &found) || !found.settled)
        return "what it says has no solution";
    *answer = found.value;
    return linear_problem_differs(a, &t->system, &read);
}

static bool make(const struct family *f, struct arena *a, struct draw *d,
                 struct problem *p, struct err *e)
{
    struct steps steps = steps_in(a);
    struct ratio answer, worked;
    const struct theme *theme;
    struct linear_shape shape;
    struct linear_problem t;
    const char *fault;

    if (!read_knobs(a, f, d, &shape, &theme, e))
        return false;
    linear_problem_draw(&d->maths, &d->words, &shape, theme, &t);
    p->statement = statement_of(a, &t);
    fault = solve_text(a, &t, p->statement, &answer);
    if (fault)
        return err_set(e, ERR_DOMAIN,
                       "its text does not say the system: %s: %.200s", fault,
                       p->statement);
    if (!linear_worked(a, &t, &steps, &worked) || !ratio_equal(worked, answer))
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

/* Returns what is wrong with the problem, or NULL if there is nothing. */
static const char *fault_of(struct arena *a, const struct linear_problem *t,
                            const struct problem *p)
{
    struct ratio x[LINEAR_VARIABLES];
    const char *fault = linear_second_solve(a, &t->system, x), *value;

    if (!fault)
        fault = linear_second_needed(a, &t->system);
    if (!fault)
        fault = out_of_range(a, t, x);
    if (fault)
        return fault;
    value = ratio_text(a, x[t->system.asked]);
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
    { "easy", "5 unknowns and 5 equations" },
    { "medium", "6 unknowns and 6 equations" },
    { "hard", "8 unknowns and 8 equations" },
};

const struct family linear_card = {
    .name = "linear",
    .version = 1,
    .title = "Linear systems in words",
    .doc =
        "A system of linear equations told in sentences about prices, "
        "distances, ages and other things of one theme; one of them is asked "
        "for. There are as many equations as unknowns, with 1 to 3 unknowns "
        "each and 2 on average, coefficients from -5 to 5 or halves, and at "
        "least one equation in a single unknown. Every equation is needed: "
        "with any one of them taken away the answer is open. All values are "
        "whole numbers of the range. The text is read back and solved before "
        "it is given out. These are the seeds of `assay evolve`.",
    .concepts = { HIGH_SYSTEMS, HIGH_LINEAR },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    .knobs = {
        { .name = "variables",
          .values = "auto|2|3|4|5|6|7|8|9|10",
          .doc = "how many unknowns and equations there are; auto: as the "
                 "level says" },
        { .name = "range",
          .values = "1..20|LO..HI",
          .doc = "the values of the unknowns, from 1 to 1000000",
          .allows = allow_range },
        { .name = "theme",
          .values = "any|NAME",
          .doc = "what the unknowns are, by the name that params.theme shows: "
                 "ages, prices, speeds ...; the numbers stay the same",
          .allows = allow_theme },
    },
    .make = make,
    .check = check,
};
