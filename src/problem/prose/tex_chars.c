/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Single characters in LaTeX: the special ones of ASCII, letters with accents,
 * and what the table of characters has, as commands that pdflatex knows
 * without further fonts.
 */
#include "base/utf8.h"
#include "problem/prose/tex_parts.h"
#include "text/character.h"

#include <stdint.h>
#include <string.h>

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

/* Append the formula of a character. Returns false if it has none. */
static bool in_formula(struct str *out, const struct character *c)
{
    const char *slash = strchr(c->plain, '/');

    if (c->is & CHAR_SCRIPTS)
        str_addf(out, "{}%c{%s}", c->is == CHAR_RAISED ? '^' : '_', c->plain);
    else if (c->is == CHAR_FRACTION)
        str_addf(out, "\\tfrac{%.*s}{%s}", (int)(slash - c->plain), c->plain,
                 slash + 1);
    else if (c->tex)
        str_add(out, c->tex);
    else
        return false;
    return true;
}

static void in_words(struct str *out, const struct character *c)
{
    if (c->words)
        str_add(out, c->words);
    else if (!accented(out, c->code))
        str_addf(out, "[U+%04X]", (unsigned)c->code);
}

static void beyond_ascii(struct str *out, const struct character *c, bool math)
{
    size_t from = out->n;

    if (math && in_formula(out, c)) {
        if (out->n > from && out->s[from] == '\\')
            str_addc(out, ' ');
        return;
    }
    if (!math && !c->words) {
        str_addc(out, '$');
        if (in_formula(out, c)) {
            str_addc(out, '$');
            return;
        }
        out->s[out->n = from] = '\0';
    }
    str_add(out, math ? "\\text{" : "");
    in_words(out, c);
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
    const char *as = math ? NULL : escape(s[0]);
    struct character wide;
    size_t length;

    if (c >= 0x80) {
        length = character_at((struct span){ s, n }, 0, &wide);
        if (wide.code == 0)
            wide.code = UTF8_REPLACEMENT;
        beyond_ascii(out, &wide, math);
        return length;
    }
    if (math && (c == '%' || c == '#'))
        str_addc(out, '\\');
    if (as)
        str_add(out, as);
    else
        str_addc(out, c < 0x20 || c == 0x7F ? ' ' : s[0]);
    return 1;
}
