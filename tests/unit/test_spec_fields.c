/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Tables of fields, by one that is made up: words and their places, what is
 * hashed, and what follows from a file.
 */
#include "base/str.h"
#include "run/spec/fields.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum colour { RED, GREEN, BLUE };

struct toy {
    enum colour colour;
    bool guard; /* beside what is one byte wide */
    bool loud;
    bool other;
    const char *const *names;
    size_t n_names;
    const char *file;
    const char *out;
    struct decoding decoding;
    unsigned given; /* fields of the file */
};

#define AT(f) offsetof(struct toy, f)

static const char *const colours[] = { "red", "green", "blue", NULL };
static const char *const voices[] = { "quiet", "loud", NULL };

static const struct spec_field fields[] = {
    { "colour", SPEC_CHOICE, AT(colour), .doc = "of it", .words = colours },
    { "voice", SPEC_CHOICE, AT(loud), .doc = "of it", .words = voices,
      .width = sizeof(bool) },
    { "names", SPEC_NAMES, AT(names), .at_n = AT(n_names), .doc = "of it",
      .words = colours },
    { "file", SPEC_PATH, AT(file), .doc = "of it", .word = "none" },
    { "decoding", SPEC_GROUP, AT(decoding), .doc = "of it",
      .group = spec_decoding_fields },
    { "out", SPEC_TEXT, AT(out), .doc = "of it", .unhashed = true },
    { 0 },
};

static void count_given(const struct json *v, void *spec)
{
    for (const struct json *m = v->first; m; m = m->next)
        ((struct toy *)spec)->given++;
}

static const struct spec_table table = {
    .what = "a toy",
    .fields = fields,
    .size = sizeof(struct toy),
    .after = count_given,
};

static bool read_toy(struct arena *a, const char *text, struct toy *t,
                     struct err *e)
{
    return spec_table_read_text(a, &table, text, strlen(text), "here", t, e);
}

static void refuses(const char *text, const char *why)
{
    struct toy t = { .colour = GREEN }, before = t;
    struct arena a = { 0 };
    struct err e = { 0 };

    assert_false(read_toy(&a, text, &t, &e));
    if (!strstr(e.msg, why))
        fail_msg("\"%s\" lacks \"%s\"", e.msg, why);
    assert_memory_equal(&t, &before, sizeof(t));
    arena_clear(&a);
}

static void words_have_places(void **state)
{
    struct arena a = { 0 };
    struct toy t = { .guard = true, .other = true };
    struct err e;

    (void)state;
    assert_true(read_toy(&a, "colour: blue\nvoice: loud\n", &t, &e));
    assert_int_equal(t.colour, BLUE);
    assert_true(t.loud && t.guard && t.other);
    assert_int_equal(t.given, 2);
    assert_true(read_toy(&a, "voice: quiet\n", &t, &e));
    assert_int_equal(t.colour, BLUE);
    assert_true(!t.loud && t.guard && t.other);
    refuses("colour: pink", "\"colour\" must be red, green or blue, not");
    refuses("colour: 2", "red, green or blue");
    refuses("colour: null", "red, green or blue");
    refuses("voice: true", "quiet or loud");
    arena_clear(&a);
}

static void names_are_words(void **state)
{
    struct arena a = { 0 };
    struct toy t = { 0 };
    struct err e;

    (void)state;
    assert_true(read_toy(&a, "names: all", &t, &e));
    assert_int_equal(t.n_names, 3);
    assert_string_equal(t.names[2], "blue");
    assert_true(read_toy(&a, "names: [green, red]", &t, &e));
    assert_int_equal(t.n_names, 2);
    assert_string_equal(t.names[0], "green");
    refuses("names: [red, pink]",
            "\"pink\"; there are red, green and blue, or all of them");
    refuses("names: [red, all]", "\"all\"");
    arena_clear(&a);
}

static void a_word_is_no_path(void **state)
{
    struct arena a = { 0 };
    struct toy t = { 0 };
    struct err e;

    (void)state;
    assert_true(read_toy(&a, "file: none", &t, &e));
    assert_string_equal(t.file, "none");
    assert_true(read_toy(&a, "file: some", &t, &e));
    assert_string_equal(t.file, "here/some");
    arena_clear(&a);
}

/* A failure late in a file, behind fields that are sound. */
static void failures_change_nothing(void **state)
{
    (void)state;
    refuses("colour: blue\nvoice: loud\nfiel: x\n", "did you mean \"file\"?");
    refuses("colour: blue\nwholly: x\n", "a toy has no field \"wholly\"");
    refuses("[1]", "a toy must be fields");
    refuses("decoding: {temperature: hot}", "\"decoding.temperature\"");
}

static void hashes_tell_what_matters(void **state)
{
    struct arena a = { 0 };
    struct toy x = { .out = "one" }, y = { .out = "two" };
    const char *same = spec_table_hash(&a, &table, &x);

    (void)state;
    assert_string_equal(spec_table_hash(&a, &table, &y), same);
    y.loud = true;
    assert_string_not_equal(spec_table_hash(&a, &table, &y), same);
    y = (struct toy){ .colour = GREEN };
    assert_string_not_equal(spec_table_hash(&a, &table, &y), same);
    arena_clear(&a);
}

static void written_reads_back(void **state)
{
    struct arena a = { 0 };
    struct toy t = { .colour = GREEN, .loud = true, .out = "x" }, back = { 0 };
    struct str text = { 0 };
    struct err e;

    (void)state;
    spec_table_write(&text, &table, &t, true);
    assert_non_null(strstr(str_get(&text), "colour: green "));
    assert_non_null(strstr(str_get(&text), "voice: loud "));
    assert_true(read_toy(&a, str_get(&text), &back, &e));
    assert_int_equal(back.colour, GREEN);
    assert_true(back.loud);
    assert_string_equal(back.out, "x");
    assert_true(spec_table_check(&table, &back, &e));
    str_clear(&text);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_have_places),
        cmocka_unit_test(names_are_words),
        cmocka_unit_test(a_word_is_no_path),
        cmocka_unit_test(failures_change_nothing),
        cmocka_unit_test(hashes_tell_what_matters),
        cmocka_unit_test(written_reads_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
