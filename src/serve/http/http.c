/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/http/http.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_DIGITS 15 /* of a path or form: fits int64_t */

/*
 * Text from outside is decoded in one pass into one buffer of the arena, which
 * is never longer than what came.
 */

const char *http_among(const struct http_fields *f, const char *name)
{
    for (size_t i = 0; i < f->n; i++)
        if (str_eq(f->items[i].name, name))
            return f->items[i].value;
    return NULL;
}

const char *http_query(const struct http_request *r, const char *name)
{
    return http_among(&r->query, name);
}

const char *http_form(const struct http_request *r, const char *name)
{
    return http_among(&r->form, name);
}

const char *http_header(const struct http_request *r, const char *name)
{
    return http_among(&r->headers, name);
}

bool http_is_gone(const struct http_request *r)
{
    return r->is_gone && r->is_gone(r->connection);
}

/* Returns the value of a pair "name=value" of n bytes, or NULL if it has another
 * name. */
static const char *cookie_value(struct arena *a, const char *pair, size_t n,
                                const char *name)
{
    size_t name_n = strlen(name);

    for (; n > 0 && is_space(*pair); pair++)
        n--;
    while (n > 0 && is_space(pair[n - 1]))
        n--;
    if (n <= name_n || strncmp(pair, name, name_n) != 0 || pair[name_n] != '=')
        return NULL;
    pair += name_n + 1;
    n -= name_n + 1;
    if (n >= 2 && pair[0] == '"' && pair[n - 1] == '"') {
        pair++;
        n -= 2;
    }
    return arena_strndup(a, pair, n);
}

const char *http_cookie(const struct http_request *r, const char *name)
{
    for (size_t i = 0; i < r->headers.n; i++) {
        const char *s = r->headers.items[i].value, *found;

        if (!str_eq(r->headers.items[i].name, "cookie"))
            continue;
        for (size_t n = strcspn(s, ";");; n = strcspn(s, ";")) {
            if ((found = cookie_value(r->arena, s, n, name)))
                return found;
            if (!s[n])
                break;
            s += n + 1;
        }
    }
    return NULL;
}

bool http_wants_json(const struct http_request *r)
{
    const char *type = http_header(r, "content-type");
    const char *accept = http_header(r, "accept");

    if (type && str_starts(type, "application/json"))
        return true;
    return accept && strstr(accept, "application/json") &&
           !strstr(accept, "text/html");
}

/* ---- parsing ---- */

/* Decodes escapes, and "+" if it is a blank here, to out, and ends it. Returns
 * NULL, or what is wrong. */
static const char *unescape(char *out, const char *s, size_t n, bool plus)
{
    char *start = out;

    for (size_t i = 0; i < n; i++) {
        char c = s[i];

        if (c == '%') {
            int high = n - i > 2 ? hex_value(s[i + 1]) : -1;
            int low = n - i > 2 ? hex_value(s[i + 2]) : -1;

            if (high < 0 || low < 0)
                return "a percent sign without two hex digits";
            c = (char)(high * 16 + low);
            i += 2;
        } else if (c == '+' && plus) {
            c = ' ';
        }
        if (!c)
            return "a NUL";
        *out++ = c;
    }
    *out = '\0';
    n = (size_t)(out - start);
    return utf8_check(start, n) == n ? NULL : "bytes that are not UTF-8";
}

static size_t count_fields(const char *s, size_t n)
{
    size_t count = n > 0;

    for (size_t i = 0; i < n; i++)
        count += s[i] == '&';
    return count;
}

/* Reads one piece "name=value" into *f; both lie in *buf, which moves on. */
static const char *http_read_field(const char *s, size_t n, char **buf,
                                   struct http_field *f)
{
    const char *equals = memchr(s, '=', n), *wrong;
    size_t name_n = equals ? (size_t)(equals - s) : n;
    size_t value_n = equals ? n - name_n - 1 : 0;

    f->name = *buf;
    f->value = *buf + name_n + 1;
    if ((wrong = unescape(*buf, s, name_n, true)) ||
        (wrong = unescape(*buf + name_n + 1, s + n - value_n, value_n, true)))
        return wrong;
    *buf += name_n + 1 + value_n + 1;
    return NULL;
}

bool http_read_form(struct arena *a, const char *text, size_t n,
                    struct http_fields *out, struct err *e)
{
    size_t most = count_fields(text, n), count = 0;
    struct http_field *items;
    char *buf;

    if (most > HTTP_FIELDS_MOST)
        return err_set(e, ERR_LIMIT, "there are more than %d fields",
                       HTTP_FIELDS_MOST);
    items = arena_array(a, struct http_field, most);
    buf = arena_text(a, n + 2 * most);
    for (size_t i = 0; i < n;) {
        const char *end = memchr(text + i, '&', n - i), *wrong = NULL;
        size_t piece = end ? (size_t)(end - text) - i : n - i;

        if (piece > 0)
            wrong = http_read_field(text + i, piece, &buf, &items[count++]);
        if (wrong)
            return err_set(e, ERR_SYNTAX, "field %zu has %s", count, wrong);
        i += piece + 1;
    }
    *out = (struct http_fields){ items, count };
    return true;
}

/* Returns what is wrong with a decoded path, or NULL. */
static const char *wrong_path(const char *s)
{
    for (const char *p = s; *p; p++) {
        if (*p == '\\' || (unsigned char)*p < ' ' || *p == 0x7f)
            return "a character that is not allowed in a path";
        if (str_starts(p, "/.") && strchr("/", p[p[2] == '.' ? 3 : 2]))
            return "a part that consists only of dots";
    }
    return NULL;
}

struct http_fields http_json_fields(struct arena *a, const struct json *v)
{
    struct http_field *items = arena_array(a, struct http_field, v->count + 1);
    size_t n = 0;

    for (const struct json *m = v->first; m; m = m->next)
        if (m->type == JSON_STRING || m->type == JSON_NUMBER)
            items[n++] = (struct http_field){ m->name, m->text };
    return (struct http_fields){ items, n };
}

bool http_read_path(struct arena *a, const char *text, const char **out,
                    struct err *e)
{
    size_t n = strlen(text);
    const char *wrong;
    char *path;

    if (n > HTTP_PATH_MOST)
        return err_set(e, ERR_LIMIT, "the path has more than %d bytes",
                       HTTP_PATH_MOST);
    if (text[0] != '/')
        return err_set(e, ERR_SYNTAX, "the path does not begin with a slash");
    if (strstr(text, "%2f") || strstr(text, "%2F"))
        return err_set(e, ERR_SYNTAX, "the path has an escaped slash");
    path = arena_text(a, n);
    if ((wrong = unescape(path, text, n, false)) || (wrong = wrong_path(path)))
        return err_set(e, ERR_SYNTAX, "the path has %s", wrong);
    *out = path;
    return true;
}

/* ---- replies ---- */

void reply_html(struct http_reply *out, int status, const struct str *body)
{
    reply_text(out, status, "text/html; charset=utf-8", str_get(body));
    out->body_n = body->n;
}

void reply_json(struct http_reply *out, int status, const struct str *body)
{
    reply_text(out, status, "application/json", str_get(body));
    out->body_n = body->n;
}

void reply_text(struct http_reply *out, int status, const char *type,
                const char *body)
{
    out->status = status;
    out->type = type;
    out->body = body;
    out->body_n = strlen(body);
}

void reply_error(struct http_reply *out, struct arena *a, int status,
                 const char *what)
{
    struct str body = str_in(a);

    str_add(&body, "{\"error\": ");
    json_write_string(&body, what);
    str_add(&body, "}\n");
    reply_json(out, status, &body);
}

void reply_to(struct http_reply *out, const char *place)
{
    INVARIANT(place[0] == '/' && place[1] != '/' && place[1] != '\\');
    out->status = 303;
    reply_field(out, "Location", place);
}

void reply_field(struct http_reply *out, const char *name, const char *value)
{
    size_t most = sizeof(out->fields) / sizeof(out->fields[0]);

    for (const char *p = value; *p; p++)
        INVARIANT((unsigned char)*p >= ' ' && *p != 0x7f);
    INVARIANT(out->n_fields < most);
    out->fields[out->n_fields++] = (struct http_field){ name, value };
}

void metric_head(struct str *out, const char *name, const char *type,
                 const char *help)
{
    str_addf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

void metric_gauge(struct str *out, const char *name, uint64_t value,
                  const char *help)
{
    metric_head(out, name, "gauge", help);
    str_addf(out, "%s %" PRIu64 "\n", name, value);
}

void http_escape(struct str *out, const char *text)
{
    for (const char *s = text; *s; s++)
        if (is_letter(*s) || is_digit(*s) || strchr("-._~", *s))
            str_addc(out, *s);
        else
            str_addf(out, "%%%02X", (unsigned char)*s);
}

bool http_number(const char *s, int64_t *out)
{
    size_t n = s ? strspn(s, "0123456789") : 0;
    bool is = n && !s[n] && n <= NUMBER_DIGITS;

    *out = is ? strtoll(s, NULL, 10) : 0;
    return is;
}

const char *http_status_text(int status)
{
    static const struct {
        int status;
        const char *text;
    } table[] = {
        { 200, "OK" },
        { 303, "See Other" },
        { 400, "Bad Request" },
        { 401, "Unauthorized" },
        { 403, "Forbidden" },
        { 404, "Not Found" },
        { 405, "Method Not Allowed" },
        { 409, "Conflict" },
        { 410, "Gone" },
        { 413, "Content Too Large" },
        { 414, "URI Too Long" },
        { 415, "Unsupported Media Type" },
        { 429, "Too Many Requests" },
        { 500, "Internal Server Error" },
        { 503, "Service Unavailable" },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (table[i].status == status)
            return table[i].text;
    return "";
}
