/* SPDX-License-Identifier: Apache-2.0 */
#include "ball_text.h"
#include "math/ball/ball.h"
#include "math/read/read.h"

#include <string.h>

bool ball_of_text(struct arena *a, const char *text, arb_t x)
{
    struct read_options opt = { 0 };
    struct ball_point point = { 0 };
    struct work w = { .limit = 100000 };
    const struct expr *tree;
    struct err e;
    acb_t z;
    bool ok;

    acb_init(z);
    ok = read_expr(a, text, strlen(text), &opt, &tree, &e) &&
         ball_eval(z, tree, &point, 128, &w) == BALL_VALUE && acb_is_real(z);
    arb_set(x, acb_realref(z));
    acb_clear(z);
    return ok;
}
