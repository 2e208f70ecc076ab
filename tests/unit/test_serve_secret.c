/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Secrets of links, sign-ins and forms; and the stores that threads share.
 */
#include "base/arena.h"
#include "base/str.h"
#include "serve/secret.h"
#include "serve/stores.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void test_make(void **state)
{
    char a[SECRET_LETTERS + 1], b[SECRET_LETTERS + 1];
    struct err e;

    (void)state;
    assert_true(secret_make(a, &e) && secret_make(b, &e));
    assert_int_equal(strlen(a), SECRET_LETTERS);
    assert_string_not_equal(a, b);
    assert_int_equal(strspn(a, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst"
                               "uvwxyz0123456789-_"),
                     SECRET_LETTERS);
}

/* Against sha256sum, and openssl dgst -hmac | basenc --base64url. */
static void test_known(void **state)
{
    static const unsigned char abc[TOKEN_SHA] = {
        0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
        0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
        0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad
    };
    unsigned char sha[TOKEN_SHA];
    char csrf[SECRET_LETTERS + 1];

    (void)state;
    secret_sha("abc", sha);
    assert_memory_equal(sha, abc, TOKEN_SHA);
    secret_csrf("abc", csrf);
    assert_string_equal(csrf, "1av3g6e3D5fFXGwXc-59tXZhZVCs4eyeulQG2WtcJTs");
}

static void test_equal(void **state)
{
    (void)state;
    assert_true(secret_equal("", ""));
    assert_true(secret_equal("abc", "abc"));
    assert_false(secret_equal("abc", "abd"));
    assert_false(secret_equal("abc", "ab"));
    assert_false(secret_equal("", "a"));
}

/* ---- stores ---- */

static void *work(void *ctx)
{
    struct stores *p = ctx;
    struct store *s;
    struct err e;

    for (int i = 0; i < 50; i++) {
        if (!stores_take(p, &s, &e))
            return p;
        stores_give(p, s);
    }
    return NULL;
}

static void test_stores(void **state)
{
    char folder[] = "/tmp/assay-stores-XXXXXX", path[64];
    struct arena arena = { 0 };
    pthread_t threads[80]; /* more than there are stores */
    struct store *a = NULL, *b = NULL, *c;
    struct stores *p, *other;
    struct err e;
    void *bad;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/a.db", folder);
    assert_false(stores_start("/nowhere/a.db", &p, &e));
    assert_true(stores_start(path, &p, &e));
    assert_false(stores_start(path, &other, &e)); /* it is served */
    assert_non_null(strstr(e.msg, "already"));
    assert_true(stores_take(p, &a, &e) && stores_take(p, &b, &e));
    assert_ptr_not_equal(a, b);
    stores_give(p, a);
    assert_true(stores_take(p, &c, &e));
    assert_ptr_equal(a, c);
    stores_give(p, b);
    stores_give(p, c);
    for (size_t i = 0; i < 80; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, p), 0);
    for (size_t i = 0; i < 80; i++) {
        pthread_join(threads[i], &bad);
        assert_null(bad);
    }
    stores_end(p);
    assert_true(stores_start(path, &p, &e));
    stores_end(p);
    unlink(path);
    unlink(arena_printf(&arena, "%s-serve", path));
    arena_clear(&arena);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_make),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_stores),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
