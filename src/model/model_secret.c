/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What must never be shown: which values of headers are secrets, and the forms
 * in which a server may write one back. Other spellings of the same
 * characters are known to those who look for them (model_redact.c).
 */
#include "base/ascii.h"
#include "base/str.h"
#include "model/model_int.h"
#include "text/span.h"

#include <string.h>

#define WORD_LEAST     4  /* of a value whose name says that it is a secret */
#define PASSWORD_LEAST 6  /* of a password */
#define PART_LEAST     8  /* of a key, and of a part of a value */
#define LOOKS_LEAST    20 /* of a value that only looks like one */

static void add_one(struct vec *secrets, const char *s, size_t n, size_t least)
{
    if (n < least)
        return;
    for (size_t i = 0; i < secrets->n; i++) {
        const char *have = *vec_get(secrets, const char *, i);

        if (strlen(have) == n && memcmp(have, s, n) == 0)
            return;
    }
    *(const char **)vec_push(secrets) = arena_strndup(secrets->arena, s, n);
}

/* ---- base64 ---- */

static const char digits64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789+/";

/* The byte of a secret before which other `before` bytes stand. */
static unsigned byte_at(const char *s, size_t n, size_t before, size_t i)
{
    return i >= before && i < before + n ? (unsigned char)s[i - before] : 0;
}

/* What s[0..n) is in base64 behind so many other bytes, without characters that
 * depend on these. Returns the length without the padding and without what holds
 * only a part of the last byte. */
static size_t encode64(struct str *out, const char *s, size_t n, size_t before)
{
    size_t first = (before * 8 + 5) / 6, whole = (before + n) * 8 / 6;

    for (size_t i = first; i * 6 < (before + n) * 8; i++) {
        size_t bit = i * 6;
        unsigned x = byte_at(s, n, before, bit / 8) << 8 |
                     byte_at(s, n, before, bit / 8 + 1);

        str_addc(out, digits64[x >> (10 - bit % 8) & 63]);
    }
    for (size_t i = (before + n) % 3; i > 0 && i < 3; i++)
        str_addc(out, '=');
    return whole > first ? whole - first : 0;
}

/* Returns false when it is no base64, or holds what no password does. */
static bool decode64(struct str *out, const char *s, size_t n)
{
    unsigned bits = 0, have = 0;

    while (n && s[n - 1] == '=')
        n--;
    for (size_t i = 0; i < n; i++) {
        const char *at = s[i] ? strchr(digits64, s[i]) : NULL;

        if (!at)
            return false;
        bits = (bits << 6 | (unsigned)(at - digits64)) & 0xffff;
        have += 6;
        if (have >= 8) {
            have -= 8;
            if ((bits >> have & 0xff) < ' ')
                return false;
            str_addc(out, (char)(bits >> have & 0xff));
        }
    }
    return out->n > 0;
}

/* With all of its end, and without what another text behind it would change.
 * In both alphabets. */
static void add_encoded(struct vec *secrets, const char *s, size_t n,
                        size_t before)
{
    struct str out = str_in(secrets->arena);
    size_t whole = encode64(&out, s, n, before);

    if (whole < PART_LEAST)
        return;
    add_one(secrets, str_get(&out), out.n, PART_LEAST);
    add_one(secrets, out.s, whole, PART_LEAST);
    for (size_t i = 0; i < out.n; i++)
        out.s[i] = out.s[i] == '+' ? '-' : out.s[i] == '/' ? '_' : out.s[i];
    add_one(secrets, out.s, out.n, PART_LEAST);
    add_one(secrets, out.s, whole, PART_LEAST);
}

/* ---- hexadecimal ---- */

static void add_hex(struct vec *secrets, const char *s, size_t n)
{
    struct str out = str_in(secrets->arena);

    if (n < PART_LEAST) /* these digits may be part of any number */
        return;
    for (size_t i = 0; i < n; i++)
        str_addf(&out, "%02x", (unsigned)(unsigned char)s[i]);
    add_one(secrets, str_get(&out), out.n, PART_LEAST);
}

/* ---- values ---- */

static void add_whole(struct vec *secrets, const char *s, size_t n,
                      size_t least)
{
    if (n < least)
        return;
    add_one(secrets, s, n, least);
    for (size_t before = 0; before < 3; before++)
        add_encoded(secrets, s, n, before);
    add_hex(secrets, s, n);
}

/* "Basic dXNlcjpwYXNzd29yZA==" */
static void add_basic(struct vec *secrets, const char *s, size_t n)
{
    struct str plain = str_in(secrets->arena);
    const char *colon;

    if (!decode64(&plain, s, n) || !(colon = strchr(str_get(&plain), ':')))
        return;
    add_one(secrets, plain.s, plain.n, WORD_LEAST);
    add_one(secrets, colon + 1, strlen(colon + 1), PASSWORD_LEAST);
}

/* The whole, and its parts: "Bearer KEY", "session=ID; theme=dark". The first
 * word of several is the name of a scheme. */
static void add_value(struct vec *secrets, const char *value)
{
    static const char gaps[] = " \t;,";
    size_t n;

    add_whole(secrets, value, strlen(value), WORD_LEAST);
    for (const char *p = value + strspn(value, gaps); *p;
         p += n + strspn(p + n, gaps)) {
        const char *equals;

        n = strcspn(p, gaps);
        if (p == value && p[n] == ' ' && n < LOOKS_LEAST)
            continue;
        add_whole(secrets, p, n, PART_LEAST);
        add_basic(secrets, p, n);
        equals = memchr(p, '=', n);
        if (equals)
            add_one(secrets, equals + 1, (size_t)(p + n - equals) - 1,
                    PART_LEAST);
    }
}

bool model_looks_secret(const char *value)
{
    bool letter = false, digit = false;
    size_t n = 0;

    for (; value[n]; n++) {
        if (is_space(value[n]))
            return false;
        letter = letter || is_letter(value[n]);
        digit = digit || is_digit(value[n]);
    }
    return n >= LOOKS_LEAST && letter && digit;
}

bool model_names_secret(const char *line)
{
    static const char *const parts[] = { "auth",      "key",    "token",
                                         "secret",    "cookie", "passw",
                                         "credential" };

    for (size_t i = 0; line[i] && line[i] != ':'; i++) {
        for (size_t k = 0; k < sizeof(parts) / sizeof(parts[0]); k++) {
            size_t n = 0;

            while (parts[k][n] && to_lower(line[i + n]) == parts[k][n])
                n++;
            if (!parts[k][n])
                return true;
        }
    }
    return false;
}

void model_add_key(struct vec *secrets, const char *key)
{
    if (strlen(key) < PART_LEAST)
        return;
    add_value(secrets, key);
    key = arena_printf(secrets->arena, "Bearer %s", key);
    add_encoded(secrets, key, strlen(key), 0);
}

void model_add_header(struct vec *secrets, const char *line)
{
    struct span name = { line, strcspn(line, ":") };
    const char *value = str_trim(secrets->arena, line + name.n + 1);

    if (span_among(name, "content-type accept user-agent http-referer referer "
                         "x-title anthropic-version anthropic-beta "
                         "openai-beta"))
        return;
    if (model_names_secret(line))
        add_value(secrets, value);
    else if (model_looks_secret(value))
        add_whole(secrets, value, strlen(value), LOOKS_LEAST);
}
