/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/import/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The fields of a row, and the statement made from them. */

#define ID_MOST 200 /* bytes; a longer id is no id */

/* ---- looking ---- */

bool row_has(const struct json *row, ...)
{
    const char *name;
    bool all = true;
    va_list ap;

    va_start(ap, row);
    while (all && (name = va_arg(ap, const char *)))
        all = json_get(row, name) != NULL;
    va_end(ap);
    return all;
}

static bool holds_something(const struct json *v)
{
    if (!v || v->type == JSON_NULL)
        return false;
    if (v->type == JSON_STRING)
        return !str_blank(v->text);
    return (v->type != JSON_ARRAY && v->type != JSON_OBJECT) || v->count;
}

const char *row_text(const struct json *row, const char *name)
{
    const char *s = json_string(json_get(row, name));

    return s && !str_blank(s) ? s : NULL;
}

/* The member that a name, or a path "a.b", leads to. */
static const struct json *walk(const struct json *row, const char *path)
{
    const char *dot = strchr(path, '.');
    char head[64];

    if (!dot)
        return json_get(row, path);
    snprintf(head, sizeof(head), "%.*s", (int)(dot - path), path);
    return json_get(json_get(row, head), dot + 1);
}

static bool sets_apart(char c)
{
    return c == ' ' || c == '_' || c == '-';
}

bool row_same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        for (; sets_apart(*a); a++)
            ;
        for (; sets_apart(*b); b++)
            ;
        if (!*a || !*b || (*a != *b && (*a ^ *b) != 0x20))
            return *a == *b;
    }
}

/* The member of that name, however its words are set apart. */
static const struct json *member_like(const struct json *row, const char *name)
{
    for (const struct json *m = row->first; m; m = m->next)
        if (row_same_name(m->name, name) && holds_something(m))
            return m;
    return NULL;
}

const struct json *row_first(const struct json *row, const char *const *names)
{
    const struct json *v = NULL;

    for (size_t i = 0; names[i]; i++)
        if (holds_something(walk(row, names[i])))
            return walk(row, names[i]);
    if (row->type != JSON_OBJECT)
        return NULL;
    for (size_t i = 0; names[i] && !v; i++)
        v = member_like(row, names[i]);
    return v;
}

const char *row_id(const struct json *row, const char *name)
{
    const struct json *v = json_get(row, name);

    if (!v || (v->type != JSON_STRING && v->type != JSON_NUMBER) ||
        strlen(v->text) > ID_MOST || str_blank(v->text))
        return NULL;
    return v->text;
}

bool row_fail(const struct json *at, struct err *e, const char *fmt, ...)
{
    char what[sizeof(e->msg)];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(what, sizeof(what), fmt, ap);
    va_end(ap);
    return err_at(e, ERR_DOMAIN, at->line, at->column, "%s", what);
}

const struct json *row_need(const struct json *row, const char *name,
                            struct err *e)
{
    const struct json *v = json_get(row, name);

    if (!v || v->type == JSON_NULL)
        row_fail(row, e, "the field \"%s\" is missing", name);
    else if (!holds_something(v))
        row_fail(v, e, "the field \"%s\" is empty", name);
    else
        return v;
    return NULL;
}

/* Returns the text of a field, or NULL with an error if it is no string or
 * blank. */
static const char *need_text(const struct json *row, const char *name,
                             struct err *e)
{
    const struct json *v = row_need(row, name, e);

    if (v && v->type != JSON_STRING) {
        row_fail(v, e, "the field \"%s\" must be a string, not %s", name,
                 json_type_name(v->type));
        return NULL;
    }
    return v ? v->text : NULL;
}

/* ---- statements ---- */

bool read_statement(struct arena *a, const struct json *row, const char *name,
                    struct problem *p, struct err *e)
{
    const char *s = need_text(row, name, e);

    if (s)
        p->statement = str_trim(a, s);
    return s != NULL;
}

bool read_two_part_statement(struct arena *a, const struct json *row,
                             const char *text, const char *question, bool stop,
                             struct problem *p, struct err *e)
{
    const char *first = NULL, *second = need_text(row, question, e);

    if (!second || !json_need_string(row, text, JSON_OPTIONAL, &first, e))
        return false;
    second = str_trim(a, second);
    first = first ? str_trim(a, first) : "";
    if (!*first)
        p->statement = second;
    else if (!stop)
        p->statement = arena_printf(a, "%s\n\n%s", first, second);
    else
        p->statement = arena_printf(
            a, "%s%s %s", first,
            strchr(".,;:!?", first[strlen(first) - 1]) ? "" : ".", second);
    return true;
}
