/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/lex_int.h"

#include "base/ascii.h"
#include "text/character.h"

#include <string.h>

/*
 * Characters beyond ASCII. The one table of characters classifies them: a sign
 * with a LaTeX command means what the command does, and another form of an
 * ASCII sign means what that does. Raised or lowered digits and signs make
 * runs.
 */

static struct span text_of(const struct lexer *x)
{
    return (struct span){ x->s, x->n };
}

/* A control word without its backslash. */
static bool by_name(const char *name, struct lex_meaning *out)
{
    const struct lex_meaning *m = lex_control_find(name, strlen(name));

    if (m)
        *out = *m;
    return m != NULL;
}

/* A command of LaTeX, "\\leq" or "\\mathbb{R}". */
static bool by_command(const char *tex, struct lex_meaning *out)
{
    if (!tex || tex[0] != '\\')
        return false;
    if (strncmp(tex, "\\mathbb{", 8) == 0 && strchr("RZNQC", tex[8])) {
        *out = (struct lex_meaning){ TOKEN_DOMAIN, 0, lex_letter(tex[8]) };
        return true;
    }
    return by_name(strcmp(tex, "\\|") == 0 ? "Vert" : tex + 1, out);
}

static bool is_kind(struct lex_meaning *out, unsigned char kind, size_t sub)
{
    out->kind = kind;
    out->sub = (unsigned char)sub;
    return true;
}

/* A vulgar fraction: both parts in one byte. */
static size_t parts(const char *plain)
{
    const char *under = strchr(plain, '/') + 1;

    return (size_t)(plain[0] - '0') * 16 +
           (under[1] ? 10 : (size_t)(under[0] - '0'));
}

/* Letters that stand for themselves, and the Danish one that stands for the
 * empty set. */
static bool by_letter(const struct character *c, struct lex_meaning *out)
{
    if (c->is == CHAR_LETTER)
        return c->words && strchr("Oo", c->plain[0]) && !c->plain[1] &&
               by_name("emptyset", out);
    if (c->is != CHAR_ITALIC || c->plain[1])
        return false;
    out->name = lex_letter(*c->plain);
    return is_kind(out, TOKEN_NAME, 0);
}

/* Find what a character means. Returns false if it is a letter of a word, or
 * nothing. */
static bool meaning(struct lexer *x, const struct character *c,
                    struct lex_meaning *out)
{
    *out = (struct lex_meaning){ 0 };
    switch (c->is) {
    case CHAR_BLANK:
    case CHAR_UNSEEN:
    case CHAR_LINE: return is_kind(out, CONTROL_SPACE, 0);
    case CHAR_HYPHEN:
    case CHAR_DASH:
    case CHAR_MINUS: return is_kind(out, TOKEN_MINUS, 0);
    case CHAR_TIMES:
    case CHAR_BULLET: return is_kind(out, TOKEN_TIMES, 0);
    case CHAR_DIVIDE: return is_kind(out, TOKEN_SLASH, 0);
    case CHAR_QUOTE: return c->tex && is_kind(out, TOKEN_PRIME, 1);
    case CHAR_DOUBLE: /* of seconds and inches, which closes */
        return c->words && strcmp(c->words, "''") == 0 &&
               is_kind(out, TOKEN_PRIME, 2);
    case CHAR_PRIME: return is_kind(out, TOKEN_PRIME, strlen(c->plain));
    case CHAR_DOTS: return is_kind(out, TOKEN_DOTS, 0);
    case CHAR_DEGREE: return is_kind(out, TOKEN_DEGREE, 0);
    case CHAR_ROOT: return is_kind(out, c->tex ? TOKEN_SQRT : TOKEN_CBRT, 0);
    case CHAR_FRACTION: return is_kind(out, TOKEN_VULGAR, parts(c->plain));
    case CHAR_CURRENCY:
        out->name = arena_strndup(x->arena, c->plain, strlen(c->plain));
        return is_kind(out, TOKEN_CURRENCY, 0);
    case CHAR_GREEK: return c->plain[1] && by_name(c->plain, out);
    case CHAR_WIDE:
        if (*c->plain != '$')
            return *c->plain != '.' && lex_ascii(*c->plain, out);
        out->name = "USD";
        return is_kind(out, TOKEN_CURRENCY, 0);
    case CHAR_RELATION:
        if (c->plain[0] == '|' || c->plain[0] == ':')
            return lex_ascii(c->plain[0], out);
        return by_command(c->tex, out);
    default: return by_letter(c, out) || by_command(c->tex, out);
    }
}

/* Is it raised or lowered, and can it stand in an exponent or an index? */
static bool in_run(const struct character *c, unsigned level)
{
    return (c->is & level) &&
           !strchr(c->is == CHAR_RAISED ? "=" : "=()", c->plain[0]);
}

/* A run of raised or lowered characters becomes one token; a slash inside of
 * it belongs to it. */
static bool lex_run(struct lexer *x, unsigned level, unsigned kind)
{
    size_t from = x->i, n = 0, len;
    char buffer[32];
    struct character c;

    while ((len = character_at(text_of(x), x->i, &c)) > 0) {
        if (!in_run(&c, level) &&
            !(level == CHAR_RAISED && n > 0 && c.is == CHAR_DIVIDE && c.words))
            break;
        if (n == sizeof(buffer))
            return lex_fail(x, from, "too many superscript characters");
        buffer[n++] = c.plain[0];
        x->i += len;
    }
    lex_push(x, kind, from, x->i - from)->name =
        arena_strndup(x->arena, buffer, n);
    return true;
}

/* Is it a digit of full width, or the point between two of them? */
static bool is_full_width(const struct character *c)
{
    return (c->is == CHAR_DIGIT || c->is == CHAR_WIDE) && c->code >> 8 == 0xFF;
}

/* Full-width digits make a number of their own, letters a name. */
static bool lex_full_width(struct lexer *x, const struct character *c,
                           size_t len)
{
    struct character next = *c;
    size_t from = x->i;
    struct token *t;

    if (is_letter(c->plain[0])) {
        t = lex_push(x, TOKEN_NAME, from, len);
        t->name = lex_letter(c->plain[0]);
        t->match = 1;
        x->i += len;
        return true;
    }
    if (c->is != CHAR_DIGIT)
        return lex_fail(x, from, "cannot read a full-width \"%c\"",
                        c->plain[0]);
    while (is_full_width(&next) &&
           (next.is == CHAR_DIGIT || next.plain[0] == '.')) {
        x->i += len;
        len = character_at(text_of(x), x->i, &next);
    }
    lex_push(x, TOKEN_NUMBER, from, x->i - from);
    return true;
}

/* Returns the Latin letter that a Cyrillic or Greek one looks like, or 0. */
static char look_alike(uint32_t code, const struct character *c)
{
    static const struct {
        uint16_t code;
        char letter;
    } alike[] = {
        { 0x0410, 'A' }, { 0x0412, 'B' }, { 0x0415, 'E' }, { 0x041A, 'K' },
        { 0x041C, 'M' }, { 0x041D, 'H' }, { 0x041E, 'O' }, { 0x0420, 'P' },
        { 0x0421, 'C' }, { 0x0422, 'T' }, { 0x0425, 'X' }, { 0x0430, 'a' },
        { 0x0435, 'e' }, { 0x043E, 'o' }, { 0x0440, 'p' }, { 0x0441, 'c' },
        { 0x0443, 'y' }, { 0x0445, 'x' }, { 0x0456, 'i' },
    };

    for (size_t k = 0; k < sizeof(alike) / sizeof(alike[0]); k++)
        if (alike[k].code == code)
            return alike[k].letter;
    return c->is == CHAR_GREEK && is_upper(c->plain[0]) && !c->plain[1]
               ? c->plain[0]
               : '\0';
}

/* A lone letter of another script that looks like a Latin one: a name. Behind a
 * number and a space it is a unit, and among other letters part of a word. */
static bool lex_look_alike(struct lexer *x, const struct character *c,
                           size_t len)
{
    char letter = look_alike(c->code, c);
    const struct token *last = &x->items[x->count - 1];
    struct character next;
    struct token *t;

    if (!letter || (last->kind == TOKEN_NUMBER && x->space) ||
        last->kind == TOKEN_WORD ||
        (x->i + len < x->n &&
         (is_letter(x->s[x->i + len]) ||
          (character_at(text_of(x), x->i + len, &next) > 1 &&
           next.code >= 0x370 && next.code < 0x530))))
        return false;
    t = lex_push(x, TOKEN_NAME, x->i, len);
    t->name = lex_letter(letter);
    t->match = 1;
    x->i += len;
    return true;
}

/* Letters of other scripts make words: units and nouns. */
static bool lex_foreign(struct lexer *x, size_t len)
{
    struct token *t = lex_push(x, TOKEN_WORD, x->i, len);
    struct lex_meaning m;
    struct character c;

    while ((len = character_at(text_of(x), x->i, &c)) > 0 &&
           (is_letter(x->s[x->i]) ? x->i > t->at
                                  : c.code >= 0xC0 && !meaning(x, &c, &m)))
        x->i += len;
    if (x->i == t->at)
        return lex_fail(x, x->i, "cannot read \"%.*s\"", (int)len, x->s + x->i);
    t->len = (uint32_t)(x->i - t->at);
    return true;
}

bool lex_unicode(struct lexer *x)
{
    struct character c;
    size_t len = character_at(text_of(x), x->i, &c);
    struct lex_meaning m;
    struct token *t;
    bool known;

    if (!c.code)
        return lex_fail(x, x->i, "the text is not valid UTF-8");
    if (in_run(&c, CHAR_SCRIPTS))
        return lex_run(x, c.is,
                       c.is == CHAR_RAISED ? TOKEN_SUPER : TOKEN_SUBSCRIPT);
    known = meaning(x, &c, &m);
    if (known && m.name && strcmp(m.name, "mu") == 0 && lex_micro(x, len))
        return true;
    if (!known && lex_script_joiner(x))
        return true;
    if (!known && is_full_width(&c))
        return lex_full_width(x, &c, len);
    if (!known)
        return lex_look_alike(x, &c, len) || lex_foreign(x, len);
    if (m.kind == CONTROL_SPACE) {
        x->space = true;
        x->i += len;
        return true;
    }
    t = lex_push(x, m.kind, x->i, len);
    t->sub = m.sub;
    t->name = m.name;
    if (t->kind == TOKEN_NAME)
        t->match = 1;
    x->i += len;
    return true;
}
