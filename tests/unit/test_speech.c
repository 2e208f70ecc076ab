/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Templates: every kind of place, numbers that a letter stands for, words
 * that differ and words that stay.
 */
#include "family/recipe/speech.h"
#include "family/words.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct sample {
    int64_t n, one, zero, minus;
    int64_t count, m[3];
};

static const struct field fields[] = {
    SLOT(struct sample, n, 0, 99),
    SLOT(struct sample, one, 0, 99),
    SLOT(struct sample, zero, 0, 99),
    SLOT(struct sample, minus, -99, 99),
    SLOT_LIST(struct sample, m, count, -99, 99),
    { 0 },
};

static const struct sample values = { 12, 1, 0, -5, 3, { 7, -8, 1 } };

static const struct word_pool pools[] = {
    { "tool", "saw|drill|hammer" },
    { "only", "one word" },
    { "city", "Here|There" }, /* goes before the kit's */
    { 0 },
};

struct talk {
    struct arena arena;
    struct rng words;
    struct speech s;
};

static struct speech *start(struct talk *t, const char *seed)
{
    *t = (struct talk){ 0 };
    rng_init(&t->words, hash_bytes(seed, strlen(seed)));
    t->s = (struct speech){ .arena = &t->arena,
                            .out = str_in(&t->arena),
                            .fields = fields,
                            .values = &values,
                            .pools = pools,
                            .words = &t->words };
    return &t->s;
}

static const char *say(struct speech *s, const char *template)
{
    str_reset(&s->out);
    speech_say(s, template);
    return arena_strdup(s->arena, str_get(&s->out));
}

/* ---- numbers ---- */

static const struct {
    const char *template, *plain;
    const char *hidden; /* when K stands for <n>, <one>, <minus> and <m[1]> */
} numbers[] = {
    { "$<n>$ of $<zero>$", "$12$ of $0$", "$K$ of $0$" },
    { "<minus>", "-5", "K" },
    { "<m[0]>, <m[1]>, <m[2]>", "7, -8, 1", "7, K, 1" },
    { "x<n+>", "x + 12", "x + K" },
    { "x<minus+>", "x - 5", "x + K" },
    { "x<zero+>", "x + 0", "x + 0" },
    { "x<m[1]+>", "x - 8", "x + K" },
    { "2 \\cdot <n()>", "2 \\cdot 12", "2 \\cdot K" },
    { "2 \\cdot <minus()>", "2 \\cdot (-5)", "2 \\cdot K" },
    { "<m[1]()><m[0]()>", "(-8)7", "K7" },
    { "<n?book|books>", "books", "books" },
    { "<one?book|books>", "book", "books" },
    { "<zero?book|books>", "books", "books" },
    { "<minus?book|books>", "books", "books" },
    { "<m[2]?is|are> <m[0]?is|are>", "is are", "is are" },
    { "<one> <one?|more>", "1 ", "K more" },
    { "<one><one?s|>", "1s", "K" },
    { "<one?this one|those two>.", "this one.", "those two." },
    { "<n><n><n>", "121212", "KKK" },
};

static void values_in_templates(void **state)
{
    struct talk t;
    struct speech *s = start(&t, "numbers");

    (void)state;
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        assert_string_equal(say(s, numbers[i].template), numbers[i].plain);
    arena_clear(&t.arena);
}

/* The place that the template names first is the one that is hidden. */
static void hidden_values(void **state)
{
    static const struct {
        const char *name;
        const int64_t *place;
    } names[] = { { "<n", &values.n },
                  { "<one", &values.one },
                  { "<minus", &values.minus },
                  { "<m[1]", &values.m[1] } };
    struct talk t;
    struct speech *s = start(&t, "hidden");

    (void)state;
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        s->hidden = &values.count; /* none of them */
        s->letter = "K";
        for (size_t k = 0; k < 4; k++)
            if (strstr(numbers[i].template, names[k].name))
                s->hidden = names[k].place;
        assert_string_equal(say(s, numbers[i].template), numbers[i].hidden);
    }
    arena_clear(&t.arena);
}

/* Equal numbers are not the same number: only the place counts. */
static void only_one_place_is_hidden(void **state)
{
    struct talk t;
    struct speech *s = start(&t, "place");

    (void)state;
    s->hidden = &values.m[2];
    s->letter = "N";
    assert_string_equal(say(s, "<one> <m[2]> <one+> <m[2]+>"), "1 N  + 1  + N");
    assert_string_equal(say(s, "<minus+> <zero+>"), " - 5  + 0");
    arena_clear(&t.arena);
}

/* ---- words ---- */

static bool is_name(const char *word)
{
    for (size_t i = 0; i < words_names(); i++)
        if (strcmp(word, words_name_at(i)) == 0)
            return true;
    return false;
}

static void names_differ_and_stay(void **state)
{
    static const char *const seeds[] = { "a", "b", "c", "d", "e", "f",
                                         "g", "h", "i", "j", "k", "l" };
    size_t changes = 0;
    const char *first = NULL;
    struct arena kept = { 0 };

    (void)state;
    for (size_t i = 0; i < 12; i++) {
        struct talk t;
        struct speech *s = start(&t, seeds[i]);
        const char *x = say(s, "<name>"), *y = say(s, "<name2>"),
                   *z = say(s, "<name3>");

        assert_true(is_name(x) && is_name(y) && is_name(z));
        assert_true(strcmp(x, y) != 0 && strcmp(x, z) != 0 &&
                    strcmp(y, z) != 0);
        assert_string_equal(say(s, "<name2><name><name3><name1>"),
                            arena_printf(s->arena, "%s%s%s%s", y, x, z, x));
        first = first ? first : arena_strdup(&kept, x);
        changes += strcmp(first, x) != 0;
        arena_clear(&t.arena);
    }
    assert_true(changes > 5);
    arena_clear(&kept);
}

static void things_in_one_and_many(void **state)
{
    struct talk t;
    struct speech *s = start(&t, "things");
    const char *one = say(s, "<thing>"), *many = say(s, "<things>"),
               *other = say(s, "<things2>");
    bool found = false;

    (void)state;
    for (size_t i = 0; i < words_things(); i++)
        found |= strcmp(words_thing_at(i).one, one) == 0 &&
                 strcmp(words_thing_at(i).many, many) == 0;
    assert_true(found);
    assert_string_not_equal(many, other);
    assert_string_equal(say(s, "<thing>/<things2>"),
                        arena_printf(s->arena, "%s/%s", one, other));
    arena_clear(&t.arena);
}

/* All three of three, however often they are asked for. */
static void pools_of_the_family_and_of_the_kit(void **state)
{
    struct talk t;
    struct speech *s = start(&t, "pools");
    const char *all = say(s, "<tool>|<tool2>|<tool3>");

    (void)state;
    assert_true(strstr(all, "saw") && strstr(all, "drill") &&
                strstr(all, "hammer"));
    assert_int_equal(strlen(all), strlen("saw|drill|hammer"));
    assert_string_equal(say(s, "<tool>|<tool2>|<tool3>"), all);
    assert_string_equal(say(s, "<only>"), "one word");
    assert_true(strstr("Here|There|Here", say(s, "<city>|<city2>")));
    all = say(s, "<day>");
    assert_true(strstr("Monday Tuesday Wednesday Thursday Friday Saturday "
                       "Sunday",
                       all));
    assert_string_not_equal(say(s, "<day2>"), all);
    arena_clear(&t.arena);
    s = start(&t, "no pools of its own");
    s->pools = NULL;
    all = say(s, "<city>");
    assert_true(strcmp(all, "Here") != 0 && strcmp(all, "There") != 0);
    arena_clear(&t.arena);
}

/* ---- signs ---- */

static void signs_that_open_no_place(void **state)
{
    static const char *const same[] = {
        "",    "a < b", "$0 <$", "<", "<<", "< n>",      "<=>",
        "<1>", "<|>",   "x<y",   ">", "n>", "<\\alpha>", "no places at all",
    };
    struct talk t;
    struct speech *s = start(&t, "signs");

    (void)state;
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
        assert_string_equal(say(s, same[i]), same[i]);
    assert_string_equal(say(s, "$1 < <n> < x$"), "$1 < 12 < x$");
    arena_clear(&t.arena);
}

/* ---- what nothing fills ---- */

static bool stops(const char *template)
{
    int status;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        struct talk t;

        close(STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        say(start(&t, "stop"), template);
        _exit(0);
    }
    assert_true(waitpid(child, &status, 0) == child);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static void a_place_that_nothing_fills_is_a_bug(void **state)
{
    static const char *const bad[] = {
        "<nothing>",  "<m>",     "<m[3]>",  "<n[0]>",
        "<nothing+>", "<name+>", "<tool4>", "<n!>",
    };

    (void)state;
    assert_false(stops("<n>"));
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (!stops(bad[i]))
            fail_msg("%s was filled", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_in_templates),
        cmocka_unit_test(hidden_values),
        cmocka_unit_test(only_one_place_is_hidden),
        cmocka_unit_test(names_differ_and_stay),
        cmocka_unit_test(things_in_one_and_many),
        cmocka_unit_test(pools_of_the_family_and_of_the_kit),
        cmocka_unit_test(signs_that_open_no_place),
        cmocka_unit_test(a_place_that_nothing_fills_is_a_bug),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
