/* SPDX-License-Identifier: Apache-2.0 */
/* What prompts of applied mathematics state: tests/cases/verify/prompts.txt,
 * all written for it. */
#include "../lib/cases.h"
#include "base/str.h"
#include "verify/audit/audit.h"
#include "verify/prompt/prompt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void add_limit(struct str *out, const struct claim *c)
{
    static const char *const to[] = { "0+", "0-", "inf", "" };
    const struct claim_limit *l = &c->limit;

    if (c->mode == CLAIM_EQUALS)
        return;
    str_addf(out, "%s %s", l->symbol,
             l->to == LIMIT_POINT ? l->point : to[l->to]);
    if (l->has_order) {
        char *order = fmpq_get_str(NULL, 10, l->order);

        str_addf(out, " order %s", order);
        flint_free(order);
    } else {
        str_addf(out, " terms %d", l->terms);
    }
    if (l->uniform_in)
        str_addf(out, " uniform %s", l->uniform_in);
}

static const char *shown(struct arena *a, const struct prompt_reading *r)
{
    static const char *const kinds[] = { "integral", "sum", "root",
                                         "ode",      "pde", "expectation" };
    struct str out = str_in(a);

    if (r->missing)
        return arena_printf(a, "MISSING %s", r->reason);
    for (size_t i = 0; i < r->n; i++) {
        const struct claim *c = &r->claims[i];

        str_addf(&out, "%s%s %s | %s | %s | %s | ", i ? " && " : "",
                 kinds[c->kind], c->variable, c->object, c->conditions,
                 c->claim);
        add_limit(&out, c);
    }
    return str_get(&out);
}

/* Blanks say nothing. */
static bool same(const char *x, const char *y)
{
    for (;; x++, y++) {
        while (*x == ' ')
            x++;
        while (*y == ' ')
            y++;
        if (*x != *y)
            return false;
        if (!*x)
            return true;
    }
}

static void test_prompts(void **state)
{
    struct cases c;
    const char *lines[3];

    (void)state;
    cases_open(&c, "verify/prompts.txt");
    while (cases_next(&c, lines, 3)) {
        struct arena a = { 0 };
        struct prompt_row row = { "1", lines[0], lines[1] };
        struct prompt_reading r;

        prompt_to_claims(&a, &row, &r);
        if (!same(shown(&a, &r), lines[2]))
            cases_fail(&c, "got  %s\nwant %s", shown(&a, &r), lines[2]);
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

/* No prompt is too strange: each is cut at every byte, and read. */
static void test_cut(void **state)
{
    static const char prompt[] =
        "Find $$\\frac{\\partial u}{\\partial t} = u_{xx}, u(x;0) = \\begin{cases}"
        "1 & \\text{if } |x|<2 \\\\ 0\\end{cases}$$, $y\"(x) + dy/dx = 0, [y(0)=1; "
        "y'(0) = y(1)]$ as \\epsilon \\to 0^+, \\(\\lim_{|x|\\to\\infty} u = 0\\) "
        "with $\\int_0^1 f(t) dt; f(t)=(t$ $dX_t = [B_t dt";

    (void)state;
    for (size_t n = 0; n <= strlen(prompt); n++) {
        struct arena a = { 0 };
        const char *part = arena_strndup(&a, prompt, n);
        struct prompt_row row = { "1", part, part };
        struct prompt_reading r;

        prompt_to_claims(&a, &row, &r);
        row = (struct prompt_row){ "1", prompt + n,
                                   arena_printf(&a, "\\boxed{%s}", part) };
        prompt_to_claims(&a, &row, &r);
        arena_clear(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prompts),
        cmocka_unit_test(test_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
