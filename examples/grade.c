/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Grade one reply against a key:
 *
 *     cc grade.c $(pkg-config --cflags --libs assay) -o grade
 *     ./grade '\frac{1}{2}' 'So it is \boxed{0.5}.'
 */
#include <assay.h>

#include <stdio.h>

static void show(const char *name, const char *text)
{
    if (text)
        printf("  %-8s %s\n", name, text);
}

int main(int argc, char **argv)
{
    const char *gold = argc > 2 ? argv[1] : "\\frac{1}{2}";
    const char *reply = argc > 2 ? argv[2] : "So it is \\boxed{0.5}.";
    struct assay_verdict *v = assay_grade(gold, reply, NULL);

    if (!v)
        return 1;
    printf("%s\n", assay_outcome_name(v->verdict));
    show("why", v->why);
    show("key", v->key);
    show("answer", v->answer);
    show("witness", v->witness);
    assay_verdict_free(v);
    assay_thread_end();
    return 0;
}
