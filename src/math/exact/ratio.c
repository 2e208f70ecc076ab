/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/ratio.h"
#include "base/ascii.h"
#include "text/numeral.h"

#include <inttypes.h>
#include <string.h>

/* Products of two 64-bit numbers fit into these, and sums of two of them. */
__extension__ typedef __int128 wide;

static wide wide_gcd(wide x, wide y)
{
    while (y) {
        wide r = x % y;

        x = y;
        y = r;
    }
    return x;
}

/* INT64_MIN is kept out, so that every value has its negative. */
static bool ratio_fits(wide x)
{
    return x <= INT64_MAX && x >= -(wide)INT64_MAX;
}

/* Of positive numbers, by subtraction: shifts are faster than division. */
static uint64_t small_gcd(uint64_t x, uint64_t y)
{
    int twos = __builtin_ctzll(x | y);

    x >>= __builtin_ctzll(x);
    while (y) {
        uint64_t low;

        y >>= __builtin_ctzll(y);
        low = x < y ? x : y;
        y = x < y ? y - x : x - y;
        x = low;
    }
    return x << twos;
}

/* Division of wide numbers is slow, and most need none. */
static bool set_small(struct ratio *out, int64_t p, int64_t q)
{
    int64_t g = 1;

    if (p == 0)
        q = 1;
    if (q != 1)
        g = (int64_t)small_gcd((uint64_t)(p < 0 ? -p : p), (uint64_t)q);
    *out = g == 1 ? (struct ratio){ p, q } : (struct ratio){ p / g, q / g };
    return true;
}

static bool ratio_set(struct ratio *out, wide p, wide q)
{
    wide g;

    if (q == 0)
        return false;
    if (q < 0) {
        p = -p;
        q = -q;
    }
    if (ratio_fits(p) && ratio_fits(q))
        return set_small(out, (int64_t)p, (int64_t)q);
    g = wide_gcd(p < 0 ? -p : p, q);
    if (!ratio_fits(p / g) || !ratio_fits(q / g))
        return false;
    *out = (struct ratio){ (int64_t)(p / g), (int64_t)(q / g) };
    return true;
}

bool ratio_make(struct ratio *out, int64_t p, int64_t q)
{
    return ratio_set(out, p, q);
}

/* p1/q1 + p2/q2: each product is below 2^126. */
bool ratio_add(struct ratio *out, struct ratio x, struct ratio y)
{
    wide p = (wide)x.p * y.q + (wide)y.p * x.q;

    if ((x.q == 1 || y.q == 1) && ratio_fits(p)) { /* in lowest terms already */
        *out = (struct ratio){ (int64_t)p, x.q == 1 ? y.q : x.q };
        return true;
    }
    return ratio_set(out, p, (wide)x.q * y.q);
}

bool ratio_sub(struct ratio *out, struct ratio x, struct ratio y)
{
    return ratio_add(out, x, ratio_neg(y));
}

bool ratio_mul(struct ratio *out, struct ratio x, struct ratio y)
{
    if (x.q == 1 && (x.p == 1 || x.p == -1)) {
        *out = x.p == 1 ? y : ratio_neg(y);
        return true;
    }
    return ratio_set(out, (wide)x.p * y.p, (wide)x.q * y.q);
}

bool ratio_div(struct ratio *out, struct ratio x, struct ratio y)
{
    return ratio_set(out, (wide)x.p * y.q, (wide)x.q * y.p);
}

struct ratio ratio_neg(struct ratio x)
{
    return (struct ratio){ -x.p, x.q };
}

bool ratio_equal(struct ratio x, struct ratio y)
{
    return x.p == y.p && x.q == y.q;
}

int ratio_compare(struct ratio x, struct ratio y)
{
    wide l = (wide)x.p * y.q, r = (wide)y.p * x.q;

    return (l > r) - (l < r);
}

int ratio_sign(struct ratio x)
{
    return (x.p > 0) - (x.p < 0);
}

bool ratio_whole(struct ratio x)
{
    return x.q == 1;
}

double ratio_double(struct ratio x)
{
    return (double)x.p / (double)x.q;
}

/* ---- as text ---- */

const char *ratio_text(struct arena *a, struct ratio x)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t size = (uint64_t)(x.p < 0 ? -x.p : x.p);

    if (x.q == 1) { /* the most frequent, and printf is slow */
        do
            *--at = (char)('0' + size % 10);
        while (size /= 10);
        if (x.p < 0)
            *--at = '-';
        return arena_strndup(a, at, (size_t)(digits + sizeof digits - at));
    }
    return arena_printf(a, "%" PRId64 "/%" PRId64, x.p, x.q);
}

const char *ratio_latex(struct arena *a, struct ratio x)
{
    if (x.q == 1)
        return ratio_text(a, x);
    return arena_printf(a, "%s\\frac{%" PRId64 "}{%" PRId64 "}",
                        x.p < 0 ? "-" : "", x.p < 0 ? -x.p : x.p, x.q);
}

const char *ratio_decimal(struct arena *a, struct ratio x, int places)
{
    int64_t whole = (x.p < 0 ? -x.p : x.p) / x.q;
    wide rest = (x.p < 0 ? -x.p : x.p) % x.q;
    char digits[24];
    int n = 0;

    if (x.q == 1)
        return ratio_text(a, x);
    while (rest && n < places && n < (int)sizeof(digits) - 1) {
        rest *= 10;
        digits[n++] = (char)('0' + (int)(rest / x.q));
        rest %= x.q;
    }
    if (rest)
        return NULL;
    return arena_printf(a, "%s%" PRId64 "%s%.*s", x.p < 0 ? "-" : "", whole,
                        n ? "." : "", n, digits);
}

/* Digits, with commas only where they part thousands. */
static bool ratio_read_whole(const char *s, size_t n, int64_t *out,
                             size_t *used)
{
    wide v = 0;
    size_t i = 0, run = 0;
    bool commas = false;

    for (; i < n; i++) {
        if (s[i] == ',' && i > 0 && (commas ? run == 3 : run <= 3) &&
            i + 3 < n && is_digit(s[i + 1])) {
            commas = true;
            run = 0;
            continue;
        }
        if (!is_digit(s[i]))
            break;
        v = v * 10 + (s[i] - '0');
        run++;
        if (!ratio_fits(v))
            return false;
    }
    *out = (int64_t)v;
    *used = i;
    return !commas || run == 3;
}

/* What stands behind the point. */
static bool read_places(const char *s, size_t n, struct ratio *out,
                        size_t *used)
{
    int64_t v = 0, unit = 1;
    size_t i = 0;

    for (; i < n && is_digit(s[i]); i++) {
        if (unit > INT64_MAX / 100)
            return false;
        v = v * 10 + (s[i] - '0');
        unit *= 10;
    }
    *used = i;
    return i > 0 && ratio_make(out, v, unit);
}

bool ratio_read(struct ratio *out, const char *text, size_t n)
{
    bool minus = n > 0 && text[0] == '-';
    size_t at = minus, used = 0;
    int64_t whole = 0, below = 1;
    struct ratio x, part = RATIO(0);

    if (!ratio_read_whole(text + at, n - at, &whole, &used))
        return false;
    at += used;
    if (at < n && text[at] == '.') {
        if (!read_places(text + at + 1, n - at - 1, &part, &used) ||
            !ratio_add(&x, RATIO(whole), part))
            return false;
        at += used + 1;
    } else {
        if (!used)
            return false;
        if (at < n && text[at] == '/') {
            if (!ratio_read_whole(text + at + 1, n - at - 1, &below, &used) ||
                !used)
                return false;
            at += used + 1;
        }
        if (!ratio_make(&x, whole, below))
            return false;
    }
    if (at != n)
        return false;
    *out = minus ? ratio_neg(x) : x;
    return true;
}

size_t ratio_numeral(struct ratio *out, const char *text, size_t n,
                     unsigned allow)
{
    struct numeral x;
    size_t taken = numeral_at((struct span){ text, n }, 0, allow, &x);

    return taken && ratio_make(out, x.over, x.under) ? taken : 0;
}
