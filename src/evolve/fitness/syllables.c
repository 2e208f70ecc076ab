/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Syllables of English words, by rule: groups of vowels are counted, then
 * corrected for what is written and not spoken (silent e, -es, -ed, the e
 * inside "something") and for groups that are two syllables (hiatus). Words
 * that no rule gets right stand in a list. No dictionary: rare words may be
 * off by one, always by the same one.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "evolve/fitness/fitness_int.h"

#include <string.h>

#define LETTERS_MOST 63 /* of a word; what is behind them does not count */

/* A word as plain letters: accents gone; '-' keeps apart what a diaeresis
 * does ("na-ive"). */
struct plain {
    char s[2 * LETTERS_MOST + 1];
    size_t n;
};

static const struct {
    const char *word;
    size_t n;
} odd[] = {
    { "area", 3 },       { "areas", 3 },      { "acre", 2 },
    { "acres", 2 },      { "business", 2 },   { "businesses", 3 },
    { "cereal", 3 },     { "evening", 2 },    { "evenings", 2 },
    { "every", 2 },      { "everybody", 4 },  { "everyone", 3 },
    { "everything", 3 }, { "everywhere", 3 }, { "maybe", 2 },
    { "moreover", 3 },   { "naked", 2 },      { "recipe", 3 },
    { "recipes", 3 },    { "soldier", 2 },    { "soldiers", 2 },
    { "cashier", 2 },    { "cashiers", 2 },   { "wednesday", 2 },
    { "people", 2 },     { "coffee", 2 },     { "cafe", 2 },
    { "cafes", 2 },      { "poem", 2 },       { "poems", 2 },
    { "poet", 2 },       { "poets", 2 },      { "colonel", 2 },
    { "one", 1 },        { "once", 1 },       { "george", 1 },
    { "chocolate", 3 },  { "vegetable", 4 },  { "vegetables", 4 },
    { "clothes", 1 },    { "forehead", 2 },   { "anyone", 3 },
};

/* Words that begin compounds with a silent e: "home-work". */
static const char *const heads[] = {
    "base",  "cake",  "face", "fire",  "gate",  "grape", "here",
    "home",  "house", "lake", "life",  "line",  "more",  "note",
    "pine",  "race",  "safe", "score", "side",  "some",  "stone",
    "store", "there", "time", "ware",  "where", "whole", "cheese",
};

/* Beginnings with a hiatus that the rules do not see. */
static const char *const split[] = { "creat", "react", "rearr", "theat",
                                     "idea",  "coef",  "coinc", "coop",
                                     "scien", "reali", "preev" };

static bool is_vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

static bool begins(const struct plain *w, const char *s)
{
    return w->s[0] == s[0] && !strncmp(w->s, s, strlen(s));
}

static bool ends(const struct plain *w, const char *s)
{
    size_t k = strlen(s);

    return w->n >= k && !memcmp(w->s + w->n - k, s, k);
}

/* Accented letters of Latin-1 from U+00E0 on; '.' is a consonant. */
static char plain_letter(uint32_t ch, bool *apart)
{
    static const char latin[] = "aaaaaaaceeeeiiiidnooooo.ouuuuy.y";

    if (ch >= 0xC0 && ch < 0xE0)
        ch += 0x20;
    *apart = ch == 0xEB || ch == 0xEF || ch == 0xE9 || ch == 0xE8;
    return ch >= 0xE0 && ch < 0x100 ? latin[ch - 0xE0] : '.';
}

static void make_plain(const char *low, size_t n, struct plain *out)
{
    size_t letters = 0;

    out->n = 0;
    for (size_t i = 0; i < n && letters < LETTERS_MOST;) {
        uint32_t ch = 0;
        size_t k = utf8_read(low + i, n - i, &ch);
        bool apart = false;
        char c = ch < 0x80 ? (char)ch : plain_letter(ch, &apart);

        i += k ? k : 1;
        if (!k || c == '\'')
            continue;
        letters++;
        if (apart && out->n > 0 && is_vowel(out->s[out->n - 1]))
            out->s[out->n++] = '-';
        out->s[out->n++] = c;
    }
    out->s[out->n] = '\0';
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

/* "league", "vague", "tongue"; not "argue". */
static bool silent_ue(const struct plain *w, size_t e)
{
    return e >= 3 && w->s[e - 1] == 'u' && w->s[e - 2] == 'g' &&
           (is_vowel(w->s[e - 3]) || w->s[e - 3] == 'n') && any_vowel(w, e - 2);
}

/* The e of the ending: "make", "makes", "asked". */
static bool silent_end(const struct plain *w)
{
    size_t e;

    if (w->n < 3)
        return false;
    e = w->s[w->n - 1] == 'e' ? w->n - 1 : w->n - 2;
    if (w->s[e] == 'e' && silent_ue(w, e))
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

        if (!ends(w, tails[i]) || w->n < k + 2)
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
    for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
        size_t k = strlen(heads[i]);

        if (begins(w, heads[i]) && w->n >= k + 3 && !is_vowel(w->s[k]))
            return true;
    }
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
               ((at_is(w, i, "iest") || ends(w, "ier") || ends(w, "iers")) &&
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
static bool is_apart(const struct plain *w, size_t i)
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
        return at_is(w, i, "oing") || (at_is(w, i, "oic") && ends(w, "oic"));
    case 'y': return at_is(w, i, "yi");
    default: return false;
    }
}

static size_t count_apart(const struct plain *w)
{
    size_t n = 0;

    for (size_t i = 0; i + 1 < w->n; i++)
        n += sounds(w, i) && sounds(w, i + 1) && is_apart(w, i);
    for (size_t i = 0; i < sizeof(split) / sizeof(*split); i++)
        if (begins(w, split[i]) && !begins(w, "creatur"))
            return n + 1;
    return n;
}

/* Syllables without a written vowel: "prism", "rhythm", "didn't". */
static size_t count_hidden(const struct plain *w)
{
    return ends(w, "sm") || ends(w, "sms") || ends(w, "thm") ||
           ends(w, "thms") || ends(w, "dnt") || ends(w, "snt");
}

/* ---- words and numbers ---- */

static size_t count_letters(const char *low, size_t n)
{
    struct plain w;
    size_t up, down;

    make_plain(low, n, &w);
    for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++)
        if (odd[i].word[0] == w.s[0] && !strcmp(odd[i].word, w.s))
            return odd[i].n;
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
static size_t read_whole(const char *digits, size_t n)
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

size_t fitness_number_syllables(const char *s, size_t n)
{
    char whole[12];
    size_t k = 0, each = 0, out;
    bool behind = false;

    for (size_t i = 0; i < n; i++) {
        if (s[i] == '.')
            behind = true;
        if (!is_digit(s[i]))
            continue;
        if (!behind && k < sizeof(whole))
            whole[k] = s[i];
        k += !behind;
        each += s[i] == '0' || s[i] == '7' ? 2 : 1;
    }
    if (k > sizeof(whole))
        return each + behind;
    if (!behind)
        return read_whole(whole, k);
    out = read_whole(whole, k) + 1; /* "point" */
    for (size_t i = n; i > 0 && s[i - 1] != '.'; i--)
        out += s[i - 1] == '0' || s[i - 1] == '7' ? 2 : is_digit(s[i - 1]);
    return out;
}

/* A word may mix both: "3x" is "three x". */
size_t fitness_syllables(const char *low, size_t n)
{
    size_t out = 0;

    for (size_t i = 0; i < n;) {
        size_t from = i;

        if (is_digit(low[i])) {
            while (i < n &&
                   (is_digit(low[i]) || low[i] == '.' || low[i] == ','))
                i++;
            out += fitness_number_syllables(low + from, i - from);
            continue;
        }
        while (i < n && !is_digit(low[i]))
            i++;
        out += count_letters(low + from, i - from);
    }
    return out ? out : 1;
}

double fitness_grade(const struct reading *r)
{
    double syllables = 0, words = (double)r->words;

    for (size_t i = 0; i < r->n_tokens; i++)
        if (r->tokens[i].is & TOKEN_WORD)
            syllables += (double)fitness_syllables(r->low + r->tokens[i].at,
                                                   r->tokens[i].n);
    return 0.39 * words / (double)r->sentences + 11.8 * syllables / words -
           15.59;
}
