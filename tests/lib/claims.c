/* SPDX-License-Identifier: Apache-2.0 */
#include "claims.h"

#include "base/lines.h"
#include "base/str.h"
#include "verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORK 400000000 /* of those with "want" */

static const char *text_of(const struct json *j, const char *name)
{
    const char *text = json_string(json_get(j, name));

    return text ? text : "";
}

static void judge(struct arena *a, const struct json *j, struct finding *out)
{
    struct work w = { .limit = json_get(j, "want") ? WORK : VERIFY_WORK };
    struct claim c;
    struct err e;

    memset(out, 0, sizeof *out);
    out->holds = TRUTH_UNKNOWN;
    if (claim_from_json(a, j, &c, &e))
        verify_claim(a, &c, &w, out);
    else
        out->why = arena_strdup(a, e.msg);
}

size_t claims_check(const char *name, size_t step)
{
    const char *tests = getenv("ASSAY_TESTS");
    struct str path = { 0 };
    struct lines l;
    struct err e;
    struct json *j;
    size_t bad = 0, n = 0;

    str_addf(&path, "%s/cases/%s", tests ? tests : "tests", name);
    if (!lines_open(&l, path.s, 0, &e)) {
        fprintf(stderr, "%s\n", e.msg);
        str_clear(&path);
        return 1;
    }
    for (struct arena a = { 0 };; arena_clear(&a)) {
        const char *want;
        struct finding f;

        if (lines_next_json(&l, &a, &j, &e) != LINES_LINE)
            break;
        if (n++ % step != 0)
            continue;
        judge(&a, j, &f);
        want = text_of(j, json_get(j, "want") ? "want" : "expect");
        if (strcmp(want, finding_verdict_name(f.holds)) == 0 && f.why &&
            f.reason &&
            (!*text_of(j, "reason") ||
             strcmp(text_of(j, "reason"), f.reason) == 0))
            continue;
        fprintf(stderr, "%s:%zu: %s: %s, not %s (%s): %s\n", path.s, l.number,
                text_of(j, "id"), finding_verdict_name(f.holds), want,
                f.reason ? f.reason : "", f.why ? f.why : "");
        bad++;
    }
    lines_close(&l);
    str_clear(&path);
    return n >= 40 ? bad : 1;
}
