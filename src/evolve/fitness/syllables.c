/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Syllables of English words, by rule: groups of vowels are counted, then
 * corrected for what is written and not spoken (silent e, -es, -ed, the e
 * inside "something") and for groups that are two syllables (hiatus). Words
 * that no rule gets right stand in the lexicon. No dictionary: rare words may
 * be off by one, always by the same one.
 */
#include "evolve/fitness/fitness_int.h"
#include "text/character.h"

#define LETTERS_MOST 63 /* of a word; what is behind them does not count */

/* A word as plain letters: accents gone; '-' keeps apart what a diaeresis
 * does ("na-ive"). */
struct plain {
    char s[2 * LETTERS_MOST + 1];
    size_t n;
};

static bool is_vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

/* Are its first k letters of the class? */
static bool syl_begins(const struct plain *w, size_t k, enum word_class c)
{
    return word_is((struct span){ w->s, k }, c);
}

static bool syl_ends(const struct plain *w, const char *s)
{
    size_t k = strlen(s);

    return w->n >= k && !memcmp(w->s + w->n - k, s, k);
}

/* ---- groups ---- */

/* Is the letter at i spoken as a vowel? Not the u of "qu", nor a y that
 * begins a syllable ("yes", "player"). */
static bool sounds(const struct plain *w, size_t i)
{
    char c = w->s[i], before = i > 0 ? w->s[i - 1] : '\0';

    if (c == 'u' && before == 'q')
        return false;
    if (c == 'y' && is_vowel(w->s[i + 1]) && (i == 0 || is_vowel(before)))
        return false;
    return is_vowel(c);
}

static size_t count_groups(const struct plain *w)
{
    size_t groups = 0;
    bool inside = false;

    for (size_t i = 0; i < w->n; i++) {
        bool v = sounds(w, i);

        groups += v && !inside;
        inside = v;
    }
    return groups;
}

static bool any_vowel(const struct plain *w, size_t to)
{
    for (size_t i = 0; i < to; i++)
        if (sounds(w, i))
            return true;
    return false;
}

/* ---- written and not spoken ---- */

/* Does "le" or "re" before the end at `e` carry a syllable of its own:
 * "table", "metre"; not "called", "curled", "bowled"? */
static bool is_syllabic(const struct plain *w, size_t e)
{
    char c, b;

    if (e < 2)
        return false;
    c = w->s[e - 1];
    b = w->s[e - 2];
    if (c == 'l')
        return !is_vowel(b) && !strchr("lrw-", b);
    return c == 'r' && !is_vowel(b) && !strchr("rlwn-", b);
}

static bool hisses(const struct plain *w, size_t e)
{
    char c = w->s[e - 1];

    if (c == 'h')
        return e >= 2 && (w->s[e - 2] == 'c' || w->s[e - 2] == 's');
    return c == 's' || c == 'z' || c == 'x' || c == 'c' || c == 'g';
}

/* The e of the ending: "make", "makes", "asked". */
static bool silent_end(const struct plain *w)
{
    size_t e;

    if (w->n < 3)
        return false;
    e = w->s[w->n - 1] == 'e' ? w->n - 1 : w->n - 2;
    /* "league", "vague", "tongue"; not "argue". */
    if (w->s[e] == 'e' && e >= 3 && w->s[e - 1] == 'u' && w->s[e - 2] == 'g' &&
        (is_vowel(w->s[e - 3]) || w->s[e - 3] == 'n') && any_vowel(w, e - 2))
        return true;
    if (w->s[e] != 'e' || sounds(w, e - 1) || w->s[e - 1] == '-' ||
        !any_vowel(w, e) || is_syllabic(w, e))
        return false;
    if (e == w->n - 1)
        return true;
    if (w->s[e + 1] == 's')
        return !hisses(w, e);
    return w->s[e + 1] == 'd' && w->s[e - 1] != 't' && w->s[e - 1] != 'd';
}

/* The e before -ment, -ful, -ly, -less, -ness: "useful" but not "element". */
static bool silent_before(const struct plain *w)
{
    static const char *const tails[] = { "ement", "ements", "eful", "efully",
                                         "ely",   "eless",  "eness" };

    for (size_t i = 0; i < sizeof(tails) / sizeof(*tails); i++) {
        size_t k = strlen(tails[i]), e;

        if (!syl_ends(w, tails[i]) || w->n < k + 2)
            continue;
        e = w->n - k;
        if (sounds(w, e - 1) || !any_vowel(w, e))
            return false;
        if (i < 2 && (w->s[e - 1] == 'l' || is_syllabic(w, e) ||
                      (w->s[e - 1] == 'r' && !is_vowel(w->s[e - 2]))))
            return false;
        return true;
    }
    return false;
}

static bool silent_inside(const struct plain *w)
{
    if (silent_before(w))
        return true;
    for (size_t k = 1; k + 3 <= w->n; k++)
        if (w->s[k - 1] == 'e' && !is_vowel(w->s[k]) &&
            syl_begins(w, k, WORD_COMPOUND_HEAD))
            return true;
    return false;
}

/* ---- two where one is written ---- */

static bool at_is(const struct plain *w, size_t i, const char *s)
{
    return w->n - i >= strlen(s) && !memcmp(w->s + i, s, strlen(s));
}

/* "ia", "io", "ie", "iu", "ii". After c, s, t, g they melt: "special". */
static bool i_apart(const struct plain *w, size_t i)
{
    char b = i > 0 ? w->s[i - 1] : '\0', c = w->s[i + 1];
    bool melts = b && i > 1 && strchr("cstg", b);
    bool double_l = b == 'l' && i > 1 && w->s[i - 2] == 'l';

    if (c == 'a')
        return at_is(w, i, "iat") ||
               (!melts && !double_l && !at_is(w, i, "iage"));
    if (c == 'o')
        return !melts && !double_l &&
               !(b && i > 1 && strchr("nxh", b)); /* "union", "fashion" */
    if (c == 'e')
        return at_is(w, i, "iet") ||
               ((at_is(w, i, "ient") || at_is(w, i, "ienc")) && !melts) ||
               ((at_is(w, i, "iest") || syl_ends(w, "ier") ||
                 syl_ends(w, "iers")) &&
                any_vowel(w, i) && i + 3 <= w->n);
    return c == 'i' || (c == 'u' && !melts);
}

static bool u_apart(const struct plain *w, size_t i)
{
    char b = i > 0 ? w->s[i - 1] : '\0';

    if (b == 'q' || at_is(w, i, "uing") || at_is(w, i, "uity"))
        return b != 'q';
    if (b == 'g')
        return false;
    if (at_is(w, i, "ua"))
        return !(b == 's' && at_is(w, i, "uad"));
    return at_is(w, i, "uo") || at_is(w, i, "uel") || at_is(w, i, "uen") ||
           at_is(w, i, "uid") || at_is(w, i, "uin"); /* "fluid", "ruin" */
}

/* Do the vowels at i and i + 1 belong to two syllables? */
static bool syl_is_apart(const struct plain *w, size_t i)
{
    switch (w->s[i]) {
    case 'i': return i_apart(w, i);
    case 'u': return u_apart(w, i);
    case 'a': return at_is(w, i, "ao");
    case 'e':
        if (at_is(w, i, "eo"))
            return !(i > 1 && w->s[i - 1] == 'g');
        return at_is(w, i, "eum") || at_is(w, i, "eing") ||
               (at_is(w, i, "ear") && i > 2 && at_is(w, i - 3, "linear"));
    case 'o':
        return at_is(w, i, "oing") ||
               (at_is(w, i, "oic") && syl_ends(w, "oic"));
    case 'y': return at_is(w, i, "yi");
    default: return false;
    }
}

static size_t count_apart(const struct plain *w)
{
    bool two = false; /* vowels side by side: each such beginning has them */
    size_t n = 0;

    for (size_t i = 0; i + 1 < w->n; i++)
        n += sounds(w, i) && sounds(w, i + 1) && syl_is_apart(w, i);
    for (size_t k = 2; k <= w->n; k++) {
        two = two || (is_vowel(w->s[k - 2]) && is_vowel(w->s[k - 1]));
        if (two && syl_begins(w, k, WORD_HIATUS))
            return n + !span_at((struct span){ w->s, w->n }, 0, "creatur");
    }
    return n;
}

/* Syllables without a written vowel: "prism", "rhythm", "didn't". */
static size_t count_hidden(const struct plain *w)
{
    return syl_ends(w, "sm") || syl_ends(w, "sms") || syl_ends(w, "thm") ||
           syl_ends(w, "thms") || syl_ends(w, "dnt") || syl_ends(w, "snt");
}

/* ---- words and numbers ---- */

static size_t count_letters(struct span low)
{
    const struct lexeme *odd;
    struct plain w;
    size_t up, down;
    struct character c;
    size_t letters = 0;
    size_t k;

    w.n = 0;
    for (size_t i = 0; i < low.n && letters < LETTERS_MOST; i += k) {
        k = character_at(low, i, &c);
        if (c.code == 0 || c.code == '\'')
            continue;
        letters++;
        /* It begins a syllable behind a vowel, as the i of "naive" does with its
         * diaeresis; so do e with a diaeresis, an acute or a grave accent. */
        if (c.code >= 0xC0 && c.code < 0x100 &&
            strchr("\xe8\xe9\xeb\xef", (int)(c.code | 0x20)) && w.n > 0 &&
            is_vowel(w.s[w.n - 1]))
            w.s[w.n++] = '-';
        w.s[w.n++] = k == 1 ? low.s[i]
                     : c.is & (CHAR_LETTER | CHAR_ITALIC)
                         ? to_lower(c.plain[0])
                         : '.'; /* a consonant */
    }
    w.s[w.n] = '\0';
    odd = lexicon_find((struct span){ w.s, w.n });
    if (lexeme_is(odd, WORD_SYLLABLES))
        return (size_t)odd->value;
    up = count_groups(&w) + count_apart(&w) + count_hidden(&w);
    down = (size_t)silent_end(&w) + (size_t)silent_inside(&w);
    return up > down ? up - down : 1;
}

/* Below 1000; nothing of 0. */
static size_t read_hundreds(unsigned v)
{
    static const unsigned char small[] = { 0, 1, 1, 1, 1, 1, 1, 2, 1, 1,
                                           1, 3, 1, 2, 2, 2, 2, 3, 2, 2 };
    size_t n = 0;

    if (v >= 100)
        n += small[v / 100] + 2u;
    v %= 100;
    if (v < 20)
        return n + small[v];
    return n + (v / 10 == 7 ? 3u : 2u) + small[v % 10];
}

/* "thousand", "million" and "billion" all have two. */
static size_t syl_read_whole(const char *digits, size_t n)
{
    size_t out = 0;

    for (size_t i = 0; i < n;) {
        size_t k = (n - i) % 3 ? (n - i) % 3 : 3;
        unsigned v = 0;

        for (size_t j = 0; j < k; j++)
            v = v * 10 + (unsigned)(digits[i + j] - '0');
        i += k;
        out += read_hundreds(v) + (v > 0 && i < n ? 2 : 0);
    }
    return out ? out : 2; /* "zero" */
}

/* Numbers as they are read aloud: "250" is "two hundred fifty", 5; beyond 12
 * digits digit by digit. */
static size_t count_digits(struct span number)
{
    char whole[12];
    size_t k = 0, each = 0, behind = 0;

    for (size_t i = 0; i < number.n; i++) {
        size_t said = number.s[i] == '0' || number.s[i] == '7' ? 2 : 1;

        if (number.s[i] == '.')
            behind = 1; /* "point" */
        if (!is_digit(number.s[i]))
            continue;
        each += said;
        if (behind)
            behind += said;
        else if (k++ < sizeof(whole))
            whole[k - 1] = number.s[i];
    }
    return k > sizeof(whole) ? each + (behind > 0)
                             : syl_read_whole(whole, k) + behind;
}

/* A word may mix both: "3x" is "three x". */
size_t fitness_syllables(struct span low)
{
    size_t out = 0;

    for (size_t i = 0, k; i < low.n; i += k) {
        struct span rest = span_from(low, i);

        k = 0;
        if (is_digit(*rest.s)) {
            while (k < rest.n && (is_digit(rest.s[k]) || rest.s[k] == '.' ||
                                  rest.s[k] == ','))
                k++;
            out += count_digits(span_cut(rest, 0, k));
            continue;
        }
        while (k < rest.n && !is_digit(rest.s[k]))
            k++;
        out += count_letters(span_cut(rest, 0, k));
    }
    return out ? out : 1;
}

/* Texts repeat their words: the last one with each sum of letters is kept. */
struct counted {
    struct span word;
    size_t n;
};

static size_t count_once(struct counted kept[256], struct span word)
{
    struct counted *c;
    unsigned sum = 0;

    for (size_t i = 0; i < word.n; i++)
        sum = sum * 7 + (unsigned char)word.s[i];
    c = &kept[sum % 256];
    if (!span_equal(c->word, word))
        *c = (struct counted){ word, fitness_syllables(word) };
    return c->n;
}

double fitness_grade(const struct reading *r)
{
    struct counted kept[256] = { 0 };
    double syllables = 0, words = (double)r->words;

    for (size_t i = 0; i < r->n_tokens; i++)
        if (r->tokens[i].is & TOKEN_WORD)
            syllables += (double)count_once(kept, fitness_word(r, i));
    return 0.39 * words / (double)r->sentences + 11.8 * syllables / words -
           15.59;
}
