/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Single characters in LaTeX: the special ones of ASCII, and those beyond it
 * that mathematics and European names need, as commands that pdflatex knows
 * without further fonts.
 */
#include "base/utf8.h"
#include "problem/prose/tex_parts.h"

#include <stdint.h>
#include <string.h>

struct character {
    uint32_t ch;
    const char *math; /* NULL: the words, in \text{} */
    const char *text; /* NULL: the mathematics, between dollars */
};

/* In the order of their numbers. */
static const struct character characters[] = {
    { 0x00A0, "~", "~" },
    { 0x00A1, NULL, "!`" },
    { 0x00A3, "\\pounds", "\\pounds{}" },
    { 0x00A7, "\\S", "\\S{}" },
    { 0x00A9, NULL, "\\copyright{}" },
    { 0x00AB, "\\ll", NULL },
    { 0x00AC, "\\neg", NULL },
    { 0x00AD, "", "" },
    { 0x00B0, "{}^{\\circ}", NULL },
    { 0x00B1, "\\pm", NULL },
    { 0x00B2, "{}^{2}", NULL },
    { 0x00B3, "{}^{3}", NULL },
    { 0x00B5, "\\mu", NULL },
    { 0x00B6, "\\P", "\\P{}" },
    { 0x00B7, "\\cdot", NULL },
    { 0x00B9, "{}^{1}", NULL },
    { 0x00BA, "{}^{\\circ}", NULL },
    { 0x00BB, "\\gg", NULL },
    { 0x00BC, "\\tfrac{1}{4}", NULL },
    { 0x00BD, "\\tfrac{1}{2}", NULL },
    { 0x00BE, "\\tfrac{3}{4}", NULL },
    { 0x00BF, NULL, "?`" },
    { 0x00C6, NULL, "\\AE{}" },
    { 0x00D7, "\\times", NULL },
    { 0x00D8, NULL, "\\O{}" },
    { 0x00DF, NULL, "\\ss{}" },
    { 0x00E6, NULL, "\\ae{}" },
    { 0x00F7, "\\div", NULL },
    { 0x00F8, NULL, "\\o{}" },
    { 0x0131, NULL, "\\i{}" },
    { 0x0141, NULL, "\\L{}" },
    { 0x0142, NULL, "\\l{}" },
    { 0x0152, NULL, "\\OE{}" },
    { 0x0153, NULL, "\\oe{}" },
    { 0x0393, "\\Gamma", NULL },
    { 0x0394, "\\Delta", NULL },
    { 0x0398, "\\Theta", NULL },
    { 0x039B, "\\Lambda", NULL },
    { 0x039E, "\\Xi", NULL },
    { 0x03A0, "\\Pi", NULL },
    { 0x03A3, "\\Sigma", NULL },
    { 0x03A5, "\\Upsilon", NULL },
    { 0x03A6, "\\Phi", NULL },
    { 0x03A8, "\\Psi", NULL },
    { 0x03A9, "\\Omega", NULL },
    { 0x03B1, "\\alpha", NULL },
    { 0x03B2, "\\beta", NULL },
    { 0x03B3, "\\gamma", NULL },
    { 0x03B4, "\\delta", NULL },
    { 0x03B5, "\\varepsilon", NULL },
    { 0x03B6, "\\zeta", NULL },
    { 0x03B7, "\\eta", NULL },
    { 0x03B8, "\\theta", NULL },
    { 0x03B9, "\\iota", NULL },
    { 0x03BA, "\\kappa", NULL },
    { 0x03BB, "\\lambda", NULL },
    { 0x03BC, "\\mu", NULL },
    { 0x03BD, "\\nu", NULL },
    { 0x03BE, "\\xi", NULL },
    { 0x03C0, "\\pi", NULL },
    { 0x03C1, "\\rho", NULL },
    { 0x03C2, "\\varsigma", NULL },
    { 0x03C3, "\\sigma", NULL },
    { 0x03C4, "\\tau", NULL },
    { 0x03C5, "\\upsilon", NULL },
    { 0x03C6, "\\varphi", NULL },
    { 0x03C7, "\\chi", NULL },
    { 0x03C8, "\\psi", NULL },
    { 0x03C9, "\\omega", NULL },
    { 0x03D1, "\\vartheta", NULL },
    { 0x03D5, "\\phi", NULL },
    { 0x03F5, "\\epsilon", NULL },
    { 0x2002, "\\ ", "\\enspace{}" },
    { 0x2003, "\\quad ", "\\quad{}" },
    { 0x2009, "\\,", "\\," },
    { 0x200B, "", "" },
    { 0x200C, "", "" },
    { 0x200D, "", "" },
    { 0x2010, "-", "-" },
    { 0x2011, "-", "-" },
    { 0x2012, "-", "--" },
    { 0x2013, "-", "--" },
    { 0x2014, "-", "---" },
    { 0x2015, "-", "---" },
    { 0x2018, "{}'", "`" },
    { 0x2019, "'", "'" },
    { 0x201C, NULL, "``" },
    { 0x201D, NULL, "''" },
    { 0x201E, NULL, ",," },
    { 0x2022, "\\bullet", NULL },
    { 0x2026, "\\ldots", NULL },
    { 0x202F, "\\,", "\\," },
    { 0x2032, "{}'", NULL },
    { 0x2033, "{}''", NULL },
    { 0x2044, "/", "/" },
    { 0x2060, "", "" },
    { 0x2061, "", "" },
    { 0x2062, "", "" },
    { 0x2070, "{}^{0}", NULL },
    { 0x2071, "{}^{i}", NULL },
    { 0x2074, "{}^{4}", NULL },
    { 0x2075, "{}^{5}", NULL },
    { 0x2076, "{}^{6}", NULL },
    { 0x2077, "{}^{7}", NULL },
    { 0x2078, "{}^{8}", NULL },
    { 0x2079, "{}^{9}", NULL },
    { 0x207A, "{}^{+}", NULL },
    { 0x207B, "{}^{-}", NULL },
    { 0x207F, "{}^{n}", NULL },
    { 0x2080, "{}_{0}", NULL },
    { 0x2081, "{}_{1}", NULL },
    { 0x2082, "{}_{2}", NULL },
    { 0x2083, "{}_{3}", NULL },
    { 0x2084, "{}_{4}", NULL },
    { 0x2085, "{}_{5}", NULL },
    { 0x2086, "{}_{6}", NULL },
    { 0x2087, "{}_{7}", NULL },
    { 0x2088, "{}_{8}", NULL },
    { 0x2089, "{}_{9}", NULL },
    { 0x208A, "{}_{+}", NULL },
    { 0x208B, "{}_{-}", NULL },
    { 0x2099, "{}_{n}", NULL },
    { 0x20AC, NULL, "EUR" },
    { 0x2102, "\\mathbb{C}", NULL },
    { 0x210F, "\\hbar", NULL },
    { 0x2111, "\\Im", NULL },
    { 0x2113, "\\ell", NULL },
    { 0x2115, "\\mathbb{N}", NULL },
    { 0x2119, "\\mathbb{P}", NULL },
    { 0x211A, "\\mathbb{Q}", NULL },
    { 0x211C, "\\Re", NULL },
    { 0x211D, "\\mathbb{R}", NULL },
    { 0x2124, "\\mathbb{Z}", NULL },
    { 0x2135, "\\aleph", NULL },
    { 0x2153, "\\tfrac{1}{3}", NULL },
    { 0x2154, "\\tfrac{2}{3}", NULL },
    { 0x2155, "\\tfrac{1}{5}", NULL },
    { 0x2156, "\\tfrac{2}{5}", NULL },
    { 0x2157, "\\tfrac{3}{5}", NULL },
    { 0x2158, "\\tfrac{4}{5}", NULL },
    { 0x2159, "\\tfrac{1}{6}", NULL },
    { 0x215A, "\\tfrac{5}{6}", NULL },
    { 0x215B, "\\tfrac{1}{8}", NULL },
    { 0x215C, "\\tfrac{3}{8}", NULL },
    { 0x215D, "\\tfrac{5}{8}", NULL },
    { 0x215E, "\\tfrac{7}{8}", NULL },
    { 0x2190, "\\leftarrow", NULL },
    { 0x2191, "\\uparrow", NULL },
    { 0x2192, "\\to", NULL },
    { 0x2193, "\\downarrow", NULL },
    { 0x2194, "\\leftrightarrow", NULL },
    { 0x21A6, "\\mapsto", NULL },
    { 0x21D0, "\\Leftarrow", NULL },
    { 0x21D2, "\\Rightarrow", NULL },
    { 0x21D4, "\\Leftrightarrow", NULL },
    { 0x2200, "\\forall", NULL },
    { 0x2202, "\\partial", NULL },
    { 0x2203, "\\exists", NULL },
    { 0x2204, "\\nexists", NULL },
    { 0x2205, "\\emptyset", NULL },
    { 0x2206, "\\triangle", NULL },
    { 0x2207, "\\nabla", NULL },
    { 0x2208, "\\in", NULL },
    { 0x2209, "\\notin", NULL },
    { 0x220B, "\\ni", NULL },
    { 0x220F, "\\prod", NULL },
    { 0x2211, "\\sum", NULL },
    { 0x2212, "-", NULL },
    { 0x2213, "\\mp", NULL },
    { 0x2216, "\\setminus", NULL },
    { 0x2217, "\\ast", NULL },
    { 0x2218, "\\circ", NULL },
    { 0x2219, "\\bullet", NULL },
    { 0x221A, "\\surd", NULL },
    { 0x221D, "\\propto", NULL },
    { 0x221E, "\\infty", NULL },
    { 0x2220, "\\angle", NULL },
    { 0x2223, "\\mid", NULL },
    { 0x2224, "\\nmid", NULL },
    { 0x2225, "\\parallel", NULL },
    { 0x2227, "\\wedge", NULL },
    { 0x2228, "\\vee", NULL },
    { 0x2229, "\\cap", NULL },
    { 0x222A, "\\cup", NULL },
    { 0x222B, "\\int", NULL },
    { 0x222C, "\\iint", NULL },
    { 0x222E, "\\oint", NULL },
    { 0x2234, "\\therefore", NULL },
    { 0x2235, "\\because", NULL },
    { 0x2236, ":", ":" },
    { 0x223C, "\\sim", NULL },
    { 0x2245, "\\cong", NULL },
    { 0x2248, "\\approx", NULL },
    { 0x2260, "\\neq", NULL },
    { 0x2261, "\\equiv", NULL },
    { 0x2264, "\\leq", NULL },
    { 0x2265, "\\geq", NULL },
    { 0x226A, "\\ll", NULL },
    { 0x226B, "\\gg", NULL },
    { 0x2282, "\\subset", NULL },
    { 0x2283, "\\supset", NULL },
    { 0x2286, "\\subseteq", NULL },
    { 0x2287, "\\supseteq", NULL },
    { 0x2295, "\\oplus", NULL },
    { 0x2297, "\\otimes", NULL },
    { 0x22A5, "\\perp", NULL },
    { 0x22C5, "\\cdot", NULL },
    { 0x22C6, "\\star", NULL },
    { 0x22EE, "\\vdots", NULL },
    { 0x22EF, "\\cdots", NULL },
    { 0x2308, "\\lceil", NULL },
    { 0x2309, "\\rceil", NULL },
    { 0x230A, "\\lfloor", NULL },
    { 0x230B, "\\rfloor", NULL },
    { 0x25A0, "\\blacksquare", NULL },
    { 0x25A1, "\\square", NULL },
    { 0x25B3, "\\triangle", NULL },
    { 0x25C7, "\\diamond", NULL },
    { 0x2605, "\\bigstar", NULL },
    { 0x2713, "\\checkmark", NULL },
    { 0x27E8, "\\langle", NULL },
    { 0x27E9, "\\rangle", NULL },
    { 0x27F9, "\\implies", NULL },
    { 0x27FA, "\\iff", NULL },
    { 0x2A7D, "\\leqslant", NULL },
    { 0x2A7E, "\\geqslant", NULL },
    { 0xFEFF, "", "" },
};

/* U+00C0 to U+017F as accent and letter, two bytes each; blanks where there
 * is none or another table has it. The old fonts have no ogonek: letters with
 * one get a cedilla. */
static const char accents[] =
    "`A'A^A~A\"ArA  cC`E'E^E\"E`I'I^I\"I  ~N`O'O^O~O\"O    `U'U^U\"U'Y    "
    "`a'a^a~a\"ara  cc`e'e^e\"e`i'i^i\"i  ~n`o'o^o~o\"o    `u'u^u\"u'y  \"y"
    "=A=auAuacAca'C'c^C^c.C.cvCvcvDvd    =E=euEue.E.ecEcevEve^G^guGug"
    ".G.gcGcg^H^h    ~I~i=I=iuIuicIci.I      ^J^jcKck  'L'lcLclvLvl  "
    "      'N'ncNcnvNvn      =O=ouOuoHOHo    'R'rcRcrvRvr'S's^S^scScs"
    "vSvscTctvTvt    ~U~u=U=uuUuurUruHUHucUcu^W^w^Y^y\"Y'Z'z.Z.zvZvz  ";

static const struct character *find(uint32_t ch)
{
    size_t lo = 0, hi = sizeof(characters) / sizeof(characters[0]);

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (characters[mid].ch == ch)
            return &characters[mid];
        if (characters[mid].ch < ch)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

/* A letter with its accent, for words. */
static bool accented(struct str *out, uint32_t ch)
{
    const char *two;
    bool above;

    if (ch < 0xC0 || ch >= 0x180)
        return false;
    two = accents + 2 * (ch - 0xC0);
    if (two[0] == ' ')
        return false;
    above = two[0] != 'c'; /* then i and j lose their dots */
    str_addf(out, "\\%c{%s%c}", two[0],
             above && (two[1] == 'i' || two[1] == 'j') ? "\\" : "", two[1]);
    return true;
}

static void beyond_ascii(struct str *out, uint32_t ch, bool math)
{
    const struct character *c = find(ch);

    if (c && math && c->math) {
        str_add(out, c->math);
        if (c->math[0] == '\\')
            str_addc(out, ' ');
        return;
    }
    if (c && !math && !c->text) {
        str_addf(out, "$%s$", c->math);
        return;
    }
    str_add(out, math ? "\\text{" : "");
    if (c)
        str_add(out, c->text);
    else if (!accented(out, ch))
        str_addf(out, "[U+%04X]", (unsigned)ch);
    str_add(out, math ? "}" : "");
}

/* The special characters of ASCII, in words. */
static const char *escape(char c)
{
    switch (c) {
    case '\\': return "\\textbackslash{}";
    case '~': return "\\textasciitilde{}";
    case '^': return "\\textasciicircum{}";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    case '"': return "''";
    case '&': return "\\&";
    case '%': return "\\%";
    case '#': return "\\#";
    case '_': return "\\_";
    case '{': return "\\{";
    case '}': return "\\}";
    case '$': return "\\$";
    default: return NULL;
    }
}

size_t tex_char(struct str *out, const char *s, size_t n, bool math)
{
    unsigned char c = (unsigned char)s[0];
    uint32_t ch = UTF8_REPLACEMENT;
    const char *as = math ? NULL : escape(s[0]);
    size_t length;

    if (c >= 0x80) {
        length = utf8_read(s, n, &ch);
        beyond_ascii(out, ch, math);
        return length ? length : 1;
    }
    if (math && (c == '%' || c == '#'))
        str_addc(out, '\\');
    if (as)
        str_add(out, as);
    else
        str_addc(out, c < 0x20 || c == 0x7F ? ' ' : s[0]);
    return 1;
}
