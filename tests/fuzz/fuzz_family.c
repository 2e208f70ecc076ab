/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Family files: any bytes are a family or a mistake with its line and column; a
 * family draws, solves, checks and speaks without end, crash or work beyond its
 * limit, whatever it says, and the key that it writes can be read.
 */
#include "base/hash.h"
#include "base/rng.h"
#include "family/generate.h"
#include "family/language/engine.h"
#include "family/language/key.h"
#include "family/language/program.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define WORK 20000

static void try_kind(const struct family_file *f, size_t kind, struct arena *a)
{
    struct reckoning r = { .arena = a, .work = { .limit = WORK } };
    struct program_fault fault;
    struct rng maths, words;
    struct pick k = {
        .level = 1, .mode = PICK_FREE, .space = 1, .maths = &maths
    };
    struct steps steps = steps_in(a);
    struct str said = str_in(a);
    const char *key, *by;
    struct given g, again;
    struct err e;

    rng_init(&maths, hash_bytes("maths", 5));
    rng_init(&words, hash_bytes("words", 5));
    for (k.digits = 0; k.digits < 2; k.digits++) {
        if (program_draw(f, kind, &k, a, &g, &fault) != PROGRAM_DONE)
            continue;
        if (!given_read(f, a, given_write(f, a, &g), &again, &e))
            abort();
        for (size_t i = 0; i < f->kinds[kind]->wordings.n; i++)
            program_say(f, a, &g, i, &words, &said, &fault);
        if (program_solve(f, a, &g, &key, &steps, &fault) != PROGRAM_DONE)
            continue;
        if (key_value(&r, f->answer, key).kind == VAL_NOTHING && !r.failed)
            abort();
        program_check(f, a, &g, key, &by, &fault);
    }
}

/* The whole way: problems as a command makes them, each of which its family
 * checks again. */
static void try_family(struct family_file *f, struct arena *a)
{
    static const char knobs[] = "{\"steps\": \"2\", \"distractors\": \"1\"}";
    struct coordinates c = { .level = 1, .seed = "fuzz" };
    struct json *set;
    struct problem p;
    struct err e;

    if (!family_of_file(f, &c.family, &e))
        return;
    if (!json_read(a, knobs, sizeof(knobs) - 1, 1, &set, &e))
        abort();
    for (int i = 0; i < 2; i++, c.knobs = set)
        if (family_generate(a, &c, &p, &e)) {
            struct check_finding found = { 0 };
            enum truth holds = TRUTH_UNKNOWN;

            if (!c.family->check(c.family, a, &p, &holds, &found, &e) ||
                holds != TRUTH_YES)
                abort();
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct family_file *f;
    struct err e;

    if (!family_file_read(&a, "fuzz", (const char *)data, size, &f, &e)) {
        if (strncmp(e.msg, "fuzz:", 5) != 0)
            abort();
    } else {
        f->work = WORK;
        for (size_t i = 0; i < f->n_kinds; i++)
            try_kind(f, i, &a);
        try_family(f, &a);
    }
    arena_clear(&a);
    return 0;
}
