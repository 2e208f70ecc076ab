/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/judge_int.h"

#include <math.h>
#include <string.h>

/* A formula that is said to be the object's value. */

#define ROUNDS_EQUALS    8  /* drawn points that must agree */
#define DIGITS           20 /* that must agree */
#define DIGITS_LEAST     12 /* where no more can be had */
#define DIGITS_ESTIMATED 6

/* What one drawn point says. */
enum agreement { AGREE, DIFFER, NO_VALUE, TOO_FEW_DIGITS };

/* The larger of both sizes, for relative errors. */
static double scale_of(const struct error_sample *s)
{
    return fmax(sample_log2(s->size), sample_log2(s->object));
}

static double digits_of(const struct error_sample *s)
{
    arb_t t;
    double d;

    arb_init(t);
    arb_add(t, s->error, s->radius, 64);
    d = (scale_of(s) - sample_log2(t)) * 0.30103;
    arb_clear(t);
    return d;
}

static enum agreement compare_estimates(const struct error_sample *s)
{
    double radius = (scale_of(s) - sample_log2(s->radius)) * 0.30103;

    /* An estimate may be some digits too hopeful; twenty that agree are no
     * chance. */
    if (sample_is_resolved(s))
        return digits_of(s) < DIGITS_ESTIMATED ? DIFFER
               : digits_of(s) < DIGITS         ? TOO_FEW_DIGITS
                                               : AGREE;
    return radius >= DIGITS_ESTIMATED ? AGREE : TOO_FEW_DIGITS;
}

static enum agreement compare_at(struct judge *j, struct error_sample *s,
                                 double *digits)
{
    enum agreement got = NO_VALUE;
    const char *why = NULL;

    *digits = 0;
    for (slong bits = 96; bits <= 384; bits *= 2) {
        if (!sample_take(&j->on, NULL, 1, bits, s)) {
            why = s->why;
            if (bits > 96)
                break;
            continue;
        }
        *digits = digits_of(s);
        if (!s->certified && !s->gap)
            return compare_estimates(s);
        if (s->gap)
            return DIFFER;
        got = *digits >= DIGITS || j->on.rounded ? AGREE : TOO_FEW_DIGITS;
        if (got == AGREE)
            break;
    }
    if (got == TOO_FEW_DIGITS && *digits >= DIGITS_LEAST)
        got = AGREE;
    s->why = why;
    return got;
}

static void equals_fails(struct judge *j, const struct error_sample *s)
{
    j->out->exact = s->gap && s->certified;
    if (s->is_complex)
        judge_settle(j, TRUTH_NO, "complex value",
                     arena_printf(j->a,
                                  "the object is real and the formula is %s at "
                                  "%s",
                                  s->claimed, *s->at ? s->at : "its value"));
    else
        judge_settle(
            j, TRUTH_NO, "value",
            arena_printf(j->a, "the object is %s and the formula %s%s%s",
                         s->value, s->claimed, *s->at ? " at " : "", s->at));
}

static void equals_holds(struct judge *j, unsigned n, double digits)
{
    if (j->on.rounded)
        judge_settle(j, TRUTH_YES, "rounded constant",
                     "the values agree to the digits that the formula prints");
    else
        judge_settle(j, TRUTH_YES, "value",
                     arena_printf(j->a,
                                  "the values agree to %.0f digits at %u "
                                  "point%s",
                                  fmin(floor(digits), 1000), n,
                                  n == 1 ? "" : "s"));
}

bool judge_is_rounded(const struct expr *x)
{
    return x->op == EXPR_NUMBER && x->number->decimal &&
           !x->number->repeating && x->number->digits >= ROUNDED_FROM;
}

void judge_equals(struct judge *j)
{
    unsigned wanted = j->on.drawn_n ? ROUNDS_EQUALS : 1, agreed = 0, few = 0;
    const char *why = "no point satisfies the conditions";
    double least = INFINITY, digits;
    struct error_sample s;

    sample_init(&s, &j->on);
    for (unsigned i = 0; i < ROUNDS_TRIED && agreed + few < wanted; i++) {
        enum agreement got;

        if (!sampler_draw(&j->on, i))
            break;
        got = compare_at(j, &s, &digits);
        if (got == NO_VALUE) {
            why = s.why ? s.why : "there is no value";
            if (!j->on.drawn_n || (i >= 5 && agreed + few == 0))
                break;
            continue;
        }
        judge_add_row(j, &s, sample_log2(s.error) - scale_of(&s));
        if (got == DIFFER) {
            equals_fails(j, &s);
            break;
        }
        agreed += got == AGREE;
        few += got == TOO_FEW_DIGITS;
        least = fmin(least, digits);
    }
    if (j->out->reason)
        ;
    else if (j->on.work->ceiling && agreed < (wanted + 1) / 2)
        judge_settle(j, TRUTH_UNKNOWN, "ceiling",
                     arena_printf(j->a, FINDING_LIMIT "%s was reached",
                                  j->on.work->ceiling));
    else if (few || agreed < (wanted + 1) / 2)
        judge_settle(j, TRUTH_UNKNOWN, few ? "digits" : "no method",
                     few ? "the values agree, but to too few digits" : why);
    else
        equals_holds(j, agreed, least);
    sample_clear(&s);
}
