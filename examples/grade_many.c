/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Grade a batch of replies on all processors:
 *
 *     cc grade_many.c $(pkg-config --cflags --libs assay) -o grade_many
 */
#include <assay.h>

#include <stdio.h>

#define PAIRS 4

int main(void)
{
    static const char *const gold[PAIRS] = {
        "\\frac{1}{2}",
        "2\\sqrt{3}",
        "(0, 1]",
        "17",
    };
    static const char *const reply[PAIRS] = {
        "So it is \\boxed{0.5}.", "The final answer is $\\sqrt{12}$.",
        "Thus $0 < x \\le 1$ holds: \\boxed{0 < x \\le 1}.",
        NULL, /* the model did not answer */
    };
    struct assay_options strict = { .strict = 1 };
    struct assay_verdict *v[PAIRS];

    if (!assay_grade_many(gold, reply, PAIRS, &strict, 0, v))
        return 1;
    for (int i = 0; i < PAIRS; i++) {
        printf("%d: %s (%s)\n", i, assay_outcome_name(v[i]->verdict),
               v[i]->why);
        assay_verdict_free(v[i]);
    }
    return 0;
}
