/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Secrets: what is one, how servers may spell it, where it may go, and that
 * ordinary words are none.
 */
#include "base/str.h"
#include "model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const variables[] = {
    "OPENAI_API_KEY",     "ANTHROPIC_API_KEY",  "ASSAY_API_KEY",
    "OPENROUTER_API_KEY", "DEEPSEEK_API_KEY",   "GEMINI_API_KEY",
    "TOGETHER_API_KEY",   "GROQ_API_KEY",       "MISTRAL_API_KEY",
    "OPENAI_BASE_URL",    "ANTHROPIC_BASE_URL", "MY_KEY",
};

static void forget_environment(void)
{
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
        unsetenv(variables[i]);
}

static void redacts(const struct model *m, const char *text, const char *want)
{
    struct arena a = { 0 };
    const char *got = model_redact(&a, m, text, strlen(text));

    assert_string_equal(got, want);
    if (str_eq(text, want))
        assert_ptr_equal(got, text);
    arena_clear(&a);
}

static void open_with(struct arena *a, const char *key,
                      const char *const *headers, size_t n, struct model *m)
{
    const struct model_options o = { .headers = headers, .n_headers = n };
    struct err e;

    forget_environment();
    setenv("OPENAI_API_KEY", key, 1);
    if (!model_open(a, "openai:x", &o, m, &e))
        fail_msg("%s", e.msg);
    forget_environment();
}

static void test_redact(void **state)
{
    static const char *const headers[] = {
        "Cookie: session=abcdef123456; a=b",
        "X-Title: mathematics",
        "X-Access-Token: 1; pq/rs+tu==",
        "Proxy-Authorization: Basic dXNlcjpodW50ZXIy",
    };
    struct arena a = { 0 };
    struct model m;

    (void)state;
    open_with(&a, "sk-AB/CD+EF==", headers, 4, &m);
    redacts(&m, "", "");
    redacts(&m, "nothing here", "nothing here");
    redacts(&m, "sk-AB/CD+EF==", "[secret]");
    redacts(&m, "<sk-AB/CD+EF==sk-AB/CD+EF==>", "<[secret][secret]>");
    redacts(&m, "Bearer sk-AB/CD+EF==.", "Bearer [secret].");
    redacts(&m, "{\"k\":\"sk-AB\\/CD+EF==\"}", "{\"k\":\"[secret]\"}");
    redacts(&m, "?k=sk-AB%2FCD%2BEF%3D%3D&", "?k=[secret]&");
    redacts(&m, "?k=SK-ab%2fcd%2bef%3d%3d&", "?k=[secret]&");
    redacts(&m, "cookie abcdef123456!", "cookie [secret]!");
    redacts(&m, "session=abcdef123456", "[secret]");
    redacts(&m, "\"pq\\/rs+tu==\"", "\"[secret]\"");
    /* the password of Basic, and its parts */
    redacts(&m, "dXNlcjpodW50ZXIy", "[secret]");
    redacts(&m, "user:hunter2", "[secret]");
    redacts(&m, "bad password Hunter2 for user",
            "bad password [secret] for "
            "user");
    /* words that hide nothing */
    redacts(&m, "mathematics is 1 of 4, a=b", "mathematics is 1 of 4, a=b");
    redacts(&m, "Bearer, Basic, session", "Bearer, Basic, session");
    arena_clear(&a);
}

/* What servers make of a key before they quote it. */
static void test_redact_spellings(void **state)
{
    struct arena a = { 0 };
    struct model m;

    (void)state;
    open_with(&a, "sk-proj-ABCdef0123456789ghijKL", NULL, 0, &m);
    redacts(&m, "sk-proj-ABCd...", "[secret]...");
    redacts(&m, "sk-proj-ABC...", "sk-proj-ABC...");
    redacts(&m, "...456789ghijKL", "...[secret]");
    redacts(&m, "f0123456789ghijKL", "[secret]");
    redacts(&m, "...89ghijKL", "...89ghijKL");
    redacts(&m, "SK-PROJ-ABCDEF0123456789GHIJKL", "[secret]");
    redacts(&m, "\\u0073k-proj-ABCdef012345678\\u0039ghijKL", "[secret]");
    redacts(&m, "&#115;&#x6B;-proj-ABCdef0123456789ghijKL", "[secret]");
    redacts(&m, "%73%6b-proj-ABCdef0123456789ghijKL", "[secret]");
    /* base64 of the key, and of "Bearer KEY" */
    redacts(&m, "<c2stcHJvai1BQkNkZWYwMTIzNDU2Nzg5Z2hpaktM>", "<[secret]>");
    redacts(&m,
            "QmVhcmVyIHNrLXByb2otQUJDZGVmMDEyMzQ1Njc4OWdoaWpLTA==", "[secret]");
    arena_clear(&a);

    /* the whole before its parts, and characters that are escapes */
    open_with(&a, "ab/cd\"ef\\gh+ij=kl/mn%op&q", NULL, 0, &m);
    redacts(&m, "<ab/cd\"ef\\gh+ij=kl/mn%op&q>", "<[secret]>");
    redacts(&m, "<ab/cd\\\"ef\\\\gh+ij=kl/mn%op&q>", "<[secret]>");
    redacts(&m, "<kl/mn%op&q>", "<[secret]>");
    arena_clear(&a);
}

/* The key in base64 behind 0 to 5 other bytes and before 0 to 3, in both
 * alphabets, with padding and without: what is left has no byte of it but those
 * that share a character with another. */
static void test_redact_base64(void **state)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "abcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char *const keys[] = { "sk-proj-ABCdef0123456789",
                                        "sk-proj-ABCdef01234567890",
                                        "sk-proj-ABCdef012345678901",
                                        "~~?~~?>>?>>?~~~?>?>>>a1" };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < 4 * 6 * 4 * 4; i++) {
        const char *key = keys[i % 4];
        size_t before = i / 4 % 6, after = i / 24 % 4;
        bool safe = i / 96 % 2, padded = i / 192;
        const char *text = arena_printf(&a, "%.*s%s%.*s", (int)before, "(user",
                                        key, (int)after, "###");
        size_t n = strlen(text), k = 0;
        size_t end = (before + strlen(key)) * 8 / 6;
        struct str all = str_in(&a);
        const char *got, *hit;
        struct model m;

        for (; k * 6 < n * 8; k++) {
            unsigned x = (unsigned)(unsigned char)text[k * 6 / 8] << 8 |
                         (unsigned char)text[k * 6 / 8 + 1];
            char c = alphabet[x >> (10 - k * 6 % 8) & 63];

            if (safe)
                c = c == '+' ? '-' : c == '/' ? '_' : c;
            str_addc(&all, c);
        }
        for (; padded && k % 4; k++)
            str_addc(&all, '=');
        open_with(&a, key, NULL, 0, &m);
        got = model_redact(&a, &m, str_get(&all), all.n);
        hit = strstr(got, "[secret]");
        if (!hit || (size_t)(hit - got) > (before * 8 + 5) / 6 ||
            strlen(hit + 8) > (after ? all.n - end : 0))
            fail_msg("%s of %s", got, all.s);
        arena_reset(&a);
    }
    arena_clear(&a);
}

static void test_redact_hex(void **state)
{
    struct arena a = { 0 };
    struct model m;

    (void)state;
    open_with(&a, "sk-AB/zZ~019", NULL, 0, &m);
    redacts(&m, "<736b2d41422f7a5a7e303139>", "<[secret]>");
    redacts(&m, "<736B2D41422F7A5A7E303139>", "<[secret]>");
    redacts(&m, "0x426561726572736b2d41422f7a5a7e303139",
            "0x426561726572[secret]");
    redacts(&m, "736b2d41422f...", "[secret]...");
    redacts(&m, "\\x73\\x6b-AB/zZ\\x7e019", "[secret]");
    redacts(&m, "736b2d41423031", "736b2d41423031");
    arena_clear(&a);
}

/* The codes of its characters, one after the other, however they are parted. */
static void test_redact_codes(void **state)
{
    static const char key[] = "sk-AB/zZ~019";
    static const struct {
        const char *format, *gap;
    } rows[] = { { "%02x", ":" },   { "%02X", " " },   { "%02x", "-" },
                 { "%02x", ", " },  { "%02x", "\n" },  { "0x%02x", ", " },
                 { "0X%02X", " " }, { "%u", "," },     { "%u", ", " },
                 { "%u", " " },     { "%02x", "%3A" }, { "%02x", "\\u003a" },
                 { "\\%03o", "" },  { "\\x%02x", "" } };
    struct arena a = { 0 };
    struct model m;

    (void)state;
    open_with(&a, key, NULL, 0, &m);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct str text = str_in(&a);

        str_add(&text, "at 12:30, [");
        for (size_t k = 0; key[k]; k++) {
            char code[16];

            snprintf(code, sizeof(code), rows[i].format,
                     (unsigned)(unsigned char)key[k]);
            str_addf(&text, "%s%s", k ? rows[i].gap : "", code);
        }
        assert_true(model_holds_secret(&m, str_get(&text)));
        str_add(&text, "], 17");
        redacts(&m, str_get(&text), "at 12:30, [[secret]], 17");
    }
    /* beside one as it stands, and in the order of the text */
    redacts(&m,
            "73:6b:2d:41:42:2f:7a:5a:7e:30:31:39, sk-AB/zZ~019, %73k-AB/zZ~019",
            "[secret], [secret], [secret]");
    redacts(&m, "73:6b:2d:41:42:2f", "73:6b:2d:41:42:2f"); /* too little */
    redacts(&m, "12:30:45 10-20-30-40, 1, 2, 3, 44, 55, 66",
            "12:30:45 10-20-30-40, 1, 2, 3, 44, 55, 66");
    arena_clear(&a);
}

/* Values that are ordinary, by their names and by what they are. */
static void test_ordinary_headers(void **state)
{
    static const char *const headers[] = {
        "X-Team: completion",
        "X-Feature: \"choices\"",
        "X-Note: \\boxed{4}",
        "Helicone-Property-Tenant: 12345678",
        "X-Words: all of these are words and 4 numbers",
        "X-Opaque: 0123456789abcdefghij",
    };
    struct arena a = { 0 };
    struct model m;

    (void)state;
    open_with(&a, "sk-0123456789", headers, 6, &m);
    redacts(&m, "completion \"choices\" \\boxed{4} 12345678",
            "completion \"choices\" \\boxed{4} 12345678");
    redacts(&m, "all of these are words and 4 numbers",
            "all of these are words and 4 numbers");
    redacts(&m, "0123456789abcdefghij", "[secret]");
    arena_clear(&a);
}

/* Linear: what is nearly a secret, again and again. */
static void test_redact_long(void **state)
{
    static const char *const keys[] = { "aaaaaaaaaaaaaaaaaaaaaaaab",
                                        "baaaaaaaaaaaaaaaaaaaaaaaa",
                                        "%61%61%61%61%61%61%61%61b" };
    struct arena a = { 0 };
    struct str text = str_in(&a);
    struct model m;

    (void)state;
    for (size_t i = 0; i < 3000000; i++)
        str_add(&text, i % 11 ? "a" : "%61\\");
    for (size_t i = 0; i < 3; i++) {
        open_with(&a, keys[i], NULL, 0, &m);
        assert_non_null(model_redact(&a, &m, text.s, text.n));
    }
    arena_clear(&a);
}

static void test_holds_secret(void **state)
{
    static const char *const headers[] = { "X-Passwd: test" };
    struct arena a = { 0 };
    struct model m;

    (void)state;
    open_with(&a, "sk-0123456789", headers, 1, &m);
    assert_true(model_holds_secret(&m, "{\"user\": \"sk-0123456789\"}"));
    assert_true(model_holds_secret(&m, "SK-0123456789"));
    assert_true(model_holds_secret(&m, "sk%2d0123456789"));
    assert_true(model_holds_secret(&m, "{\"user\": \"\\u0073k-0123456789\"}"));
    assert_false(model_holds_secret(&m, "sk-01234567"));
    assert_false(model_holds_secret(&m, ""));
    /* short ones may be any word */
    assert_false(model_holds_secret(&m, "this is a test"));
    redacts(&m, "this is a test", "this is a [secret]");
    arena_clear(&a);
}

static bool shares(const char *const *specs, size_t n,
                   const struct model_options *o, struct err *e)
{
    struct arena a = { 0 };
    struct model models[3];
    bool ok;

    for (size_t i = 0; i < n; i++)
        if (!model_open(&a, specs[i], o, &models[i], e))
            fail_msg("%s", e->msg);
    ok = model_check_shared(models, n, o, e);
    arena_clear(&a);
    return ok;
}

/* A key of one host goes to no other. */
static void test_shared(void **state)
{
    static const char *const same[] = { "https://a.test#x",
                                        "https://a.test:444/v1#y" };
    static const char *const other[] = { "https://a.test#x", "https://a.test#y",
                                         "https://b.test#z" };
    static const char *const near[] = { "https://a.test#x",
                                        "https://a.test.b#z" };
    const char *key = "Authorization: Bearer abcdefgh", *word = "X-Team: two";
    struct model_options o = { .headers = &key, .n_headers = 1 };
    struct err e;

    (void)state;
    forget_environment();
    assert_true(shares(same, 2, &o, &e));
    assert_false(shares(other, 3, &o, &e));
    assert_non_null(strstr(e.msg, "\"a.test\" and to \"b.test\""));
    assert_null(strstr(e.msg, "abcdefgh"));
    assert_false(shares(near, 2, &o, &e));
    o.headers = &word;
    assert_true(shares(other, 3, &o, &e));
    setenv("MY_KEY", "mine-0123456789", 1);
    o.key_env = "MY_KEY";
    assert_false(shares(other, 3, &o, &e));
    assert_true(shares(other, 2, &o, &e));
    forget_environment();
}

/* NULs do not hide what follows them; a text need not end with one. */
static void test_redact_bytes(void **state)
{
    static const char *const secrets[] = { "abcabcabd", "abcabcab" };
    const struct model m = { .secrets = secrets, .n_secrets = 2 };
    static const char text[] = "a\0abcabcabcabd";
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(model_redact(&a, &m, text, sizeof(text) - 1),
                        "a?[secret]cabd");
    assert_ptr_equal(model_redact(&a, &m, text, 9), text);
    assert_string_equal(model_redact(&a, &m, "abcabcabd", 9), "[secret]");
    arena_clear(&a);
}

/* Every secret of a header line is known as one. */
static void test_secrets_listed(void **state)
{
    struct arena a = { 0 };
    struct model m;
    struct err e;

    (void)state;
    forget_environment();
    setenv("ANTHROPIC_API_KEY", "sk-ant-0123456789", 1);
    assert_true(model_open(&a, "anthropic:x", NULL, &m, &e));
    forget_environment();
    for (size_t i = 0; i < m.n_headers; i++) {
        const char *clean =
            model_redact(&a, &m, m.headers[i], strlen(m.headers[i]));

        assert_null(strstr(clean, "sk-ant"));
    }
    assert_null(strstr(m.spec, "sk-ant"));
    assert_null(strstr(m.url, "sk-ant"));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_redact),
        cmocka_unit_test(test_redact_spellings),
        cmocka_unit_test(test_redact_base64),
        cmocka_unit_test(test_redact_hex),
        cmocka_unit_test(test_redact_codes),
        cmocka_unit_test(test_ordinary_headers),
        cmocka_unit_test(test_redact_long),
        cmocka_unit_test(test_holds_secret),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_redact_bytes),
        cmocka_unit_test(test_secrets_listed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
