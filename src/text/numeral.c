/* SPDX-License-Identifier: Apache-2.0 */
#include "text/numeral.h"
#include "text/lexicon.h"

/* The words of what may be a number, up to the first that cannot go on. */
struct words {
    const struct lexeme *x[NUMERAL_WORDS + 1]; /* NULL: not in the lexicon */
    const struct span *spelt;
    size_t n;
    unsigned allow;
};

static bool numeral_is(const struct words *w, size_t i, enum word_class c)
{
    return i < w->n && lexeme_is(w->x[i], c);
}

static bool spelt(const struct words *w, size_t i, const char *lower)
{
    return i < w->n && span_is_fold(w->spelt[i], lower);
}

static bool is_number_word(const struct lexeme *x)
{
    return lexeme_is(x, WORD_CARDINAL) || lexeme_is(x, WORD_SCALE) ||
           lexeme_is(x, WORD_PART) || lexeme_is(x, WORD_PARTS) ||
           lexeme_is(x, WORD_ORDINAL) || lexeme_is(x, WORD_TIMES) ||
           lexeme_is(x, WORD_GROUP);
}

static bool numeral_is_sign(struct span word)
{
    return span_is_fold(word, "minus") || span_is_fold(word, "negative");
}

bool numeral_begins_as(struct span word, const struct lexeme *x)
{
    return is_number_word(x) || numeral_is_sign(word);
}

bool numeral_begins(struct span word)
{
    return numeral_begins_as(word, lexicon_find(word));
}

/* Take in the next word. Returns false if no number has it. */
static bool words_add(struct words *w, struct span word)
{
    const struct lexeme *x = lexicon_find(word);

    w->x[w->n] = x;
    if (!is_number_word(x) && !span_is_fold(word, "a") &&
        !span_is_fold(word, "and") && !(w->n == 0 && numeral_is_sign(word)))
        return false;
    w->n++;
    return true;
}

/* ---- whole numbers ---- */

/* Read "seven" or "twenty one". Returns how many words it takes. */
static size_t below_hundred(const struct words *w, size_t i, int64_t *v)
{
    if (!numeral_is(w, i, WORD_CARDINAL))
        return 0;
    *v = w->x[i]->value;
    if (*v < 20 || !numeral_is(w, i + 1, WORD_CARDINAL) ||
        w->x[i + 1]->value < 1 || w->x[i + 1]->value > 9)
        return 1;
    *v += w->x[i + 1]->value;
    return 2;
}

static bool is_hundred(const struct words *w, size_t i)
{
    return numeral_is(w, i, WORD_SCALE) && w->x[i]->value == 100;
}

/* Are the words from i on those of another number that began before them: the
 * "hundred" of "one hundred and two hundred", the "quarters" of "one hundred
 * and three quarters"? */
static bool numeral_is_taken(const struct words *w, size_t i, bool any_scale)
{
    if ((w->allow & NUMERAL_PARTS) && numeral_is(w, i, WORD_PARTS))
        return true;
    return any_scale ? numeral_is(w, i, WORD_SCALE) : is_hundred(w, i);
}

/* Behind "hundred": "five", "and five". */
static size_t rest_of_hundred(const struct words *w, size_t i, int64_t *v)
{
    size_t and = spelt(w, i, "and"), n = below_hundred(w, i + and, v);

    if (n == 0 || *v == 0 ||
        (and? numeral_is_taken(w, i + and+n, false) : is_hundred(w, i + n)))
        return 0;
    return and+n;
}

/* "three hundred and five", "fifteen hundred"; "hundred" alone if bare. */
static size_t hundreds(const struct words *w, size_t i, bool bare, int64_t *v)
{
    size_t n = below_hundred(w, i, v), more;
    int64_t rest;

    if (!is_hundred(w, i + n) || (n == 0 && !bare) || (n && *v == 0))
        return n;
    *v = n ? *v * 100 : 100;
    n++;
    more = rest_of_hundred(w, i + n, &rest);
    if (more)
        *v += rest;
    return n + more;
}

/* Behind "thousand": "and five", where no scale follows. */
static size_t rest_of_scale(const struct words *w, size_t i, int64_t *v)
{
    int64_t rest;
    size_t n = spelt(w, i, "and") ? below_hundred(w, i + 1, &rest) : 0;

    if (n == 0 || rest == 0 || numeral_is_taken(w, i + 1 + n, true))
        return 0;
    *v += rest;
    return n + 1;
}

/* Read a whole number from word i on. Returns how many words it takes. Scales
 * fall from left to right, so that the value stays below 10^17. */
static size_t numeral_scaled(const struct words *w, size_t i, bool bare,
                             int64_t *total)
{
    int64_t above = INT64_MAX, v;
    size_t taken = 0, n;

    *total = 0;
    for (;; taken += n + 1) {
        const struct lexeme *s;

        v = 1;
        n = hundreds(w, i + taken, bare && taken == 0, &v);
        s = numeral_is(w, i + taken + n, WORD_SCALE) ? w->x[i + taken + n]
                                                     : NULL;
        if ((n == 0 && (!s || taken || !bare)) || (taken && v == 0))
            break;
        if (!s || s->value == 100 || v == 0) {
            *total += v;
            return taken + n;
        }
        if (s->value >= above)
            break;
        *total += v * s->value;
        above = s->value;
    }
    return taken ? taken + rest_of_scale(w, i + taken, total) : 0;
}

/* The same, with the article of "a hundred". */
static size_t cardinal(const struct words *w, size_t i, int64_t *v)
{
    size_t a = spelt(w, i, "a") && numeral_is(w, i + 1, WORD_SCALE), n;

    n = numeral_scaled(w, i + a, a || (w->allow & NUMERAL_BARE), v);
    return n ? a + n : 0;
}

/* ---- parts, dozens, places ---- */

static void numeral_set(struct numeral *out, int64_t over, int64_t under,
                        unsigned has)
{
    out->over = over;
    out->under = under;
    out->has |= has;
}

/* "and a half", "and three quarters" behind a whole number. */
static size_t and_part(const struct words *w, size_t i, int64_t whole,
                       struct numeral *out)
{
    int64_t over = 1, under;
    size_t n;

    if (!spelt(w, i, "and") || !(w->allow & NUMERAL_PARTS))
        return 0;
    n = spelt(w, i + 1, "a") ? 1 : below_hundred(w, i + 1, &over);
    if (n == 0 || !numeral_is(w, i + 1 + n, over == 1 ? WORD_PART : WORD_PARTS))
        return 0;
    under = w->x[i + 1 + n]->value;
    if (over < 1 || over >= under || whole > INT64_MAX / under - 1)
        return 0;
    numeral_set(out, whole * under + over, under, NUMERAL_PARTS);
    return n + 2;
}

/* Read what may stand behind a whole number of n words. */
static size_t behind_count(const struct words *w, size_t i, int64_t v,
                           struct numeral *out)
{
    size_t more = and_part(w, i, v, out);

    if (more || v < 1)
        return more;
    if ((w->allow & NUMERAL_DOZENS) && v < 100 && spelt(w, i, "dozen")) {
        numeral_set(out, 12 * v, 1, NUMERAL_DOZENS);
        return 1;
    }
    if ((w->allow & NUMERAL_PARTS) &&
        numeral_is(w, i, v == 1 ? WORD_PART : WORD_PARTS)) {
        numeral_set(out, v, w->x[i]->value, NUMERAL_PARTS);
        return 1;
    }
    return 0;
}

/* "third", "twenty-first", "two hundredth": behind the whole number v, which
 * may be none. */
static size_t numeral_place(const struct words *w, size_t i, bool none,
                            int64_t v, struct numeral *out)
{
    int64_t last;

    if (!(w->allow & NUMERAL_ORDINALS) || !numeral_is(w, i, WORD_ORDINAL))
        return 0;
    last = w->x[i]->value;
    if (none || (v >= 20 && v % 10 == 0 && v % 100 != 10 && last < 10) ||
        (v >= 100 && v % 100 == 0 && last < 100))
        v += last;
    else if (last >= 100 && v > 0 && v < 1000)
        v *= last;
    else
        return 0;
    numeral_set(out, v, 1, NUMERAL_ORDINALS);
    return 1;
}

static size_t with_count(const struct words *w, size_t i, struct numeral *out)
{
    int64_t v;
    size_t n = cardinal(w, i, &v), more;

    if (n == 0)
        return 0;
    numeral_set(out, v, 1,
                n == 1 && numeral_is(w, i, WORD_SCALE) ? NUMERAL_BARE : 0);
    more = numeral_place(w, i + n, false, v, out);
    return n + (more ? more : behind_count(w, i + n, v, out));
}

/* "half", "half a dozen", "a dozen", "a quarter". */
static size_t without_count(const struct words *w, size_t i,
                            struct numeral *out)
{
    size_t a = spelt(w, i, "a"), half = spelt(w, i, "half"), next;

    next = i + half + (half ? spelt(w, i + 1, "a") : a);
    if ((w->allow & NUMERAL_DOZENS) && next > i && spelt(w, next, "dozen")) {
        numeral_set(out, half ? 6 : 12, 1, NUMERAL_DOZENS);
        return next + 1 - i;
    }
    if ((w->allow & NUMERAL_PARTS) && numeral_is(w, i + a, WORD_PART) &&
        (a || half || (w->allow & NUMERAL_BARE))) {
        numeral_set(out, 1, w->x[i + a]->value,
                    NUMERAL_PARTS | (a || half ? 0 : NUMERAL_BARE));
        return a + 1;
    }
    if ((w->allow & NUMERAL_TIMES) &&
        (numeral_is(w, i, WORD_TIMES) || numeral_is(w, i, WORD_GROUP))) {
        numeral_set(out, w->x[i]->value, 1, NUMERAL_TIMES);
        return 1;
    }
    return numeral_place(w, i, true, 0, out);
}

static size_t numeral_number(const struct words *w, struct numeral *out)
{
    size_t sign = (w->allow & NUMERAL_SIGNS) &&
                  (spelt(w, 0, "minus") || spelt(w, 0, "negative"));
    size_t n;

    *out = (struct numeral){ .under = 1 };
    n = with_count(w, sign, out);
    if (n == 0)
        n = without_count(w, sign, out);
    if (n == 0 || !sign)
        return n;
    numeral_set(out, -out->over, out->under, NUMERAL_SIGNS);
    return n + 1;
}

/* Returns the place behind one blank or hyphen between words, or 0 if neither
 * stands at `at`. */
static size_t gap(struct span t, size_t at)
{
    char c = span_byte(t, at);

    return (c == ' ' || c == '-') && is_letter(span_byte(t, at + 1)) ? at + 1
                                                                     : 0;
}

/* The words that stand at `at`, up to the first that no number has. */
static void numeral_words_at(struct words *w, struct span *spelling,
                             struct span t, size_t at)
{
    w->spelt = spelling;
    while (w->n < NUMERAL_WORDS) {
        size_t n = span_letters(t, at);

        spelling[w->n] = span_cut(t, at, at + n);
        if (n == 0 || !words_add(w, spelling[w->n]))
            return;
        at = gap(t, at + n);
        if (at == 0)
            return;
    }
}

/* The length of the first n words. */
static size_t words_length(const struct words *w, size_t n)
{
    return n == 0 ? 0
                  : (size_t)(w->spelt[n - 1].s + w->spelt[n - 1].n -
                             w->spelt[0].s);
}

/* Bring *out to lowest terms. */
static size_t reduced(size_t taken, struct numeral *out)
{
    int64_t x = out->over, y = out->under;

    while (taken && y) {
        int64_t r = x % y;

        x = y;
        y = r;
    }
    if (taken) {
        x = x < 0 ? -x : x;
        out->over /= x;
        out->under /= x;
    }
    return taken;
}

/* ---- digits ---- */

static bool add_digit(int64_t *v, char c)
{
    return !__builtin_mul_overflow(*v, 10, v) &&
           !__builtin_add_overflow(*v, c - '0', v);
}

static bool numeral_add_digits(int64_t *v, struct span digits)
{
    for (size_t i = 0; i < digits.n; i++)
        if (!add_digit(v, digits.s[i]))
            return false;
    return true;
}

/* The end of the digits that go on at `at` in groups of three, as in 1,250;
 * `at` itself without one. */
static size_t numeral_grouped(struct span t, size_t from, size_t at,
                              unsigned allow)
{
    char mark = span_byte(t, at);

    if (at - from > 3 || span_byte(t, from) == '0' ||
        !((mark == ',' && (allow & NUMERAL_COMMAS)) ||
          (mark == ' ' && (allow & NUMERAL_BLANKS))))
        return at;
    while (span_byte(t, at) == mark && span_digits(t, at + 1) == 3)
        at += 4;
    return at;
}

/* Read "12", "1,250.5" or ".5" at `at`. Returns its length. */
static size_t numeral_decimal(struct span t, size_t at, unsigned allow,
                              struct numeral *out)
{
    size_t whole = at + span_digits(t, at), end = whole, k;

    numeral_set(out, 0, 1, NUMERAL_DIGITS);
    if (whole > at)
        end = numeral_grouped(t, at, whole, allow);
    if (end > whole)
        out->has |=
            span_byte(t, whole) == ',' ? NUMERAL_COMMAS : NUMERAL_BLANKS;
    for (k = at; k < end; k++)
        if (is_digit(t.s[k]) && !add_digit(&out->over, t.s[k]))
            return 0;
    if (span_byte(t, end) == '.')
        for (k = end + 1; is_digit(span_byte(t, k)); end = ++k)
            if (!add_digit(&out->over, t.s[k]) ||
                __builtin_mul_overflow(out->under, 10, &out->under))
                return 0;
    return end - at;
}

/* Read "/4" behind a whole number, or "1/2" behind "2 ". Returns its length. */
static size_t slash_part(struct span t, size_t at, struct numeral *out)
{
    size_t n = span_byte(t, at) == '/' ? span_digits(t, at + 1) : 0;
    int64_t under = 0;

    if (n == 0 || out->under != 1 ||
        !numeral_add_digits(&under, span_cut(t, at + 1, at + 1 + n)) ||
        under == 0)
        return 0;
    numeral_set(out, out->over, under, NUMERAL_PARTS);
    return n + 1;
}

static size_t mixed_part(struct span t, size_t at, struct numeral *out)
{
    struct numeral part = { .under = 1 };
    size_t n = span_digits(t, at + 1), more;
    int64_t v;

    if (n == 0 || out->under != 1 ||
        (span_byte(t, at) != ' ' && span_byte(t, at) != '-') ||
        !numeral_add_digits(&part.over, span_cut(t, at + 1, at + 1 + n)))
        return 0;
    more = slash_part(t, at + 1 + n, &part);
    if (more == 0 || part.over == 0 || part.over >= part.under ||
        __builtin_mul_overflow(out->over, part.under, &v) ||
        __builtin_add_overflow(v, part.over, &v))
        return 0;
    numeral_set(out, v, part.under, NUMERAL_PARTS);
    return 1 + n + more;
}

/* Words behind digits: "million", "dozen", "and a half". */
static size_t digits_words(struct span t, size_t at, unsigned allow,
                           struct numeral *out)
{
    struct span spelling[NUMERAL_WORDS];
    struct words w = { .allow = allow };
    size_t next = gap(t, at), n;
    unsigned has;
    int64_t v;

    if (next == 0)
        return 0;
    numeral_words_at(&w, spelling, t, next);
    if (out->under == 1 && (n = and_part(&w, 0, out->over, out)))
        return next - at + words_length(&w, n);
    if ((allow & NUMERAL_BARE) && numeral_is(&w, 0, WORD_SCALE))
        has = NUMERAL_BARE;
    else if ((allow & NUMERAL_DOZENS) && spelt(&w, 0, "dozen"))
        has = NUMERAL_DOZENS;
    else
        return 0;
    if (__builtin_mul_overflow(out->over, w.x[0]->value, &v))
        return 0;
    numeral_set(out, v, out->under, has);
    return next - at + words_length(&w, 1);
}

static size_t numeral_digits(struct span t, size_t at, unsigned allow,
                             struct numeral *out)
{
    static const char *const ends[] = { "st", "nd", "rd", "th" };
    size_t n, more = 0;

    *out = (struct numeral){ .under = 1 };
    n = numeral_decimal(t, at, allow, out);
    if (n == 0)
        return 0;
    for (int i = 0; (allow & NUMERAL_ORDINALS) && i < 4; i++)
        if (out->under == 1 && span_word_at(t, at + n, ends[i])) {
            numeral_set(out, out->over, 1, NUMERAL_ORDINALS);
            return n + 2;
        }
    if ((allow & NUMERAL_PARTS) && !(more = slash_part(t, at + n, out)))
        more = mixed_part(t, at + n, out);
    return more ? n + more : n + digits_words(t, at + n, allow, out);
}

size_t numeral_at(struct span t, size_t at, unsigned allow, struct numeral *out)
{
    struct span spelling[NUMERAL_WORDS];
    struct words w = { .allow = allow };
    char c = span_byte(t, at);

    if (is_digit(c) || (c == '.' && is_digit(span_byte(t, at + 1))))
        return allow & NUMERAL_DIGITS
                   ? reduced(numeral_digits(t, at, allow, out), out)
                   : 0;
    numeral_words_at(&w, spelling, t, at);
    return w.n ? words_length(&w, reduced(numeral_number(&w, out), out)) : 0;
}

size_t numeral_words(const struct span *words, size_t n, unsigned allow,
                     struct numeral *out)
{
    struct words w = { .spelt = words, .allow = allow };

    while (w.n < n && w.n < NUMERAL_WORDS && words_add(&w, words[w.n]))
        ;
    return w.n ? reduced(numeral_number(&w, out), out) : 0;
}

/* ---- writing ---- */

/* The word of a value: "forty". */
static const char *numeral_name_of(int64_t value, enum word_class c)
{
    const struct lexeme *x = NULL;

    while ((x = lexicon_next(c, x)))
        if (x->value == value && !lexeme_is(x, WORD_MISSPELT))
            break;
    return x->word;
}

static void write_below_thousand(struct str *out, int64_t v)
{
    if (v >= 100) {
        write_below_thousand(out, v / 100);
        str_addf(out, " %s", numeral_name_of(100, WORD_SCALE));
        if (v % 100 == 0)
            return;
        str_addc(out, ' ');
        v %= 100;
    }
    if (v < 20 || v % 10 == 0)
        str_add(out, numeral_name_of(v, WORD_CARDINAL));
    else
        str_addf(out, "%s-%s", numeral_name_of(v - v % 10, WORD_CARDINAL),
                 numeral_name_of(v % 10, WORD_CARDINAL));
}

bool numeral_write(struct str *out, int64_t v)
{
    int64_t scale = INT64_C(1000000000000);
    bool any = false;

    if (v < 0 || v >= 1000 * scale)
        return false;
    for (; scale > 1; v %= scale, scale /= 1000) {
        if (v < scale)
            continue;
        str_add(out, any ? " " : "");
        write_below_thousand(out, v / scale);
        str_addf(out, " %s", numeral_name_of(scale, WORD_SCALE));
        any = true;
    }
    if (v > 0 || !any) {
        str_add(out, any ? " " : "");
        write_below_thousand(out, v);
    }
    return true;
}
