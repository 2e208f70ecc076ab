/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

/*
 * A recursive descent with a ceiling on the depth. It runs in linear time on
 * any input: columns are counted onwards from the last place asked for, and
 * the names of a large object are looked up in a map.
 */

#define NAMES_SCANNED 16 /* objects up to this size are searched directly */

void json_open(struct json_cursor *c, const char *text, size_t n, size_t line)
{
    *c = (struct json_cursor){
        .end = text + n, .p = text, .line = line, .mark = text, .column = 1
    };
}

/* Columns count characters. */
static size_t column_here(struct json_cursor *c)
{
    c->column += utf8_count(c->mark, (size_t)(c->p - c->mark));
    c->mark = c->p;
    return c->column;
}

bool json_fail(struct json_cursor *c, struct err *e, const char *what)
{
    return err_at(e, ERR_SYNTAX, c->line, column_here(c), "%s", what);
}

static void json_read_skip_space(struct json_cursor *c)
{
    for (; c->p < c->end; c->p++) {
        if (*c->p == '\n') {
            c->line++;
            c->mark = c->p + 1;
            c->column = 1;
        } else if (*c->p != ' ' && *c->p != '\t' && *c->p != '\r') {
            return;
        }
    }
}

char json_peek(struct json_cursor *c)
{
    json_read_skip_space(c);
    return c->p < c->end ? *c->p : '\0';
}

bool json_accept(struct json_cursor *c, char ch)
{
    json_read_skip_space(c);
    if (c->p == c->end || *c->p != ch)
        return false;
    c->p++;
    return true;
}

static struct json *value_here(struct arena *a, struct json_cursor *c,
                               enum json_type type)
{
    struct json *v = json_new(a, type);

    v->line = c->line;
    v->column = column_here(c);
    return v;
}

/* ---- strings ---- */

static bool read_hex4(struct json_cursor *c, uint32_t *out)
{
    uint32_t v = 0;

    if (c->end - c->p < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        unsigned char ch = (unsigned char)c->p[i];
        uint32_t digit = ch >= '0' && ch <= '9'   ? (uint32_t)ch - '0'
                         : ch >= 'a' && ch <= 'f' ? (uint32_t)ch - 'a' + 10
                         : ch >= 'A' && ch <= 'F' ? (uint32_t)ch - 'A' + 10
                                                  : 16;
        if (digit > 15)
            return false;
        v = v << 4 | digit;
    }
    c->p += 4;
    *out = v;
    return true;
}

/* After \u: a code point, joined from a surrogate pair. A surrogate without
 * its partner, and NUL, are U+FFFD. */
static bool read_unicode(struct json_cursor *c, uint32_t *ch, struct err *e)
{
    uint32_t low;

    if (!read_hex4(c, ch))
        return json_fail(c, e, "expected four hexadecimal digits after \\u");
    if (*ch >= 0xd800 && *ch <= 0xdbff && c->end - c->p >= 6 &&
        c->p[0] == '\\' && c->p[1] == 'u') {
        struct json_cursor back = *c;

        c->p += 2;
        if (read_hex4(c, &low) && low >= 0xdc00 && low <= 0xdfff) {
            *ch = 0x10000 + ((*ch - 0xd800) << 10) + (low - 0xdc00);
            return true;
        }
        *c = back; /* what follows is read on its own */
    }
    if (*ch == 0 || (*ch >= 0xd800 && *ch <= 0xdfff))
        *ch = UTF8_REPLACEMENT;
    return true;
}

/* One escape, to *out; no escape is shorter than what it stands for. */
static bool json_read_escape(struct json_cursor *c, char **out, struct err *e)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *which;
    uint32_t ch;

    c->p++;
    if (c->p == c->end)
        return json_fail(c, e, "the string is not closed");
    if (*c->p == 'u') {
        c->p++;
        if (!read_unicode(c, &ch, e))
            return false;
        *out += utf8_write(ch, *out);
        return true;
    }
    which = *c->p ? strchr(from, *c->p) : NULL;
    if (!which)
        return json_fail(c, e,
                         "unknown escape in a string; write a backslash of "
                         "LaTeX as \\\\");
    *(*out)++ = to[which - from];
    c->p++;
    return true;
}

#define ONES      UINT64_C(0x0101010101010101)
#define HIGH_BITS UINT64_C(0x8080808080808080)

/* Is one of the eight bytes zero? (Mycroft's test) */
static uint64_t json_read_has_zero(uint64_t x)
{
    return (x - ONES) & ~x & HIGH_BITS;
}

/* Has one of eight bytes a meaning in a string: quote, backslash, control? */
static bool has_special(const char *p)
{
    uint64_t x;

    memcpy(&x, p, sizeof(x));
    return (json_read_has_zero(x ^ ONES * '"') |
            json_read_has_zero(x ^ ONES * '\\') |
            json_read_has_zero(x & ONES * 0xe0)) != 0;
}

/* The length of the run of plain characters that starts at p. */
static size_t json_read_plain_run(const struct json_cursor *c)
{
    const char *p = c->p;

    while (c->end - p >= 8 && !has_special(p))
        p += 8;
    while (p < c->end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20)
        p++;
    return (size_t)(p - c->p);
}

static bool copy_run(struct json_cursor *c, char **out, size_t n, struct err *e)
{
    size_t good = utf8_check(c->p, n);

    memcpy(*out, c->p, good);
    *out += good;
    c->p += good;
    return good == n || json_fail(c, e, "the text is not valid UTF-8");
}

/* How many bytes stand before the closing quote, or before the end. */
static size_t raw_length(const struct json_cursor *c)
{
    const char *p = c->p, *quote;

    for (;;) {
        const char *slash;

        quote = memchr(p, '"', (size_t)(c->end - p));
        if (!quote)
            return (size_t)(c->end - c->p);
        /* An odd number of backslashes before it: the quote is escaped. */
        for (slash = quote; slash > c->p && slash[-1] == '\\'; slash--)
            ;
        if ((quote - slash) % 2 == 0)
            return (size_t)(quote - c->p);
        p = quote + 1;
    }
}

/* The contents of a string; the cursor stands after the opening quote. */
static bool read_string(struct arena *a, struct json_cursor *c,
                        const char **text, struct err *e)
{
    char *out = arena_text(a, raw_length(c));

    *text = out;
    for (;;) {
        size_t n = json_read_plain_run(c);

        if (n && !copy_run(c, &out, n, e))
            return false;
        if (c->p == c->end)
            return json_fail(c, e, "the string is not closed");
        if (*c->p == '"')
            break;
        if (*c->p != '\\' && !c->lenient)
            return json_fail(c, e,
                             "a control character in a string must be "
                             "escaped");
        if (*c->p != '\\') {
            *out++ = *c->p ? *c->p : '?';
            c->p++;
        } else if (!json_read_escape(c, &out, e)) {
            return false;
        }
    }
    c->p++;
    *out = '\0';
    return true;
}

/* ---- numbers and words ---- */

static size_t json_read_digits(const char *p, const char *end)
{
    const char *q = p;

    while (q < end && *q >= '0' && *q <= '9')
        q++;
    return (size_t)(q - p);
}

/* -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)? */
static const char *json_read_number_end(const char *p, const char *end)
{
    size_t n;

    if (p < end && *p == '-')
        p++;
    n = json_read_digits(p, end);
    if (n == 0 || (*p == '0' && n > 1))
        return NULL;
    p += n;
    if (p < end && *p == '.') {
        n = json_read_digits(p + 1, end);
        if (n == 0)
            return NULL;
        p += 1 + n;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        p++;
        if (p < end && (*p == '+' || *p == '-'))
            p++;
        n = json_read_digits(p, end);
        if (n == 0)
            return NULL;
        p += n;
    }
    return p;
}

/* Reads a word for a number that JSON cannot write: NaN, Infinity. */
static bool read_no_number(struct json_cursor *c)
{
    static const char *const words[] = { "NaN", "nan", "Infinity", "inf" };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        size_t n = strlen(words[i]);

        if ((size_t)(c->end - c->p) >= n && memcmp(c->p, words[i], n) == 0) {
            c->p += n;
            return true;
        }
    }
    return false;
}

static bool json_read_number(struct arena *a, struct json_cursor *c,
                             struct json *v, struct err *e)
{
    const char *end = json_read_number_end(c->p, c->end);

    if (!end && c->lenient && c->p[0] == '-') {
        c->p++;
        v->type = JSON_NULL;
        return read_no_number(c) || json_fail(c, e, "expected a JSON value");
    }
    if (!end)
        return json_fail(c, e, "this is not a JSON number");
    if ((size_t)(end - c->p) > LIMIT_JSON_NUMBER && c->lenient) {
        v->type = JSON_NULL;
        c->p = end;
        return true;
    }
    if ((size_t)(end - c->p) > LIMIT_JSON_NUMBER)
        return err_at(e, ERR_LIMIT, c->line, column_here(c),
                      "a number of more than %zu characters",
                      LIMIT_JSON_NUMBER);
    v->text = arena_strndup(a, c->p, (size_t)(end - c->p));
    c->p = end;
    return true;
}

static bool json_read_word(struct json_cursor *c, struct json *v, struct err *e)
{
    static const struct {
        const char *word;
        enum json_type type;
        bool truth;
    } words[] = {
        { "null", JSON_NULL, false },
        { "true", JSON_BOOL, true },
        { "false", JSON_BOOL, false },
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        size_t n = strlen(words[i].word);

        if ((size_t)(c->end - c->p) >= n &&
            memcmp(c->p, words[i].word, n) == 0) {
            v->type = words[i].type;
            v->truth = words[i].truth;
            c->p += n;
            return true;
        }
    }
    return (c->lenient && read_no_number(c)) ||
           json_fail(c, e, "expected a JSON value");
}

/* ---- arrays and objects ---- */

static bool json_read_array(struct arena *a, struct json_cursor *c,
                            struct json *v, struct err *e)
{
    struct json *item;

    if (json_accept(c, ']'))
        return true;
    do {
        if (!json_step(a, c, &item, e))
            return false;
        json_push(v, item);
    } while (json_accept(c, ','));
    return json_accept(c, ']') ||
           json_fail(c, e, "expected \",\" or \"]\" in an array");
}

bool json_step_name(struct arena *a, struct json_cursor *c, const char **name,
                    struct err *e)
{
    if (!json_accept(c, '"'))
        return json_fail(c, e, "expected a name in double quotes");
    if (!read_string(a, c, name, e))
        return false;
    return json_accept(c, ':') ||
           json_fail(c, e, "expected \":\" after a name");
}

static void note_member(struct map *seen, struct json *m)
{
    *map_put(seen, m->name, strlen(m->name), NULL) = (size_t)(uintptr_t)m;
}

/* The member of the object that has this name already; NULL: none has. Small
 * objects are searched; a large one gets a map, so that a hostile line costs
 * linear time. */
static struct json *json_read_find_member(const struct json *v,
                                          struct map *seen, const char *name)
{
    struct json *m = v->first;
    const size_t *place;

    if (v->count < NAMES_SCANNED) {
        while (m && !str_eq(m->name, name))
            m = m->next;
        return m;
    }
    if (seen->n == 0)
        for (; m; m = m->next)
            note_member(seen, m);
    place = map_get(seen, name, strlen(name));
    return place ? (struct json *)(uintptr_t)*place : NULL;
}

static void json_read_add_member(struct json *v, struct map *seen,
                                 struct json *member)
{
    json_push(v, member);
    if (seen->n)
        note_member(seen, member);
}

/* Puts the later value in the place of the earlier. */
static void replace_member(struct json *earlier, const struct json *later)
{
    struct json *next = earlier->next;
    const char *name = earlier->name;

    *earlier = *later;
    earlier->next = next;
    earlier->name = name;
}

static bool json_read_members(struct arena *a, struct json_cursor *c,
                              struct json *v, struct map *seen, struct err *e)
{
    struct json *member, *earlier;
    const char *name;

    do {
        if (!json_step_name(a, c, &name, e))
            return false;
        earlier = json_read_find_member(v, seen, name);
        if (earlier && !c->lenient)
            return err_at(e, ERR_SYNTAX, c->line, column_here(c),
                          "the name \"%.100s\" occurs twice in one object",
                          name);
        if (!json_step(a, c, &member, e))
            return false;
        member->name = name;
        if (earlier)
            replace_member(earlier, member);
        else
            json_read_add_member(v, seen, member);
    } while (json_accept(c, ','));
    return json_accept(c, '}') ||
           json_fail(c, e, "expected \",\" or \"}\" in an object");
}

static bool json_read_object(struct arena *a, struct json_cursor *c,
                             struct json *v, struct err *e)
{
    struct map seen = { 0 };
    bool ok;

    if (json_accept(c, '}'))
        return true;
    ok = json_read_members(a, c, v, &seen, e);
    map_clear(&seen);
    return ok;
}

static bool read_nested(struct arena *a, struct json_cursor *c, struct json *v,
                        struct err *e)
{
    bool ok;

    if (c->depth == LIMIT_JSON_DEPTH)
        return err_at(e, ERR_LIMIT, c->line, column_here(c),
                      "nested more than %d levels deep", LIMIT_JSON_DEPTH);
    c->depth++;
    c->p++;
    ok = v->type == JSON_ARRAY ? json_read_array(a, c, v, e)
                               : json_read_object(a, c, v, e);
    c->depth--;
    return ok;
}

bool json_step(struct arena *a, struct json_cursor *c, struct json **out,
               struct err *e)
{
    char ch = json_peek(c);
    struct json *v;

    if (c->left && --c->left == 0)
        return err_at(e, ERR_LIMIT, c->line, column_here(c),
                      "too many values in one text");
    v = value_here(a, c, JSON_NULL);
    *out = v;
    if (c->p == c->end)
        return json_fail(c, e, "expected a value, found the end");
    if (ch == '{' || ch == '[') {
        v->type = ch == '{' ? JSON_OBJECT : JSON_ARRAY;
        return read_nested(a, c, v, e);
    }
    if (ch == '"') {
        v->type = JSON_STRING;
        c->p++;
        return read_string(a, c, &v->text, e);
    }
    if (ch == '-' || (ch >= '0' && ch <= '9')) {
        v->type = JSON_NUMBER;
        return json_read_number(a, c, v, e);
    }
    return json_read_word(c, v, e);
}

static bool json_read_whole(struct arena *a, const char *text, size_t n,
                            size_t line, size_t left, struct json **out,
                            struct err *e)
{
    struct json_cursor c;

    json_open(&c, text, n, line);
    c.left = left;
    if (!json_step(a, &c, out, e))
        return false;
    json_peek(&c);
    return c.p == c.end || json_fail(&c, e, "text after the end of the value");
}

bool json_read(struct arena *a, const char *text, size_t n, size_t line,
               struct json **out, struct err *e)
{
    return json_read_whole(a, text, n, line, 0, out, e);
}

bool json_read_most(struct arena *a, const char *text, size_t n, size_t line,
                    size_t most, struct json **out, struct err *e)
{
    return json_read_whole(a, text, n, line, most + 1, out, e);
}

bool json_read_lenient(struct arena *a, const char *text, size_t n, size_t most,
                       struct json **out, struct err *e)
{
    struct json_cursor c;

    json_open(&c, text, n, 1);
    c.lenient = true;
    c.left = most + 1;
    if (!json_step(a, &c, out, e))
        return false;
    json_peek(&c);
    return c.p == c.end || (*out)->count ||
           json_fail(&c, e, "text after the end of the value");
}
