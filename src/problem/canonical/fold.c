/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Unicode to the ASCII and LaTeX that say the same: full-width forms, digits
 * of other scripts, quotes, dashes, spaces, accents, mathematical signs. What
 * has no such spelling, and bytes that are not UTF-8, are copied.
 */
#include "problem/canonical/parts.h"
#include "text/character.h"

#include <string.h>

/* x², x₁₂: a run of them is one group. Returns the bytes read. */
static size_t fold_scripts(struct str *out, struct span t, size_t at)
{
    struct character c;
    size_t from = at, n = character_at(t, at, &c);
    unsigned level = c.is;

    str_add(out, level == CHAR_RAISED ? "^{" : "_{");
    for (; c.is == level; n = character_at(t, at, &c)) {
        str_add(out, c.plain);
        at += n;
    }
    str_addc(out, '}');
    return at - from;
}

/* √12 is the root of 12, while \sqrt12 is that of 1. Returns the digits
 * read. */
static size_t fold_root(struct str *out, struct span t, size_t at)
{
    size_t digits = span_digits(t, at);

    str_add(out, digits ? "\\sqrt{" : "\\sqrt ");
    str_addn(out, t.s + at, digits);
    if (digits)
        str_addc(out, '}');
    return digits;
}

/* ½ is \frac12, and ⅒ \frac1{10}. */
static void fold_fraction(struct str *out, const char *plain)
{
    const char *under = strchr(plain, '/') + 1;

    str_addf(out, "\\frac%.*s", (int)(under - 1 - plain), plain);
    str_addf(out, under[1] ? "{%s}" : "%s", under);
}

/* Append the command of LaTeX, or the plain ASCII, for a character. Returns
 * false if it has neither or is a sign of words, such as that of a paragraph.
 */
static bool fold_sign(struct str *out, const struct character *c)
{
    if (c->is == CHAR_SIGN && c->words && !c->plain[0])
        return false;
    if (c->is == CHAR_GREEK && c->tex && !c->tex[1])
        str_add(out, c->tex);
    else if ((c->is & (CHAR_GREEK | CHAR_SIGN)) && c->plain[0])
        str_addf(out, "\\%s ", c->plain);
    else if (!(c->is & (CHAR_QUOTES | CHAR_BULLET)) && c->tex &&
             c->tex[0] == '\\')
        str_addf(out, "%s ", c->tex);
    else
        str_add(out, c->plain);
    return c->tex || c->plain[0] || (c->is & (CHAR_UNSEEN | CHAR_ACCENT));
}

/* Fold one character. Returns false if it stays. */
static bool fold_char(struct str *out, const struct character *c)
{
    switch (c->is) {
    case 0:
    case CHAR_CURRENCY: return false;
    case CHAR_BLANK:
        /* a thin one may stand between thousands */
        str_add(out, c->tex && strcmp(c->tex, "\\,") == 0 ? c->tex : " ");
        return true;
    case CHAR_MINUS: str_add(out, " - "); return true;
    case CHAR_DASH:
        str_add(out, strlen(c->words) > 2 ? " - " : "-");
        return true;
    case CHAR_DEGREE: str_add(out, "^\\circ "); return true;
    case CHAR_PRIME:
        for (const char *p = c->plain; *p; p++)
            str_add(out, "\\prime ");
        return true;
    case CHAR_FRACTION: fold_fraction(out, c->plain); return true;
    default: return fold_sign(out, c);
    }
}

void canonical_fold(struct str *out, const char *s)
{
    struct span t = span_of(s);
    struct character c;
    size_t at = 0, n;

    while (at < t.n) {
        if ((s[at] & 0x80) == 0) {
            str_addc(out, s[at++]);
            continue;
        }
        n = character_at(t, at, &c);
        if (c.is & CHAR_SCRIPTS) {
            at += fold_scripts(out, t, at);
            continue;
        }
        at += n;
        if (c.is == CHAR_ROOT && c.tex)
            at += fold_root(out, t, at);
        else if (!fold_char(out, &c))
            str_addn(out, s + at - n, n);
        if (c.code == 0) /* lest two such bytes make a character */
            str_addc(out, ' ');
    }
}
