/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/verify.h"

#include "base/str.h"
#include "verify/expression.h"
#include "verify/judge.h"
#include "verify/object.h"

#include <string.h>

/* The kinds that there are methods for. */
static const struct object_kind *const kinds[] = {
    [CLAIM_INTEGRAL] = &object_integral,
    [CLAIM_SUM] = &object_sum,
    [CLAIM_ROOT] = &object_root,
    [CLAIM_ODE] = &object_ode,
    [CLAIM_PDE] = &object_pde,
    [CLAIM_EXPECTATION] = &object_expectation,
};

void verify_claim(struct arena *a, const struct claim *c, struct work *w,
                  struct finding *out)
{
    struct object o = { .kind = kinds[c->kind], .claim = c, .arena = a };
    const char *why = NULL, *reason = NULL;
    const struct expr *formula;

    memset(out, 0, sizeof(*out));
    out->holds = TRUTH_UNKNOWN;
    if (!o.kind->read(a, c, &o, &why)) {
        finding_say(out, TRUTH_UNKNOWN, "unread object", why);
        return;
    }
    if (!expression_formula(a, c, c->claim, &formula, &why, &reason))
        formula = NULL;
    if (o.kind->settle && (formula || o.kind->reads_claim))
        o.kind->settle(a, &o, formula, w, out);
    if (out->holds == TRUTH_UNKNOWN && !out->why) {
        if (!formula) {
            finding_say(out, TRUTH_UNKNOWN, reason, why);
            return;
        }
        judge_values(a, &o, formula, w, out);
    }
    if (w->ceiling && out->holds == TRUTH_UNKNOWN)
        out->reason = "ceiling";
}
