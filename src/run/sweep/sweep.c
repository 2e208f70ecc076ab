/* SPDX-License-Identifier: Apache-2.0 */
#include "run/sweep/sweep.h"

#include "base/ascii.h"
#include "base/str.h"
#include "run/spec/fields.h"

#include <stdio.h>
#include <string.h>

#define EXTRA "extra."

/* ---- reading ---- */

static bool sweep_refuse(const char *why, struct err *e)
{
    return err_set(e, ERR_USAGE,
                   "--sweep: %s; it takes a field of decoding and its values, "
                   "such as max_tokens=1k,4k,16k, reasoning_effort=low,high or "
                   "extra.thinking.budget_tokens=1k,8k",
                   why);
}

static const struct spec_field *sweep_field_of(const char *name)
{
    for (const struct spec_field *f = spec_decoding_fields; f->name; f++)
        if (str_eq(f->name, name) && f->kind != SPEC_TEXTS &&
            f->kind != SPEC_OBJECT)
            return f;
    return NULL;
}

/* "16k" as "16000", "1.5M" as "1500000", of fields that count; other texts stay
 * as they are. */
static const char *written_out(struct arena *a, const char *text)
{
    size_t n = strlen(text), point = strcspn(text, ".");
    size_t zeros = n && text[n - 1] == 'k'   ? 3
                   : n && text[n - 1] == 'M' ? 6
                                             : 0;
    size_t part = point < n ? n - 2 - point : 0;

    if (!zeros || n < 2 || strspn(text, "0123456789.") != n - 1 ||
        part > zeros ||
        (point < n && (point == 0 || !is_digit(text[n - 2]) ||
                       strchr(text + point + 1, '.'))))
        return text;
    point = point < n ? point : n - 1;
    return arena_printf(a, "%.*s%.*s%.*s", (int)point, text, (int)part,
                        text + point + 1, (int)(zeros - part), "000000");
}

/* A value of --extra: JSON where it is a number, true, false or null. */
static struct json *extra_value(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    if (text[0] != '{' && text[0] != '[' && text[0] != '"' &&
        json_read(a, text, strlen(text), 1, &v, &e))
        return v;
    return json_new_string(a, text);
}

/* As the field is called; options have another spelling: "max-tokens". */
static const char *sweep_spelled(struct arena *a, const char *text)
{
    char *name = arena_strdup(a, text);

    for (char *c = name; !str_starts(text, EXTRA) && *c; c++)
        *c = *c == '-' ? '_' : *c;
    return name;
}

bool sweep_name(struct arena *a, const char *text, const char **out,
                struct err *e)
{
    const char *name = sweep_spelled(a, text);
    struct str all = str_in(a);

    *out = name;
    if (str_starts(name, EXTRA) && name[strlen(EXTRA)])
        return true;
    for (const struct spec_field *f = spec_decoding_fields; f->name; f++) {
        if (f->again)
            continue;
        if (f->kind != SPEC_OBJECT && str_eq(f->name, name))
            return true;
        str_addf(&all, "%s%s%s", all.n ? ", " : "", f->name,
                 f->kind == SPEC_OBJECT ? ".NAME" : "");
    }
    return err_set(e, ERR_USAGE,
                   "decoding has no field \"%.60s\"; the fields are %s", name,
                   str_get(&all));
}

static bool sweep_split(struct arena *a, const char *list,
                        struct value_sweep *out)
{
    out->values = arena_array(a, const char *, strlen(list) + 2);
    for (size_t n; *list; list += n + (list[n] == ',')) {
        n = strcspn(list, ",");
        out->values[out->n] = str_trim(a, arena_strndup(a, list, n));
        if (!*out->values[out->n++])
            return false;
    }
    return out->n >= 2;
}

/* Is the field set before it is swept? */
static bool is_set(const struct value_sweep *s, const struct decoding *base)
{
    const struct spec_field *f = sweep_field_of(s->field);
    const struct json *at = base->extra;

    if (f)
        return *(const char *const *)((const char *)base + f->at) != NULL;
    for (const char *p = s->field + strlen(EXTRA); at && *p;) {
        size_t n = strcspn(p, ".");
        char name[64];

        snprintf(name, sizeof(name), "%.*s", (int)n, p);
        at = json_get(at, name);
        p += n + (p[n] == '.');
    }
    return at != NULL;
}

bool sweep_read(struct arena *a, const char *text, const struct decoding *base,
                struct value_sweep *out, struct err *e)
{
    const char *equals = strchr(text, '=');
    struct value_sweep s = { 0 };
    bool extra;

    if (!equals)
        return sweep_refuse("there is no \"=\"", e);
    s.field = sweep_spelled(
        a, str_trim(a, arena_strndup(a, text, (size_t)(equals - text))));
    extra = str_starts(s.field, EXTRA) && s.field[strlen(EXTRA)];
    if (!extra && !sweep_field_of(s.field))
        return sweep_refuse(
            arena_printf(a, "there is no field \"%.60s\"", s.field), e);
    if (!sweep_split(a, equals + 1, &s))
        return sweep_refuse("give two or more values, separated by commas", e);
    if (is_set(&s, base))
        return err_set(e, ERR_USAGE,
                       "%s is swept, so it must not have a fixed value too; "
                       "leave that value out",
                       s.field);
    for (size_t i = 0; i < s.n; i++) {
        struct decoding d = *base;

        if (extra || (sweep_field_of(s.field)->range &&
                      sweep_field_of(s.field)->range->whole))
            s.values[i] = written_out(a, s.values[i]);
        for (size_t k = 0; k < i; k++)
            if (str_eq(s.values[i], s.values[k]))
                return sweep_refuse(
                    arena_printf(a, "\"%.60s\" is given twice", s.values[i]),
                    e);
        if (!sweep_apply(a, &s, i, &d, e))
            return err_prefix(e, "--sweep: ");
    }
    *out = s;
    return true;
}

/* ---- setting ---- */

/* The object with one member, named by a path, set: a copy. */
static struct json *with_member(struct arena *a, const struct json *o,
                                const char *path, struct json *value)
{
    size_t n = strcspn(path, ".");
    const char *name = arena_strndup(a, path, n);
    const struct json *old = o ? json_get(o, name) : NULL;
    struct json *out = json_new(a, JSON_OBJECT);

    for (const struct json *m = o ? o->first : NULL; m; m = m->next)
        if (!str_eq(m->name, name))
            json_set(a, out, m->name, json_copy(a, m));
    json_set(a, out, name,
             path[n]
                 ? with_member(a, old && old->type == JSON_OBJECT ? old : NULL,
                               path + n + 1, value)
                 : value);
    return out;
}

bool sweep_apply(struct arena *a, const struct value_sweep *s, size_t i,
                 struct decoding *d, struct err *e)
{
    const struct spec_field *f = sweep_field_of(s->field);
    const struct spec_option option = { NULL, f };

    if (f)
        return spec_option_set(a, &option, s->values[i], false, d, e);
    d->extra = with_member(a, d->extra, s->field + strlen(EXTRA),
                           extra_value(a, s->values[i]));
    return spec_decoding_check("decoding", d, e);
}

/* ---- runs ---- */

const struct json *sweep_value(const struct json *spec, const char *field)
{
    const struct json *at = json_get(spec, "decoding");
    char name[64];

    while (at && *field) {
        size_t n = strcspn(field, ".");

        snprintf(name, sizeof(name), "%.*s", (int)n, field);
        at = json_get(at, name);
        field += n + (field[n] == '.');
    }
    return at;
}

/* The one member in which objects differ, down to where they do; false: several
 * do. *out is "" if none does. */
static bool differs_in(struct arena *a, const struct json *const *o, size_t n,
                       const char **out)
{
    const struct json **at = arena_array(a, const struct json *, n);
    const char *found = "";

    for (size_t i = 0; i < n; i++)
        for (const struct json *m = o[i] ? o[i]->first : NULL; m; m = m->next) {
            bool same = true, objects = true;

            for (size_t k = 0; k < n; k++) {
                at[k] = o[k] ? json_get(o[k], m->name) : NULL;
                same = same && at[k] && json_equal(at[k], m);
                objects = objects && (!at[k] || at[k]->type == JSON_OBJECT);
            }
            if (same || str_eq(found, m->name) ||
                (str_starts(found, m->name) && found[strlen(m->name)] == '.'))
                continue;
            if (*found)
                return false;
            found = m->name;
            if (objects) {
                const char *inner;

                if (!differs_in(a, at, n, &inner))
                    return false;
                found = arena_printf(a, "%s.%s", m->name, inner);
            }
        }
    *out = found;
    return true;
}

const char *sweep_field(struct arena *a, const struct json *const *specs,
                        size_t n)
{
    const char *field;

    if (n < 2 || !differs_in(a, specs, n, &field) ||
        !str_starts(field, "decoding."))
        return NULL;
    return field + strlen("decoding.");
}
