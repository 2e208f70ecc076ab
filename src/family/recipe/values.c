/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/values.h"
#include "base/ascii.h"

#include <inttypes.h>
#include <string.h>

static const int64_t *number_at(const void *values, size_t at)
{
    return (const int64_t *)(const void *)((const char *)values + at);
}

static int64_t *place_at(void *values, size_t at)
{
    return (int64_t *)(void *)((char *)values + at);
}

struct ints ints_new(struct arena *a, size_t n)
{
    return (struct ints){ (int64_t)n, arena_array(a, int64_t, n + 1) };
}

static bool is_ints(const struct field *f)
{
    return f->most == INTS_MOST;
}

const int64_t *values_at(const struct field *f, const void *values, size_t i)
{
    const void *at = number_at(values, f->at);

    return is_ints(f) ? ((const struct ints *)at)->x + i
                      : (const int64_t *)at + i;
}

const int64_t *values_count_at(const struct field *f, const void *values)
{
    return number_at(values, f->count_at);
}

size_t values_count(const struct field *f, const void *values)
{
    return f->most ? (size_t)*values_count_at(f, values) : 1;
}

struct json *values_write(struct arena *a, const struct field *fields,
                          const void *values)
{
    struct json *params = json_new(a, JSON_OBJECT);

    for (const struct field *f = fields; f->name; f++) {
        struct json *list;

        if (!f->most) {
            json_set(a, params, f->name,
                     json_new_int(a, *values_at(f, values, 0)));
            continue;
        }
        list = json_set(a, params, f->name, json_new(a, JSON_ARRAY));
        INVARIANT(values_count(f, values) <= f->most);
        for (size_t i = 0; i < values_count(f, values); i++)
            json_push(list, json_new_int(a, *values_at(f, values, i)));
    }
    return params;
}

static bool read_number(const struct json *v, const struct field *f,
                        int64_t *out, struct err *e)
{
    if (v && json_int64(v, out) && *out >= f->lo && *out <= f->hi)
        return true;
    return err_set(
        e, ERR_DOMAIN, "params: \"%s\" must %s from %" PRId64 " to %" PRId64,
        f->name, f->most ? "hold whole numbers" : "be a whole number", f->lo,
        f->hi);
}

/* A list whose count another list has set must be as long as that. */
static bool read_list(struct arena *a, const struct json *v,
                      const struct field *f, bool counted, void *values,
                      struct err *e)
{
    void *at = place_at(values, f->at);
    int64_t *count = place_at(values, f->count_at), *x = at;
    size_t n = 0;

    if (!v || v->type != JSON_ARRAY || v->count > f->most ||
        (counted && v->count != (size_t)*count))
        return err_set(e, ERR_DOMAIN,
                       "params: \"%s\" must be a list of %s%zu whole numbers",
                       f->name, counted ? "" : "at most ",
                       counted ? (size_t)*count : f->most);
    if (is_ints(f)) {
        *(struct ints *)at = ints_new(a, v->count);
        x = ((struct ints *)at)->x;
    }
    *count = (int64_t)v->count;
    for (const struct json *item = v->first; item; item = item->next)
        if (!read_number(item, f, &x[n++], e))
            return false;
    return true;
}

static bool is_counted(const struct field *fields, const struct field *f)
{
    for (const struct field *g = fields; g < f; g++)
        if (g->most && g->count_at == f->count_at)
            return true;
    return false;
}

bool values_read(struct arena *a, const struct json *params,
                 const struct field *fields, void *values, struct err *e)
{
    for (const struct field *f = fields; f->name; f++) {
        const struct json *v = json_get(params, f->name);

        if (f->most ? !read_list(a, v, f, is_counted(fields, f), values, e)
                    : !read_number(v, f, place_at(values, f->at), e))
            return false;
    }
    return true;
}

size_t values_slots(const struct field *fields, const void *values)
{
    size_t n = 0;

    for (const struct field *f = fields; f->name; f++)
        n += f->slot ? values_count(f, values) : 0;
    return n;
}

struct slot values_slot(const struct field *fields, void *values, size_t i)
{
    for (const struct field *f = fields; f->name; f++) {
        size_t n = f->slot ? values_count(f, values) : 0;

        if (i < n)
            return (struct slot){ f, i, place_at(values, f->at) + i };
        i -= n;
    }
    BUG("no such slot");
}

bool values_slot_find(const struct field *fields, void *values,
                      const char *name, int64_t index, struct slot *out)
{
    for (const struct field *f = fields; f->name; f++)
        if (f->slot && strcmp(f->name, name) == 0 && index >= 0 &&
            (size_t)index < values_count(f, values)) {
            *out = (struct slot){ f, (size_t)index,
                                  place_at(values, f->at) + index };
            return true;
        }
    return false;
}

const struct field *values_field(const struct field *fields, const char *name,
                                 size_t n, size_t *index)
{
    size_t head = n;

    *index = 0;
    if (n > 3 && name[n - 1] == ']' && name[n - 3] == '[' &&
        is_digit(name[n - 2])) {
        head = n - 3;
        *index = (size_t)(name[n - 2] - '0');
    }
    for (const struct field *f = fields; f->name; f++)
        if (strncmp(f->name, name, head) == 0 && !f->name[head] &&
            (head == n || f->most > *index))
            return f;
    return NULL;
}

const int64_t *values_find(const struct field *fields, const void *values,
                           const char *name, size_t n)
{
    size_t index;
    const struct field *f = values_field(fields, name, n, &index);

    if (!f || (name[n - 1] == ']') != (f->most > 0) ||
        index >= values_count(f, values))
        return NULL;
    return values_at(f, values, index);
}
