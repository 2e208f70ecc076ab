/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Tables of fields, by one that is made up: words and their places, what is
 * hashed, what follows from a file, and what is typed.
 */
#include "base/str.h"
#include "run/spec/fields.h"
#include "run/spec/run_spec.h"

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
    size_t size;
    double share;
    const char *const *models;
    size_t n_models;
    struct decoding decoding;
    unsigned given; /* fields of the file */
};

#define AT(f) offsetof(struct toy, f)

static const char *const colours[] = { "red", "green", "blue", NULL };
static const char *const voices[] = { "quiet", "loud", NULL };

static const struct spec_field fields[] = {
    { "colour", SPEC_CHOICE, AT(colour), .doc = "of it", .words = colours,
      .flag = "colour" },
    { "voice", SPEC_CHOICE, AT(loud), .doc = "of it", .words = voices,
      .width = sizeof(bool) },
    { "other", SPEC_BOOL, AT(other), .doc = "use it", .flag = "no-other",
      .off = true, .init = "true" },
    { "names", SPEC_NAMES, AT(names), .at_n = AT(n_names), .doc = "of it",
      .words = colours, .flag = "names" },
    { "file", SPEC_PATH, AT(file), .doc = "of it", .word = "none",
      .flag = "file" },
    { "decoding", SPEC_GROUP, AT(decoding), .doc = "of it", .options = true,
      .group = spec_decoding_fields },
    { "out", SPEC_TEXT, AT(out), .doc = "of it", .unhashed = true },
    { "size", SPEC_SIZE, AT(size), .doc = "of it", .flag = "size",
      .letter = 'z', .none = "all", .least = 2, .most = 9 },
    { "share", SPEC_NUMBER, AT(share), .doc = "of it", .flag = "share",
      .init = "0.25", .most = 0.5 },
    { "models", SPEC_MODELS, AT(models), .at_n = AT(n_models), .doc = "of it",
      .flag = "seed", .init = "one" },
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
            "\"pink\"; choose red, green or blue, or write all");
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
    refuses("[1]", "a toy must consist of fields");
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

/* ---- options ---- */

/* The option of a flag; the toy has it. */
static struct spec_option option_of(const char *flag)
{
    struct spec_option all[32];
    size_t n = spec_table_options(&table, all, 32);

    for (size_t i = 0; i < n; i++)
        if (str_eq(all[i].field->flag, flag))
            return all[i];
    fail_msg("no option --%s", flag);
    return all[0];
}

static bool type(struct arena *a, struct toy *t, const char *flag,
                 const char *text, bool more, struct err *e)
{
    struct spec_option o = option_of(flag);

    return spec_option_set(a, &o, text, more, t, e);
}

static void refuses_typed(const char *flag, const char *text, const char *why)
{
    struct arena a = { 0 };
    struct toy t = { 0 };
    struct err e = { 0 };

    assert_false(type(&a, &t, flag, text, false, &e));
    if (!strstr(e.msg, why))
        fail_msg("\"%s\" lacks \"%s\"", e.msg, why);
    arena_clear(&a);
}

static void defaults_stand_in_rows(void **state)
{
    struct toy t;

    (void)state;
    memset(&t, 1, sizeof(t));
    spec_table_defaults(&table, &t);
    assert_true(t.other && t.share == 0.25 && !t.loud && !t.file);
    assert_int_equal(t.n_models, 1);
    assert_string_equal(t.models[0], "one");
    assert_int_equal(t.size, 0);
}

static void options_fill_the_struct(void **state)
{
    struct arena a = { 0 };
    struct toy t;
    struct err e;

    (void)state;
    spec_table_defaults(&table, &t);
    assert_true(type(&a, &t, "colour", "blue", false, &e));
    assert_true(type(&a, &t, "no-other", NULL, false, &e));
    assert_true(type(&a, &t, "names", "green, red", false, &e));
    assert_true(type(&a, &t, "names", "blue", true, &e));
    assert_true(type(&a, &t, "file", "x", false, &e));
    assert_true(type(&a, &t, "size", "007", false, &e));
    assert_true(type(&a, &t, "share", "20%", false, &e));
    assert_true(type(&a, &t, "temperature", "0.60", false, &e));
    assert_true(type(&a, &t, "stop", "a, b", false, &e));
    assert_true(type(&a, &t, "stop", "c", true, &e));
    assert_true(type(&a, &t, "extra", "{\"x\": 1}", false, &e));
    assert_int_equal(t.colour, BLUE);
    assert_false(t.other);
    assert_int_equal(t.n_names, 3);
    assert_string_equal(t.names[1], "red");
    assert_string_equal(t.names[2], "blue");
    assert_string_equal(t.file, "x");
    assert_int_equal(t.size, 7);
    assert_true(t.share == 0.2);
    assert_string_equal(t.decoding.temperature, "0.60");
    assert_int_equal(t.decoding.n_stop, 2);
    assert_string_equal(t.decoding.stop[0], "a, b");
    assert_non_null(json_get(t.decoding.extra, "x"));
    assert_true(type(&a, &t, "names", "all", false, &e));
    assert_int_equal(t.n_names, 3);
    assert_true(type(&a, &t, "share", ".5", false, &e) && t.share == 0.5);
    arena_clear(&a);
}

/* What is typed has the bounds and the words of the file. */
static void options_are_checked(void **state)
{
    (void)state;
    refuses_typed("colour", "pink", "--colour must be red, green or blue, not");
    refuses_typed("names", "red,pink", "--names has \"pink\"; choose red");
    refuses_typed("names", " ,", "--names takes names, separated by commas");
    refuses_typed("names", "red,red", "twice");
    refuses_typed("size", "10", "--size must be a whole number from 2 to 9");
    refuses_typed("size", "0", "--size must be a whole number from 2 to 9");
    refuses_typed("size", "-3", "--size must be a whole number");
    refuses_typed("size", "", "--size must be a whole number");
    refuses_typed("size", "99999999999999999999999", "--size must be");
    refuses_typed("share", "60%", "--share must be a number from 0 to 0.5");
    refuses_typed("share", "nan", "--share must be a number");
    refuses_typed("share", "0x1p-3", "--share must be a number");
    refuses_typed("share", "%", "--share must be a number");
    refuses_typed("temperature", "hot", "--temperature");
    refuses_typed("extra", "[1]", "--extra must be an object");
    refuses_typed("extra", "{", "--extra is not valid JSON");
    refuses_typed("file", "", "--file must not be empty");
    refuses_typed("file", "sk-abc", "--file looks like an API key");
    refuses("size: 1", "\"size\" must be a whole number from 2 to 9");
}

static void zero_is_for_files(void **state)
{
    struct arena a = { 0 };
    struct toy t = { .size = 5 };
    struct err e;

    (void)state;
    assert_true(read_toy(&a, "size: 0", &t, &e));
    assert_int_equal(t.size, 0);
    arena_clear(&a);
}

/* Flags of the top come before those of a group. */
static void flags_stand_once(void **state)
{
    struct spec_option all[32];
    size_t n = spec_table_options(&table, all, 32), seeds = 0;
    struct str help = { 0 };
    struct spec_option o = option_of("size");

    (void)state;
    for (size_t i = 0; i < n; i++)
        seeds += str_eq(all[i].field->flag, "seed");
    assert_int_equal(seeds, 1);
    assert_null(option_of("seed").group);
    assert_ptr_equal(option_of("top-p").group, &fields[5]);
    assert_int_equal(spec_table_options(&table, all, 3), 3);
    spec_option_help(&help, &o);
    assert_string_equal(str_get(&help), "of it (default: all)");
    assert_string_equal(spec_option_value(&o), "N");
    str_reset(&help);
    o = option_of("share");
    spec_option_help(&help, &o);
    assert_string_equal(str_get(&help), "of it (default: 0.25)");
    str_reset(&help);
    o = option_of("no-other");
    spec_option_help(&help, &o);
    assert_string_equal(str_get(&help), "do not use it");
    assert_null(spec_option_value(&o));
    str_clear(&help);
}

/* The rows of the sending say what the pool has. */
static void sending_is_the_pools(void **state)
{
    const struct pool_options *want = &pool_defaults;
    struct arena a = { 0 };
    struct ask_options o;
    struct sending s;
    struct err e;

    (void)state;
    spec_table_defaults(&sending_table, &s);
    assert_true(sending_read(&a, &s, &o, &e));
    assert_int_equal(o.pool.concurrency, want->concurrency);
    assert_int_equal(o.pool.retries, want->retries);
    assert_true(o.pool.connect_s == want->connect_s);
    assert_true(o.pool.total_s == want->total_s);
    assert_true(o.pool.idle_s == want->total_s);
    assert_true(o.pool.max_wait_s == want->max_wait_s);
    s.budget = "2Mtokens";
    assert_true(sending_read(&a, &s, &o, &e));
    assert_int_equal(o.budget_tokens, 2000000);
    s.budget = "$5";
    assert_false(sending_read(&a, &s, &o, &e));
    assert_non_null(strstr(e.msg, "--prices"));
    s.budget = "$5tokens";
    assert_false(sending_read(&a, &s, &o, &e));
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
        cmocka_unit_test(defaults_stand_in_rows),
        cmocka_unit_test(options_fill_the_struct),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(zero_is_for_files),
        cmocka_unit_test(flags_stand_once),
        cmocka_unit_test(sending_is_the_pools),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
