/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Any bytes as the reply to an evolved problem: judging it ends, strict takes
 * nothing that lenient does not, and a value that is not there has no number.
 * The first byte chooses the problem.
 */
#include "base/str.h"
#include "evolve/measure/measure.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct told *t)
{
    if (!t->has_first && (t->first_number || t->first != MARK_NO_ANSWER))
        abort();
    if (!t->has_final && (t->final_number || t->final != MARK_NO_ANSWER))
        abort();
}

static struct problem problem_of(struct arena *a, uint8_t choice)
{
    struct problem p = { .id = "e-1", .statement = "?", .solution = "" };

    p.n_keys = 2 + choice % 3;
    p.keys = arena_array(a, struct key, p.n_keys);
    for (size_t i = 0; i < p.n_keys; i++) {
        p.keys[i].latex = i + 1 < p.n_keys ? "12" : "1250";
        p.keys[i].kind = ANSWER_INTEGER;
        p.keys[i].name =
            i + 1 < p.n_keys ? arena_printf(a, "question %zu", i + 1) : "final";
    }
    if (choice & 64) {
        p.keys[p.n_keys - 1].latex = "\\{1, 2\\}";
        p.keys[p.n_keys - 1].kind = ANSWER_SET;
    }
    return p;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct told lenient, strict;
    struct arena a = { 0 };
    const char *reply;
    struct problem p;

    if (size == 0)
        return 0;
    p = problem_of(&a, data[0]);
    reply = arena_strndup(&a, (const char *)data + 1, size - 1);
    told_judge(&a, &p, reply, OUTCOME_OK, false, &lenient);
    told_judge(&a, &p, reply, OUTCOME_OK, true, &strict);
    check(&lenient);
    check(&strict);
    if ((strict.has_first && !lenient.has_first) ||
        (strict.has_final && !lenient.has_final) ||
        (strict.final == MARK_CORRECT && lenient.final != MARK_CORRECT) ||
        (strict.first == MARK_CORRECT && lenient.first != MARK_CORRECT))
        abort();
    arena_clear(&a);
    return 0;
}
