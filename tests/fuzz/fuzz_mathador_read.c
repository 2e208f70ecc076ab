/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Claims of a Mathador reply: any bytes give claims that lie in the text one
 * after the other, whose operations use what came before them; the same ones
 * when read again behind others.
 */
#include "family/mathador/reply/read.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool ok)
{
    if (!ok)
        abort();
}

static void check_ratio(struct ratio q)
{
    int64_t a = q.p < 0 ? -q.p : q.p, b = q.q;

    require(q.q >= 0);
    while (b) {
        int64_t t = a % b;

        a = b;
        b = t;
    }
    require(q.q == 0 || a == 1);
}

static void check_operand(const struct game_operand *o, int i)
{
    require(o->from >= -1 && o->from < i);
    if (o->from < 0)
        check_ratio(o->number);
}

static void check_claim(const struct game_claim *c)
{
    require(c->n >= (c->foreign ? 0 : 1) && c->n <= CLAIM_OPERATIONS);
    require(c->gap >= GAP_NONE && c->gap <= GAP_HEADING);
    for (int i = 0; i < c->n; i++) {
        require(c->operations[i].op < OPS);
        check_operand(&c->operations[i].side[0], i);
        check_operand(&c->operations[i].side[1], i);
    }
    if (c->has_result)
        check_ratio(c->result);
}

static void check_order(const struct vec *claims, size_t size)
{
    size_t end = 0;

    require(claims->n <= CLAIMS_MOST);
    for (size_t i = 0; i < claims->n; i++) {
        const struct game_claim *c = vec_get(claims, struct game_claim, i);

        check_claim(c);
        require(c->at >= end && c->at < c->end && c->end <= size);
        require(i > 0 || c->gap != GAP_NONE);
        end = c->end;
    }
}

static bool same_ratio(struct ratio a, struct ratio b)
{
    return a.p == b.p && a.q == b.q;
}

static bool same_operand(const struct game_operand *a,
                         const struct game_operand *b)
{
    return a->from == b->from && same_ratio(a->number, b->number);
}

static bool same_claim(const struct game_claim *a, const struct game_claim *b)
{
    bool same = a->n == b->n && a->has_result == b->has_result &&
                same_ratio(a->result, b->result) && a->foreign == b->foreign &&
                a->gap == b->gap && a->at == b->at && a->end == b->end;

    for (int i = 0; same && i < a->n; i++) {
        const struct game_operation *x = a->operations + i,
                                    *y = b->operations + i;

        same = x->op == y->op && same_operand(&x->side[0], &y->side[0]) &&
               same_operand(&x->side[1], &y->side[1]);
    }
    return same;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct vec claims = vec_in(&a, sizeof(struct game_claim));
    struct span text = claims_text(&a, (const char *)data, size);
    size_t n;

    claims_read(&a, text, &claims);
    check_order(&claims, text.n);
    n = claims.n;
    claims_read(&a, text, &claims);
    require(claims.n == 2 * n);
    for (size_t i = 0; i < n; i++)
        require(same_claim(vec_get(&claims, struct game_claim, i),
                           vec_get(&claims, struct game_claim, n + i)));
    arena_clear(&a);
    return 0;
}
