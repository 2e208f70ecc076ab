/* SPDX-License-Identifier: Apache-2.0 */
#include "../lib/cases.h"
#include "math/exact/unit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *ratio(char **text, const char *a, const char *b)
{
    struct unit u, v;
    fmpq_t q;

    unit_init(&u);
    unit_init(&v);
    fmpq_init(q);
    unit_read(&u, a);
    unit_read(&v, b);
    fmpq_div(q, u.factor, v.factor);
    *text = fmpq_get_str(NULL, 10, q);
    if (!unit_alike(&u, &v)) {
        flint_free(*text);
        *text = NULL;
    }
    unit_clear(&u);
    unit_clear(&v);
    fmpq_clear(q);
    return *text ? *text : "other";
}

static void conversions(void **state)
{
    struct cases c;
    const char *l[3];

    (void)state;
    cases_open(&c, "unit/convert.test");
    while (cases_next(&c, l, 3)) {
        char *text;
        const char *got = ratio(&text, l[0], l[1]);

        if (strcmp(got, l[2]) != 0)
            cases_fail(&c, "got \"%s\"", got);
        flint_free(text);
        /* Alike is symmetric. */
        if ((strcmp(ratio(&text, l[1], l[0]), "other") == 0) !=
            (strcmp(l[2], "other") == 0))
            cases_fail(&c, "not symmetric");
        flint_free(text);
    }
    assert_int_equal(cases_close(&c), 0);
}

static void words(void **state)
{
    struct cases c;
    const char *l[2];

    (void)state;
    cases_open(&c, "unit/known.test");
    while (cases_next(&c, l, 2))
        for (size_t n; *l[0]; l[0] += n + (l[0][n] == ' ')) {
            n = strcspn(l[0], " ");
            if (unit_known(l[0], n) != (strcmp(l[1], "yes") == 0))
                cases_fail(&c, "got the other one for %.*s", (int)n, l[0]);
        }
    assert_int_equal(cases_close(&c), 0);
}

/* Any bytes are a text: nothing but a noun comes of most of them. */
static void hostile_texts(void **state)
{
    static const char *const texts[] = { "",
                                         " ",
                                         "/",
                                         "^",
                                         "m^",
                                         "m^{",
                                         "m^{-",
                                         "m^{2",
                                         "per m",
                                         "m per",
                                         "\xC2",
                                         "m\xC2",
                                         "m^{99999999999}",
                                         "square",
                                         "2",
                                         "m^{12}^{12}",
                                         "squared" };
    struct unit u;

    (void)state;
    unit_init(&u);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        unit_read(&u, texts[i]);
    unit_read(&u, "");
    assert_true(u.noun);
    unit_read(&u, "square");
    assert_true(u.noun);
    unit_read(&u, "m^{12} m^{12} m^{12} m^{12} m^{12}");
    assert_true(u.noun);
    unit_clear(&u);
    assert_false(unit_known("", 0));
    assert_false(unit_known("m\0m", 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conversions),
        cmocka_unit_test(words),
        cmocka_unit_test(hostile_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
