/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/pages/fill.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "report/html/html.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DEPTH_MOST 12 /* rows within rows */

static const struct {
    const char *name, *text;
} parts[] = {
#include "serve/pages/parts.inc"
};

/* ---- rows ---- */

/* Most numbers of rows are 0 or 1. */
static struct json *row_whole(struct arena *a, int64_t n)
{
    struct json *v;

    if (n != 0 && n != 1)
        return json_new_int(a, n);
    v = json_new(a, JSON_NUMBER);
    v->text = n ? "1" : "0";
    return v;
}

/* Makes the value of one conversion, whose last letter is `kind`. */
static struct json *row_value(struct arena *a, const char *format, va_list *ap)
{
    char kind = format[strlen(format) - 1];
    bool large = strpbrk(format, "lz") != NULL;

    switch (kind) {
    case 'd':
        return row_whole(a, large ? va_arg(*ap, int64_t) : va_arg(*ap, int));
    case 'u':
        return row_whole(a, large ? (int64_t)va_arg(*ap, uint64_t)
                                  : (int64_t)va_arg(*ap, unsigned));
    case 'f': {
        char digits[400];

        snprintf(digits, sizeof(digits), "%.*f",
                 format[1] == '.' ? format[2] - '0' : 6, va_arg(*ap, double));
        return json_new_number(a, digits);
    }
    default: BUG("a conversion that rows do not have");
    }
}

static struct json *row_addv(struct arena *a, struct json *row,
                             const char *members, va_list *ap)
{
    for (const char *s = members; *s; s += strspn(s, " ")) {
        size_t name = strcspn(s, "="), n = strcspn(s, " ");
        const char *what = s + name + 1, *text;
        struct json *v;

        INVARIANT(name < n);
        if (strncmp(what, "%s", 2) == 0) {
            text = va_arg(*ap, const char *);
            v = text ? json_new_string(a, text) : NULL;
        } else {
            what = arena_strndup(a, what, n - name - 1);
            v = *what == '%'      ? row_value(a, what, ap)
                : is_digit(*what) ? json_new_number(a, what)
                                  : json_new_string(a, what);
        }
        if (v)
            json_set(a, row, arena_strndup(a, s, name), v);
        s += n;
    }
    return row;
}

struct json *row_new(struct arena *a, const char *members, ...)
{
    struct json *row = json_new(a, JSON_OBJECT);
    va_list ap;

    va_start(ap, members);
    row_addv(a, row, members, &ap);
    va_end(ap);
    return row;
}

struct json *row_add(struct arena *a, struct json *row, const char *members,
                     ...)
{
    va_list ap;

    va_start(ap, members);
    row_addv(a, row, members, &ap);
    va_end(ap);
    return row;
}

struct json *row_list(struct arena *a, struct json *row, const char *name)
{
    return json_set(a, row, name, json_new(a, JSON_ARRAY));
}

/* ---- filling ---- */

struct fill {
    struct str *out;
    const struct json *rows[DEPTH_MOST]; /* the last is the innermost */
    size_t n;
    bool later; /* the item is not the first of its list */
};

static void fill_text(struct fill *f, const char *s, const char *end);

static void fill_time(struct str *out, int64_t ms)
{
    char minute[32];
    struct tm tm;
    time_t t = (time_t)(ms / 1000);

    clock_minute(minute, sizeof(minute), ms);
    if (!ms || !gmtime_r(&t, &tm)) {
        str_add(out, minute);
        return;
    }
    str_addf(out,
             "<time datetime=\"%04d-%02d-%02dT%02d:%02d:%02dZ\">%s UTC</time>",
             tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
             tm.tm_min, tm.tm_sec, minute);
}

/* As json_get(), for n bytes of a name: most places of a page are sought in
 * vain in some row. */
static const struct json *fill_member(const struct json *row, const char *name,
                                      size_t n)
{
    const struct json *m = row && row->type == JSON_OBJECT ? row->first : NULL;

    while (m && (m->name[0] != name[0] || strncmp(m->name, name, n) != 0 ||
                 m->name[n]))
        m = m->next;
    return m;
}

static const struct json *fill_find(const struct fill *f, const char *name)
{
    size_t n = strcspn(name, ".");
    const struct json *v = NULL;

    if (str_eq(name, "."))
        return f->rows[f->n - 1];
    for (size_t i = f->n; !v && i-- > 0;)
        v = fill_member(f->rows[i], name, n);
    while (name[n]) {
        name += n + 1;
        n = strcspn(name, ".");
        v = fill_member(v, name, n);
    }
    return v;
}

static bool fill_is_any(const struct json *v)
{
    if (!v || v->type == JSON_NULL)
        return false;
    if (v->type == JSON_BOOL)
        return v->truth;
    if (v->type == JSON_NUMBER)
        return strtod(v->text, NULL) != 0;
    return v->type == JSON_STRING ? *v->text
                                  : v->first || v->type != JSON_ARRAY;
}

/* Returns what stands behind the tag that ends the section at s; *inside is the
 * end of what is in it. */
static const char *fill_section_end(const char *s, const char **inside)
{
    for (int open = 1; open > 0; s += 2) {
        s = strstr(s, "{{");
        INVARIANT(s);
        *inside = s;
        open += strchr("#^?", s[2]) ? 1 : -(s[2] == '/');
    }
    return strstr(s, "}}") + 2;
}

static void fill_within(struct fill *f, const struct json *row, bool later,
                        const char *s, const char *end)
{
    bool was = f->later;

    INVARIANT(f->n < DEPTH_MOST);
    f->rows[f->n++] = row;
    f->later = later;
    fill_text(f, s, end);
    f->later = was;
    f->n--;
}

/* Fills a section of a value; returns what stands behind it. */
static const char *fill_section(struct fill *f, char sign, const char *name,
                                const char *s)
{
    const struct json *v = fill_find(f, name);
    const char *inside, *behind = fill_section_end(s, &inside);

    if (sign != '#') {
        if (fill_is_any(v) == (sign == '?'))
            fill_text(f, s, inside);
    } else if (v && v->type == JSON_ARRAY) {
        for (const struct json *m = v->first; m; m = m->next)
            fill_within(f, m, m != v->first, s, inside);
    } else if (fill_is_any(v)) {
        fill_within(f, v, f->later, s, inside);
    }
    return behind;
}

/* The head of a table, up to its <tbody>. */
static void fill_table(struct str *out, const char *columns)
{
    str_add(out, "<div class=\"scroll\"><table><thead><tr>");
    for (const char *s = columns; *s; s += strspn(s, " ")) {
        size_t n = strcspn(s, " "), name = strcspn(s, " :");

        str_addf(out, "<th scope=\"col\"%s>", name < n ? " class=\"num\"" : "");
        for (size_t i = 0; i < name; i++)
            str_addc(out, s[i] == '_' ? ' ' : s[i]);
        str_add(out, "</th>");
        s += n;
    }
    str_add(out, "</tr></thead><tbody>\n");
}

static void fill_value(struct fill *f, const char *how, const char *name)
{
    const struct json *v = fill_find(f, name);
    const char *text = v && v->text ? v->text : "";
    int64_t n = 0;

    if (!*how)
        html_text(f->out, text);
    else if (str_eq(how, "&"))
        str_add(f->out, text);
    else if (str_eq(how, "br"))
        html_name(f->out, text);
    else if (str_eq(how, "table"))
        fill_table(f->out, name);
    else if (str_eq(how, "s"))
        str_add(f->out, str_eq(text, "1") ? "" : "s");
    else if (str_eq(how, "time") && (!v || json_int64(v, &n)))
        fill_time(f->out, n);
    else
        BUG("a place that cannot be filled");
}

const char *fill_name(size_t i)
{
    return i < sizeof(parts) / sizeof(parts[0]) ? parts[i].name : NULL;
}

static const char *fill_find_part(const char *name)
{
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (parts[i].name[0] == name[0] && str_eq(parts[i].name, name))
            return parts[i].text;
    BUG("a part that no page has");
}

/* Fills the place whose tag is tag[0..n), before s; returns what stands behind it. */
static const char *fill_tag(struct fill *f, const char *tag, size_t n,
                            const char *s)
{
    char word[128];
    char *name = word;

    INVARIANT(n > 0 && n < sizeof(word));
    memcpy(word, tag, n);
    word[n] = '\0';
    if (strchr("#^?", *word))
        return fill_section(f, *word, word + 1, s);
    if (*word == '>') {
        const char *part = fill_find_part(word + 1);

        fill_text(f, part, part + strlen(part));
    } else if (*word == '+') {
        str_add(f->out, f->later ? word + 1 : "");
    } else if (*word == '&') {
        fill_value(f, "&", word + 1);
    } else {
        name = strchr(word, ' ');
        if (name)
            *name++ = '\0';
        fill_value(f, name ? word : "", name ? name : word);
    }
    return s;
}

static void fill_text(struct fill *f, const char *s, const char *end)
{
    while (s < end) {
        const char *tag = strstr(s, "{{");

        if (!tag || tag >= end)
            tag = end;
        str_addn(f->out, s, (size_t)(tag - s));
        if (tag == end)
            return;
        s = strstr(tag, "}}");
        INVARIANT(s && s < end);
        s = fill_tag(f, tag + 2, (size_t)(s - tag) - 2, s + 2);
    }
}

void fill_part(struct str *out, const char *part, const struct json *row)
{
    const char *text = fill_find_part(part);
    struct fill f = { .out = out, .rows = { row }, .n = 1 };

    fill_text(&f, text, text + strlen(text));
}
