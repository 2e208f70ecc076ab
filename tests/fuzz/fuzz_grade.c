/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The whole judge: an option byte, then key and reply with a newline between.
 * Every pair ends with a verdict, a reason and its work within the ceiling;
 * strict is never more lenient than lenient; a key that can be read is
 * itself; the JSON line that says all this is JSON.
 */
#include "base/json.h"
#include "base/limits.h"
#include "grade/grade_int.h"
#include "grade/jsonl.h"
#include "grade/request.h"
#include "math/flint.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_reading(const struct grade_reading *r)
{
    if ((int)r->verdict < 0 || r->verdict >= VERDICTS || !r->by || !r->why ||
        !*r->why)
        abort();
}

static void check(const struct grade_result *r)
{
    check_reading(&r->strict);
    check_reading(&r->lenient);
    if (r->strict.verdict == VERDICT_CORRECT &&
        r->lenient.verdict != VERDICT_CORRECT)
        abort();
    if (r->work > LIMIT_WORK)
        abort();
    if (!r->rule && r->lenient.verdict != VERDICT_BAD_KEY)
        abort(); /* where the key is bad, no answer is looked for */
}

static void check_json(struct arena *a, const struct jsonl_line *l)
{
    struct str out = str_in(a);
    struct json *v;
    struct err e;

    jsonl_write(&out, l, false);
    if (!json_read(a, out.s, out.n, 1, &v, &e))
        abort();
}

static void complain(const char *key, const struct grade_result *g)
{
    fprintf(stderr, "not equal to itself: %s\n%s: %s\n", key,
            verdict_name(g->lenient.verdict), g->lenient.why);
    abort();
}

/* The key as it was understood, against itself. */
static void check_printed(struct arena *a, const char *key)
{
    struct grade_request r = { .extracted = true };
    struct grade_result g;

    grade_set_gold(&r, key);
    grade_set_reply(&r, key);
    g = grade_pair(a, &r);
    check(&g);
    if (g.lenient.verdict == VERDICT_WRONG)
        complain(key, &g);
}

/* The text of a key that was read is read as an answer too, and is not another
 * one. Of a quotient by zero nothing is decided. No key from outside holds a
 * NUL. */
static void check_reflexive(struct arena *a, const struct grade_request *r)
{
    struct grade_request self = *r;
    struct grade_key keys[LIMIT_KEYS];
    struct grade_result g;
    const char *text;
    size_t n;

    if (memchr(r->gold, '\0', r->gold_n) ||
        !grade_find_key(a, r, keys, &n, &text))
        return;
    if (n > 0) {
        request_set_keys(a, &self, keys, n);
        self.reply = self.gold;
        self.reply_n = self.gold_n;
        self.keys_n = 0;
    } else {
        grade_set_reply(&self, text);
    }
    self.extracted = true;
    g = grade_pair(a, &self);
    check(&g);
    if (g.lenient.verdict != VERDICT_CORRECT &&
        g.lenient.verdict != VERDICT_UNDECIDED)
        complain(self.reply, &g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *cut = size > 1 ? memchr(data + 1, '\n', size - 1) : NULL;
    struct arena a = { 0 };
    struct jsonl_line l = { .id = "1" };

    if (!cut)
        return 0;
    l.request.gold = (const char *)data + 1;
    l.request.gold_n = (size_t)(cut - data) - 1;
    l.request.reply = (const char *)cut + 1;
    l.request.reply_n = size - (size_t)(cut - data) - 1;
    l.request.extracted = data[0] & 1;
    l.request.gold_number = data[0] & 2;
    l.request.has_kind = data[0] & 4;
    l.request.kind = (enum answer_kind)((data[0] >> 3) % ANSWER_KINDS);
    l.request.tolerance = data[0] == 0x80 ? "0.5%" : NULL;
    l.result = grade_pair(&a, &l.request);
    check(&l.result);
    check_json(&a, &l);
    if (l.result.key) {
        check_printed(&a, l.result.key);
        check_reflexive(&a, &l.request);
    }
    arena_clear(&a);
    flint_cleanup();
    return 0;
}
