/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/ratio.h"

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t t = a % b;

        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}

struct ratio ratio_make(int64_t n, int64_t d)
{
    int64_t g;

    if (d == 0 || n == INT64_MIN || d == INT64_MIN)
        return (struct ratio){ 0, 0 };
    g = gcd(n, d);
    if (d < 0)
        g = -g;
    return (struct ratio){ n / g, d / g };
}

static struct ratio times(int64_t an, int64_t ad, int64_t bn, int64_t bd)
{
    int64_t n, d;

    if (__builtin_mul_overflow(an, bn, &n) ||
        __builtin_mul_overflow(ad, bd, &d))
        return (struct ratio){ 0, 0 };
    return ratio_make(n, d);
}

static struct ratio plus(struct ratio a, struct ratio b, bool minus)
{
    int64_t x, y, n, d;

    if (__builtin_mul_overflow(a.n, b.d, &x) ||
        __builtin_mul_overflow(b.n, a.d, &y) ||
        __builtin_mul_overflow(a.d, b.d, &d) ||
        (minus ? __builtin_sub_overflow(x, y, &n)
               : __builtin_add_overflow(x, y, &n)))
        return (struct ratio){ 0, 0 };
    return ratio_make(n, d);
}

struct ratio ratio_apply(enum mathador_op op, struct ratio a, struct ratio b)
{
    if (a.d == 0 || b.d == 0)
        return (struct ratio){ 0, 0 };
    if (op == OP_MUL)
        return times(a.n, a.d, b.n, b.d);
    if (op == OP_DIV)
        return times(a.n, a.d, b.d, b.n);
    return plus(a, b, op == OP_SUB);
}

bool ratio_eq(struct ratio a, struct ratio b)
{
    return a.d != 0 && a.d == b.d && a.n == b.n;
}
