/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/lex_int.h"

#include "base/ascii.h"
#include "base/str.h"
#include "math/exact/unit.h"

#include <string.h>

/*
 * Units that are set as formulas: \mathrm{m\,s^{-2}}, \text{kg\cdot m/s^2},
 * and µm. They become one token with the canonical text of the unit.
 */

struct scan {
    const char *s NONSTRING;
    size_t n, i;
    struct str *out;
    bool sign; /* something else than one word was met */
};

static char at(const struct scan *c, size_t i)
{
    return i < c->n ? c->s[i] : '\0';
}

static bool skip(struct scan *c, const char *text)
{
    size_t n = strlen(text);

    if (c->n - c->i < n || memcmp(c->s + c->i, text, n) != 0)
        return false;
    c->i += n;
    return true;
}

/* Spaces and dots between the words. */
static bool between(struct scan *c)
{
    static const char *const signs[] = { " ",       "~",        "\\,", "\\;",
                                         "\\ ",     "\\:",      "\\!", "\\cdot",
                                         "\\times", "\xC2\xB7", "*",   "." };
    bool any = false;

    for (size_t k = 0; k < sizeof(signs) / sizeof(signs[0]); k++)
        if (c->i < c->n && skip(c, signs[k])) {
            any = true;
            k = (size_t)-1; /* from the first one again */
        }
    c->sign |= any;
    return any;
}

/* Letters of a unit; \mu and \Omega are among them. */
static bool word(struct scan *c, const struct read_options *opt)
{
    size_t from, start;

    if (c->out->n && c->out->s[c->out->n - 1] != '/')
        str_addc(c->out, ' ');
    from = c->out->n;
    if (skip(c, "\\mu ") || (at(c, c->i + 3) == '\\' && skip(c, "\\mu")))
        str_add(c->out, "\xC2\xB5");
    if (skip(c, "\\Omega"))
        str_add(c->out, "\xCE\xA9");
    start = c->i;
    while (is_letter(at(c, c->i)) || (unsigned char)at(c, c->i) >= 0xC3)
        c->i++;
    str_addn(c->out, c->s + start, c->i - start);
    return c->out->n > from && c->out->n - from < 32 &&
           unit_known(c->out->s + from, c->out->n - from) &&
           !lex_declared(opt, c->out->s + from, c->out->n - from);
}

/* ^2, ^{-2}, ^{2} */
static bool power(struct scan *c)
{
    bool brace;
    size_t from;

    if (!skip(c, "^"))
        return true;
    c->sign = true;
    brace = skip(c, "{");
    str_add(c->out, "^{");
    if (skip(c, "-"))
        str_addc(c->out, '-');
    from = c->i;
    while (is_digit(at(c, c->i)) && c->i - from < 2 && (brace || c->i == from))
        c->i++;
    str_addn(c->out, c->s + from, c->i - from);
    str_addc(c->out, '}');
    return c->i > from && (!brace || skip(c, "}"));
}

const char *lex_unit(struct lexer *x, const char *s, size_t n)
{
    struct str out = str_in(x->arena);
    struct scan c = { .s = s, .n = n, .out = &out };
    bool open = false;

    if (n > 64 || memchr(s, '\0', n))
        return NULL;
    between(&c);
    while (c.i < c.n) {
        if (skip(&c, "/")) {
            c.sign = true;
            if (!out.n || out.s[out.n - 1] == '/')
                return NULL;
            str_addc(&out, '/');
            between(&c);
            open = skip(&c, "("); /* J/(kg K) is J/kg K here */
        }
        if (!word(&c, x->opt) || !power(&c))
            return NULL;
        if (open && skip(&c, ")"))
            open = false;
        between(&c);
    }
    return !open && out.n && c.sign ? str_get(&out) : NULL;
}

/* µm, µs: the micro sign and the letters behind it, after a number. */
bool lex_micro(struct lexer *x, size_t len)
{
    size_t end = x->i + len;
    char name[16] = "\xC2\xB5";

    if (x->items[x->count - 1].kind != TOKEN_NUMBER)
        return false;
    while (end < x->n && is_letter(x->s[end]))
        end++;
    if (end == x->i + len || end - x->i - len > 8)
        return false;
    memcpy(name + 2, x->s + x->i + len, end - x->i - len);
    if (!unit_known(name, strlen(name)))
        return false;
    lex_push(x, TOKEN_UNIT, x->i, end - x->i)->name =
        arena_strndup(x->arena, name, strlen(name));
    x->i = end;
    return true;
}

/* The kilo-ohm behind 5, whose k is a letter of its own to others. */
bool lex_ohm(struct lexer *x, size_t from, size_t end)
{
    static const char ohm[] = "\xCE\xA9";

    if (end - from != 1 || !strchr("kMGm", x->s[from]) || x->n - end < 2 ||
        memcmp(x->s + end, ohm, 2) != 0 ||
        x->items[x->count - 1].kind != TOKEN_NUMBER)
        return false;
    lex_push(x, TOKEN_UNIT, from, 3)->name =
        arena_printf(x->arena, "%c%s", x->s[from], ohm);
    x->i = end + 2;
    return true;
}
