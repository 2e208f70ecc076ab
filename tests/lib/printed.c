/* SPDX-License-Identifier: Apache-2.0 */
#include "printed.h"
#include "base/utf8.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void expect(struct str *out, const char *want)
{
    assert_string_equal(str_get(out), want);
    str_clear(out);
}

void check_lines(const char *text, size_t width)
{
    while (*text) {
        size_t n = strcspn(text, "\n");

        if (utf8_columns(text, n) > width)
            fail_msg("%zu characters in a line of %zu: %.*s",
                     utf8_columns(text, n), width, (int)n, text);
        assert_true(n == 0 || text[n - 1] != ' ');
        assert_int_equal(utf8_check(text, n), n);
        for (size_t i = 0; i < n; i++)
            assert_true((unsigned char)text[i] >= 0x20 && text[i] != 0x7f);
        assert_int_equal(text[n], '\n');
        text += n + 1;
    }
}

const struct json *at(const struct json *v, const char *path)
{
    char name[100];

    while (v && *path) {
        size_t n = strcspn(path, ".");

        snprintf(name, sizeof(name), "%.*s", (int)n, path);
        if (v->type == JSON_ARRAY) {
            size_t i = (size_t)strtoul(name, NULL, 10);

            for (v = v->first; v && i; i--)
                v = v->next;
        } else {
            v = json_get(v, name);
        }
        path += n + (path[n] == '.');
    }
    return v;
}

void check_number(const struct json *top, const char *path, double want)
{
    const struct json *v = at(top, path);

    if (!v || v->type != JSON_NUMBER ||
        fabs(strtod(v->text, NULL) - want) > 1e-14 * (1 + fabs(want)))
        fail_msg("%s: %s, not %.15g", path,
                 v ? (v->text ? v->text : json_type_name(v->type)) : "absent",
                 want);
}

void check_text(const struct json *top, const char *path, const char *want)
{
    const char *s = json_string(at(top, path));

    assert_non_null(s);
    assert_string_equal(s, want);
}

void check_null(const struct json *top, const char *path)
{
    const struct json *v = at(top, path);

    if (!v || v->type != JSON_NULL)
        fail_msg("%s is not null", path);
}

struct json *read_back(struct arena *a, struct str *out)
{
    struct json *v;
    struct err e;

    assert_int_equal(out->s[out->n - 1], '\n');
    assert_null(memchr(out->s, '\n', out->n - 1));
    if (!json_read(a, out->s, out->n, 1, &v, &e))
        fail_msg("%s", e.msg);
    str_clear(out);
    return v;
}

/* ---- documents ---- */

typedef void render_fn(struct str *out, const struct document *d);

static void print_run(struct str *out, const struct summary *v,
                      const char *facts, size_t width, bool full,
                      render_fn *render)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, width);
    struct err e;

    if (!run_document(d, v, facts, &e))
        fail_msg("%s", e.msg);
    d->full = full;
    render(out, d);
    arena_clear(&a);
}

void print_table(struct str *out, const struct summary *v, const char *facts,
                 size_t width)
{
    print_run(out, v, facts, width, true, document_text);
}

void print_screen(struct str *out, const struct summary *v, size_t width)
{
    print_run(out, v, NULL, width, false, document_text);
}

void print_json(struct str *out, const struct summary *v, const char *facts)
{
    print_run(out, v, facts, 0, true, document_json);
}

void print_csv(struct str *out, const struct summary *v)
{
    print_run(out, v, NULL, 0, true, document_csv);
}

static void print_comparison(struct str *out, const struct compare *c,
                             size_t width, bool full, render_fn *render)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, width);

    compare_document(d, c);
    d->full = full;
    render(out, d);
    arena_clear(&a);
}

void print_compare(struct str *out, const struct compare *c, size_t width)
{
    print_comparison(out, c, width, true, document_text);
}

void print_compare_screen(struct str *out, const struct compare *c,
                          size_t width)
{
    print_comparison(out, c, width, false, document_text);
}

void print_compare_json(struct str *out, const struct compare *c)
{
    print_comparison(out, c, 0, true, document_json);
}
