/* SPDX-License-Identifier: Apache-2.0 */
/* Where sentences end. */
#include "base/str.h"
#include "text/sentence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Sentences as "one|two|three". */
static const char *cut(struct arena *a, const char *text)
{
    struct str out = str_in(a);
    size_t at = 0, n;
    const char *s;

    while ((s = sentence_next(text, &at, &n))) {
        str_add(&out, out.n ? "|" : "");
        str_addn(&out, s, n);
    }
    return str_get(&out);
}

static void ends(void **state)
{
    static const char *const rows[][2] = {
        { "", "" },
        { "  \n ", "" },
        { "One. Two.", "One.|Two." },
        { "It costs $3.50. Is it dear?", "It costs $3.50.|Is it dear?" },
        { "He paid $4. Then he left.", "He paid $4.|Then he left." },
        { "Mr. Hill has 3 cats. Dr. Lee has none.",
          "Mr. Hill has 3 cats.|Dr. Lee has none." },
        { "A. Smith sang. So did I. He left.",
          "A. Smith sang.|So did I.|He left." },
        { "Fruit, e.g. pears, is sweet.", "Fruit, e.g. pears, is sweet." },
        { "Pears, plums, etc. They are sweet.",
          "Pears, plums, etc.|They are sweet." },
        { "Wait... what? No!", "Wait... what?|No!" },
        { "He said \"Go.\" She went.", "He said \"Go.\"|She went." },
        { "(It rained.) We stayed.", "(It rained.)|We stayed." },
        { "No end here", "No end here" },
        { "A title\n\nA text.", "A title|A text." },
        { "One line\nand the next. Two.", "One line\nand the next.|Two." },
        { "What?! Really.", "What?!|Really." },
        { "Take no. 5 home. Go.", "Take no. 5 home.|Go." },
        { "I said no. Then I left.", "I said no.|Then I left." },
        { "...", "..." },
        { ".5 is a half. Yes.", ".5 is a half.|Yes." },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        assert_string_equal(cut(&a, rows[i][0]), rows[i][1]);
    assert_int_equal(sentence_count("One. Two. Three"), 3);
    arena_clear(&a);
}

/* Nothing but white space lies between sentences. */
static void nothing_is_lost(void **state)
{
    static const char text[] = " One... \n\n\"Two.\" (three!) 4.5. Mr. X. \t";
    size_t at = 0, n, end = 0;
    const char *s;

    (void)state;
    while ((s = sentence_next(text, &at, &n))) {
        for (size_t i = end; i < (size_t)(s - text); i++)
            assert_non_null(strchr(" \t\n", text[i]));
        end = (size_t)(s - text) + n;
        assert_true(n > 0 && end <= at);
    }
    assert_int_equal(strspn(text + end, " \t\n"), strlen(text + end));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends),
        cmocka_unit_test(nothing_is_lost),
    };

    return cmocka_run_group_tests_name("sentence", tests, NULL, NULL);
}
