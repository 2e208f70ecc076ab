/* SPDX-License-Identifier: Apache-2.0 */
/* Claims about differential equations: a table of them, half of them wrong in
 * the ways people err, each with its verdict. */
#include "../lib/claims.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_claims(void **state)
{
    (void)state;
    assert_int_equal(claims_check("verify/pde.jsonl"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_claims) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
