/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "base/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *json_type_name(enum json_type t)
{
    static const char *const names[] = {
        "null", "a boolean", "a number", "a string", "an array", "an object",
    };

    return names[t];
}

/* ---- looking ---- */

const struct json *json_get(const struct json *v, const char *name)
{
    const struct json *m = v && v->type == JSON_OBJECT ? v->first : NULL;

    while (m && !str_eq(m->name, name))
        m = m->next;
    return m;
}

const struct json *json_at(const struct json *v, const char *path)
{
    size_t n = strlen(path);

    if (!v || !n)
        return v;
    for (;;) { /* the longest name first: it may have points in it */
        const struct json *m = v->type == JSON_OBJECT ? v->first : NULL;

        while (m && (strncmp(m->name, path, n) != 0 || m->name[n]))
            m = m->next;
        m = m ? json_at(m, path + n + (path[n] == '.')) : NULL;
        if (m)
            return m;
        while (n > 0 && path[n - 1] != '.')
            n--;
        if (n == 0)
            return NULL;
        n--; /* the point */
    }
}

struct json *json_parse(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    return text && json_read(a, text, strlen(text), 1, &v, &e) ? v : NULL;
}

const char *json_string(const struct json *v)
{
    return v && v->type == JSON_STRING ? v->text : NULL;
}

bool json_is_true(const struct json *v)
{
    return v && v->type == JSON_BOOL && v->truth;
}

const struct json *json_list(const struct json *v, const char *name)
{
    const struct json *list = json_get(v, name);

    return list && list->type == JSON_ARRAY ? list : NULL;
}

bool json_bad(const struct json *v, struct err *e, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    err_fill(e, ERR_DOMAIN, v ? v->line : 0, v ? v->column : 0, fmt, ap);
    va_end(ap);
    return false;
}

bool json_int64(const struct json *v, int64_t *out)
{
    long long n;
    char *end;

    if (!v || v->type != JSON_NUMBER)
        return false;
    errno = 0;
    n = strtoll(v->text, &end, 10);
    if (*end || errno)
        return false;
    *out = n;
    return true;
}

/* Finds a member that is not null; *v is NULL if it is optional and absent. */
static bool need(const struct json *obj, const char *name, enum json_need how,
                 const struct json **v, struct err *e)
{
    *v = json_get(obj, name);
    if (*v && (*v)->type == JSON_NULL)
        *v = NULL;
    if (!*v && how == JSON_REQUIRED)
        return json_bad(obj, e, "the field \"%s\" is missing", name);
    return true;
}

static bool base_json_wrong_type(const struct json *v, const char *name,
                                 const char *want, struct err *e)
{
    return json_bad(v, e, "the field \"%s\" must be %s, not %s", name, want,
                    v->type == JSON_NUMBER ? v->text : json_type_name(v->type));
}

bool json_need_string(const struct json *obj, const char *name,
                      enum json_need how, const char **out, struct err *e)
{
    const struct json *v;

    if (!need(obj, name, how, &v, e))
        return false;
    if (v && v->type != JSON_STRING)
        return base_json_wrong_type(v, name, "a string", e);
    if (v)
        *out = v->text;
    return true;
}

bool json_need_int64(const struct json *obj, const char *name,
                     enum json_need how, int64_t *out, struct err *e)
{
    const struct json *v;

    if (!need(obj, name, how, &v, e))
        return false;
    if (v && !json_int64(v, out))
        return base_json_wrong_type(v, name, "a whole number", e);
    return true;
}

/* ---- making ---- */

struct json *json_new(struct arena *a, enum json_type type)
{
    struct json *v = arena_new(a, struct json);

    v->type = type;
    return v;
}

struct json *json_new_string(struct arena *a, const char *s)
{
    struct json *v = json_new(a, JSON_STRING);

    v->text = arena_strdup(a, s);
    return v;
}

struct json *json_new_text(struct arena *a, const char *s)
{
    return s ? json_new_string(a, s) : json_new(a, JSON_NULL);
}

struct json *json_new_bool(struct arena *a, bool truth)
{
    struct json *v = json_new(a, JSON_BOOL);

    v->truth = truth;
    return v;
}

struct json *json_new_int(struct arena *a, int64_t n)
{
    struct json *v = json_new(a, JSON_NUMBER);

    v->text = arena_printf(a, "%" PRId64, n);
    return v;
}

struct json *json_new_number(struct arena *a, const char *text)
{
    struct json *v = json_new(a, JSON_NUMBER);

    v->text = arena_strdup(a, text);
    return v;
}

struct json *json_push(struct json *array, struct json *v)
{
    INVARIANT(!v->next && v != array->last);
    if (array->last)
        array->last->next = v;
    else
        array->first = v;
    array->last = v;
    array->count++;
    return v;
}

struct json *json_set(struct arena *a, struct json *object, const char *name,
                      struct json *v)
{
    INVARIANT(object->type == JSON_OBJECT && !json_get(object, name));
    v->name = arena_strdup(a, name);
    return json_push(object, v);
}

struct json *json_put(struct arena *a, struct json *object, const char *name,
                      enum json_type type)
{
    return json_set(a, object, name, json_new(a, type));
}

void json_put_text(struct arena *a, struct json *object, const char *name,
                   const char *s)
{
    if (s)
        json_set(a, object, name, json_new_string(a, s));
}

void json_put_int(struct arena *a, struct json *object, const char *name,
                  int64_t n)
{
    json_set(a, object, name, json_new_int(a, n));
}

void json_put_count(struct arena *a, struct json *object, const char *name,
                    size_t n)
{
    json_put_int(a, object, name, (int64_t)n);
}

struct json *json_texts(struct arena *a, const char *const *texts, size_t n)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < n; i++)
        json_push(list, json_new_string(a, texts[i]));
    return list;
}

struct json *json_copy(struct arena *a, const struct json *v)
{
    struct json *out = arena_new(a, struct json);

    *out = *v;
    out->next = out->first = out->last = NULL;
    out->count = 0;
    out->name = NULL;
    if (v->text)
        out->text = arena_strdup(a, v->text);
    for (const struct json *m = v->first; m; m = m->next) {
        struct json *child = json_copy(a, m);

        child->name = m->name ? arena_strdup(a, m->name) : NULL;
        json_push(out, child);
    }
    return out;
}

bool json_equal(const struct json *a, const struct json *b)
{
    const struct json *x = a->first, *y = b->first;

    if (a->type != b->type || a->truth != b->truth || a->count != b->count ||
        !str_same(a->text, b->text))
        return false;
    for (; x; x = x->next, y = y->next)
        if (!str_same(x->name, y->name) || !json_equal(x, y))
            return false;
    return true;
}

/* ---- writing ---- */

static void write_control(struct str *out, unsigned char ch)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    const char *which = ch ? strchr(from, ch) : NULL;

    if (which) {
        str_addc(out, '\\');
        str_addc(out, to[which - from]);
    } else {
        str_addf(out, "\\u%04x", ch);
    }
}

#define BYTES(x) (UINT64_C(0x0101010101010101) * (x))

/* Bytes equal to b have their high bit set (others may, above the lowest). */
static uint64_t find_byte(uint64_t word, unsigned char b)
{
    uint64_t x = word ^ BYTES(b);

    return (x - BYTES(1)) & ~x & BYTES(0x80);
}

/* Is none of eight bytes a control character, a quote, a backslash, DEL or
 * part of a character beyond ASCII? */
static bool is_plain_word(const char *s)
{
    uint64_t word, low;

    memcpy(&word, s, 8);
    low = (word - BYTES(0x20)) & ~word; /* high bit: below a space */
    return !((word | low) & BYTES(0x80)) && !find_byte(word, '"') &&
           !find_byte(word, '\\') && !find_byte(word, 0x7f);
}

/* How many bytes stand for themselves, at most n. */
static size_t base_json_plain_run(const char *s, size_t n)
{
    size_t i = 0;

    while (n - i >= 8 && is_plain_word(s + i))
        i += 8;
    for (; i < n; i++) {
        unsigned char c = (unsigned char)s[i];

        if (c < 0x20 || c == '"' || c == '\\' || c >= 0x7f)
            break;
    }
    return i;
}

void json_write_string(struct str *out, const char *s)
{
    size_t n = strlen(s), run, i = 0;
    uint32_t ch;

    str_addc(out, '"');
    while (i < n) {
        unsigned char c = (unsigned char)s[i];

        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f) {
            write_control(out, c);
            i++;
        } else if (c < 0x80) {
            run = base_json_plain_run(s + i, n - i);
            str_addn(out, s + i, run);
            i += run;
        } else if ((run = utf8_read(s + i, n - i, &ch)) > 0) {
            str_addn(out, s + i, run);
            i += run;
        } else {
            str_add(out, "\xef\xbf\xbd");
            i++;
        }
    }
    str_addc(out, '"');
}

static void base_json_write_children(struct str *out, const struct json *v)
{
    for (const struct json *m = v->first; m; m = m->next) {
        if (m != v->first)
            str_add(out, ", ");
        if (v->type == JSON_OBJECT) {
            json_write_string(out, m->name);
            str_add(out, ": ");
        }
        json_write(out, m);
    }
}

void json_write(struct str *out, const struct json *v)
{
    switch (v->type) {
    case JSON_NULL: str_add(out, "null"); break;
    case JSON_BOOL: str_add(out, v->truth ? "true" : "false"); break;
    case JSON_NUMBER: str_add(out, v->text); break;
    case JSON_STRING: json_write_string(out, v->text); break;
    case JSON_ARRAY:
        str_addc(out, '[');
        base_json_write_children(out, v);
        str_addc(out, ']');
        break;
    case JSON_OBJECT:
        str_addc(out, '{');
        base_json_write_children(out, v);
        str_addc(out, '}');
        break;
    }
}

void json_write_text(struct str *out, const char *s)
{
    if (s)
        json_write_string(out, s);
    else
        str_add(out, "null");
}
