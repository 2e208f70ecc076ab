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

#define FOLDER "models/student/student"

/* Of a logit, behind 20 recorded prompts; the largest are near 19. What is
 * rounded to whole numbers comes to 0.0144. */
#define TOLERANCE 0.03

/* Of all texts below, by engine STUDENT_ENGINE. */
#define TEXTS "5a04b2845ae76b5895f6fbf9a67ed0e4"

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

/* The same text on every machine: what was said here once. */
static void texts_are_those_of_every_machine(void **state)
{
    static const char *const asked[] = {
        "Calculate the value of $(20 - 18) \\cdot 18 - 534 \\div 6$.",
        "Solve $3x + 7 = 22$ for $x$.",
        "How many corners has a cube? \xc3\xa9 \xe2\x82\xac",
    };
    struct student *s = load();
    struct arena a = { 0 };
    struct hasher h;
    char hex[HASH_HEX_SIZE];

    (void)state;
    hasher_open(&h);
    for (size_t i = 0; i < 6; i++) {
        struct message m = { "user", asked[i % 3] };
        struct student_how how = student_default;
        struct student_text out;

        how.temperature = i < 3 ? 0 : 1;
        how.seed = i;
        how.most = 120;
        student_answer(&a, s, &m, 1, &how, &out);
        hasher_text(&h, out.text);
    }
    assert_string_equal(hash_hex(hasher_close(&h), hex), TEXTS);
    arena_clear(&a);
    student_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logits_are_those_recorded),
        cmocka_unit_test(texts_are_those_of_every_machine),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
