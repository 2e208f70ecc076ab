/* SPDX-License-Identifier: Apache-2.0 */
#include "run/opening.h"
#include "base/ascii.h"
#include "base/lines.h"
#include "family/generate.h"
#include "family/split.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define OPENING_BYTES (1 << 20)
#define COUNT_MOST    (INT64_C(1) << 60)

_Static_assert(SALT_BYTES == CHAIN_BYTES, "one reader for both");

/* ---- hexadecimal digits ---- */

char *seal_hex(const unsigned char sha[CHAIN_BYTES], char out[SEAL_HEX])
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < CHAIN_BYTES; i++) {
        out[2 * i] = digits[sha[i] >> 4];
        out[2 * i + 1] = digits[sha[i] & 15];
    }
    out[2 * CHAIN_BYTES] = '\0';
    return out;
}

bool seal_read(const char *text, unsigned char out[CHAIN_BYTES])
{
    if (strlen(text) != 2 * CHAIN_BYTES)
        return false;
    for (size_t i = 0; i < CHAIN_BYTES; i++) {
        int high = hex_value(text[2 * i]), low = hex_value(text[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        out[i] = (unsigned char)(high * 16 + low);
    }
    return true;
}

/* ---- hashes ---- */

void rows_add(struct chain *c, struct vec *rows, const char *line)
{
    struct row_sha *row = vec_push(rows);

    chain_problem(c, line, row->sha);
}

static int opening_row_order(const void *a, const void *b)
{
    return memcmp(a, b, CHAIN_BYTES);
}

bool rows_have(const struct vec *rows, const struct row_sha *row)
{
    return rows->n &&
           bsearch(row, rows->items, rows->n, sizeof(*row), opening_row_order);
}

void rows_content(struct chain *c, struct vec *rows,
                  unsigned char out[CHAIN_BYTES])
{
    if (rows->n)
        qsort(rows->items, rows->n, sizeof(struct row_sha), opening_row_order);
    chain_begin(c, "assay rows 1");
    chain_u64(c, rows->n);
    for (size_t i = 0; i < rows->n; i++)
        chain_bytes(c, vec_get(rows, struct row_sha, i)->sha, CHAIN_BYTES);
    chain_end(c, out);
}

static void add_spec(struct chain *c, const struct opening *o)
{
    chain_text(c, o->seed);
    chain_u64(c, o->from);
    chain_u64(c, o->count);
    chain_text(c, o->split);
    chain_u64(c, o->knobs ? o->knobs->count : 0);
    for (const struct json *k = o->knobs ? o->knobs->first : NULL; k;
         k = k->next) {
        chain_text(c, k->name);
        chain_text(c, k->text);
    }
    if (o->holdout)
        chain_text(c, o->holdout);
}

void opening_seal(const struct opening *o, unsigned char out[CHAIN_BYTES])
{
    struct chain c;

    chain_open(&c);
    chain_begin(&c, "assay seal 1");
    chain_bytes(&c, o->salt, SALT_BYTES);
    chain_u64(&c, o->problems);
    chain_bytes(&c, o->content, CHAIN_BYTES);
    chain_u64(&c, o->series.n);
    for (size_t i = 0; i < o->series.n; i++) {
        const struct sealed_series *s =
            vec_get(&o->series, struct sealed_series, i);

        chain_text(&c, s->family);
        chain_u64(&c, (uint64_t)s->version);
        chain_u64(&c, (uint64_t)s->level);
    }
    if (o->series.n)
        add_spec(&c, o);
    chain_end(&c, out);
    chain_close(&c);
}

/* ---- writing ---- */

static struct json *spec_of(struct arena *a, const struct opening *o)
{
    struct json *spec = json_new(a, JSON_OBJECT);
    struct json *list = json_set(a, spec, "series", json_new(a, JSON_ARRAY));

    for (size_t i = 0; i < o->series.n; i++) {
        const struct sealed_series *s =
            vec_get(&o->series, struct sealed_series, i);
        struct json *one = json_new(a, JSON_OBJECT);

        json_set(a, one, "family", json_new_string(a, s->family));
        json_set(a, one, "version", json_new_int(a, s->version));
        json_set(a, one, "level", json_new_int(a, s->level));
        json_push(list, one);
    }
    json_set(a, spec, "seed", json_new_string(a, o->seed));
    json_set(a, spec, "from", json_new_int(a, (int64_t)o->from));
    json_set(a, spec, "count", json_new_int(a, (int64_t)o->count));
    if (o->split)
        json_set(a, spec, "split", json_new_string(a, o->split));
    if (o->holdout)
        json_set(a, spec, "holdout", json_new_string(a, o->holdout));
    if (o->knobs)
        json_set(a, spec, "knobs", json_copy(a, o->knobs));
    return spec;
}

void opening_write(struct str *out, const struct opening *o)
{
    struct arena a = { 0 };
    struct json *v = json_new(&a, JSON_OBJECT);
    unsigned char seal[CHAIN_BYTES];
    char hex[SEAL_HEX];

    opening_seal(o, seal);
    json_set(&a, v, "seal", json_new_string(&a, seal_hex(seal, hex)));
    json_set(&a, v, "salt", json_new_string(&a, seal_hex(o->salt, hex)));
    json_set(&a, v, "problems", json_new_int(&a, (int64_t)o->problems));
    json_set(&a, v, "content", json_new_string(&a, seal_hex(o->content, hex)));
    if (o->series.n)
        json_set(&a, v, "spec", spec_of(&a, o));
    json_write(out, v);
    str_addc(out, '\n');
    arena_clear(&a);
}

static void say_series(struct str *out, const struct opening *o)
{
    for (size_t i = 0; i < o->series.n; i++) {
        const struct sealed_series *s =
            vec_get(&o->series, struct sealed_series, i);

        str_addf(out, "family    ");
        str_add_printable(out, s->family);
        str_addf(out, ", version %" PRId64 ", level %" PRId64 "\n", s->version,
                 s->level);
    }
}

void opening_say(struct str *out, const struct opening *o)
{
    if (!o->series.n) {
        str_addf(out, "sealed    a file of %" PRIu64 " problems\n",
                 o->problems);
        return;
    }
    str_addf(out, "sealed    %" PRIu64 " problems\n", o->problems);
    say_series(out, o);
    str_addf(out,
             "seed      %s\ncount     %" PRIu64 " from index %" PRIu64 "\n",
             o->seed, o->count, o->from);
    if (o->split)
        str_addf(out, "split     %s\n", o->split);
    if (o->holdout) {
        str_add(out, "holdout   ");
        str_add_printable(out, o->holdout);
        str_addc(out, '\n');
    }
    for (const struct json *k = o->knobs ? o->knobs->first : NULL; k;
         k = k->next) {
        str_add(out, "knob      ");
        str_add_printable(out, k->name);
        str_addc(out, '=');
        str_add_printable(out, k->text);
        str_addc(out, '\n');
    }
}

/* ---- reading ---- */

static bool read_hash(const struct json *v, const char *name,
                      unsigned char out[CHAIN_BYTES], struct err *e)
{
    const char *text = NULL;

    if (!json_need_string(v, name, JSON_REQUIRED, &text, e))
        return false;
    return seal_read(text, out) ||
           err_set(e, ERR_DOMAIN, "\"%s\" must be %d hexadecimal digits", name,
                   2 * CHAIN_BYTES);
}

static bool opening_read_count(const struct json *v, const char *name,
                               int64_t least, int64_t most, int64_t *out,
                               struct err *e)
{
    if (!json_need_int64(v, name, JSON_REQUIRED, out, e))
        return false;
    return (*out >= least && *out <= most) ||
           err_set(e, ERR_DOMAIN, "\"%s\" is out of range", name);
}

static bool read_series(const struct json *list, struct opening *o,
                        struct err *e)
{
    if (!list || list->type != JSON_ARRAY || !list->count)
        return err_set(e, ERR_DOMAIN, "\"series\" must be a list of families");
    for (const struct json *m = list->first; m; m = m->next) {
        struct sealed_series *s = vec_push(&o->series);

        if (m->type != JSON_OBJECT)
            return err_set(e, ERR_DOMAIN, "a series must be an object");
        if (!json_need_string(m, "family", JSON_REQUIRED, &s->family, e) ||
            !opening_read_count(m, "version", 1, 1000000, &s->version, e) ||
            !opening_read_count(m, "level", 1, 1000, &s->level, e))
            return false;
    }
    return true;
}

static bool opening_read_knobs(const struct json *v, struct opening *o,
                               struct err *e)
{
    if (!v)
        return true;
    if (v->type != JSON_OBJECT)
        return err_set(e, ERR_DOMAIN, "\"knobs\" must be an object");
    for (const struct json *k = v->first; k; k = k->next)
        if (k->type != JSON_STRING)
            return err_set(e, ERR_DOMAIN,
                           "the value of a knob must be a string");
    o->knobs = v->count ? v : NULL;
    return true;
}

static bool opening_read_spec(const struct json *v, struct opening *o,
                              struct err *e)
{
    int64_t from = 0, count = 0;
    struct split unused;

    if (v->type != JSON_OBJECT)
        return err_set(e, ERR_DOMAIN, "\"spec\" must be an object");
    if (!read_series(json_get(v, "series"), o, e) ||
        !json_need_string(v, "seed", JSON_REQUIRED, &o->seed, e) ||
        !opening_read_count(v, "from", 0, COUNT_MOST, &from, e) ||
        !opening_read_count(v, "count", 1, COUNT_MOST, &count, e) ||
        !json_need_string(v, "split", JSON_OPTIONAL, &o->split, e) ||
        !json_need_string(v, "holdout", JSON_OPTIONAL, &o->holdout, e) ||
        !opening_read_knobs(json_get(v, "knobs"), o, e))
        return false;
    if (!seed_is_valid(o->seed) || (o->split && !split_read(o->split, &unused)))
        return err_set(e, ERR_DOMAIN, "its seed or its split is invalid");
    o->from = (uint64_t)from;
    o->count = (uint64_t)count;
    return true;
}

bool opening_read(struct arena *a, const char *path, struct opening *out,
                  unsigned char seal[CHAIN_BYTES], struct err *e)
{
    struct opening o = { .series = vec_in(a, sizeof(struct sealed_series)) };
    struct str text = str_in(a);
    int64_t problems = 0;
    struct json *v;

    if (!file_read(path, OPENING_BYTES, &text, e))
        return false;
    if (!json_read(a, str_get(&text), text.n, 1, &v, e) || !json_get(v, "seal"))
        return err_set(e, ERR_DOMAIN,
                       "%.100s is not an opening, the file that `assay seal` "
                       "writes",
                       path);
    if (!read_hash(v, "seal", seal, e) || !read_hash(v, "salt", o.salt, e) ||
        !read_hash(v, "content", o.content, e) ||
        !opening_read_count(v, "problems", 1, COUNT_MOST, &problems, e) ||
        (json_get(v, "spec") && !opening_read_spec(json_get(v, "spec"), &o, e)))
        return file_fail(path, e);
    o.problems = (uint64_t)problems;
    *out = o;
    return true;
}
