/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/integer.h"
#include "base/err.h"
#include "base/limits.h"

#include <math.h>
#include <string.h>

char *integer_text(struct arena *a, const fmpz_t x)
{
    /* sizeinbase may be one too large; sign and NUL come on top. */
    char *s = arena_alloc(a, fmpz_sizeinbase(x, 10) + 2);

    return fmpz_get_str(s, 10, x);
}

bool integer_read(fmpz_t x, const char *text)
{
    const char *digits = text + (*text == '-');
    size_t n = strspn(digits, "0123456789");

    if (n == 0 || n > LIMIT_DIGITS || digits[n])
        return false;
    return fmpz_set_str(x, text, 10) == 0;
}

int64_t integer_gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t r = a % b;

        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

int64_t integer_mod(int64_t a, int64_t m)
{
    int64_t r = a % m;

    return r < 0 ? r + m : r;
}

int64_t integer_inverse(int64_t a, int64_t m)
{
    int64_t r0 = m, r1 = integer_mod(a, m), t0 = 0, t1 = 1;

    /* Invariant: t1 * a = r1 (mod m). */
    while (r1) {
        int64_t q = r0 / r1, r = r0 - q * r1, t = t0 - q * t1;

        r0 = r1;
        r1 = r;
        t0 = t1;
        t1 = t;
    }
    INVARIANT(r0 == 1);
    return integer_mod(t0, m);
}

/* Beyond its primes up to the cube root, n is 1, a prime, the product of two,
 * or the square of one. */
int64_t integer_square_part(int64_t n)
{
    int64_t part = 1, root;

    INVARIANT(n > 0);
    for (int64_t k = 2; k <= n / k / k; k++)
        while (n % k == 0) {
            n /= k;
            if (n % k == 0) {
                n /= k;
                part *= k;
            }
        }
    root = (int64_t)sqrt((double)n);
    while (root > n / root)
        root--;
    while (root + 1 <= n / (root + 1))
        root++;
    return root * root == n ? part * root : part;
}
