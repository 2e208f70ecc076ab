/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Who may do what with whose entry, by a table of everybody, every state and
 * every deal; and that a page shows no key to those who may not see it.
 */
#include "../lib/visit.h"
#include "serve/desk/entry.h"
#include "serve/pages/fill.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum sitter {
    NOBODY,
    ITS_AUTHOR,
    REVIEWING_AUTHOR, /* a reviewer who wrote it */
    ANOTHER_AUTHOR,
    A_REVIEWER,
    A_SOLVER,   /* a reviewer who solved this version */
    OLD_SOLVER, /* and one who solved the version before it */
    THE_OWNER,
    VISITORS
};

static const struct person people[VISITORS] = {
    [ITS_AUTHOR] = { .id = 1, .name = "a", .role = ROLE_AUTHOR },
    [REVIEWING_AUTHOR] = { .id = 1, .name = "a", .role = ROLE_REVIEWER },
    [ANOTHER_AUTHOR] = { .id = 2, .name = "b", .role = ROLE_AUTHOR },
    [A_REVIEWER] = { .id = 3, .name = "c", .role = ROLE_REVIEWER },
    [A_SOLVER] = { .id = 4, .name = "d", .role = ROLE_REVIEWER },
    [OLD_SOLVER] = { .id = 5, .name = "e", .role = ROLE_REVIEWER },
    [THE_OWNER] = { .id = 6, .name = "f", .role = ROLE_OWNER },
};

static struct audit_event_kind audit_events[] = {
    { .audit_event = AUDIT_EVENT_SOLVED, .person = 5, .version = 1 },
    { .audit_event = AUDIT_EVENT_COMMENTED, .person = 3, .version = 2 },
    { .audit_event = AUDIT_EVENT_SOLVED, .person = 4, .version = 2 },
};

/* For each deal and state, who may: letters in the order of the visitors. */
static const char *const table[][ENTRY_STATES] = {
    /*              draft       submitted   returned    accepted    withdrawn */
    [DEAL_EDIT] = { "-XX-----", "-XX-----", "-XX-----", "-XX-----",
                    "-XX-----" },
    [DEAL_KEY] = { "-XX--X--", "-XX--X--", "-XX--X--", "-XXXXXXX", "-XX--X--" },
    [DEAL_ASK] = { "-XX--X--", "-XX--X--", "-XX--X--", "-XX-XXXX", "-XX--X--" },
    [DEAL_SOLVE] = { "--------", "----X-XX", "--------", "--------",
                     "--------" },
    [DEAL_DECIDE] = { "--------", "-----X--", "--------", "--------",
                      "--------" },
    [DEAL_COMMENT] = { "-XXXXXXX", "-XXXXXXX", "-XXXXXXX", "-XXXXXXX",
                       "-XXXXXXX" },
};

static struct entry_view view(enum entry_state state)
{
    static struct key key = { .latex = "3141592", .kind = ANSWER_INTEGER };

    return (struct entry_view){
        .entry = { .id = 7,
                   .author = 1,
                   .topic = "",
                   .state = state,
                   .version = 2 },
        .version = { .entry = 7, .number = 2, .check = "none" },
        .problem = { .statement = "Find it.",
                     .keys = &key,
                     .n_keys = 1,
                     .solution = "" },
        .audit_events = audit_events,
        .n_audit_events = sizeof(audit_events) / sizeof(audit_events[0]),
        .author = "a"
    };
}

static void who_may(void **unused)
{
    (void)unused;
    for (int d = 0; d <= DEAL_COMMENT; d++)
        for (int s = 0; s < ENTRY_STATES; s++)
            for (int w = 0; w < VISITORS; w++) {
                struct visit v = { .who = w == NOBODY ? NULL : &people[w] };
                struct entry_view x = view((enum entry_state)s);
                const char *why = NULL;
                bool may = entry_may(&v, &x, (enum entry_deal)d, &why);
                struct err e;

                if (may != (table[d][s][w] == 'X'))
                    fail_msg("deal %d, state %d, visitor %d: %d", d, s, w, may);
                assert_true(may || (why && why[0]));
                assert_int_equal(entry_must(&v, &x, (enum entry_deal)d, &e),
                                 may);
                if (!may)
                    assert_int_equal(e.code, ERR_OUTSIDE);
            }
}

static void keys_are_hidden(void **unused)
{
    struct visit_world world = { 0 };

    (void)unused;
    visit_open(&world);
    for (int s = 0; s < ENTRY_STATES; s++)
        for (int w = 0; w < VISITORS; w++) {
            struct arena a = { 0 };
            struct visit v = { .arena = &a,
                               .store = world.store,
                               .who = w == NOBODY ? NULL : &people[w] };
            struct entry_view x = view((enum entry_state)s);
            struct str out = str_in(&a);

            fill_part(&out, "entry_head", entry_row(&v, &x, "write"));
            fill_part(&out, "entry_problem", entry_row(&v, &x, "write"));
            assert_non_null(strstr(str_get(&out), "Find it."));
            assert_int_equal(strstr(str_get(&out), "3141592") != NULL,
                             table[DEAL_KEY][s][w] == 'X');
            arena_clear(&a);
        }
    visit_close(&world);
}

/* Beside a key stands what the judge is told of it; never where it is hidden. */
static void keys_have_company(void **unused)
{
    static const char extra[] = "{\"params\": [\"x\", \"\\\\epsilon\"]}";
    static const struct {
        const char *limit, *want;
    } cases[] = {
        { "{\"symbol\": \"epsilon\", \"to\": \"0+\", \"order\": 2, "
          "\"uniform_in\": \"x\"}",
          "epsilon to 0+, with a relative error of order 2, uniformly in x" },
        { "{\"symbol\": \"x\", \"to\": \"inf\", \"terms\": 3}",
          "x to inf, to 3 terms" },
        { "{\"symbol\": \"x\", \"to\": \"1-\"}", "x to 1-, to 1 term" },
    };
    struct visit_world world = { 0 };

    (void)unused;
    visit_open(&world);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        for (int w = ITS_AUTHOR; w <= A_REVIEWER; w++) {
            struct arena a = { 0 };
            struct visit v = { .arena = &a,
                               .store = world.store,
                               .who = &people[w] };
            struct entry_view x = view(ENTRY_SUBMITTED);
            struct key key = x.problem.keys[0];
            struct str out = str_in(&a);
            struct json *limit, *more;
            bool may = w <= REVIEWING_AUTHOR;
            struct err e;

            assert_true(json_read(&a, cases[i].limit, strlen(cases[i].limit), 1,
                                  &limit, &e));
            assert_true(json_read(&a, extra, strlen(extra), 1, &more, &e));
            key.limit = limit;
            x.problem.keys = &key;
            x.problem.extra = more;
            fill_part(&out, "entry_problem", entry_row(&v, &x, "write"));
            assert_int_equal(strstr(str_get(&out), cases[i].want) != NULL, may);
            assert_int_equal(
                strstr(str_get(&out), "Symbols: x, \\epsilon") != NULL, may);
            assert_int_equal(strstr(str_get(&out), "Kind: integer") != NULL,
                             may);
            arena_clear(&a);
        }
    visit_close(&world);
}

/* The head of an older version names that version. */
static void heads_name_versions(void **unused)
{
    struct arena a = { 0 };
    struct visit v = { .arena = &a, .who = &people[ITS_AUTHOR] };
    struct entry_view x = view(ENTRY_DRAFT);
    struct str out = str_in(&a);

    (void)unused;
    fill_part(&out, "entry_head", entry_row(&v, &x, "write"));
    assert_non_null(strstr(str_get(&out), "by a, version 2, "));
    x.version.number = 1;
    out = str_in(&a);
    fill_part(&out, "entry_head", entry_row(&v, &x, "write"));
    assert_non_null(strstr(str_get(&out), "by a, version 1 of 2, "));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_may),
        cmocka_unit_test(keys_are_hidden),
        cmocka_unit_test(keys_have_company),
        cmocka_unit_test(heads_name_versions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
