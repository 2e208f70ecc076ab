/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Features of texts, against what comes out by hand: the sums stand beside
 * each text.
 */
#include "base/str.h"
#include "evolve/fitness/fitness_int.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *text_now = ""; /* for messages */

static void check_near(double got, double want)
{
    if (!(fabs(got - want) < 1e-9))
        fail_msg("%s: got %.12g, want %.12g", text_now, got, want);
}

static struct features take(enum feature_set set, const char *text)
{
    struct sample s = { .text = text };
    struct arena a = { 0 };
    struct features f;

    features_take(&a, &s, 1, set, &f);
    arena_clear(&a);
    return f;
}

static void check_value(const struct features *f, enum feature which,
                        double want)
{
    assert_true(f->has[which]);
    check_near(f->v[which], want);
}

/* ---- syllables ---- */

/* English words by their syllables, from knowledge, not from the rules. */
static const char *const spoken[] = {
    [1] = "the be see make makes whole rule rules price box house "
          "asked lived used called tried speed real square squared "
          "guess guest fruit build coin choice piece field friend tier "
          "priest view eye eyes yes year years don't can't hour hours "
          "weight height length solve solves solved shelves twice "
          "three eight x km guide juice suit shared cage horse nurse "
          "race raced dance danced pier died tied lied flies tries "
          "does goes shoes shoe toe true blue clue queue league "
          "breathe clothes whose these those where were gone give "
          "gives live lives tongue vague",
    [2] = "making table tables apple apples simple able prices boxes "
          "ages houses wanted needed added hundred thousand million "
          "billion doubled studied create creature people equal equals "
          "language value values fluid fuel cruel sequence going doing "
          "chaos poem diet quiet science client patient quotient "
          "review skiing being seeing flying trying player playing "
          "buying buyer beyond canyon lawyer yellow rhythm prism "
          "didn't isn't doesn't couldn't something sometimes homework "
          "therefore notebook movement statement careful useful likely "
          "careless precious region onion union question fraction "
          "station stations special social giant marriage brilliant "
          "unknown number numbers seven minutes distance metre litre "
          "litres orange pencil notebooks subtract total machine "
          "necklace village watches dishes judges every evening "
          "wednesday business café naïve ruin penguin liquid circle "
          "circles bottle bottles purchased increased coffee movie "
          "movies cookie cookies pigeon surgeon neon cherries berries "
          "ladies cities money monkeys journey engine engines garage "
          "message image package cages horses nurses races racing "
          "dances sentence commerce really trial dial lion lions "
          "fashion cushion mansion senior junior ancient soldier "
          "applied supplied carried married worried canoe heroes argue "
          "argued issue issued rescue tissue unique antique technique "
          "eaten eating reading olive active native colleague "
          "colleagues argues",
    [3] = "area idea ideas created video theorem radius radii medium "
          "stadium usual actual manual annual equation graduate "
          "continue influence earlier easier carrier gradient audience "
          "easiest museum carrying element requirement measurement "
          "completely radio period various previous religious initial "
          "triangle eleven seventeen banana oranges library difference "
          "different multiply multiplied divided together bakery "
          "bicycle recipe average percentage linear solution everyone "
          "xylophone genuine purchases decreases customer customers "
          "employee employees theatre theater museums courageous "
          "exercise lemonade chocolate strawberries families companies "
          "messages images packages sentences scientist reaction "
          "realize theory cereal dialogue piano violin champion "
          "opinion companion orient efficient sufficient quieter "
          "barrier happier heavier potatoes tomatoes negative positive "
          "relative catalogue",
    [4] = "geometry situation society variety experience algorithm "
          "separately associate variable variables kilometers "
          "temperature altogether january february annually graduation "
          "continuous exercises vegetables scientific coefficient "
          "cooperate reality material materials industrial factorial "
          "superior interior ingredient ingredients obedient "
          "alternative",
    [5] = "individual simultaneous",
};

static void syllables_of_words(void **state)
{
    size_t all = 0;

    (void)state;
    for (size_t n = 1; n < sizeof(spoken) / sizeof(*spoken); n++)
        for (const char *p = spoken[n]; *p;) {
            size_t k = strcspn(p, " "),
                   got = fitness_syllables((struct span){ p, k });

            if (got != n)
                fail_msg("%.*s has %zu syllables, not %zu", (int)k, p, n, got);
            all++;
            p += k + (p[k] == ' ');
        }
    assert_true(all >= 120);
}

/* Read aloud. */
static void syllables_of_numbers(void **state)
{
    static const struct {
        const char *s;
        size_t n;
    } rows[] = {
        { "0", 2 },
        { "7", 2 },
        { "12", 1 },
        { "11", 3 },
        { "70", 3 },
        { "77", 5 },
        { "100", 3 },            /* one hundred */
        { "250", 5 },            /* two hundred fifty */
        { "1,347", 10 },         /* one thousand three hundred forty seven */
        { "1000000", 3 },        /* one million */
        { "1000017", 6 },        /* one million seventeen */
        { "3.75", 5 },           /* three point seven five */
        { "0.5", 4 },            /* zero point five */
        { "1234567890123", 15 }, /* digit by digit: 7 and 0 have two */
        { "3x", 2 },
        { "q1", 2 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        assert_int_equal(fitness_syllables(span_of(rows[i].s)), rows[i].n);
}

/* ---- whole texts ---- */

static void nothing(void **state)
{
    static const char *const texts[] = { "", " \n\t ", "...", "!? -- ()" };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        struct features f = take(FEATURES_OWN, texts[i]);

        check_value(&f, FEATURE_WORDS, 0);
        check_value(&f, FEATURE_ENTROPY, 0);
        check_value(&f, FEATURE_NONLINEAR, 0);
        assert_false(f.has[FEATURE_READABILITY]);
        assert_false(f.has[FEATURE_DEPTH]);
        assert_false(f.has[FEATURE_NOISE]);
        assert_false(f.has[FEATURE_VARIABLES]);
        assert_false(f.has[FEATURE_REFEREE]);
        assert_false(f.has[FEATURE_UNIQUENESS]);
    }
    assert_false(take(FEATURES_PAPER, "").has[FEATURE_NOISE]);
    assert_false(take(FEATURES_OWN, NULL).has[FEATURE_DEPTH]);
}

static void by_hand(void **state)
{
    static const struct {
        const char *text;
        double words, syllables, sentences, depth, entropy, nonlinear;
    } rows[] = {
        /* tom reads: two different words */
        { "Tom reads.", 2, 2, 1, 1, 1, 0 },
        /* no end; the, lamp, costs, twelve, dol-lars; of the content lamp,
         * costs, 12, dollars */
        { "the lamp costs 12 dollars", 5, 6, 1, 1, 2, 0 },
        /* red three times of four: 3/4 log2 4/3 + 1/4 log2 4 */
        { "Red red blue. Red!", 4, 4, 2, 1, 0.811278124459132864, 0 },
        /* the sum of the price: 2; three times is one; content tom sum price
         * 3 times apple cost (7): is, the, of are not; tom is the sum of the
         * price and 3 times the ap-ple cost: of opens, and opens in it: 3 */
        { "Tom is the sum of the price and 3 times the apple cost.", 13, 14, 1,
          3, 2.80735492205760411, 1 },
        /* 1,000 (one thou-sand) and 3.5 (three point five) are words; 4 of
         * content: has is not, tom 1,000 3.5 kg */
        { "Tom has 1,000 or 3.5 kg", 6, 10, 1, 2, 2, 0 },
        /* hyphens part, apostrophes do not: is-n't twen-ty one; content
         * twenty one */
        { "It isn't twenty-one.", 4, 6, 1, 1, 1, 0 },
        /* two lines that end in nothing are two sentences: a b / c d */
        { "aa bb\n\ncc dd", 4, 4, 2, 1, 2, 0 },
        /* speed per hour, product of x and y: per opens a phrase, of another;
         * and the joined one: 3. content speed hour product x y */
        { "Speed per hour: product of x and y", 8, 9, 1, 3, 2.32192809488736235,
          2 },
        /* Mr. ends nothing; mis-ter is written mr: one */
        { "Mr. Hill sits. He reads.", 5, 5, 2, 1, 2, 0 },
        /* Zo-e's ca-fe na-ive; marks beyond ASCII are no words */
        { "Zo\xc3\xab\xe2\x80\x99s caf\xc3\xa9 \xe2\x80\x94 na\xc3\xafve "
          "\xe2\x89\xa4 \xf0\x9f\x98\x80\xe2\x80\xa6",
          3, 6, 1, 1, 1.58496250072115618, 0 },
        /* bytes that are no UTF-8 part words and are none */
        { "\xff\xfe lamp\xc3 red\x80", 2, 2, 1, 1, 1, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct features f = take(FEATURES_OWN, rows[i].text);

        text_now = rows[i].text;
        check_value(&f, FEATURE_WORDS, rows[i].words);
        check_value(&f, FEATURE_READABILITY,
                    0.39 * rows[i].words / rows[i].sentences +
                        11.8 * rows[i].syllables / rows[i].words - 15.59);
        check_value(&f, FEATURE_DEPTH, rows[i].depth);
        check_value(&f, FEATURE_ENTROPY, rows[i].entropy);
        check_value(&f, FEATURE_NONLINEAR, rows[i].nonlinear);
    }
}

/* Levels by the rules of depth.c; "[" opens one, "]" closes it. */
static void depths(void **state)
{
    static const struct {
        const char *text;
        double depth;
    } rows[] = {
        { "Tom sits [in the room].", 2 },
        { "Tom sits in the room on Monday.", 2 },
        { "The price [of the lamp [of the shop]] is 5.", 3 },
        { "The price of the lamp is in the list of the shop.", 3 },
        { "What is the price?", 1 },
        { "Which lamp is the one which is red?", 2 },
        { "If the lamp is red, the chair is blue.", 2 },
        { "If the lamp that costs 5 is red, the chair is blue.", 3 },
        /* that closes at "is": "in" is in the root */
        { "The lamp that costs 5 is in the room.", 2 },
        { "He says that the lamp that is red is in the room.", 3 },
        { "Tom goes to the shop.", 2 },
        { "Tom goes to Rome.", 2 },
        { "Tom wants to buy bread in the shop.", 3 },
        { "Anna and Tom or Ben sit.", 2 },
        { "Anna sits, and Tom stands in the room.", 3 },
        { "Anna (who sits in the room (of Tom)) stands.", 6 },
        { "It costs 5 (or 6) in the shop.", 3 },
        { "A ) b ) c.", 1 },
        { "a ( b. Tom sits in it.", 2 },
        { "Because of that lamp he left.", 3 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct features f;
        char text[200];
        size_t k = 0;

        for (const char *p = rows[i].text; *p; p++)
            if (*p != '[' && *p != ']')
                text[k++] = *p;
        text[k] = '\0';
        f = take(FEATURES_OWN, text);
        if (f.v[FEATURE_DEPTH] != rows[i].depth)
            fail_msg("%s: %g", text, f.v[FEATURE_DEPTH]);
    }
}

/* ---- what is known ---- */

static void known_counts(void **state)
{
    struct sample s[] = {
        { .text = "One lamp.",
          .variables = 5,
          .parts = 2,
          .steps = 6,
          .depth = 1,
          .near = 3,
          .characters = 40,
          .noise = 10,
          .has_referee = true,
          .referee = 7.5 },
        { .text = "One lamp.", .characters = 4, .noise = 9 },
    };
    struct arena a = { 0 };
    struct features f[2];

    (void)state;
    features_take(&a, s, 2, FEATURES_OWN, f);
    check_value(&f[0], FEATURE_VARIABLES, 5);
    check_value(&f[0], FEATURE_EQUATIONS, 6);
    check_value(&f[0], FEATURE_STEPS, 6);
    check_value(&f[0], FEATURE_PARTS, 2);
    check_value(&f[0], FEATURE_ELIMINATION, 1);
    check_value(&f[0], FEATURE_NEAR, 3);
    check_value(&f[0], FEATURE_BESIDE, 0);
    assert_false(f[1].has[FEATURE_STEPS] || f[1].has[FEATURE_BESIDE]);
    check_value(&f[0], FEATURE_NOISE, 0.25);
    check_value(&f[0], FEATURE_REFEREE, 7.5);
    assert_false(f[1].has[FEATURE_VARIABLES] || f[1].has[FEATURE_EQUATIONS] ||
                 f[1].has[FEATURE_REFEREE]);
    check_value(&f[1], FEATURE_NOISE, 1); /* more noise than text: a bound */
    features_take(&a, s, 2, FEATURES_PAPER, f);
    check_value(&f[0], FEATURE_VARIABLES, 0);
    check_value(&f[0], FEATURE_EQUATIONS, 0);
    check_value(&f[0], FEATURE_NOISE, 1);
    check_value(&f[1], FEATURE_REFEREE,
                5); /* theirs, for one that is missing */
    features_take(&a, s + 1, 1, FEATURES_PAPER, f);
    assert_false(f[0].has[FEATURE_REFEREE]); /* nobody was asked */
    arena_clear(&a);
}

/* ---- the paper's ---- */

static void paper_by_hand(void **state)
{
    struct features f;

    (void)state;
    /* Sentences with a fragment in any case: "IS", "Add"; in their own case
     * none: all is noise. */
    f = take(FEATURES_PAPER, "IS it. Add 3. The cat ran.");
    check_value(&f, FEATURE_EQUATIONS, 2);
    check_value(&f, FEATURE_NOISE, 1);
    /* "It is 5." has 8 of 21 characters. */
    f = take(FEATURES_PAPER, "It is 5. The cat ran.");
    check_value(&f, FEATURE_EQUATIONS, 1);
    check_value(&f, FEATURE_NOISE, 13.0 / 21);
    /* "This" holds "is"; characters, not bytes: 9 of 13. */
    f = take(FEATURES_PAPER, "This ca\xc3\xaf. \xc3\xa4\xc3\xa4.");
    check_value(&f, FEATURE_EQUATIONS, 1);
    check_value(&f, FEATURE_NOISE, 4.0 / 13);
    /* apple, pear and Apple; "the price" has no noun before it, nor has "5
     * price" or "is price"; the unit must be in small letters. */
    f = take(FEATURES_PAPER, "apple price, pear price, Apple price, apple "
                             "price, the price, 5 price, is price, egg Price");
    check_value(&f, FEATURE_VARIABLES, 3);
    /* $ and = are tokens, and "isn't" and "Tom's" are two each: Tom 's lamp is
     * n't = $ 5. */
    f = take(FEATURES_PAPER, "Tom's lamp isn't = $5.");
    check_value(&f, FEATURE_WORDS, 8);
    /* Of content: Tom lamp = $ 5 */
    check_value(&f, FEATURE_ENTROPY, log2(5));
    /* Red and red are two: Red 2, red, blue. */
    f = take(FEATURES_PAPER, "Red red blue. Red!");
    check_value(&f, FEATURE_ENTROPY, 1.5);
}

/* ---- likeness ---- */

static void take_texts(const char *const *texts, size_t n, double *out)
{
    struct sample s[8] = { { 0 } };
    struct features f[8];
    struct arena a = { 0 };

    for (size_t i = 0; i < n; i++)
        s[i].text = texts[i];
    features_take(&a, s, n, FEATURES_OWN, f);
    for (size_t i = 0; i < n; i++) {
        assert_true(f[i].has[FEATURE_UNIQUENESS]);
        out[i] = f[i].v[FEATURE_UNIQUENESS];
    }
    arena_clear(&a);
}

static void likeness_by_hand(void **state)
{
    static const char *const pair[] = { "Red lamp", "the red LAMP",
                                        "blue dog" };
    static const char *const same[] = { "Red lamp", "lamp red", "a red lamp" };
    static const char *const third[] = { "red lamp", "red chair", "red dog" };
    static const char *const rising[] = { "red lamp", "red chair", "red lamp" };
    static const char *const empty[] = { "", "the", "lamp" };
    double x[3], idf = log(4.0 / 2) + 1, lamp = log(4.0 / 3) + 1;

    (void)state;
    take_texts(pair, 3, x); /* 1 and 0; 1 and 0; 0 and 0 */
    for (int i = 0; i < 3; i++)
        check_near(x[i], 0);
    take_texts(same, 3, x);
    for (int i = 0; i < 3; i++)
        check_near(x[i], 1);
    /* red is in all three, weight 1; the other word's is ln 2 + 1. */
    take_texts(third, 3, x);
    for (int i = 0; i < 3; i++)
        check_near(x[i], 1 / (1 + idf * idf));
    /* The most alike one comes last for the first text, first for the last:
     * lamp is in two texts, chair in one. */
    take_texts(rising, 3, x);
    for (int i = 0; i < 3; i++)
        check_near(x[i], 1 / sqrt((1 + lamp * lamp) * (1 + idf * idf)));
    take_texts(empty, 3, x);
    for (int i = 0; i < 3; i++)
        check_near(x[i], 0);
}

/* More than are compared: each still finds alike ones. */
static void likeness_of_many(void **state)
{
    enum { N = SIMILARITY_MOST + 100 };
    struct arena a = { 0 };
    struct sample *s = arena_array(&a, struct sample, N);
    struct features *f = arena_array(&a, struct features, N);

    (void)state;
    for (size_t i = 0; i < N; i++)
        s[i].text = arena_printf(&a, "lamp w%zu", i % 7);
    features_take(&a, s, N, FEATURES_OWN, f);
    for (size_t i = 0; i < N; i++)
        check_near(f[i].v[FEATURE_UNIQUENESS], 1);
    arena_clear(&a);
}

/* ---- hostile texts ---- */

/* A long text in which anything that is not linear shows. */
static void hostile(void **state)
{
    static const char *const parts[] = {
        "(",     ")",
        "a",     "a.",
        ". ",    "of ",
        "that ", "and is ",
        "a'",    "1",
        "1,",    "1.5/",
        "\n",    "\n ",
        "\xff",  "\xe2\x80",
        "x y. ", "to to",
        "\"",    "is add ",
        "((is",  "apple price ",
    };
    size_t bytes = getenv("ASSAY_SOAK") ? 2000000 : 40000;

    (void)state;
    for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
        struct arena a = { 0 };
        struct str s = str_in(&a);
        struct sample x;
        struct features f;

        while (s.n < bytes)
            str_add(&s, parts[i]);
        x = (struct sample){ .text = str_get(&s) };
        for (int set = FEATURES_OWN; set <= FEATURES_PAPER; set++) {
            features_take(&a, &x, 1, (enum feature_set)set, &f);
            for (size_t k = 0; k < FEATURES; k++)
                assert_true(!f.has[k] || isfinite(f.v[k]));
            assert_true(f.v[FEATURE_DEPTH] <= 65);
        }
        arena_clear(&a);
    }
}

static void names(void **state)
{
    enum feature f;

    (void)state;
    for (int k = 0; k < FEATURES; k++) {
        assert_true(feature_find(feature_name((enum feature)k), &f));
        assert_int_equal(f, k);
        assert_non_null(feature_title(f));
    }
    assert_false(feature_find("noise", &f));
    /* The table of small words is searched: each must be found. */
    assert_true(word_is(span_of("a"), WORD_STOP));
    assert_true(word_is(span_of("yourself"), WORD_STOP));
    assert_true(word_is(span_of("of"), WORD_PREPOSITION));
    assert_true(word_is(span_of("isn't"), WORD_VERB));
    assert_null(lexicon_find(span_of("lamp")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(syllables_of_words),
        cmocka_unit_test(syllables_of_numbers),
        cmocka_unit_test(nothing),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(depths),
        cmocka_unit_test(known_counts),
        cmocka_unit_test(paper_by_hand),
        cmocka_unit_test(likeness_by_hand),
        cmocka_unit_test(likeness_of_many),
        cmocka_unit_test(hostile),
        cmocka_unit_test(names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
