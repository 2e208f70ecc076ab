/* SPDX-License-Identifier: Apache-2.0 */

/* Parts of pages, and the rows that they are filled from. */
#include "base/arena.h"
#include "serve/pages/fill.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <string.h>

/* Every part can be filled, whatever is missing, and leaves no place open. */
static void all_parts_fill(void **state)
{
    struct arena a = { 0 };
    size_t n = 0;

    (void)state;
    for (const char *name; (name = fill_name(n)); n++) {
        struct str out = str_in(&a);

        fill_part(&out, name, json_new(&a, JSON_OBJECT));
        if (strstr(str_get(&out), "{{") || strstr(str_get(&out), "}}"))
            fail_msg("%s: %s", name, str_get(&out));
        for (size_t i = 0; i < n; i++)
            assert_string_not_equal(name, fill_name(i));
    }
    assert_true(n > 20);
    arena_clear(&a);
}

/* That a compiler does not see. */
static const char *volatile none;

static void rows_have_members(void **state)
{
    static const char want[] =
        "{\"a\": \"x \\\"y\\\" = z\", \"b\": -3, \"c\": 7, \"d\": 2.50, "
        "\"e\": \"on\", \"f\": 9007199254740993}";
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct json *row;

    (void)state;
    row = row_new(&a, "a=%s b=%d c=%zu none=%s d=%.2f e=on", "x \"y\" = z", -3,
                  (size_t)7, none, 2.5);
    row_add(&a, row, "f=%" PRId64, INT64_C(9007199254740993));
    json_write(&out, row);
    assert_string_equal(str_get(&out), want);
    arena_clear(&a);
}

/* What comes from outside is escaped; a name is sought in the innermost row, then
 * in those around it. */
static void places_are_filled(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct json *row = row_new(&a, "judges=0"), *own;

    (void)state;
    own = row_list(&a, row, "own");
    json_push(own,
              row_new(&a, "id=7 topic=%s author=%s version=%d what=%s waits=%s",
                      "<sums>", "Eve & Bob", 2, "answer it", ""));
    json_push(own, row_new(&a,
                           "id=8 topic=%s author=A version=1 what=%s "
                           "waits=%s",
                           "", "", "\"Olga\""));
    row_list(&a, row, "others");
    fill_part(&out, "reviews", row);
    assert_non_null(strstr(str_get(&out),
                           "<a href=\"/entries/7/review\">Entry 7, "
                           "&lt;sums&gt;</a> by Eve &amp; Bob, version 2: "
                           "answer it <span class=\"hint\">"));
    assert_non_null(strstr(str_get(&out), "Entry 8</a> by A, version 1: waits "
                                          "for &quot;Olga&quot; <span"));
    assert_non_null(strstr(str_get(&out), "Waiting for others</h2>\n<p "
                                          "class=\"secret\">Nothing.</p>"));
    assert_null(strstr(str_get(&out), "Doubtful"));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_parts_fill),
        cmocka_unit_test(rows_have_members),
        cmocka_unit_test(places_are_filled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
