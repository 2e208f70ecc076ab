/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Any bytes as the reply to a problem that asks several values: judging it
 * ends, strict takes nothing that lenient does not, a value that is not there
 * has no number, and the whole is correct when all its parts are. The first
 * byte chooses the problem.
 */
#include "grade/request.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Chains of two to four questions, or other names. */
static struct grade_request request_of(struct arena *a, uint8_t choice)
{
    static const char *const names[] = { "x", "area", "part (a)", "part (b)" };
    size_t n = 2 + choice % 3;
    struct grade_key *keys = arena_array(a, struct grade_key, n);
    struct grade_request r = { .seed = 1 };

    for (size_t i = 0; i < n; i++) {
        bool last = i + 1 == n;

        keys[i].latex = last ? "1250" : "12";
        keys[i].name = choice & 128 ? names[i]
                       : last       ? "final"
                                    : arena_printf(a, "question %zu", i + 1);
        keys[i].has_kind = (choice & 32) != 0;
        keys[i].kind = ANSWER_INTEGER;
    }
    if (choice & 64)
        keys[n - 1] = (struct grade_key){ .name = keys[n - 1].name,
                                          .latex = "\\{1, 2\\}",
                                          .has_kind = true,
                                          .kind = ANSWER_SET };
    request_set_keys(a, &r, keys, n);
    return r;
}

static void check(const struct grade_result *g)
{
    bool correct = true, none = true;

    for (size_t i = 0; i < g->parts_n; i++) {
        const struct grade_part *p = &g->parts[i];

        if (!p->extracted &&
            (p->value || p->lenient.verdict != VERDICT_NO_ANSWER))
            abort();
        if (p->strict.verdict == VERDICT_CORRECT &&
            p->lenient.verdict != VERDICT_CORRECT)
            abort();
        correct = correct && p->lenient.verdict == VERDICT_CORRECT;
        none = none && p->lenient.verdict == VERDICT_NO_ANSWER;
    }
    if (correct != (g->lenient.verdict == VERDICT_CORRECT) ||
        none != (g->lenient.verdict == VERDICT_NO_ANSWER) ||
        (g->strict.verdict == VERDICT_CORRECT && !correct))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct grade_request r;
    struct grade_result g;

    if (size == 0)
        return 0;
    r = request_of(&a, data[0]);
    r.reply = (const char *)data + 1;
    r.reply_n = size - 1;
    g = grade_pair(&a, &r);
    check(&g);
    arena_clear(&a);
    return 0;
}
