/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/number.h"

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t t = a % b;

        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}

struct reply_number reply_number_make(int64_t n, int64_t d)
{
    int64_t g;

    if (d == 0 || n == INT64_MIN || d == INT64_MIN)
        return (struct reply_number){ 0, 0 };
    g = gcd(n, d);
    if (d < 0)
        g = -g;
    return (struct reply_number){ n / g, d / g };
}

static struct reply_number times(int64_t an, int64_t ad, int64_t bn, int64_t bd)
{
    int64_t n, d;

    if (__builtin_mul_overflow(an, bn, &n) ||
        __builtin_mul_overflow(ad, bd, &d))
        return (struct reply_number){ 0, 0 };
    return reply_number_make(n, d);
}

static struct reply_number plus(struct reply_number a, struct reply_number b,
                                bool minus)
{
    int64_t x, y, n, d;

    if (__builtin_mul_overflow(a.n, b.d, &x) ||
        __builtin_mul_overflow(b.n, a.d, &y) ||
        __builtin_mul_overflow(a.d, b.d, &d) ||
        (minus ? __builtin_sub_overflow(x, y, &n)
               : __builtin_add_overflow(x, y, &n)))
        return (struct reply_number){ 0, 0 };
    return reply_number_make(n, d);
}

struct reply_number reply_number_apply(enum mathador_op op,
                                       struct reply_number a,
                                       struct reply_number b)
{
    if (a.d == 0 || b.d == 0)
        return (struct reply_number){ 0, 0 };
    if (op == OP_MUL)
        return times(a.n, a.d, b.n, b.d);
    if (op == OP_DIV)
        return times(a.n, a.d, b.d, b.n);
    return plus(a, b, op == OP_SUB);
}

bool reply_number_eq(struct reply_number a, struct reply_number b)
{
    return a.d != 0 && a.d == b.d && a.n == b.n;
}
