/* SPDX-License-Identifier: Apache-2.0 */
#include "text/character.h"
#include "base/utf8.h"

#include <stdlib.h>

/* In the order of their codes. */
/* clang-format off */
static const struct character table[] = {
    { 0x0085, CHAR_LINE, "\n", " ", " " },
    { 0x00A0, CHAR_BLANK, " ", "~", "~" },
    { 0x00A1, CHAR_SIGN, "", NULL, "!`" },
    { 0x00A2, CHAR_CURRENCY, "cents", NULL, "cents" },
    { 0x00A3, CHAR_CURRENCY, "GBP", "\\pounds", "\\pounds{}" },
    { 0x00A5, CHAR_CURRENCY, "JPY", NULL, "JPY" },
    { 0x00A7, CHAR_SIGN, "", "\\S", "\\S{}" },
    { 0x00A9, CHAR_SIGN, "", NULL, "\\copyright{}" },
    { 0x00AB, CHAR_DOUBLE, "\"", "\\ll", NULL },
    { 0x00AC, CHAR_SIGN, "", "\\neg", NULL },
    { 0x00AD, CHAR_UNSEEN, "", "", "" },
    { 0x00B0, CHAR_DEGREE, "", "{}^{\\circ}", NULL },
    { 0x00B1, CHAR_SIGN, "", "\\pm", NULL },
    { 0x00B4, CHAR_QUOTE, "'", NULL, "'" },
    { 0x00B5, CHAR_GREEK, "mu", "\\mu", NULL },
    { 0x00B6, CHAR_SIGN, "", "\\P", "\\P{}" },
    { 0x00B7, CHAR_TIMES, "*", "\\cdot", NULL },
    { 0x00BA, CHAR_DEGREE, "", "{}^{\\circ}", NULL },
    { 0x00BB, CHAR_DOUBLE, "\"", "\\gg", NULL },
    { 0x00BF, CHAR_SIGN, "", NULL, "?`" },
    { 0x00C6, CHAR_LETTER, "AE", NULL, "\\AE{}" },
    { 0x00D7, CHAR_TIMES, "*", "\\times", NULL },
    { 0x00D8, CHAR_LETTER, "O", NULL, "\\O{}" },
    { 0x00DF, CHAR_LETTER, "ss", NULL, "\\ss{}" },
    { 0x00E6, CHAR_LETTER, "ae", NULL, "\\ae{}" },
    { 0x00F7, CHAR_DIVIDE, "/", "\\div", NULL },
    { 0x00F8, CHAR_LETTER, "o", NULL, "\\o{}" },
    { 0x0131, CHAR_LETTER, "i", NULL, "\\i{}" },
    { 0x0141, CHAR_LETTER, "L", NULL, "\\L{}" },
    { 0x0142, CHAR_LETTER, "l", NULL, "\\l{}" },
    { 0x0152, CHAR_LETTER, "OE", NULL, "\\OE{}" },
    { 0x0153, CHAR_LETTER, "oe", NULL, "\\oe{}" },
    { 0x02B9, CHAR_PRIME, "'", "{}'", NULL },
    { 0x02BC, CHAR_QUOTE, "'", NULL, "'" },
    { 0x02DA, CHAR_DEGREE, "", "{}^{\\circ}", NULL },
    { 0x0391, CHAR_GREEK, "A", "A", NULL },
    { 0x0392, CHAR_GREEK, "B", "B", NULL },
    { 0x0393, CHAR_GREEK, "Gamma", "\\Gamma", NULL },
    { 0x0394, CHAR_GREEK, "Delta", "\\Delta", NULL },
    { 0x0395, CHAR_GREEK, "E", "E", NULL },
    { 0x0396, CHAR_GREEK, "Z", "Z", NULL },
    { 0x0397, CHAR_GREEK, "H", "H", NULL },
    { 0x0398, CHAR_GREEK, "Theta", "\\Theta", NULL },
    { 0x0399, CHAR_GREEK, "I", "I", NULL },
    { 0x039A, CHAR_GREEK, "K", "K", NULL },
    { 0x039B, CHAR_GREEK, "Lambda", "\\Lambda", NULL },
    { 0x039C, CHAR_GREEK, "M", "M", NULL },
    { 0x039D, CHAR_GREEK, "N", "N", NULL },
    { 0x039E, CHAR_GREEK, "Xi", "\\Xi", NULL },
    { 0x039F, CHAR_GREEK, "O", "O", NULL },
    { 0x03A0, CHAR_GREEK, "Pi", "\\Pi", NULL },
    { 0x03A1, CHAR_GREEK, "P", "P", NULL },
    { 0x03A3, CHAR_GREEK, "Sigma", "\\Sigma", NULL },
    { 0x03A4, CHAR_GREEK, "T", "T", NULL },
    { 0x03A5, CHAR_GREEK, "Upsilon", "\\Upsilon", NULL },
    { 0x03A6, CHAR_GREEK, "Phi", "\\Phi", NULL },
    { 0x03A7, CHAR_GREEK, "X", "X", NULL },
    { 0x03A8, CHAR_GREEK, "Psi", "\\Psi", NULL },
    { 0x03A9, CHAR_GREEK, "Omega", "\\Omega", NULL },
    { 0x03B1, CHAR_GREEK, "alpha", "\\alpha", NULL },
    { 0x03B2, CHAR_GREEK, "beta", "\\beta", NULL },
    { 0x03B3, CHAR_GREEK, "gamma", "\\gamma", NULL },
    { 0x03B4, CHAR_GREEK, "delta", "\\delta", NULL },
    { 0x03B5, CHAR_GREEK, "epsilon", "\\varepsilon", NULL },
    { 0x03B6, CHAR_GREEK, "zeta", "\\zeta", NULL },
    { 0x03B7, CHAR_GREEK, "eta", "\\eta", NULL },
    { 0x03B8, CHAR_GREEK, "theta", "\\theta", NULL },
    { 0x03B9, CHAR_GREEK, "iota", "\\iota", NULL },
    { 0x03BA, CHAR_GREEK, "kappa", "\\kappa", NULL },
    { 0x03BB, CHAR_GREEK, "lambda", "\\lambda", NULL },
    { 0x03BC, CHAR_GREEK, "mu", "\\mu", NULL },
    { 0x03BD, CHAR_GREEK, "nu", "\\nu", NULL },
    { 0x03BE, CHAR_GREEK, "xi", "\\xi", NULL },
    { 0x03BF, CHAR_GREEK, "omicron", "o", NULL },
    { 0x03C0, CHAR_GREEK, "pi", "\\pi", NULL },
    { 0x03C1, CHAR_GREEK, "rho", "\\rho", NULL },
    { 0x03C2, CHAR_GREEK, "sigma", "\\varsigma", NULL },
    { 0x03C3, CHAR_GREEK, "sigma", "\\sigma", NULL },
    { 0x03C4, CHAR_GREEK, "tau", "\\tau", NULL },
    { 0x03C5, CHAR_GREEK, "upsilon", "\\upsilon", NULL },
    { 0x03C6, CHAR_GREEK, "phi", "\\varphi", NULL },
    { 0x03C7, CHAR_GREEK, "chi", "\\chi", NULL },
    { 0x03C8, CHAR_GREEK, "psi", "\\psi", NULL },
    { 0x03C9, CHAR_GREEK, "omega", "\\omega", NULL },
    { 0x03D1, CHAR_GREEK, "theta", "\\vartheta", NULL },
    { 0x03D5, CHAR_GREEK, "phi", "\\phi", NULL },
    { 0x03F1, CHAR_GREEK, "rho", "\\rho", NULL },
    { 0x03F5, CHAR_GREEK, "epsilon", "\\epsilon", NULL },
    { 0x0964, CHAR_WIDE, ".", NULL, "." },
    { 0x2000, CHAR_BLANK, " ", "\\ ", " " },
    { 0x2001, CHAR_BLANK, " ", "\\ ", " " },
    { 0x2002, CHAR_BLANK, " ", "\\ ", "\\enspace{}" },
    { 0x2003, CHAR_BLANK, " ", "\\quad ", "\\quad{}" },
    { 0x2004, CHAR_BLANK, " ", "\\ ", " " },
    { 0x2005, CHAR_BLANK, " ", "\\ ", " " },
    { 0x2006, CHAR_BLANK, " ", "\\ ", " " },
    { 0x2007, CHAR_BLANK, " ", "\\ ", " " },
    { 0x2008, CHAR_BLANK, " ", "\\ ", " " },
    { 0x2009, CHAR_BLANK, " ", "\\,", "\\," },
    { 0x200A, CHAR_BLANK, " ", "\\ ", " " },
    { 0x200B, CHAR_UNSEEN, "", "", "" },
    { 0x200C, CHAR_UNSEEN, "", "", "" },
    { 0x200D, CHAR_UNSEEN, "", "", "" },
    { 0x200E, CHAR_UNSEEN, "", "", "" },
    { 0x200F, CHAR_UNSEEN, "", "", "" },
    { 0x2010, CHAR_HYPHEN, "-", "-", "-" },
    { 0x2011, CHAR_HYPHEN, "-", "-", "-" },
    { 0x2012, CHAR_DASH, "-", "-", "--" },
    { 0x2013, CHAR_DASH, "-", "-", "--" },
    { 0x2014, CHAR_DASH, "-", "-", "---" },
    { 0x2015, CHAR_DASH, "-", "-", "---" },
    { 0x2016, CHAR_SIGN, "", "\\|", NULL },
    { 0x2018, CHAR_QUOTE, "'", "{}'", "`" },
    { 0x2019, CHAR_QUOTE, "'", "'", "'" },
    { 0x201A, CHAR_QUOTE, "'", NULL, "," },
    { 0x201B, CHAR_QUOTE, "'", NULL, "`" },
    { 0x201C, CHAR_DOUBLE, "\"", NULL, "``" },
    { 0x201D, CHAR_DOUBLE, "\"", NULL, "''" },
    { 0x201E, CHAR_DOUBLE, "\"", NULL, ",," },
    { 0x201F, CHAR_DOUBLE, "\"", NULL, "``" },
    { 0x2022, CHAR_BULLET, "*", "\\bullet", NULL },
    { 0x2023, CHAR_BULLET, "*", NULL, NULL },
    { 0x2026, CHAR_DOTS, "...", "\\ldots", NULL },
    { 0x2028, CHAR_LINE, "\n", " ", " " },
    { 0x2029, CHAR_LINE, "\n", " ", " " },
    { 0x202F, CHAR_BLANK, " ", "\\,", "\\," },
    { 0x2030, CHAR_SIGN, "permil", NULL, NULL },
    { 0x2032, CHAR_PRIME, "'", "{}'", NULL },
    { 0x2033, CHAR_PRIME, "''", "{}''", NULL },
    { 0x2034, CHAR_PRIME, "'''", "{}'''", NULL },
    { 0x2043, CHAR_BULLET, "*", NULL, NULL },
    { 0x2044, CHAR_DIVIDE, "/", "/", "/" },
    { 0x205F, CHAR_BLANK, " ", "\\ ", " " },
    { 0x2060, CHAR_UNSEEN, "", "", "" },
    { 0x2061, CHAR_UNSEEN, "", "", "" },
    { 0x2062, CHAR_UNSEEN, "", "", "" },
    { 0x2063, CHAR_UNSEEN, "", "", "" },
    { 0x2064, CHAR_UNSEEN, "", "", "" },
    { 0x20AC, CHAR_CURRENCY, "EUR", NULL, "EUR" },
    { 0x20B9, CHAR_CURRENCY, "INR", NULL, "INR" },
    { 0x2102, CHAR_SIGN, "", "\\mathbb{C}", NULL },
    { 0x210E, CHAR_ITALIC, "h", "h", NULL },
    { 0x210F, CHAR_ITALIC, "hbar", "\\hbar", NULL },
    { 0x2111, CHAR_SIGN, "", "\\Im", NULL },
    { 0x2113, CHAR_ITALIC, "ell", "\\ell", NULL },
    { 0x2115, CHAR_SIGN, "", "\\mathbb{N}", NULL },
    { 0x2119, CHAR_SIGN, "", "\\mathbb{P}", NULL },
    { 0x211A, CHAR_SIGN, "", "\\mathbb{Q}", NULL },
    { 0x211C, CHAR_SIGN, "", "\\Re", NULL },
    { 0x211D, CHAR_SIGN, "", "\\mathbb{R}", NULL },
    { 0x2124, CHAR_SIGN, "", "\\mathbb{Z}", NULL },
    { 0x2126, CHAR_GREEK, "Omega", "\\Omega", NULL },
    { 0x212F, CHAR_ITALIC, "e", "e", NULL },
    { 0x2135, CHAR_SIGN, "", "\\aleph", NULL },
    { 0x2147, CHAR_ITALIC, "e", "e", NULL },
    { 0x2148, CHAR_ITALIC, "i", "i", NULL },
    { 0x2190, CHAR_ARROW, "<-", "\\leftarrow", NULL },
    { 0x2191, CHAR_ARROW, "", "\\uparrow", NULL },
    { 0x2192, CHAR_ARROW, "->", "\\to", NULL },
    { 0x2193, CHAR_ARROW, "", "\\downarrow", NULL },
    { 0x2194, CHAR_ARROW, "<->", "\\leftrightarrow", NULL },
    { 0x21A6, CHAR_ARROW, "->", "\\mapsto", NULL },
    { 0x21D0, CHAR_ARROW, "<=", "\\Leftarrow", NULL },
    { 0x21D2, CHAR_ARROW, "=>", "\\Rightarrow", NULL },
    { 0x21D4, CHAR_ARROW, "<=>", "\\Leftrightarrow", NULL },
    { 0x21E8, CHAR_ARROW, "=>", "\\Rightarrow", NULL },
    { 0x2200, CHAR_SIGN, "", "\\forall", NULL },
    { 0x2202, CHAR_SIGN, "", "\\partial", NULL },
    { 0x2203, CHAR_SIGN, "", "\\exists", NULL },
    { 0x2204, CHAR_SIGN, "", "\\nexists", NULL },
    { 0x2205, CHAR_SIGN, "", "\\emptyset", NULL },
    { 0x2206, CHAR_GREEK, "Delta", "\\triangle", NULL },
    { 0x2207, CHAR_SIGN, "", "\\nabla", NULL },
    { 0x2208, CHAR_RELATION, "", "\\in", NULL },
    { 0x2209, CHAR_RELATION, "", "\\notin", NULL },
    { 0x220B, CHAR_RELATION, "", "\\ni", NULL },
    { 0x220F, CHAR_SIGN, "", "\\prod", NULL },
    { 0x2211, CHAR_SIGN, "", "\\sum", NULL },
    { 0x2212, CHAR_MINUS, "-", "-", NULL },
    { 0x2213, CHAR_SIGN, "", "\\mp", NULL },
    { 0x2215, CHAR_DIVIDE, "/", "/", NULL },
    { 0x2216, CHAR_SIGN, "", "\\setminus", NULL },
    { 0x2217, CHAR_TIMES, "*", "\\ast", NULL },
    { 0x2218, CHAR_SIGN, "", "\\circ", NULL },
    { 0x2219, CHAR_TIMES, "*", "\\cdot", NULL },
    { 0x221A, CHAR_ROOT, "", "\\surd", NULL },
    { 0x221B, CHAR_ROOT, "", NULL, NULL },
    { 0x221D, CHAR_SIGN, "", "\\propto", NULL },
    { 0x221E, CHAR_SIGN, "", "\\infty", NULL },
    { 0x2220, CHAR_SIGN, "", "\\angle", NULL },
    { 0x2223, CHAR_RELATION, "|", "\\mid", NULL },
    { 0x2224, CHAR_RELATION, "", "\\nmid", NULL },
    { 0x2225, CHAR_SIGN, "", "\\parallel", NULL },
    { 0x2227, CHAR_SIGN, "", "\\wedge", NULL },
    { 0x2228, CHAR_SIGN, "", "\\vee", NULL },
    { 0x2229, CHAR_SIGN, "", "\\cap", NULL },
    { 0x222A, CHAR_SIGN, "", "\\cup", NULL },
    { 0x222B, CHAR_SIGN, "", "\\int", NULL },
    { 0x222C, CHAR_SIGN, "", "\\iint", NULL },
    { 0x222D, CHAR_SIGN, "", "\\iiint", NULL },
    { 0x222E, CHAR_SIGN, "", "\\oint", NULL },
    { 0x2234, CHAR_SIGN, "", "\\therefore", NULL },
    { 0x2235, CHAR_SIGN, "", "\\because", NULL },
    { 0x2236, CHAR_RELATION, ":", ":", ":" },
    { 0x223C, CHAR_RELATION, "", "\\sim", NULL },
    { 0x2243, CHAR_RELATION, "=", "\\simeq", NULL },
    { 0x2245, CHAR_RELATION, "", "\\cong", NULL },
    { 0x2248, CHAR_RELATION, "=", "\\approx", NULL },
    { 0x2250, CHAR_RELATION, "", "\\doteq", NULL },
    { 0x2260, CHAR_RELATION, "!=", "\\neq", NULL },
    { 0x2261, CHAR_RELATION, "", "\\equiv", NULL },
    { 0x2264, CHAR_RELATION, "<=", "\\leq", NULL },
    { 0x2265, CHAR_RELATION, ">=", "\\geq", NULL },
    { 0x2266, CHAR_RELATION, "<=", "\\leqq", NULL },
    { 0x2267, CHAR_RELATION, ">=", "\\geqq", NULL },
    { 0x226A, CHAR_RELATION, "", "\\ll", NULL },
    { 0x226B, CHAR_RELATION, "", "\\gg", NULL },
    { 0x2282, CHAR_RELATION, "", "\\subset", NULL },
    { 0x2283, CHAR_RELATION, "", "\\supset", NULL },
    { 0x2286, CHAR_RELATION, "", "\\subseteq", NULL },
    { 0x2287, CHAR_RELATION, "", "\\supseteq", NULL },
    { 0x2295, CHAR_SIGN, "", "\\oplus", NULL },
    { 0x2297, CHAR_SIGN, "", "\\otimes", NULL },
    { 0x22A5, CHAR_SIGN, "", "\\perp", NULL },
    { 0x22C5, CHAR_TIMES, "*", "\\cdot", NULL },
    { 0x22C6, CHAR_SIGN, "", "\\star", NULL },
    { 0x22EE, CHAR_SIGN, "", "\\vdots", NULL },
    { 0x22EF, CHAR_DOTS, "...", "\\cdots", NULL },
    { 0x2308, CHAR_BRACKET, "", "\\lceil", NULL },
    { 0x2309, CHAR_BRACKET, "", "\\rceil", NULL },
    { 0x230A, CHAR_BRACKET, "", "\\lfloor", NULL },
    { 0x230B, CHAR_BRACKET, "", "\\rfloor", NULL },
    { 0x2329, CHAR_BRACKET, "", "\\langle", NULL },
    { 0x232A, CHAR_BRACKET, "", "\\rangle", NULL },
    { 0x25A0, CHAR_SIGN, "", "\\blacksquare", NULL },
    { 0x25A1, CHAR_SIGN, "", "\\square", NULL },
    { 0x25B3, CHAR_SIGN, "", "\\triangle", NULL },
    { 0x25C7, CHAR_SIGN, "", "\\diamond", NULL },
    { 0x25CB, CHAR_SIGN, "", "\\circ", NULL },
    { 0x2605, CHAR_SIGN, "", "\\bigstar", NULL },
    { 0x2713, CHAR_SIGN, "", "\\checkmark", NULL },
    { 0x2715, CHAR_TIMES, "*", "\\times", NULL },
    { 0x2716, CHAR_TIMES, "*", "\\times", NULL },
    { 0x2795, CHAR_WIDE, "+", "+", NULL },
    { 0x2796, CHAR_MINUS, "-", "-", NULL },
    { 0x2797, CHAR_DIVIDE, "/", "\\div", NULL },
    { 0x279C, CHAR_ARROW, "->", "\\to", NULL },
    { 0x279E, CHAR_ARROW, "->", "\\to", NULL },
    { 0x27A1, CHAR_ARROW, "->", "\\to", NULL },
    { 0x27C2, CHAR_SIGN, "", "\\perp", NULL },
    { 0x27E8, CHAR_BRACKET, "", "\\langle", NULL },
    { 0x27E9, CHAR_BRACKET, "", "\\rangle", NULL },
    { 0x27F6, CHAR_ARROW, "->", "\\to", NULL },
    { 0x27F9, CHAR_ARROW, "=>", "\\implies", NULL },
    { 0x27FA, CHAR_ARROW, "<=>", "\\iff", NULL },
    { 0x2A2F, CHAR_TIMES, "*", "\\times", NULL },
    { 0x2A7D, CHAR_RELATION, "<=", "\\leqslant", NULL },
    { 0x2A7E, CHAR_RELATION, ">=", "\\geqslant", NULL },
    { 0x3000, CHAR_BLANK, " ", "\\ ", " " },
    { 0x3001, CHAR_WIDE, ",", NULL, "," },
    { 0x3002, CHAR_WIDE, ".", NULL, "." },
    { 0x3008, CHAR_BRACKET, "", "\\langle", NULL },
    { 0x3009, CHAR_BRACKET, "", "\\rangle", NULL },
    { 0x300C, CHAR_DOUBLE, "\"", NULL, NULL },
    { 0x300D, CHAR_DOUBLE, "\"", NULL, NULL },
    { 0x300E, CHAR_DOUBLE, "\"", NULL, NULL },
    { 0x300F, CHAR_DOUBLE, "\"", NULL, NULL },
    { 0x3010, CHAR_BRACKET, "[", "\\lbrack", NULL },
    { 0x3011, CHAR_BRACKET, "]", "\\rbrack", NULL },
    { 0xFB00, CHAR_LETTER, "ff", NULL, "ff" },
    { 0xFB01, CHAR_LETTER, "fi", NULL, "fi" },
    { 0xFB02, CHAR_LETTER, "fl", NULL, "fl" },
    { 0xFB03, CHAR_LETTER, "ffi", NULL, "ffi" },
    { 0xFB04, CHAR_LETTER, "ffl", NULL, "ffl" },
    { 0xFE0F, CHAR_UNSEEN, "", "", "" },
    { 0xFE63, CHAR_MINUS, "-", "-", NULL },
    { 0xFEFF, CHAR_UNSEEN, "", "", "" },
    { 0xFFE5, CHAR_CURRENCY, "JPY", NULL, "JPY" },
    { 0x1D70B, CHAR_GREEK, "pi", "\\pi", NULL },
};
/* clang-format on */

/* ---- blocks that go by rule ---- */

/* U+00C0..U+017F without their accents. */
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

/* U+2150..U+215E; U+00BC..U+00BE stand behind them. */
static const char *const fractions[] = {
    "1/7", "1/9", "1/10", "1/3", "2/3", "1/5", "2/5", "3/5", "4/5",
    "1/6", "5/6", "1/8",  "3/8", "5/8", "7/8", "1/4", "1/2", "3/4",
};

static const char *character_fraction(uint32_t c)
{
    if (c >= 0x00BC && c <= 0x00BE)
        return fractions[15 + c - 0x00BC];
    return c >= 0x2150 && c <= 0x215E ? fractions[c - 0x2150] : NULL;
}

/* Returns the digit of another script or style, or '\0' if there is none. */
static char digit(uint32_t c)
{
    static const uint32_t zeros[] = { 0x0660, 0x06F0, 0x0966, 0x09E6, 0xFF10 };

    for (size_t i = 0; i < sizeof(zeros) / sizeof(*zeros); i++)
        if (c >= zeros[i] && c < zeros[i] + 10)
            return (char)('0' + (c - zeros[i]));
    return c >= 0x1D7CE && c <= 0x1D7FF ? (char)('0' + (c - 0x1D7CE) % 10)
                                        : '\0';
}

struct script {
    uint32_t code;
    char plain;
};

static char script_in(const struct script *table_of, size_t n, uint32_t c)
{
    for (size_t i = 0; i < n; i++)
        if (table_of[i].code == c)
            return table_of[i].plain;
    return '\0';
}

/* Returns the character that is raised here, or '\0' if there is none. */
static char character_raised(uint32_t c)
{
    static const struct script others[] = {
        { 0x00B2, '2' }, { 0x00B3, '3' }, { 0x00B9, '1' }, { 0x02E3, 'x' },
        { 0x1D4F, 'k' }, { 0x1D50, 'm' }, { 0x1D57, 't' }, { 0x2070, '0' },
        { 0x2071, 'i' }, { 0x207A, '+' }, { 0x207B, '-' }, { 0x207C, '=' },
        { 0x207D, '(' }, { 0x207E, ')' }, { 0x207F, 'n' },
    };

    if (c >= 0x2074 && c <= 0x2079)
        return (char)('0' + (c - 0x2070));
    return script_in(others, sizeof(others) / sizeof(*others), c);
}

/* Returns the character that is lowered here, or '\0' if there is none. */
static char character_lowered(uint32_t c)
{
    static const struct script others[] = {
        { 0x1D62, 'i' }, { 0x1D63, 'r' }, { 0x208A, '+' }, { 0x208B, '-' },
        { 0x208C, '=' }, { 0x208D, '(' }, { 0x208E, ')' }, { 0x2090, 'a' },
        { 0x2091, 'e' }, { 0x2093, 'x' }, { 0x2096, 'k' }, { 0x2098, 'm' },
        { 0x2099, 'n' }, { 0x209C, 't' }, { 0x2C7C, 'j' },
    };

    if (c >= 0x2080 && c <= 0x2089)
        return (char)('0' + (c - 0x2080));
    return script_in(others, sizeof(others) / sizeof(*others), c);
}

/* Returns the plain letter of mathematical ones, italic x and bold A, or '\0'
 * if there is none. */
static char mathematical(uint32_t c)
{
    uint32_t k = (c - 0x1D400) % 52;

    if (c < 0x1D400 || c > 0x1D6A3)
        return '\0';
    return (char)(k < 26 ? 'A' + k : 'a' + k - 26);
}

/* ---- finding ---- */

static int by_code(const void *key, const void *row)
{
    uint32_t a = *(const uint32_t *)key;
    uint32_t b = ((const struct character *)row)->code;

    return (a > b) - (a < b);
}

static bool character_give(struct character *out, unsigned is,
                           const char *plain)
{
    out->is = is;
    memcpy(out->plain, plain, strlen(plain) + 1);
    return true;
}

static bool give_one(struct character *out, unsigned is, char plain)
{
    return character_give(out, is, (char[2]){ plain, '\0' });
}

static bool by_rule(uint32_t c, struct character *out)
{
    *out = (struct character){ .code = c };
    if (character_raised(c))
        return give_one(out, CHAR_RAISED, character_raised(c));
    if (character_lowered(c))
        return give_one(out, CHAR_LOWERED, character_lowered(c));
    if (digit(c))
        return give_one(out, CHAR_DIGIT, digit(c));
    if (mathematical(c))
        return give_one(out, CHAR_ITALIC, mathematical(c));
    if (character_fraction(c))
        return character_give(out, CHAR_FRACTION, character_fraction(c));
    if (c >= 0x00C0 && c <= 0x017F)
        return character_give(out, CHAR_LETTER, latin[c - 0x00C0]);
    if (c >= 0xFF01 && c <= 0xFF5E)
        return give_one(out, CHAR_WIDE, (char)(c - 0xFF01 + '!'));
    if (c >= 0x0300 && c <= 0x036F)
        return character_give(out, CHAR_ACCENT, "");
    return false;
}

bool character_find(uint32_t code, struct character *out)
{
    const struct character *row = bsearch(
        &code, table, sizeof(table) / sizeof(*table), sizeof(*table), by_code);

    if (!row)
        return by_rule(code, out);
    *out = *row;
    return true;
}

size_t character_at(struct span t, size_t at, struct character *out)
{
    uint32_t code = 0;
    size_t n;

    *out = (struct character){ 0 };
    if (at >= t.n)
        return 0;
    n = utf8_read(t.s + at, t.n - at, &code);
    if (n > 1)
        character_find(code, out);
    else
        out->code = n ? code : 0;
    return n ? n : 1;
}

size_t character_is(struct span t, size_t at, unsigned classes)
{
    struct character c;
    size_t n;

    if (at >= t.n || (t.s[at] & 0x80) == 0)
        return 0;
    n = character_at(t, at, &c);
    return c.is & classes ? n : 0;
}

size_t character_letter_wide(struct span t, size_t at)
{
    /* Latin-1 without its ordinals and the micro sign, general punctuation to
     * currency, fractions, arrows to dingbats, marks of Chinese and Japanese,
     * private use, marks and digits of full width, pictures; in rising order.
     * */
    static const uint32_t signs[][2] = {
        { 0x80, 0xA9 },       { 0xAB, 0xB4 },     { 0xB6, 0xB9 },
        { 0xBB, 0xBF },       { 0xD7, 0xD7 },     { 0xF7, 0xF7 },
        { 0x2000, 0x20CF },   { 0x2150, 0x215F }, { 0x2190, 0x2BFF },
        { 0x3000, 0x3004 },   { 0x3008, 0x3020 }, { 0xE000, 0xF8FF },
        { 0xFE00, 0xFE6F },   { 0xFEFF, 0xFEFF }, { 0xFF00, 0xFF20 },
        { 0xFF3B, 0xFF40 },   { 0xFF5B, 0xFF65 }, { 0xFFE0, 0xFFFF },
        { 0x1F000, 0x1FBEF },
    };
    uint32_t c;
    size_t n;

    n = utf8_read(t.s + at, t.n - at, &c);
    for (size_t i = 0; n && i < sizeof(signs) / sizeof(*signs); i++)
        if (c >= signs[i][0] && c <= signs[i][1])
            return 0;
    return n;
}

size_t character_space(struct span t, size_t at)
{
    if (at >= t.n)
        return 0;
    if ((t.s[at] & 0x80) == 0)
        return is_space(t.s[at]) || t.s[at] == '\0';
    return character_is(t, at, CHAR_BLANKS);
}

size_t character_item(struct span t, size_t at)
{
    struct character c;
    size_t n;

    if (at >= t.n || (t.s[at] & 0x80) == 0)
        return 0;
    n = character_at(t, at, &c);
    if ((c.is & (CHAR_BULLET | CHAR_DASH)) || c.code == 0xB7 ||
        c.code == 0x2219 || (c.code >= 0x25A0 && c.code <= 0x25FF) ||
        (c.code >= 0x2700 && c.code <= 0x27BF))
        return n;
    return 0;
}

size_t character_picture(struct span t, size_t at)
{
    struct character c;
    size_t n;

    if (at >= t.n || (t.s[at] & 0x80) == 0)
        return 0;
    n = character_at(t, at, &c);
    return c.code == 0 || c.code >= 0x10000 ||
                   (c.code >= 0x2500 && c.code <= 0x27BF &&
                    !(c.is & ~(unsigned)CHAR_SIGN))
               ? n
               : 0;
}
