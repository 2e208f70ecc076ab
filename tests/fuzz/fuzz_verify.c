/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Verifying: a claim as a JSON line, or the prose of a problem with its key in
 * a box. Whatever the text is, there is a finding that says why, "holds" has
 * rows or a sentence, and counted work is what bounds the time.
 */
#include "base/json.h"
#include "math/flint.h"
#include "verify/audit/audit.h"
#include "verify/verify.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define WORK 300000

static void check_claim(struct arena *a, const struct json *line)
{
    struct work w = { .limit = WORK };
    struct finding f;
    struct claim c;
    struct err e;

    if (!claim_from_json(a, line, &c, &e))
        return;
    verify_claim(a, &c, &w, &f);
    if (!f.why || !*f.why || !f.reason || !*f.reason)
        abort();
}

static void check_prompt(struct arena *a, const char *text)
{
    struct audit_row row = {
        .id = "1", .topic = "", .prompt = text, .solution = text
    };
    struct audit_finding f;

    audit_row(a, &row, WORK, &f);
    if (!f.why || !*f.why || !f.reason || !*f.reason)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct json *line;
    struct err e;

    if (size && data[0] == '{') {
        if (json_read(&a, (const char *)data, size, 1, &line, &e))
            check_claim(&a, line);
    } else
        check_prompt(&a, arena_strndup(&a, (const char *)data, size));
    arena_clear(&a);
    flint_cleanup();
    return 0;
}
