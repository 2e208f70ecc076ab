/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Outcomes and names in a row of another tool's file. Files differ much in how
 * they write either.
 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "hunt/failures_int.h"
#include "text/span.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- paths ---- */

static const struct json *member(const struct json *v, const char *name,
                                 size_t n)
{
    for (const struct json *m = v->first; m; m = m->next)
        if (m->name && strncmp(m->name, name, n) == 0 && !m->name[n])
            return m;
    return NULL;
}

/* The longest name first: a model may be called "Llama-3.1". */
const struct json *failures_at(const struct json *row, const char *path)
{
    size_t n = strlen(path);

    if (row->type != JSON_OBJECT)
        return NULL;
    for (;;) {
        const struct json *m = member(row, path, n), *inner;

        if (m && !path[n])
            return m;
        if (m && (inner = failures_at(m, path + n + 1)))
            return inner;
        while (n > 0 && path[n - 1] != '.')
            n--;
        if (n == 0)
            return NULL;
        n--; /* the dot */
    }
}

/* ---- outcomes ---- */

static void set_attempts(struct failures_outcome *out, int64_t right,
                         int64_t tries)
{
    out->counts = tries > 0;
    out->tries = (uint32_t)tries;
    out->failed = (uint32_t)(tries - right);
}

static bool set_pair(struct failures_outcome *out, int64_t right, int64_t tries)
{
    if (right < 0 || right > tries || tries > LIMIT_ATTEMPTS)
        return false;
    set_attempts(out, right, tries);
    return true;
}

/* A share is as exact as it was written, but for half a percent at most. */
static bool set_share(struct failures_outcome *out, const char *number)
{
    const char *point = strchr(number, '.');
    size_t places = point ? strspn(point + 1, "0123456789") : 0;

    out->counts = out->is_share = true;
    out->share = strtod(number, NULL);
    out->slack = 0.5;
    for (size_t i = 0; i < places && i < 12; i++)
        out->slack /= 10;
    if (out->slack > 0.005)
        out->slack = 0.005;
    if (strpbrk(number, "eE"))
        out->slack = 1e-12;
    return out->share >= 0 && out->share <= 1;
}

/* "k/K", with blanks around the sign. */
static bool read_ratio(const char *s, struct failures_outcome *out)
{
    int64_t part[2] = { 0, 0 };

    for (int i = 0; i < 2; i++) {
        if (!is_digit(*s))
            return false;
        for (; is_digit(*s) && part[i] <= LIMIT_ATTEMPTS; s++)
            part[i] = part[i] * 10 + (*s - '0');
        if (i == 1)
            break;
        while (*s == ' ')
            s++;
        if (*s++ != '/')
            return false;
        while (*s == ' ')
            s++;
    }
    return *s == '\0' && set_pair(out, part[0], part[1]);
}

static bool read_word(const char *s, struct failures_outcome *out)
{
    struct span word = { s, strlen(s) };

    if (span_among(word, "correct right pass passed solved ok true yes"))
        return set_pair(out, 1, 1);
    return span_among(word, "wrong incorrect fail failed unsolved false no") &&
           set_pair(out, 0, 1);
}

/* The fields of a CSV file are texts, whatever they hold; an empty one is a
 * row that was not tried. */
static bool read_text(struct arena *a, const char *text,
                      struct failures_outcome *out)
{
    const char *s = str_trim(a, text);
    struct json *v;
    struct err e;

    if (!*s || read_word(s, out) || read_ratio(s, out))
        return true;
    return strlen(s) < 64 && json_read(a, s, strlen(s), 1, &v, &e) &&
           v->type == JSON_NUMBER && set_share(out, v->text);
}

/* [k, K], or an array with true or false for each attempt. */
static bool read_array(const struct json *v, struct failures_outcome *out)
{
    int64_t right = 0, tries;

    if (v->count == 2 && json_int64(v->first, &right) &&
        json_int64(v->last, &tries))
        return set_pair(out, right, tries);
    right = 0;
    for (const struct json *m = v->first; m; m = m->next) {
        if (m->type != JSON_BOOL)
            return false;
        right += m->truth;
    }
    return v->count <= LIMIT_ATTEMPTS &&
           set_pair(out, right, (int64_t)v->count);
}

bool failures_outcome(struct arena *a, const struct json *v,
                      struct failures_outcome *out)
{
    *out = (struct failures_outcome){ 0 };
    switch (v->type) {
    case JSON_NULL: return true;
    case JSON_BOOL: return set_pair(out, v->truth, 1);
    case JSON_NUMBER: return set_share(out, v->text);
    case JSON_STRING: return read_text(a, v->text, out);
    case JSON_ARRAY: return read_array(v, out);
    case JSON_OBJECT: break;
    }
    return false;
}

static bool fits(const struct failures_outcome *o, uint32_t attempts)
{
    double right = floor(o->share * attempts + 0.5);

    return fabs(o->share - right / attempts) <= o->slack + 1e-12;
}

uint32_t failures_attempts(const struct failures_outcome *all, size_t n)
{
    uint32_t k = 1;

    for (size_t i = 0; i < n && k < 100;)
        if (!all[i].is_share || fits(&all[i], k)) {
            i++;
        } else {
            k++;
            i = 0;
        }
    return k;
}

/* ---- names ---- */

static void add_name(struct arena *a, const char *s, size_t n,
                     const char **names, size_t *k)
{
    const char *name = str_trim(a, arena_strndup(a, s, n));

    if (*name)
        names[(*k)++] = name;
}

/* A text that is an array of names, as tables have them; NULL: it is none. */
static const struct json *array_in(struct arena *a, const struct json *v)
{
    struct json *inner;
    struct err ignored;

    if (v->type != JSON_STRING || v->text[strspn(v->text, " \t")] != '[' ||
        !json_read(a, v->text, strlen(v->text), v->line, &inner, &ignored))
        return NULL;
    return inner->type == JSON_ARRAY ? inner : NULL;
}

/* The names of one text, between any of `marks`. */
static void split(struct arena *a, const char *s, const char *marks,
                  const char ***names, size_t *n)
{
    size_t most = 1;

    for (const char *p = s; *p; p++)
        most += strchr(marks, *p) != NULL;
    *names = arena_array(a, const char *, most);
    for (*n = 0;; s++) {
        size_t len = strcspn(s, marks);

        add_name(a, s, len, *names, n);
        s += len;
        if (!*s)
            return;
    }
}

bool failures_tags(struct arena *a, const struct json *v, bool commas,
                   const char ***names, size_t *n, struct err *e)
{
    const struct json *array = v ? array_in(a, v) : NULL;

    *n = 0;
    *names = NULL;
    if (!v || v->type == JSON_NULL)
        return true;
    if (v->type == JSON_STRING && !array) {
        split(a, v->text, commas ? ";|," : ";|", names, n);
        return true;
    }
    if (v->type != JSON_ARRAY && !array)
        return err_at(e, ERR_DOMAIN, v->line, 0,
                      "tags must be an array of names, or a string with names "
                      "separated by \";\" or \"|\", not %s",
                      json_type_name(v->type));
    v = array ? array : v;
    *names = arena_array(a, const char *, v->count + 1);
    for (const struct json *m = v->first; m; m = m->next) {
        if (m->type != JSON_STRING && m->type != JSON_NUMBER)
            return err_at(e, ERR_DOMAIN, m->line, 0,
                          "tags must be names, not %s",
                          json_type_name(m->type));
        add_name(a, m->text, strlen(m->text), *names, n);
    }
    return true;
}

/* ---- commas ---- */

/* The pieces between other marks, each once, in a map; those of arrays are no
 * texts to split. */
static void find_pieces(struct arena *a, const struct json *const *v, size_t n,
                        struct map *out)
{
    for (size_t i = 0; i < n; i++) {
        const char **pieces;
        size_t k = 0;

        if (v[i] && v[i]->type == JSON_STRING && !array_in(a, v[i]))
            split(a, v[i]->text, ";|", &pieces, &k);
        while (k--)
            map_put(out, pieces[k], strlen(pieces[k]), NULL);
    }
}

bool failures_commas(struct arena *a, const struct json *const *v, size_t n)
{
    struct map pieces = { 0 }, seen = { 0 };
    const char **names;
    size_t k;
    bool any = false, all = true;

    find_pieces(a, v, n, &pieces);
    for (size_t i = 0; i < pieces.n; i++)
        for (split(a, pieces.entries[i].key, ",", &names, &k); k--;)
            ++*map_put(&seen, names[k], strlen(names[k]), NULL);
    for (size_t i = 0; i < pieces.n; i++) {
        split(a, pieces.entries[i].key, ",", &names, &k);
        any = any || k > 1;
        for (size_t m = 0; k > 1 && m < k; m++)
            all = all && *map_get(&seen, names[m], strlen(names[m])) > 1;
    }
    map_clear(&pieces);
    map_clear(&seen);
    return any && all;
}
