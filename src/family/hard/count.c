/* SPDX-License-Identifier: Apache-2.0 */
#include "family/hard/count.h"
#include "family/recipe/keys.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"

int64_t count_modulus(struct pick *k, bool is_long)
{
    return is_long ? (int64_t)n_nextprime(
                         (ulong)pick(k, 100000000, COUNT_MODULUS_MOST - 100), 1)
                   : 0;
}

bool count_modulus_is_right(int64_t modulus)
{
    return modulus == 0 || n_is_prime((ulong)modulus);
}

struct row {
    fmpz *x;
    int64_t n;
};

static void row_clear(void *at)
{
    struct row *r = at;

    _fmpz_vec_clear(r->x, r->n);
}

fmpz *count_row(struct arena *a, int64_t n)
{
    struct row *r = arena_new(a, struct row);

    *r = (struct row){ _fmpz_vec_init(n), n };
    arena_defer(a, row_clear, r);
    return r->x;
}

void count_reduce(fmpz *x, int64_t n, int64_t modulus)
{
    for (int64_t i = 0; modulus && i < n; i++)
        fmpz_set_ui(x + i, fmpz_fdiv_ui(x + i, (ulong)modulus));
}

bool count_key(struct solving *s, fmpz_t count, int64_t modulus)
{
    count_reduce(count, 1, modulus);
    if (fmpz_cmp_ui(count, 10) < 0)
        return false;
    s->key = integer_text(s->arena, count);
    return true;
}

void count_let(struct solving *s, const char *name, const fmpz_t x)
{
    if (s->steps)
        let_text(s, name, integer_text(s->arena, x));
}

enum truth count_is(struct arena *a, const char *key, fmpz_t count,
                    int64_t modulus, struct check_finding *f)
{
    fmpz_t got;
    bool read, same;

    fmpz_init(got);
    read = key_integer(key, got);
    count_reduce(count, 1, modulus);
    same = read && fmpz_equal(got, count);
    fmpz_clear(got);
    f->detail = read ? arena_printf(a, "the count%s is %s",
                                    modulus ? " modulo the prime" : "",
                                    integer_text(a, count))
                     : "the key is not one integer";
    return same ? TRUTH_YES : TRUTH_NO;
}
