/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Texts that are no UTF-8, as PostgreSQL keeps them.
 */
#include "base/rng.h"
#include "base/utf8.h"
#include "store/postgres/postgres.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* There and back; whether it was changed on the way. */
static bool comes_back(const char *text, size_t n)
{
    struct str out = { 0 };
    bool foreign = pg_is_foreign(text, n);

    pg_escape(&out, text, n);
    assert_int_equal(utf8_check(str_get(&out), out.n), out.n);
    assert_int_equal(foreign,
                     out.n != n || memcmp(str_get(&out), text, n) != 0);
    assert_int_equal(foreign, pg_is_escaped(str_get(&out), out.n));
    if (foreign) {
        assert_int_equal(pg_unescape(out.s, out.n), n);
        assert_memory_equal(out.s, text, n);
        assert_int_equal(out.s[n], '\0');
    }
    str_clear(&out);
    return foreign;
}

static void texts_stay(void **state)
{
    static const char *const texts[] = { "",
                                         "plain",
                                         "\xc3\xa9 \xe2\x88\x91",
                                         "\xf0\x9f\x99\x82",
                                         "\xf4\x8f\xbb\xbf",
                                         "\x7f\x01" };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_false(comes_back(texts[i], strlen(texts[i])));
}

static void bytes_come_back(void **state)
{
    static const char *const texts[] = {
        "\xff\xfe",
        "\xc0\x80",
        "a\x80z",
        "\xed\xa0\x80",
        "\xf4\x90\x80\x80",
        "\xe2\x88",
        "\xf4\x8f\xbc\x80" /* a character that stands for a byte */,
        "\xf4\x8f\xbf\xbf\xff",
        "\xf4\x8f\xbc",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_true(comes_back(texts[i], strlen(texts[i])));
}

/* Any bytes, many of them those that begin or end characters of ours. */
static void any_bytes_come_back(void **state)
{
    static const unsigned char often[] = { 0xf4, 0x8f, 0xbc, 0xbf, 0x80, 'a' };
    struct rng r;
    char text[24];

    (void)state;
    rng_init(&r, hash_bytes("escape", 6));
    for (int i = 0; i < 200000; i++) {
        size_t n = rng_below(&r, sizeof(text));

        for (size_t k = 0; k < n; k++)
            text[k] =
                (char)(rng_below(&r, 4) ? often[rng_below(&r, sizeof(often))]
                                        : (unsigned char)rng_below(&r, 256));
        comes_back(text, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_stay),
        cmocka_unit_test(bytes_come_back),
        cmocka_unit_test(any_bytes_come_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
