/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Unicode to the ASCII and LaTeX that say the same: full-width forms, digits
 * of other scripts, quotes, dashes, spaces, accents, mathematical signs.
 * What has no such spelling, and bytes that are not UTF-8, are copied.
 */
#include "base/utf8.h"
#include "problem/canonical/parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct fold {
    uint32_t ch;
    const char *text;
};

/* Sorted by ch. */
static const struct fold folds[] = {
    { 0x00A0, " " },
    { 0x00AB, "\"" },
    { 0x00AC, "\\neg " },
    { 0x00AD, "" },
    { 0x00B0, "^\\circ " },
    { 0x00B1, "\\pm " },
    { 0x00B4, "'" },
    { 0x00B5, "\\mu " },
    { 0x00B7, "\\cdot " },
    { 0x00BB, "\"" },
    { 0x00D7, "\\times " },
    { 0x00F7, "\\div " },
    { 0x02BC, "'" },
    { 0x0391, "A" },
    { 0x0392, "B" },
    { 0x0393, "\\Gamma " },
    { 0x0394, "\\Delta " },
    { 0x0395, "E" },
    { 0x0396, "Z" },
    { 0x0397, "H" },
    { 0x0398, "\\Theta " },
    { 0x0399, "I" },
    { 0x039A, "K" },
    { 0x039B, "\\Lambda " },
    { 0x039C, "M" },
    { 0x039D, "N" },
    { 0x039E, "\\Xi " },
    { 0x039F, "O" },
    { 0x03A0, "\\Pi " },
    { 0x03A1, "P" },
    { 0x03A3, "\\Sigma " },
    { 0x03A4, "T" },
    { 0x03A5, "\\Upsilon " },
    { 0x03A6, "\\Phi " },
    { 0x03A7, "X" },
    { 0x03A8, "\\Psi " },
    { 0x03A9, "\\Omega " },
    { 0x03B1, "\\alpha " },
    { 0x03B2, "\\beta " },
    { 0x03B3, "\\gamma " },
    { 0x03B4, "\\delta " },
    { 0x03B5, "\\epsilon " },
    { 0x03B6, "\\zeta " },
    { 0x03B7, "\\eta " },
    { 0x03B8, "\\theta " },
    { 0x03B9, "\\iota " },
    { 0x03BA, "\\kappa " },
    { 0x03BB, "\\lambda " },
    { 0x03BC, "\\mu " },
    { 0x03BD, "\\nu " },
    { 0x03BE, "\\xi " },
    { 0x03BF, "o" },
    { 0x03C0, "\\pi " },
    { 0x03C1, "\\rho " },
    { 0x03C2, "\\sigma " },
    { 0x03C3, "\\sigma " },
    { 0x03C4, "\\tau " },
    { 0x03C5, "\\upsilon " },
    { 0x03C6, "\\phi " },
    { 0x03C7, "\\chi " },
    { 0x03C8, "\\psi " },
    { 0x03C9, "\\omega " },
    { 0x03D1, "\\theta " },
    { 0x03D5, "\\phi " },
    { 0x03F5, "\\epsilon " },
    { 0x2009, "\\," },
    { 0x200B, "" },
    { 0x200C, "" },
    { 0x200D, "" },
    { 0x200E, "" },
    { 0x200F, "" },
    { 0x2010, "-" },
    { 0x2011, "-" },
    { 0x2012, "-" },
    { 0x2013, "-" },
    { 0x2014, " - " },
    { 0x2015, " - " },
    { 0x2016, "\\|" },
    { 0x2018, "'" },
    { 0x2019, "'" },
    { 0x201A, "'" },
    { 0x201B, "'" },
    { 0x201C, "\"" },
    { 0x201D, "\"" },
    { 0x201E, "\"" },
    { 0x201F, "\"" },
    { 0x2022, "*" },
    { 0x2026, "\\ldots " },
    { 0x2028, "\n" },
    { 0x2029, "\n" },
    { 0x202F, "\\," },
    { 0x2030, "\\permil " },
    { 0x2032, "\\prime " },
    { 0x2033, "\\prime \\prime " },
    { 0x2034, "\\prime \\prime \\prime " },
    { 0x2044, "/" },
    { 0x205F, " " },
    { 0x2060, "" },
    { 0x2061, "" },
    { 0x2062, "" },
    { 0x2063, "" },
    { 0x2102, "\\mathbb{C}" },
    { 0x210E, "h" },
    { 0x2113, "\\ell " },
    { 0x2115, "\\mathbb{N}" },
    { 0x211A, "\\mathbb{Q}" },
    { 0x211D, "\\mathbb{R}" },
    { 0x2124, "\\mathbb{Z}" },
    { 0x2190, "\\leftarrow " },
    { 0x2192, "\\to " },
    { 0x2194, "\\leftrightarrow " },
    { 0x21A6, "\\mapsto " },
    { 0x21D0, "\\Leftarrow " },
    { 0x21D2, "\\Rightarrow " },
    { 0x21D4, "\\Leftrightarrow " },
    { 0x2200, "\\forall " },
    { 0x2202, "\\partial " },
    { 0x2203, "\\exists " },
    { 0x2205, "\\emptyset " },
    { 0x2206, "\\Delta " },
    { 0x2207, "\\nabla " },
    { 0x2208, "\\in " },
    { 0x2209, "\\notin " },
    { 0x220F, "\\prod " },
    { 0x2211, "\\sum " },
    { 0x2212, " - " },
    { 0x2213, "\\mp " },
    { 0x2215, "/" },
    { 0x2216, "\\setminus " },
    { 0x2217, " * " },
    { 0x2218, "\\circ " },
    { 0x2219, "\\cdot " },
    { 0x221D, "\\propto " },
    { 0x221E, "\\infty " },
    { 0x2220, "\\angle " },
    { 0x2223, "|" },
    { 0x2225, "\\parallel " },
    { 0x2227, "\\wedge " },
    { 0x2228, "\\vee " },
    { 0x2229, "\\cap " },
    { 0x222A, "\\cup " },
    { 0x222B, "\\int " },
    { 0x222C, "\\iint " },
    { 0x222D, "\\iiint " },
    { 0x2234, "\\therefore " },
    { 0x2236, ":" },
    { 0x223C, "\\sim " },
    { 0x2243, "\\simeq " },
    { 0x2245, "\\cong " },
    { 0x2248, "\\approx " },
    { 0x2260, "\\neq " },
    { 0x2261, "\\equiv " },
    { 0x2264, "\\leq " },
    { 0x2265, "\\geq " },
    { 0x226A, "\\ll " },
    { 0x226B, "\\gg " },
    { 0x2282, "\\subset " },
    { 0x2283, "\\supset " },
    { 0x2286, "\\subseteq " },
    { 0x2287, "\\supseteq " },
    { 0x2295, "\\oplus " },
    { 0x2297, "\\otimes " },
    { 0x22A5, "\\perp " },
    { 0x22C5, "\\cdot " },
    { 0x22EF, "\\ldots " },
    { 0x2308, "\\lceil " },
    { 0x2309, "\\rceil " },
    { 0x230A, "\\lfloor " },
    { 0x230B, "\\rfloor " },
    { 0x2329, "\\langle " },
    { 0x232A, "\\rangle " },
    { 0x25B3, "\\triangle " },
    { 0x25CB, "\\circ " },
    { 0x27C2, "\\perp " },
    { 0x27E8, "\\langle " },
    { 0x27E9, "\\rangle " },
    { 0x27F6, "\\to " },
    { 0x2A7D, "\\leq " },
    { 0x2A7E, "\\geq " },
    { 0x3000, " " },
    { 0x3001, "," },
    { 0x3002, "." },
    { 0x3008, "\\langle " },
    { 0x3009, "\\rangle " },
    { 0xFB00, "ff" },
    { 0xFB01, "fi" },
    { 0xFB02, "fl" },
    { 0xFB03, "ffi" },
    { 0xFB04, "ffl" },
    { 0xFEFF, "" },
};

static int fold_order(const void *key, const void *item)
{
    uint32_t a = *(const uint32_t *)key;
    uint32_t b = ((const struct fold *)item)->ch;

    return (a > b) - (a < b);
}

/* U+00C0..U+017F without their accents, two letters of room for each. */
static const char latin[192][3] = {
    "A", "A", "A",  "A",  "A", "A", "AE", "C",  "E", "E", "E",  "E", "I", "I",
    "I", "I", "D",  "N",  "O", "O", "O",  "O",  "O", "",  "O",  "U", "U", "U",
    "U", "Y", "Th", "ss", "a", "a", "a",  "a",  "a", "a", "ae", "c", "e", "e",
    "e", "e", "i",  "i",  "i", "i", "d",  "n",  "o", "o", "o",  "o", "o", "",
    "o", "u", "u",  "u",  "u", "y", "th", "y",  "A", "a", "A",  "a", "A", "a",
    "C", "c", "C",  "c",  "C", "c", "C",  "c",  "D", "d", "D",  "d", "E", "e",
    "E", "e", "E",  "e",  "E", "e", "E",  "e",  "G", "g", "G",  "g", "G", "g",
    "G", "g", "H",  "h",  "H", "h", "I",  "i",  "I", "i", "I",  "i", "I", "i",
    "I", "i", "IJ", "ij", "J", "j", "K",  "k",  "k", "L", "l",  "L", "l", "L",
    "l", "L", "l",  "L",  "l", "N", "n",  "N",  "n", "N", "n",  "n", "N", "n",
    "O", "o", "O",  "o",  "O", "o", "OE", "oe", "R", "r", "R",  "r", "R", "r",
    "S", "s", "S",  "s",  "S", "s", "S",  "s",  "T", "t", "T",  "t", "T", "t",
    "U", "u", "U",  "u",  "U", "u", "U",  "u",  "U", "u", "U",  "u", "W", "w",
    "Y", "y", "Y",  "Z",  "z", "Z", "z",  "Z",  "z", "s",
};

/* U+00BC..U+00BE, then U+2150..U+215E. */
static const char *fraction_of(uint32_t ch)
{
    static const char *const low[] = { "14", "12", "34" };
    static const char *const high[] = {
        "17", "19", "1{10}", "13", "23", "15", "25", "35",
        "45", "16", "56",    "18", "38", "58", "78",
    };

    if (ch >= 0x00BC && ch <= 0x00BE)
        return low[ch - 0x00BC];
    return ch >= 0x2150 && ch <= 0x215E ? high[ch - 0x2150] : NULL;
}

/* The digit of other scripts and styles, or -1. */
static int digit_of(uint32_t ch)
{
    static const uint32_t zeros[] = { 0x0660, 0x06F0, 0x0966, 0x09E6, 0xFF10 };

    for (size_t i = 0; i < sizeof(zeros) / sizeof(*zeros); i++)
        if (ch >= zeros[i] && ch < zeros[i] + 10)
            return (int)(ch - zeros[i]);
    return ch >= 0x1D7CE && ch <= 0x1D7FF ? (int)((ch - 0x1D7CE) % 10) : -1;
}

/* The ASCII character of a superscript (+1) or subscript (-1), 0 for none. */
static char script_of(uint32_t ch, int *level)
{
    static const char signs[] = "+-=()n";

    *level = 1;
    if (ch == 0x00B9)
        return '1';
    if (ch == 0x00B2 || ch == 0x00B3)
        return (char)('2' + (ch - 0x00B2));
    if (ch == 0x2070 || (ch >= 0x2074 && ch <= 0x2079))
        return (char)('0' + (ch - 0x2070));
    if (ch == 0x2071)
        return 'i';
    if (ch >= 0x207A && ch <= 0x207F)
        return signs[ch - 0x207A];
    *level = -1;
    if (ch >= 0x2080 && ch <= 0x2089)
        return (char)('0' + (ch - 0x2080));
    if (ch >= 0x208A && ch <= 0x208E)
        return signs[ch - 0x208A];
    return '\0';
}

/* x², x₁₂: a run of them is one group. Returns the bytes read. */
static size_t fold_scripts(struct str *out, const char *s, size_t n)
{
    int level = 0, here;
    size_t i = 0, k;
    uint32_t ch;
    char c;

    while (i < n && (k = utf8_read(s + i, n - i, &ch)) > 0) {
        c = script_of(ch, &here);
        if (!c || (level && here != level))
            break;
        if (!level)
            str_add(out, here > 0 ? "^{" : "_{");
        level = here;
        str_addc(out, c);
        i += k;
    }
    if (level)
        str_addc(out, '}');
    return i;
}

/* √12 is the root of 12, while \sqrt12 is that of 1. */
static size_t fold_root(struct str *out, const char *s)
{
    size_t digits = 0;

    while (is_digit(s[digits]))
        digits++;
    str_add(out, "\\sqrt");
    if (digits == 0) {
        str_addc(out, ' ');
        return 0;
    }
    str_addc(out, '{');
    str_addn(out, s, digits);
    str_addc(out, '}');
    return digits;
}

/* Blocks that map by a rule. */
static bool fold_block(struct str *out, uint32_t ch)
{
    if (digit_of(ch) >= 0)
        str_addc(out, (char)('0' + digit_of(ch)));
    else if (ch >= 0xFF01 && ch <= 0xFF5E)
        str_addc(out, (char)(ch - 0xFF01 + '!'));
    else if (ch >= 0x00C0 && ch <= 0x017F)
        str_add(out, latin[ch - 0x00C0]);
    else if (ch >= 0x2000 && ch <= 0x200A)
        str_addc(out, ' ');
    else if (ch >= 0x1D400 && ch <= 0x1D6A3)
        str_addc(out, (char)((ch - 0x1D400) % 52 < 26
                                 ? 'A' + (ch - 0x1D400) % 52
                                 : 'a' + (ch - 0x1D400) % 52 - 26));
    else
        return ch >= 0x0300 && ch <= 0x036F; /* accents on their own */
    return true;
}

/* Fold one character of k bytes at s; returns the bytes read. */
static size_t fold_char(struct str *out, const char *s, size_t n, uint32_t ch,
                        size_t k)
{
    const struct fold *f;
    size_t scripts = fold_scripts(out, s, n);

    if (scripts)
        return scripts;
    f = bsearch(&ch, folds, sizeof(folds) / sizeof(*folds), sizeof(*folds),
                fold_order);
    if (f)
        str_add(out, f->text);
    else if (fraction_of(ch))
        str_addf(out, "\\frac%s", fraction_of(ch));
    else if (ch == 0x221A)
        return k + fold_root(out, s + k);
    else if (!fold_block(out, ch))
        str_addn(out, s, k);
    return k;
}

void canonical_fold(struct str *out, const char *s)
{
    size_t n = strlen(s), i = 0, k;
    uint32_t ch;

    while (i < n) {
        if ((s[i] & 0x80) == 0) {
            str_addc(out, s[i++]);
            continue;
        }
        k = utf8_read(s + i, n - i, &ch);
        if (k) {
            i += fold_char(out, s + i, n - i, ch, k);
        } else { /* stays apart, lest two such bytes make a character */
            str_addc(out, s[i++]);
            str_addc(out, ' ');
        }
    }
}
