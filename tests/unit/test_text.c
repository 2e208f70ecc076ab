/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The room for words: characters, folds, the lexicon, numerals and tokens, by
 * text cases and by what holds for all of them.
 */
#include "../lib/cases.h"
#include "base/utf8.h"
#include "text/fold.h"
#include "text/lexicon.h"
#include "text/numeral.h"
#include "text/pattern.h"
#include "text/token.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

struct named {
    const char *name;
    unsigned bits;
};

/* The bits of "parts dozens". */
static unsigned bits_of(const char *names, const struct named *table, size_t n)
{
    struct span rest = span_of(names), name;
    unsigned bits = 0;

    while (span_split(&rest, ' ', &name)) {
        size_t i = 0;

        while (i < n && !span_is(name, table[i].name))
            i++;
        assert_true(i < n);
        bits |= table[i].bits;
    }
    return bits;
}

/* ---- numerals ---- */

static const struct named options[] = {
    { "parts", NUMERAL_PARTS },   { "dozens", NUMERAL_DOZENS },
    { "signs", NUMERAL_SIGNS },   { "bare", NUMERAL_BARE },
    { "times", NUMERAL_TIMES },   { "ordinals", NUMERAL_ORDINALS },
    { "digits", NUMERAL_DIGITS }, { "commas", NUMERAL_COMMAS },
    { "blanks", NUMERAL_BLANKS }, { "words", 0 },
};

static const char *numeral_text(struct arena *a, const char *text,
                                const char *allow)
{
    struct numeral x;
    size_t n = numeral_at(span_of(text), 0,
                          bits_of(allow, options, COUNT(options)), &x);

    if (n == 0)
        return "none";
    if (x.under == 1)
        return arena_printf(a, "%" PRId64 "|%s", x.over, text + n);
    return arena_printf(a, "%" PRId64 "/%" PRId64 "|%s", x.over, x.under,
                        text + n);
}

static void numerals(void **state)
{
    struct cases c;
    const char *lines[3], *got;
    struct arena a = { 0 };

    (void)state;
    cases_open(&c, "text/numerals.test");
    while (cases_next(&c, lines, 3)) {
        got = numeral_text(&a, lines[0], lines[1]);
        if (strcmp(got, lines[2]) != 0)
            cases_fail(&c, "got \"%s\"", got);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

/* What is written is read, whole and with nothing left. */
static void written_is_read(void **state)
{
    struct numeral x;
    struct str s = { 0 };

    (void)state;
    for (int64_t v = 0; v < INT64_C(1000000000000000); v = v * 7 / 5 + 1) {
        str_reset(&s);
        assert_true(numeral_write(&s, v));
        assert_int_equal(numeral_at((struct span){ s.s, s.n }, 0, 0, &x), s.n);
        assert_true(x.over == v && x.under == 1 && x.has == 0);
    }
    str_reset(&s);
    assert_true(numeral_write(&s, 40));
    assert_string_equal(s.s, "forty");
    assert_false(numeral_write(&s, -1));
    assert_false(numeral_write(&s, INT64_C(1000000000000000)));
    assert_string_equal(s.s, "forty");
    str_clear(&s);
}

static void words_told_apart(void **state)
{
    const struct span words[] = { span_of("two"), span_of("hundred"),
                                  span_of("and"), span_of("six"),
                                  span_of("cats") };
    struct numeral x;

    (void)state;
    assert_int_equal(numeral_words(words, COUNT(words), 0, &x), 4);
    assert_int_equal(x.over, 206);
    assert_int_equal(numeral_words(words, 3, 0, &x), 2);
    assert_int_equal(numeral_words(words + 4, 1, 0, &x), 0);
    assert_true(numeral_begins(span_of("Hundred")));
    assert_false(numeral_begins(span_of("cats")));
}

/* ---- characters ---- */

static const struct named classes[] = {
    { "blanks", CHAR_BLANKS },      { "dashes", CHAR_DASHES },
    { "quotes", CHAR_QUOTES },      { "scripts", CHAR_SCRIPTS },
    { "digits", CHAR_DIGIT },       { "wide", CHAR_WIDE },
    { "letters", CHAR_LETTER },     { "greek", CHAR_GREEK },
    { "arrows", CHAR_ARROW },       { "operators", CHAR_TIMES | CHAR_DIVIDE },
    { "fractions", CHAR_FRACTION }, { "relations", CHAR_RELATION },
};

static void folds(void **state)
{
    struct cases c;
    const char *lines[3];
    struct str s = { 0 };

    (void)state;
    cases_open(&c, "text/folds.test");
    while (cases_next(&c, lines, 3)) {
        str_reset(&s);
        str_addc(&s, '[');
        fold_text(&s, span_of(lines[0]),
                  bits_of(lines[1], classes, COUNT(classes)));
        str_addc(&s, ']');
        if (strcmp(s.s, lines[2]) != 0)
            cases_fail(&c, "got \"%s\"", s.s);
    }
    assert_int_equal(cases_close(&c), 0);
    str_clear(&s);
}

/* Each character has one class, and plain text of ASCII. */
static void one_class_each(void **state)
{
    struct character c;
    size_t known = 0;

    (void)state;
    for (uint32_t code = 0x80; code < 0x20000; code++) {
        if (!character_find(code, &c)) {
            assert_int_equal(c.is, 0);
            continue;
        }
        known++;
        assert_int_equal(c.code, code);
        assert_true(c.is && (c.is & (c.is - 1)) == 0);
        for (const char *p = c.plain; *p; p++)
            assert_true((*p & 0x80) == 0);
    }
    assert_true(known > 1200);
}

static void spaces_and_letters(void **state)
{
    (void)state;
    assert_int_equal(character_space(span_of("\xc2\xa0x"), 0), 2);
    assert_int_equal(character_space(span_of("\nx"), 0), 1);
    assert_int_equal(character_space(span_of("x"), 0), 0);
    assert_int_equal(character_space(span_of(""), 0), 0);
    assert_int_equal(character_letter(span_of("\xc3\xa9"), 0), 2);
    assert_int_equal(character_letter(span_of("\xe2\x82\xac"), 0), 0);
    assert_int_equal(character_letter(span_of("\xc3"), 0), 0);
    assert_int_equal(character_letter(span_of("\xef\xbb\xbf"), 0), 0);
    assert_int_equal(character_letter(span_of("\xef\xbc\x9a"), 0), 0);
    assert_int_equal(character_is(span_of("\xe2\x88\x92"), 0, CHAR_MINUS), 3);
    assert_int_equal(character_is(span_of("-"), 0, CHAR_MINUS), 0);
    assert_int_equal(character_item(span_of("\xe2\x80\xa2 x"), 0), 3);
    assert_int_equal(character_item(span_of("\xe2\x97\x8f"), 0), 3);
    assert_int_equal(character_item(span_of("\xc3\x97"), 0), 0);
    assert_int_equal(character_item(span_of("-"), 0), 0);
    assert_int_equal(character_picture(span_of("\xe2\x9c\x85"), 0), 3);
    assert_int_equal(character_picture(span_of("\xf0\x9f\x98\x80"), 0), 4);
    assert_int_equal(character_picture(span_of("\xff"), 0), 1);
    assert_int_equal(character_picture(span_of("\xe2\x88\x9e"), 0), 0);
    assert_int_equal(character_picture(span_of("x"), 0), 0);
}

/* ---- the lexicon ---- */

/* A phrase must not have more words than are looked at. */
static void assert_whole(const struct lexeme *x, enum word_class c)
{
    const struct lexeme *found = NULL;

    /* "e.g" is no phrase, and words for "answer" are found by their bytes */
    if (!strchr(x->word, '.') && c != WORD_ANSWER)
        assert_int_equal(lexicon_phrase(span_of(x->word), 0, c, &found),
                         strlen(x->word));
}

static void every_class_has_words(void **state)
{
    (void)state;
    for (int c = 0; c < WORD_CLASSES; c++) {
        const struct lexeme *x = NULL, *before = NULL;

        while ((x = lexicon_next((enum word_class)c, x))) {
            assert_ptr_equal(lexicon_find(span_of(x->word)), x);
            assert_whole(x, (enum word_class)c);
            assert_true(!before || strcmp(before->word, x->word) < 0);
            before = x;
        }
        assert_non_null(before);
    }
}

static void words_are_found(void **state)
{
    (void)state;
    assert_true(word_is(span_of("Anna"), WORD_NAME));
    assert_true(word_is(span_of("MAY"), WORD_MONTH));
    assert_true(word_is(span_of("may"), WORD_NAME_OR_PLACE));
    assert_false(word_is(span_of("anna"), WORD_MONTH));
    assert_false(word_is(span_of(""), WORD_STOP));
    assert_false(word_is(span_of("ann"), WORD_MONTH));
    assert_null(lexicon_find(span_of("annaa")));
    assert_null(lexicon_find(span_of("a word that is longer than any other")));
    assert_string_equal(lexicon_find(span_of("fewer"))->head, "less");
    assert_int_equal(lexicon_find(span_of("third"))->value, 3);
}

static void phrases(void **state)
{
    const struct lexeme *x = NULL;
    struct span t = span_of("So, in  conclusion: Sofa");

    (void)state;
    assert_int_equal(lexicon_phrase(t, 0, WORD_CONCLUSION, &x), 2);
    assert_int_equal(lexicon_phrase(t, 4, WORD_CONCLUSION, &x), 14);
    assert_string_equal(x->word, "in conclusion");
    assert_int_equal(lexicon_phrase(t, 20, WORD_CONCLUSION, &x), 0);
    assert_int_equal(lexicon_phrase(t, 99, WORD_CONCLUSION, &x), 0);
    assert_int_equal(
        lexicon_phrase(span_of("in-conclusion"), 0, WORD_CONCLUSION, &x), 13);
}

/* Of several classes the longest phrase counts. */
static void phrases_of_several(void **state)
{
    struct span t = span_of("in addition to each other");
    const struct lexeme *x = NULL;
    struct word_set any = { { 0 } };

    (void)state;
    word_set_add(&any, WORD_CONDITION, WORD_HARMLESS);
    assert_int_equal(lexicon_phrase_of(t, 0, any, &x), 11);
    assert_true(lexeme_is(x, WORD_HARMLESS));
    assert_int_equal(lexicon_phrase_of(t, 3, any, &x), 8);
    assert_true(lexeme_is(x, WORD_CONDITION));
    assert_int_equal(lexicon_phrase_of(t, 12, any, &x), 0);
    word_set_add(&any, WORD_JOINT, WORD_JOINT);
    assert_int_equal(lexicon_phrase_of(t, 12, any, &x), 2);
    assert_int_equal(lexicon_phrase_of(t, 15, any, &x), 10);
}

/* ---- tokens and spans ---- */

static void tokens(void **state)
{
    struct cases c;
    const char *lines[2];
    struct str s = { 0 };

    (void)state;
    cases_open(&c, "text/tokens.test");
    while (cases_next(&c, lines, 2)) {
        struct text_reader r;
        struct text_token t;

        str_reset(&s);
        text_open(&r, span_of(lines[0]), TEXT_FORMULAS | TEXT_FRACTIONS);
        while (text_next(&r, &t))
            str_addf(&s, "%s%s%c:%.*s", s.n ? " " : "", t.head ? "^" : "",
                     "wnfm"[t.kind], (int)t.raw.n, t.raw.s);
        if (strcmp(str_get(&s), lines[1]) != 0)
            cases_fail(&c, "got \"%s\"", str_get(&s));
    }
    assert_int_equal(cases_close(&c), 0);
    str_clear(&s);
}

static void spans(void **state)
{
    struct span t = span_of(" One,two ,, "), piece;
    static const char *const pieces[] = { " One", "two ", "", " " };
    size_t n = 0;

    (void)state;
    assert_true(span_is(span_trim(t), "One,two ,,"));
    assert_int_equal(span_at_fold(t, 1, "one"), 3);
    assert_int_equal(span_word_at(t, 1, "on"), 0);
    assert_true(span_before_fold(t, 4, "one"));
    assert_false(span_before_fold(t, 2, "one"));
    assert_true(span_is_fold(span_cut(t, 1, 4), "one"));
    assert_true(span_among(span_cut(t, 1, 4), "two one"));
    assert_false(span_among(span_cut(t, 1, 3), "two one"));
    assert_false(span_among(span_cut(t, 1, 1), "two one"));
    assert_int_equal(span_cut(t, 40, 50).n, 0);
    assert_int_equal(span_byte(t, 40), '\0');
    assert_int_equal(span_trim(span_of("  ")).n, 0);
    while (span_split(&t, ',', &piece))
        assert_true(span_is(piece, pieces[n++]));
    assert_int_equal(n, COUNT(pieces));
}

/* ---- patterns ---- */

static void patterns(void **state)
{
    static const struct {
        const char *text, *pattern;
        size_t at, n;
    } rows[] = {
        { "Answer: 5", "the |answer%b%*:", 0, 7 },
        { "answers", "answer%>", 0, 0 },
        { "answer.", "answer%>", 0, 6 },
        { "answer", "%#Answer", 0, 0 },
        { "12. x", "%d%+%[.)]%b%+|%[*+-]%b%+", 0, 4 },
        { "- x", "%d%+%[.)]%b%+|%[*+-]%b%+", 0, 2 },
        { "1234", "%d%d%d%!%d", 0, 0 },
        { "1234", "%d%d%d%!%d", 1, 3 },
        { "x = 5", "%a%b%?=%=%b", 0, 3 },
        { "\\frac{1}{2}x", "%c%g%*", 0, 11 },
        { "{a}b}", "%g", 0, 3 },
        { "{a\\}b}", "%g", 0, 6 },
        { "{a", "%g", 0, 0 },
        { "1,250.5.", "%n", 0, 7 },
        { "ab|c", "%[^|]%*%[|]c", 0, 4 },
        { "])", "%[])]%+", 0, 2 },
        { "aac", "a%*%(b|c%)", 0, 3 },
        { "a%", "a%%", 0, 2 },
        { "a", "a%$", 0, 1 },
        { "ab", "a%$", 0, 0 },
        { "x\ny", "%^y", 2, 1 },
        { "xy", "%^y", 1, 0 },
        { "xy", "%<y", 1, 0 },
        { "\xe2\x80\x93 5", "%h%s%?%n", 0, 5 },
        { "\xc3\xa9t\xc3\xa9!", "%A%+", 0, 5 },
        { "", "a%*", 0, 0 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t n =
            pattern_at(span_of(rows[i].text), rows[i].at, rows[i].pattern);

        if (n != rows[i].n)
            fail_msg("row %zu: \"%s\" takes %zu of \"%s\"", i, rows[i].pattern,
                     n, rows[i].text);
    }
}

/* Backwards, and all that stand beside each other. */
static void patterns_around(void **state)
{
    struct span t = span_of("so **the**  \xe2\x80\x9c 12.5 cm");

    (void)state;
    assert_int_equal(pattern_before(t, 2, "so|o"), 2);
    assert_int_equal(pattern_before(t, 8, "%^so %[*]%+the"), 8);
    assert_int_equal(pattern_before(t, 20, "%d%*.%?%d%+"), 4);
    assert_int_equal(pattern_before(t, 8, "%<the"), 3);
    assert_int_equal(pattern_before(t, 8, "%<he"), 0);
    assert_int_equal(pattern_back(t, 16, "%q|%[* ]"), 8);
    assert_int_equal(pattern_skip(t, 8, "%q|%[* ]"), 16);
    assert_int_equal(pattern_find(t, 0, "%d"), 16);
    assert_true(pattern_in(t, "cm%$"));
    assert_false(pattern_in(t, "cm%a"));
    assert_true(pattern_is(span_cut(t, 16, 20), "%n"));
    assert_false(pattern_is(t, "%w"));
    assert_true(pattern_here(t, 0, "x%?"));
    assert_false(pattern_here(t, 0, "x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numerals),
        cmocka_unit_test(written_is_read),
        cmocka_unit_test(words_told_apart),
        cmocka_unit_test(folds),
        cmocka_unit_test(one_class_each),
        cmocka_unit_test(spaces_and_letters),
        cmocka_unit_test(every_class_has_words),
        cmocka_unit_test(words_are_found),
        cmocka_unit_test(phrases),
        cmocka_unit_test(phrases_of_several),
        cmocka_unit_test(tokens),
        cmocka_unit_test(spans),
        cmocka_unit_test(patterns),
        cmocka_unit_test(patterns_around),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
