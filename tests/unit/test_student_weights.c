/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The student that ships with assay: its logits beside those of the program
 * that trained it (single precision, no rounding of what passes between
 * layers), and a digest of its texts. Nothing is tested where the tree has no
 * weights.
 */
#include "base/hash.h"
#include "base/lines.h"
#include "model/student/engine.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define FOLDER    "models/student/student"
#define TOLERANCE 0.05 /* of a logit */

static const char *beginning(void)
{
    const char *named = getenv("ASSAY_STUDENT_TEST");

    return named ? named : FOLDER;
}

static struct student *load(void)
{
    struct student *s;
    struct err e;
    char path[512];

    snprintf(path, sizeof(path), "%s.weights", beginning());
    if (access(path, R_OK)) {
        printf("no %s in the tree\n", path);
        skip();
    }
    if (!student_load(&s, path, 2, NULL, &e))
        fail_msg("%s", e.msg);
    return s;
}

static double number(const struct json *v)
{
    assert_true(v && v->type == JSON_NUMBER);
    return strtod(v->text, NULL);
}

static double compare_line(const struct student *s, const struct json *line)
{
    size_t pieces = (size_t)s->parameters.size.pieces, n = 0;
    const struct json *ids = json_get(line, "ids"), *v;
    uint16_t *list = calloc(ids->count, sizeof(*list));
    float *logits = calloc(pieces, sizeof(*logits));
    double worst = 0;

    for (v = ids->first; v; v = v->next)
        list[n++] = (uint16_t)number(v);
    student_logits(s, list, n, logits);
    for (v = json_get(line, "top")->first; v; v = v->next) {
        size_t piece = (size_t)number(v->first);
        double off = fabs((double)logits[piece] - number(v->last));

        worst = off > worst ? off : worst;
    }
    free(list);
    free(logits);
    return worst;
}

static void logits_are_those_recorded(void **state)
{
    struct student *s = load();
    struct arena a = { 0 };
    struct lines l;
    struct json *line;
    struct err e;
    char path[512];
    double worst = 0;
    int n = 0;

    (void)state;
    snprintf(path, sizeof(path), "%s-logits.jsonl", beginning());
    if (!lines_open(&l, path, 0, &e))
        fail_msg("%s", e.msg);
    while (lines_next_json(&l, &a, &line, &e) == LINES_LINE) {
        double off = compare_line(s, line);

        worst = off > worst ? off : worst;
        n++;
    }
    lines_close(&l);
    printf("%d lines, off by at most %.4f\n", n, worst);
    assert_true(n > 0 && worst < TOLERANCE);
    arena_clear(&a);
    student_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logits_are_those_recorded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
