/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/report.h"
#include "base/str.h"

#include <inttypes.h>

struct json *report_steps(struct arena *a, const struct solution *s)
{
    struct json *list = json_new(a, JSON_ARRAY);

    if (s->n == 0)
        return json_new(a, JSON_NULL);
    for (int i = 0; i < s->n; i++)
        json_push(list, json_new_string(a, step_text(a, &s->steps[i])));
    return list;
}

struct json *report_scores(struct arena *a, uint32_t scores)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (int s = 0; s <= SCORE_MOST; s++)
        if (scores >> s & 1u)
            json_push(list, json_new_int(a, s));
    return list;
}

struct json *report_numbers(struct arena *a, const struct game *g)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < g->n; i++)
        json_push(list, json_new_int(a, g->numbers[i]));
    return list;
}

/* ---- decimals ---- */

#define DIGITS 15

/* The digits of 0.ddd... = r/q, after the last of which the rest is rounded;
 * returns how many zeros stand before the first. */
static int fraction_digits(uint64_t r, uint64_t q, int digits[], int n)
{
    int zeros = 0, at = n;

    while (r && r * 10 < q) {
        r *= 10;
        zeros++;
    }
    for (int i = 0; i < n; i++) {
        r *= 10;
        digits[i] = (int)(r / q);
        r %= q;
    }
    /* No carry comes out of the first digit: r/q stays 1/q away from any
     * power of ten, and q is below 10^14. */
    if (r * 2 >= q)
        while (at > 0 && ++digits[--at] == 10)
            digits[at] = 0;
    return zeros;
}

const char *decimal_text(struct arena *a, uint64_t p, uint64_t q)
{
    uint64_t whole = p / q;
    struct str out = str_in(a);
    int digits[DIGITS], n = DIGITS, zeros;

    for (uint64_t w = whole; w; w /= 10)
        n--;
    zeros = fraction_digits(p % q, q, digits, n);
    while (n > 0 && digits[n - 1] == 0)
        n--;
    str_addf(&out, "%" PRIu64, whole);
    if (n > 0)
        str_addc(&out, '.');
    for (int i = 0; n > 0 && i < zeros; i++)
        str_addc(&out, '0');
    for (int i = 0; i < n; i++)
        str_addc(&out, (char)('0' + digits[i]));
    return out.s;
}

const char *difficulty_text(struct arena *a, struct difficulty d)
{
    return decimal_text(a, d.points, d.solutions * d.solutions);
}

/* ---- a whole game ---- */

static struct json *count(struct arena *a, uint64_t n)
{
    return json_new_int(a, (int64_t)n);
}

/* A score or a difficulty that nothing has is null. */
static struct json *difficulty(struct arena *a, const struct solve_outcome *o,
                               bool distinct)
{
    return o->solutions ? json_new_number(
                              a, difficulty_text(a, difficulty_of(o, distinct)))
                        : json_new(a, JSON_NULL);
}

static struct json *score(struct arena *a, const struct solve_outcome *o,
                          int score_of(const struct solve_outcome *o))
{
    return o->solutions ? json_new_int(a, score_of(o)) : json_new(a, JSON_NULL);
}

void report_counts(struct arena *a, struct json *v,
                   const struct solve_outcome *o)
{
    json_set(a, v, "solutions", count(a, o->solutions));
    json_set(a, v, "distinct", count(a, o->distinct));
    json_set(a, v, "mathadors", count(a, o->mathadors));
    json_set(a, v, "difficulty", difficulty(a, o, false));
    json_set(a, v, "difficulty_distinct", difficulty(a, o, true));
}

struct json *report_game(struct arena *a, const struct game *g,
                         const struct found *found)
{
    static const struct found none = { 0 };
    const struct found *f = found ? found : &none;
    const struct solve_outcome *o = &f->outcome;
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "numbers", report_numbers(a, g));
    json_set(a, v, "target", json_new_int(a, g->target));
    json_set(a, v, "solutions", count(a, o->solutions));
    json_set(a, v, "distinct", count(a, o->distinct));
    json_set(a, v, "best", score(a, o, outcome_best));
    json_set(a, v, "worst", score(a, o, outcome_worst));
    json_set(a, v, "mathadors", count(a, o->mathadors));
    json_set(a, v, "difficulty", difficulty(a, o, false));
    json_set(a, v, "difficulty_distinct", difficulty(a, o, true));
    json_set(a, v, "best_solution", report_steps(a, &f->best));
    json_set(a, v, "simple_solution", report_steps(a, &f->simple));
    json_set(a, v, "scores", report_scores(a, o->scores));
    return v;
}
