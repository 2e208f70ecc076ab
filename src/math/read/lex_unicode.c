/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/lex_int.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <string.h>

/*
 * Characters beyond ASCII. Full-width ASCII is read as its ASCII; digits and
 * signs raised or lowered make runs; everything else is in the table.
 */

struct unicode {
    uint32_t code;
    struct lex_meaning meaning;
};

/* clang-format off */
static const struct unicode table[] = {
    { 0x00A0, { CONTROL_SPACE, 0, NULL } },
    { 0x00A3, { TOKEN_CURRENCY, 0, "GBP" } },
    { 0x00A5, { TOKEN_CURRENCY, 0, "JPY" } },
    { 0x00AD, { CONTROL_SPACE, 0, NULL } },
    { 0x00B0, { TOKEN_DEGREE, 0, NULL } },
    { 0x00B1, { TOKEN_PLUSMINUS, 0, NULL } },
    { 0x00B5, { TOKEN_NAME, 0, "mu" } },
    { 0x00B7, { TOKEN_TIMES, 0, NULL } },
    { 0x00BA, { TOKEN_DEGREE, 0, NULL } },
    { 0x00BC, { TOKEN_VULGAR, 20, NULL } },
    { 0x00BD, { TOKEN_VULGAR, 18, NULL } },
    { 0x00BE, { TOKEN_VULGAR, 52, NULL } },
    { 0x00D7, { TOKEN_TIMES, 0, NULL } },
    { 0x00D8, { TOKEN_DOMAIN, 0, "empty" } },
    { 0x00F7, { TOKEN_SLASH, 0, NULL } },
    { 0x00F8, { TOKEN_DOMAIN, 0, "empty" } },
    { 0x02B9, { TOKEN_PRIME, 1, NULL } },
    { 0x02DA, { TOKEN_DEGREE, 0, NULL } },
    { 0x0393, { TOKEN_NAME, 0, "Gamma" } },
    { 0x0394, { TOKEN_NAME, 0, "Delta" } },
    { 0x0398, { TOKEN_NAME, 0, "Theta" } },
    { 0x039B, { TOKEN_NAME, 0, "Lambda" } },
    { 0x039E, { TOKEN_NAME, 0, "Xi" } },
    { 0x03A0, { TOKEN_NAME, 0, "Pi" } },
    { 0x03A3, { TOKEN_NAME, 0, "Sigma" } },
    { 0x03A6, { TOKEN_NAME, 0, "Phi" } },
    { 0x03A8, { TOKEN_NAME, 0, "Psi" } },
    { 0x03A9, { TOKEN_NAME, 0, "Omega" } },
    { 0x03B1, { TOKEN_NAME, 0, "alpha" } },
    { 0x03B2, { TOKEN_NAME, 0, "beta" } },
    { 0x03B3, { TOKEN_NAME, 0, "gamma" } },
    { 0x03B4, { TOKEN_NAME, 0, "delta" } },
    { 0x03B5, { TOKEN_NAME, 0, "epsilon" } },
    { 0x03B6, { TOKEN_NAME, 0, "zeta" } },
    { 0x03B7, { TOKEN_NAME, 0, "eta" } },
    { 0x03B8, { TOKEN_NAME, 0, "theta" } },
    { 0x03B9, { TOKEN_NAME, 0, "iota" } },
    { 0x03BA, { TOKEN_NAME, 0, "kappa" } },
    { 0x03BB, { TOKEN_NAME, 0, "lambda" } },
    { 0x03BC, { TOKEN_NAME, 0, "mu" } },
    { 0x03BD, { TOKEN_NAME, 0, "nu" } },
    { 0x03BE, { TOKEN_NAME, 0, "xi" } },
    { 0x03BF, { TOKEN_NAME, 0, "omicron" } },
    { 0x03C0, { TOKEN_CONSTANT, CONSTANT_PI, NULL } },
    { 0x03C1, { TOKEN_NAME, 0, "rho" } },
    { 0x03C2, { TOKEN_NAME, 0, "sigma" } },
    { 0x03C3, { TOKEN_NAME, 0, "sigma" } },
    { 0x03C4, { TOKEN_NAME, 0, "tau" } },
    { 0x03C5, { TOKEN_NAME, 0, "upsilon" } },
    { 0x03C6, { TOKEN_NAME, 0, "phi" } },
    { 0x03C7, { TOKEN_NAME, 0, "chi" } },
    { 0x03C8, { TOKEN_NAME, 0, "psi" } },
    { 0x03C9, { TOKEN_NAME, 0, "omega" } },
    { 0x03D1, { TOKEN_NAME, 0, "theta" } },
    { 0x03D5, { TOKEN_NAME, 0, "phi" } },
    { 0x03F1, { TOKEN_NAME, 0, "rho" } },
    { 0x03F5, { TOKEN_NAME, 0, "epsilon" } },
    { 0x2000, { CONTROL_SPACE, 0, NULL } },
    { 0x2001, { CONTROL_SPACE, 0, NULL } },
    { 0x2002, { CONTROL_SPACE, 0, NULL } },
    { 0x2003, { CONTROL_SPACE, 0, NULL } },
    { 0x2004, { CONTROL_SPACE, 0, NULL } },
    { 0x2005, { CONTROL_SPACE, 0, NULL } },
    { 0x2006, { CONTROL_SPACE, 0, NULL } },
    { 0x2007, { CONTROL_SPACE, 0, NULL } },
    { 0x2008, { CONTROL_SPACE, 0, NULL } },
    { 0x2009, { CONTROL_SPACE, 0, NULL } },
    { 0x200A, { CONTROL_SPACE, 0, NULL } },
    { 0x200B, { CONTROL_SPACE, 0, NULL } },
    { 0x200C, { CONTROL_SPACE, 0, NULL } },
    { 0x200D, { CONTROL_SPACE, 0, NULL } },
    { 0x200E, { CONTROL_SPACE, 0, NULL } },
    { 0x200F, { CONTROL_SPACE, 0, NULL } },
    { 0x2010, { TOKEN_MINUS, 0, NULL } },
    { 0x2011, { TOKEN_MINUS, 0, NULL } },
    { 0x2012, { TOKEN_MINUS, 0, NULL } },
    { 0x2013, { TOKEN_MINUS, 0, NULL } },
    { 0x2014, { TOKEN_MINUS, 0, NULL } },
    { 0x2015, { TOKEN_MINUS, 0, NULL } },
    { 0x2016, { TOKEN_BARS, 0, NULL } },
    { 0x2018, { TOKEN_PRIME, 1, NULL } },
    { 0x2019, { TOKEN_PRIME, 1, NULL } },
    { 0x201D, { TOKEN_PRIME, 2, NULL } },
    { 0x2022, { TOKEN_TIMES, 0, NULL } },
    { 0x2026, { TOKEN_DOTS, 0, NULL } },
    { 0x202F, { CONTROL_SPACE, 0, NULL } },
    { 0x2032, { TOKEN_PRIME, 1, NULL } },
    { 0x2033, { TOKEN_PRIME, 2, NULL } },
    { 0x2034, { TOKEN_PRIME, 3, NULL } },
    { 0x2044, { TOKEN_SLASH, 0, NULL } },
    { 0x205F, { CONTROL_SPACE, 0, NULL } },
    { 0x2060, { CONTROL_SPACE, 0, NULL } },
    { 0x2061, { CONTROL_SPACE, 0, NULL } },
    { 0x2062, { CONTROL_SPACE, 0, NULL } },
    { 0x2063, { CONTROL_SPACE, 0, NULL } },
    { 0x2064, { CONTROL_SPACE, 0, NULL } },
    { 0x20AC, { TOKEN_CURRENCY, 0, "EUR" } },
    { 0x20B9, { TOKEN_CURRENCY, 0, "INR" } },
    { 0x2102, { TOKEN_DOMAIN, 0, "C" } },
    { 0x210F, { TOKEN_NAME, 0, "hbar" } },
    { 0x2113, { TOKEN_NAME, 0, "ell" } },
    { 0x2115, { TOKEN_DOMAIN, 0, "N" } },
    { 0x211A, { TOKEN_DOMAIN, 0, "Q" } },
    { 0x211D, { TOKEN_DOMAIN, 0, "R" } },
    { 0x2124, { TOKEN_DOMAIN, 0, "Z" } },
    { 0x2126, { TOKEN_NAME, 0, "Omega" } },
    { 0x212F, { TOKEN_NAME, 0, "e" } },
    { 0x2147, { TOKEN_NAME, 0, "e" } },
    { 0x2148, { TOKEN_NAME, 0, "i" } },
    { 0x2150, { TOKEN_VULGAR, 23, NULL } },
    { 0x2151, { TOKEN_VULGAR, 25, NULL } },
    { 0x2152, { TOKEN_VULGAR, 26, NULL } },
    { 0x2153, { TOKEN_VULGAR, 19, NULL } },
    { 0x2154, { TOKEN_VULGAR, 35, NULL } },
    { 0x2155, { TOKEN_VULGAR, 21, NULL } },
    { 0x2156, { TOKEN_VULGAR, 37, NULL } },
    { 0x2157, { TOKEN_VULGAR, 53, NULL } },
    { 0x2158, { TOKEN_VULGAR, 69, NULL } },
    { 0x2159, { TOKEN_VULGAR, 22, NULL } },
    { 0x215A, { TOKEN_VULGAR, 86, NULL } },
    { 0x215B, { TOKEN_VULGAR, 24, NULL } },
    { 0x215C, { TOKEN_VULGAR, 56, NULL } },
    { 0x215D, { TOKEN_VULGAR, 88, NULL } },
    { 0x215E, { TOKEN_VULGAR, 120, NULL } },
    { 0x2192, { TOKEN_RELATION, RELATION_TO, NULL } },
    { 0x21A6, { TOKEN_RELATION, RELATION_TO, NULL } },
    { 0x21D2, { TOKEN_RELATION, RELATION_TO, NULL } },
    { 0x2202, { TOKEN_PARTIAL, 0, NULL } },
    { 0x2205, { TOKEN_DOMAIN, 0, "empty" } },
    { 0x2206, { TOKEN_NAME, 0, "Delta" } },
    { 0x2208, { TOKEN_RELATION, RELATION_IN, NULL } },
    { 0x2209, { TOKEN_RELATION, RELATION_NOT_IN, NULL } },
    { 0x220F, { TOKEN_PRODUCT, 0, NULL } },
    { 0x2211, { TOKEN_SUM, 0, NULL } },
    { 0x2212, { TOKEN_MINUS, 0, NULL } },
    { 0x2213, { TOKEN_PLUSMINUS, 1, NULL } },
    { 0x2215, { TOKEN_SLASH, 0, NULL } },
    { 0x2216, { TOKEN_DIFFERENCE, 0, NULL } },
    { 0x2217, { TOKEN_TIMES, 0, NULL } },
    { 0x2218, { TOKEN_DEGREE, 0, NULL } },
    { 0x2219, { TOKEN_TIMES, 0, NULL } },
    { 0x221A, { TOKEN_SQRT, 0, NULL } },
    { 0x221B, { TOKEN_CBRT, 0, NULL } },
    { 0x221E, { TOKEN_CONSTANT, CONSTANT_INFINITY, NULL } },
    { 0x2220, { TOKEN_ACCENT, 0, "angle" } },
    { 0x2223, { TOKEN_BAR, 0, NULL } },
    { 0x2225, { TOKEN_BARS, 0, NULL } },
    { 0x2227, { TOKEN_AND, 0, NULL } },
    { 0x2228, { TOKEN_OR, 0, NULL } },
    { 0x2229, { TOKEN_INTERSECTION, 0, NULL } },
    { 0x222A, { TOKEN_UNION, 0, NULL } },
    { 0x222B, { TOKEN_INTEGRAL, 0, NULL } },
    { 0x2236, { TOKEN_COLON, 0, NULL } },
    { 0x223C, { TOKEN_RELATION, RELATION_APPROX, NULL } },
    { 0x2243, { TOKEN_RELATION, RELATION_APPROX, NULL } },
    { 0x2245, { TOKEN_RELATION, RELATION_APPROX, NULL } },
    { 0x2248, { TOKEN_RELATION, RELATION_APPROX, NULL } },
    { 0x2250, { TOKEN_RELATION, RELATION_APPROX, NULL } },
    { 0x2260, { TOKEN_RELATION, RELATION_NE, NULL } },
    { 0x2261, { TOKEN_RELATION, TOKEN_EQUIVALENT, NULL } },
    { 0x2264, { TOKEN_RELATION, RELATION_LE, NULL } },
    { 0x2265, { TOKEN_RELATION, RELATION_GE, NULL } },
    { 0x2266, { TOKEN_RELATION, RELATION_LE, NULL } },
    { 0x2267, { TOKEN_RELATION, RELATION_GE, NULL } },
    { 0x2282, { TOKEN_RELATION, RELATION_SUBSET, NULL } },
    { 0x2286, { TOKEN_RELATION, RELATION_SUBSET, NULL } },
    { 0x22C5, { TOKEN_TIMES, 0, NULL } },
    { 0x22EF, { TOKEN_DOTS, 0, NULL } },
    { 0x2308, { TOKEN_OPEN, DELIMITER_CEIL, NULL } },
    { 0x2309, { TOKEN_CLOSE, DELIMITER_CEIL, NULL } },
    { 0x230A, { TOKEN_OPEN, DELIMITER_FLOOR, NULL } },
    { 0x230B, { TOKEN_CLOSE, DELIMITER_FLOOR, NULL } },
    { 0x25B3, { TOKEN_ACCENT, 0, "triangle" } },
    { 0x2715, { TOKEN_TIMES, 0, NULL } },
    { 0x2716, { TOKEN_TIMES, 0, NULL } },
    { 0x27E8, { TOKEN_OPEN, DELIMITER_ANGLE, NULL } },
    { 0x27E9, { TOKEN_CLOSE, DELIMITER_ANGLE, NULL } },
    { 0x27F6, { TOKEN_RELATION, RELATION_TO, NULL } },
    { 0x2A7D, { TOKEN_RELATION, RELATION_LE, NULL } },
    { 0x2A7E, { TOKEN_RELATION, RELATION_GE, NULL } },
    { 0x3000, { CONTROL_SPACE, 0, NULL } },
    { 0x3001, { TOKEN_COMMA, 0, NULL } },
    { 0x3008, { TOKEN_OPEN, DELIMITER_ANGLE, NULL } },
    { 0x3009, { TOKEN_CLOSE, DELIMITER_ANGLE, NULL } },
    { 0x3010, { TOKEN_OPEN, DELIMITER_SQUARE, NULL } },
    { 0x3011, { TOKEN_CLOSE, DELIMITER_SQUARE, NULL } },
    { 0xFE63, { TOKEN_MINUS, 0, NULL } },
    { 0xFEFF, { CONTROL_SPACE, 0, NULL } },
    { 0xFF01, { TOKEN_BANG, 0, NULL } },
    { 0xFF04, { TOKEN_CURRENCY, 0, "USD" } },
    { 0xFF05, { TOKEN_PERCENT, 0, NULL } },
    { 0xFF08, { TOKEN_OPEN, DELIMITER_ROUND, NULL } },
    { 0xFF09, { TOKEN_CLOSE, DELIMITER_ROUND, NULL } },
    { 0xFF0A, { TOKEN_TIMES, 0, NULL } },
    { 0xFF0B, { TOKEN_PLUS, 0, NULL } },
    { 0xFF0C, { TOKEN_COMMA, 0, NULL } },
    { 0xFF0D, { TOKEN_MINUS, 0, NULL } },
    { 0xFF0F, { TOKEN_SLASH, 0, NULL } },
    { 0xFF1A, { TOKEN_COLON, 0, NULL } },
    { 0xFF1B, { TOKEN_SEMICOLON, 0, NULL } },
    { 0xFF1C, { TOKEN_RELATION, RELATION_LT, NULL } },
    { 0xFF1D, { TOKEN_RELATION, RELATION_EQ, NULL } },
    { 0xFF1E, { TOKEN_RELATION, RELATION_GT, NULL } },
    { 0xFF3B, { TOKEN_OPEN, DELIMITER_SQUARE, NULL } },
    { 0xFF3D, { TOKEN_CLOSE, DELIMITER_SQUARE, NULL } },
    { 0xFF3E, { TOKEN_CARET, 0, NULL } },
    { 0xFF5B, { TOKEN_OPEN, DELIMITER_GROUP, NULL } },
    { 0xFF5C, { TOKEN_BAR, 0, NULL } },
    { 0xFF5D, { TOKEN_CLOSE, DELIMITER_GROUP, NULL } },
    { 0xFFE5, { TOKEN_CURRENCY, 0, "JPY" } },
    { 0x1D70B, { TOKEN_CONSTANT, CONSTANT_PI, NULL } },
};
/* clang-format on */

static const struct lex_meaning *find(uint32_t code)
{
    size_t low = 0, high = sizeof(table) / sizeof(table[0]);

    while (low < high) {
        size_t mid = (low + high) / 2;

        if (table[mid].code == code)
            return &table[mid].meaning;
        if (table[mid].code < code)
            low = mid + 1;
        else
            high = mid;
    }
    return NULL;
}

/* The ASCII of a raised character, 0 when it is none. */
static char raised(uint32_t c)
{
    if (c == 0xB9)
        return '1';
    if (c == 0xB2 || c == 0xB3)
        return (char)('2' + (c - 0xB2));
    if (c == 0x2070 || (c >= 0x2074 && c <= 0x2079))
        return (char)('0' + (c - 0x2070));
    switch (c) {
    case 0x207A: return '+';
    case 0x207B: return '-';
    case 0x207D: return '(';
    case 0x207E: return ')';
    case 0x207F: return 'n';
    case 0x2071: return 'i';
    case 0x02E3: return 'x';
    case 0x1D57: return 't';
    case 0x1D4F: return 'k';
    case 0x1D50: return 'm';
    case 0x2044: return '/';
    default: return 0;
    }
}

static char lowered(uint32_t c)
{
    if (c >= 0x2080 && c <= 0x2089)
        return (char)('0' + (c - 0x2080));
    switch (c) {
    case 0x208A: return '+';
    case 0x208B: return '-';
    case 0x2090: return 'a';
    case 0x2091: return 'e';
    case 0x1D62: return 'i';
    case 0x2C7C: return 'j';
    case 0x2096: return 'k';
    case 0x2098: return 'm';
    case 0x2099: return 'n';
    case 0x1D63: return 'r';
    case 0x209C: return 't';
    case 0x2093: return 'x';
    default: return 0;
    }
}

/* A run of raised or lowered characters becomes one token. */
static bool lex_run(struct lexer *x, char (*ascii)(uint32_t), unsigned kind)
{
    size_t from = x->i, n = 0;
    char buffer[32];
    uint32_t c;
    size_t len;

    while (x->i < x->n) {
        len = utf8_read(x->s + x->i, x->n - x->i, &c);
        if (!len || !ascii(c) || (c == 0x2044 && n == 0))
            break;
        if (n == sizeof(buffer))
            return lex_fail(x, from, "too many raised characters");
        buffer[n++] = ascii(c);
        x->i += len;
    }
    lex_push(x, kind, from, x->i - from)->name =
        arena_strndup(x->arena, buffer, n);
    return true;
}

/* Full-width digits make a number of their own; other full-width ASCII is
 * looked at as the ASCII character. */
static bool lex_full_width(struct lexer *x, uint32_t c, size_t len)
{
    size_t from = x->i;
    struct token *t;
    char ascii = (char)(c - 0xFEE0);

    if (is_letter(ascii)) {
        t = lex_push(x, TOKEN_NAME, from, len);
        t->name = lex_letter(ascii);
        t->match = 1;
        x->i += len;
        return true;
    }
    if (!is_digit(ascii))
        return lex_fail(x, from, "cannot read a full-width \"%c\"", ascii);
    while (x->i < x->n) {
        len = utf8_read(x->s + x->i, x->n - x->i, &c);
        if (!len || !((c >= 0xFF10 && c <= 0xFF19) || c == 0xFF0E))
            break;
        x->i += len;
    }
    lex_push(x, TOKEN_NUMBER, from, x->i - from);
    return true;
}

/* Mathematical alphanumeric letters (italic x, bold A) as plain ones. */
static char plain_letter(uint32_t c)
{
    uint32_t k;

    if (c == 0x210E)
        return 'h';
    if (c < 0x1D400 || c >= 0x1D6A4)
        return 0;
    k = (c - 0x1D400) % 52;
    return (char)(k < 26 ? 'A' + k : 'a' + k - 26);
}

bool lex_unicode(struct lexer *x)
{
    uint32_t c;
    size_t len = utf8_read(x->s + x->i, x->n - x->i, &c);
    const struct lex_meaning *m;
    struct token *t;

    if (!len)
        return lex_fail(x, x->i, "bytes that are not UTF-8");
    if (raised(c) && c != 0x2044)
        return lex_run(x, raised, TOKEN_SUPER);
    if (lowered(c))
        return lex_run(x, lowered, TOKEN_SUBSCRIPT);
    m = find(c);
    if ((c == 0xB5 || c == 0x3BC) && lex_micro(x, len))
        return true;
    if (!m && lex_script_joiner(x))
        return true;
    if (!m && c > 0xFF00 && c < 0xFF5F)
        return lex_full_width(x, c, len);
    if (m && m->kind == CONTROL_SPACE) {
        x->space = true;
        x->i += len;
        return true;
    }
    if (m || plain_letter(c)) {
        t = lex_push(x, m ? m->kind : TOKEN_NAME, x->i, len);
        t->sub = m ? m->sub : 0;
        t->name = m ? m->name : lex_letter(plain_letter(c));
        if (t->kind == TOKEN_NAME)
            t->match = 1;
        x->i += len;
        return true;
    }
    /* Letters of other scripts make words: units and nouns. */
    t = lex_push(x, TOKEN_WORD, x->i, len);
    while (len && (c >= 0xC0) && !find(c)) {
        x->i += len;
        len = x->i < x->n ? utf8_read(x->s + x->i, x->n - x->i, &c) : 0;
        if (x->i < x->n && is_letter(x->s[x->i]))
            c = 0xC0;
    }
    if (x->i == t->at)
        return lex_fail(x, x->i, "cannot read \"%.*s\"", (int)len, x->s + x->i);
    t->len = (uint32_t)(x->i - t->at);
    return true;
}
